/** <time data-when> in the reader's zone and language, kept current. */
import { distance, moment } from "../words";

type Show = "both" | "absolute" | "relative" | "day";

function write(element: HTMLTimeElement, now: Date): void {
  const at = new Date(element.dateTime);
  if (Number.isNaN(at.getTime())) return;
  const show = (element.dataset.when ?? "both") as Show;
  const absolute = moment(at, now, show === "day");
  const relative = distance(at.getTime() - now.getTime());
  const text = show === "relative" ? relative : show === "both" ? `${absolute} (${relative})` : absolute;
  if (element.textContent !== text) element.textContent = text;
  element.title = at.toLocaleString(document.documentElement.lang || undefined, { dateStyle: "full", timeStyle: "long" });
}

export function startTimes(): void {
  const all = () => {
    const now = new Date();
    for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-when]")) write(element, now);
  };
  all();
  setInterval(all, 15_000);
  document.addEventListener("htmx:afterSwap", all);
}
