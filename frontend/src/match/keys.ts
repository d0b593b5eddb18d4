/** Keys of the match page. Letters are left alone while something is typed; Enter on a control is the control's own. */
export interface Keys {
  confirm(): void;
  undo(): void;
  step(by: number): void;
  first(): void;
  live(): void;
  tab(name: "log" | "text" | "rules"): void;
  next(): void;
  help(): void;
}

export function listen(keys: Keys): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("dialog[open]")) return;
    const typing = target.matches("input:not([type=range]), textarea, select, [contenteditable]");
    const act = typing ? typed(event.key, keys) : pressed(event.key, target, keys);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

function typed(key: string, keys: Keys): (() => void) | null {
  return key === "Escape" ? () => keys.undo() : null;
}

function pressed(key: string, target: HTMLElement, keys: Keys): (() => void) | null {
  const arrowsAreItsOwn = target.matches("input[type=range], [role=tab]");
  switch (key) {
    case "Enter":
      return target.closest("a, button, summary, input") ? null : () => keys.confirm();
    case "u":
    case "U":
    case "Escape":
      return () => keys.undo();
    case "ArrowLeft":
      return arrowsAreItsOwn ? null : () => keys.step(-1);
    case "ArrowRight":
      return arrowsAreItsOwn ? null : () => keys.step(1);
    case "Home":
      return arrowsAreItsOwn ? null : () => keys.first();
    case "End":
      return arrowsAreItsOwn ? null : () => keys.live();
    case "t":
    case "T":
      return () => keys.tab("text");
    case "l":
    case "L":
      return () => keys.tab("log");
    case "r":
    case "R":
      return () => keys.tab("rules");
    case "n":
    case "N":
      return () => keys.next();
    case "?":
      return () => keys.help();
    default:
      return null;
  }
}
