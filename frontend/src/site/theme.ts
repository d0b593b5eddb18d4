/** Light, dark or as the system says, without leaving the page; the form behind it works without a script too. */
const FORM = 'form.theme button[name="theme"]';

function choose(button: HTMLButtonElement): void {
  const root = document.documentElement;
  if (button.value === "system") delete root.dataset.theme;
  else root.dataset.theme = button.value;
  for (const other of document.querySelectorAll<HTMLButtonElement>(FORM)) {
    other.setAttribute("aria-pressed", String(other.value === button.value));
  }
  keep("theme", button.value);
  const form = button.form;
  if (form) {
    void fetch(form.action, { method: "POST", body: new FormData(form, button), redirect: "manual", keepalive: true }).catch(() => undefined);
  }
}

/** A page opened before the server has answered wears the choice already; leaving this one must not call the request back. */
function keep(name: string, value: string): void {
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

export function startTheme(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(FORM);
    if (!button) return;
    event.preventDefault();
    choose(button);
  });
}

/** Tells the server the reader's zone, for pages and mails of strangers; an account's own setting wins there. */
export function rememberZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes(`zone=${zone}`)) {
    keep("zone", zone);
  }
}
