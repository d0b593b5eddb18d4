/** How many matches wait for the reader, live: in the title, beside My matches, in the tab's icon. */

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

let count = 0;

function writeTitle(): void {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const wanted = count > 0 ? `(${count}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

function writeNavigation(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.nav a[href="/my/"], .burger a[href="/my/"]')) {
    let badge = link.querySelector<HTMLElement>(".count");
    if (count === 0) badge?.remove();
    else {
      if (!badge) {
        badge = document.createElement("span");
        badge.className = "count";
        link.append(" ", badge);
      }
      badge.textContent = String(count);
    }
  }
}

function writeIcon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.dataset.plain ??= link.href;
  if (count === 0) {
    link.href = link.dataset.plain;
    return;
  }
  const figure = count > 9 ? "9+" : String(count);
  const drawn =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4" fill="#1f469f"/>` +
    `<path d="M16 3 29 16 16 29 3 16Z" fill="none" stroke="#c7d6f1" stroke-width="2"/><circle cx="16" cy="16" r="12" fill="#b0431c"/>` +
    `<text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="17" fill="#fff">${figure}</text></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

function show(now: number): void {
  count = now;
  writeTitle();
  writeNavigation();
  writeIcon();
}

function connect(path: string, tries = 0): void {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${path}`);
  socket.onopen = () => (tries = 0);
  socket.onmessage = (event) => {
    const said = JSON.parse(String(event.data)) as { yours?: number; match?: string };
    if (typeof said.yours === "number") show(said.yours);
    document.body.dispatchEvent(new CustomEvent("correio:feed", { detail: said }));
  };
  socket.onclose = () => {
    setTimeout(() => connect(path, tries + 1), WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
  };
}

export function startFeed(): void {
  const path = document.body.dataset.feed;
  if (!path) return;
  count = Number(/^\((\d+)\) /.exec(document.title)?.[1] ?? 0);
  writeIcon();
  const title = document.querySelector("title");
  if (title) new MutationObserver(writeTitle).observe(title, { childList: true });
  connect(path);
}
