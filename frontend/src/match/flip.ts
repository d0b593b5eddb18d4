/** Things that changed place move there: compares where `[data-flip]` elements were with where they are. */

export type Places = Map<string, DOMRect>;

export function places(root: ParentNode): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = element.dataset.flip;
    if (key) found.set(key, element.getBoundingClientRect());
  }
  return found;
}

/** Lays everything that moved from its old place into its new one; what is new is laid down from slightly above. */
export function lay(root: ParentNode, before: Places): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const style = getComputedStyle(document.documentElement);
  const options = { duration: parseFloat(style.getPropertyValue("--m-place")) || 260, easing: style.getPropertyValue("--ease") || "ease-out" };
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const from = before.get(element.dataset.flip ?? "");
    const to = element.getBoundingClientRect();
    if (!from) {
      element.animate([{ opacity: 0, scale: "1.06" }, { opacity: 1, scale: "1" }], options);
      continue;
    }
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    const scale = to.width > 0 ? from.width / to.width : 1;
    element.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
      options,
    );
  }
}
