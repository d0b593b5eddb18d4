/** Durations and moments in words; the same forms as the server's `when` tag. */
import { t } from "./i18n";

const NO_BREAK = "\u00a0";

/** Two figures at most and no place to break: `1 d 02 h`, `14 h 20 min`, `8 min`, `45 s`. */
export function duration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(total / 86_400);
  const hours = Math.floor((total % 86_400) / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  const two = (n: number) => String(n).padStart(2, "0");
  let text: string;
  if (days) text = hours ? `${days} d ${two(hours)} h` : `${days} d`;
  else if (hours) text = `${hours} h ${two(minutes)} min`;
  else if (minutes) text = `${minutes} min`;
  else text = `${total} s`;
  return text.replaceAll(" ", NO_BREAK);
}

/** `in 3 h 10 min`, `8 min ago`; positive is the future. */
export function distance(ms: number): string {
  return ms >= 0 ? t("in {time}", { time: duration(ms) }) : t("{time} ago", { time: duration(-ms) });
}

/** `Tue 1 Dec, 21:52`; another year than `now` is named. */
export function moment(at: Date, now: Date, dayOnly = false): string {
  const language = document.documentElement.lang || "en";
  const locale = language.startsWith("en") ? "en-GB" : language;
  const sameYear = at.getFullYear() === now.getFullYear();
  const parts = new Intl.DateTimeFormat(locale, {
    weekday: sameYear ? "short" : undefined,
    day: "numeric",
    month: "short",
    year: sameYear ? undefined : "numeric",
  }).formatToParts(at);
  const day = parts.map((part) => (part.type === "literal" ? " " : part.value.replace(/\.$/, ""))).join("").replace(/ +/g, " ").trim();
  if (dayOnly) return day.replaceAll(" ", NO_BREAK);
  const hour = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
  return `${day}, ${hour}`.replaceAll(" ", NO_BREAK);
}
