/** Learns that the match has moved on: by socket, and without one by asking every 15 seconds. Carries no content. */

const POLL_MS = 15_000;
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

export interface Live {
  stop(): void;
}

export function watch(path: string, have: () => number, changed: (version: number | null) => void, connection: (up: boolean) => void): Live {
  let socket: WebSocket | null = null;
  let tries = 0;
  let stopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const up = () => socket?.readyState === WebSocket.OPEN;

  function connect(): void {
    if (stopped) return;
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}${path}`);
    socket = mine;
    mine.onopen = () => {
      tries = 0;
      connection(true);
      mine.send(JSON.stringify({ have: have() }));
    };
    mine.onmessage = (event) => {
      const said = JSON.parse(String(event.data)) as { version?: number };
      if (typeof said.version === "number" && said.version !== have()) changed(said.version);
    };
    mine.onclose = () => {
      if (stopped || socket !== mine) return;
      connection(false);
      retry = setTimeout(connect, WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)]);
    };
  }

  function poll(): void {
    if (!up() && document.visibilityState === "visible") changed(null);
  }

  function wake(): void {
    if (document.visibilityState !== "visible" || up()) return;
    tries = 0;
    connect();
    changed(null);
  }

  const timer = setInterval(poll, POLL_MS);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  connect();

  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(retry);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      socket?.close();
    },
  };
}
