/** `data-key="n"` on a link or button: that key presses it, unless something is being typed or another part has taken it. */
export function startKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest?.("input, textarea, select, [contenteditable], dialog[open]")) return;
    const wanted = event.key.toLowerCase();
    for (const element of document.querySelectorAll<HTMLElement>("[data-key]")) {
      if (element.dataset.key !== wanted) continue;
      event.preventDefault();
      element.click();
      return;
    }
  });
}
