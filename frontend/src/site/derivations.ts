/** A tie-break opens where it stands; without a script its link leads to the page of the player. */

const pages = new Map<string, Promise<Element | null>>();

function derivation(address: string): Promise<Element | null> {
  let found = pages.get(address);
  if (!found) {
    found = fetch(address)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((text) => new DOMParser().parseFromString(text, "text/html").querySelector("#derivation"))
      .catch(() => null);
    pages.set(address, found);
  }
  return found;
}

function close(row: Element | null): void {
  if (!row) return;
  for (const link of document.querySelectorAll(`[data-opens="${row.id}"]`)) link.setAttribute("aria-expanded", "false");
  row.remove();
}

async function open(link: HTMLAnchorElement, id: string): Promise<void> {
  const line = link.closest("tr");
  const address = link.href.split("#")[0]!;
  const found = await derivation(address);
  if (!found || !line) {
    location.href = link.href;
    return;
  }
  close(document.getElementById(id));
  const row = document.createElement("tr");
  row.id = id;
  row.className = "opened-row";
  const cell = row.insertCell();
  cell.colSpan = line.cells.length;
  const inside = document.createElement("div");
  inside.className = "inside";
  inside.append(document.importNode(found, true));
  cell.append(inside);
  line.after(row);
  link.setAttribute("aria-expanded", "true");
}

export function startDerivations(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-opens]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const id = link.dataset.opens!;
    if (link.getAttribute("aria-expanded") === "true") close(document.getElementById(id));
    else void open(link, id);
  });
  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("[data-print]")) window.print();
  });
}
