/** Messages of the scripts: English is the id, the page may hand over translations in <script id="messages">. */
type Messages = Record<string, string>;

let messages: Messages | null = null;

function load(): Messages {
  const element = document.getElementById("messages");
  return element?.textContent ? (JSON.parse(element.textContent) as Messages) : {};
}

/** Marks a message id that reaches `t` by way of a table. */
export const msg = (id: string): string => id;

export function t(id: string, values: Record<string, string | number> = {}): string {
  messages ??= load();
  return (messages[id] ?? id).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
