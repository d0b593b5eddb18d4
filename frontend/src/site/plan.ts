/** The form of a tournament: only the fields its system knows, and advice beside it while it is filled in. */

interface Told {
  severity: string;
  text: string;
}
interface Answer {
  advice: Told[];
  duration: string;
  /** What is said where there is no advice. */
  nothing: string;
  texts: Record<string, string>;
}

const PAUSE_MS = 400;

/** Fields that only some systems know; what was typed in the others stays in the form. */
function fitSystem(form: HTMLFormElement): void {
  // A field that is not to be changed is not in the form's data.
  const system = form.querySelector<HTMLInputElement>('[name="system"]:checked')?.value;
  for (const input of form.querySelectorAll<HTMLElement>("[data-systems]")) {
    const field = input.closest<HTMLElement>(".field");
    if (field && system) field.hidden = !input.dataset.systems!.split(" ").includes(system);
  }
}

function show(form: HTMLFormElement, answer: Answer): void {
  const list = form.querySelector<HTMLElement>("[data-advice]");
  const duration = form.querySelector<HTMLElement>("[data-duration]");
  const nothing = form.querySelector<HTMLElement>("[data-no-advice]");
  list?.replaceChildren(
    ...answer.advice.map((each) => {
      const line = document.createElement("li");
      line.className = each.severity;
      line.textContent = each.text;
      return line;
    }),
  );
  if (nothing) {
    nothing.hidden = answer.advice.length > 0;
    nothing.textContent = answer.nothing;
  }
  if (duration) {
    duration.textContent = answer.duration;
    duration.hidden = !answer.duration;
  }
  for (const preview of form.querySelectorAll<HTMLDetailsElement>("[data-preview]")) {
    const html = answer.texts[preview.dataset.preview ?? ""] ?? "";
    preview.hidden = !html;
    const inside = preview.querySelector<HTMLElement>(".prose");
    // Made by the server from markdown, without any HTML of whoever wrote it.
    if (inside) inside.innerHTML = html;
  }
}

export function startPlan(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-plan]");
  const url = form?.dataset.adviceUrl;
  if (!form || !url) return;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    const mine = ++asked;
    // Fields that are not to be changed are not sent by a form, and count all the same.
    const data = new FormData(form);
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(":disabled[name]")) {
      if (!(field instanceof HTMLInputElement) || !["checkbox", "radio"].includes(field.type) || field.checked) {
        data.set(field.name, field.value);
      }
    }
    const answer = await fetch(url, { method: "POST", body: data }).catch(() => undefined);
    if (answer?.ok && mine === asked) show(form, (await answer.json()) as Answer);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE_MS);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", () => {
    fitSystem(form);
    soon();
  });
  fitSystem(form);
  if (form.querySelector<HTMLTextAreaElement>("textarea")?.value) soon();
}
