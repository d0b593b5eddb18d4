/** Lines of an order as a form shows them, and back: `answer condition condition ...`. */
import type { Condition, OrderForm } from "../api/types";

export interface Part {
  key: string;
  /** Empty where the condition takes nothing. */
  value: string;
}

export interface Line {
  /** Stays with the line while it is moved, so that the focus does too. */
  id: number;
  answer: string;
  parts: Part[];
}

let next = 0;

export function read(form: OrderForm, text: string): Line {
  const [answer = "", ...words] = text.split(" ");
  return { id: next++, answer, parts: words.map((word) => part(form, word)) };
}

export function write(form: OrderForm, line: Line): string {
  const words = line.parts.map(({ key, value }) => (key === "" ? value : condition(form, key)?.takes === "nothing" ? key : `${key}:${value}`));
  return [line.answer, ...words].join(" ");
}

/** A new line: the first answer, with the condition that it cannot do without. */
export function fresh(form: OrderForm): Line {
  const needed = form.conditions.filter((each) => each.key === "");
  return { id: next++, answer: form.answers[0]?.value ?? "", parts: needed.map(first) };
}

/** A condition with the first value that it may take. */
export function first(each: Condition): Part {
  return { key: each.key, value: each.takes === "nothing" ? "" : each.takes === "number" ? "1" : (each.choices[0]?.value ?? "") };
}

/** What may still be added: each condition stands once in a line. */
export function free(form: OrderForm, line: Line): Condition[] {
  return form.conditions.filter((each) => !line.parts.some((one) => one.key === each.key));
}

/** The line for people: `Stop: I am the target; announced by Ana`. */
export function words(form: OrderForm, text: string): string {
  const line = read(form, text);
  const answer = form.answers.find((each) => each.value === line.answer)?.label ?? line.answer;
  const parts = line.parts.map(({ key, value }) => {
    const found = condition(form, key);
    const named = found?.choices.find((each) => each.value === value)?.label ?? value;
    return [found?.label ?? key, named].filter(Boolean).join(" ");
  });
  return parts.length > 0 ? `${answer}: ${parts.join("; ")}` : answer;
}

export function condition(form: OrderForm, key: string): Condition | undefined {
  return form.conditions.find((each) => each.key === key);
}

export function moved<T>(lines: T[], from: number, to: number): T[] {
  const line = lines[from];
  if (line === undefined || to < 0 || to >= lines.length) return lines;
  const rest = lines.filter((_, at) => at !== from);
  return [...rest.slice(0, to), line, ...rest.slice(to)];
}

function part(form: OrderForm, word: string): Part {
  const at = word.indexOf(":");
  const key = at < 0 ? word : word.slice(0, at);
  if (condition(form, key) && key !== "") return { key, value: at < 0 ? "" : word.slice(at + 1) };
  return { key: "", value: word };
}
