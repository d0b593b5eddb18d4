/** Menus are <details class="menu">: one open at a time, closed by Escape and by a click elsewhere. */
export function startMenus(): void {
  document.addEventListener("click", (event) => closeOthers((event.target as Element).closest(".menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const open = document.querySelector<HTMLDetailsElement>(".menu[open]");
    open?.querySelector("summary")?.focus();
    closeOthers(null);
  });
  document.addEventListener("click", (event) => {
    const opener = (event.target as Element).closest<HTMLElement>("[aria-controls].opens");
    if (!opener) return;
    const body = document.getElementById(opener.getAttribute("aria-controls") ?? "");
    if (!body) return;
    body.hidden = !body.hidden;
    opener.setAttribute("aria-expanded", String(!body.hidden));
  });
}

function closeOthers(kept: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) {
    if (menu !== kept) menu.open = false;
  }
}
