/** An interrupt chosen while the match takes none. It waits in this tab, nobody else hears of it, and it is sent
 * right after: from one tab, under one key, so that it is played once at most. */
import type { Move } from "../api/types";

export interface Kept {
  move: Move;
  /** Idempotency key of the one command that it becomes. */
  key: string;
  /** The version it was sent for, if no answer has come: it may have been played. */
  sent: number | null;
}

/** Gives the claim back. */
export type Release = () => void;

const PREFIX = "correio:kept:";
/** A page that is loaded again waits so long for the one before it to be gone. */
const CLAIM_MS = 3_000;

export function store(match: string, seat: number, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(name(match, seat), JSON.stringify(kept));
    else sessionStorage.removeItem(name(match, seat));
  } catch {
    // Storage is full or forbidden: it is kept as long as the page is not loaded again.
  }
}

export function stored(match: string, seat: number): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name(match, seat)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** A tab that was duplicated carries a copy: only one of them may send it. Null: another tab has it. Without
 * locks (no secure connection) the key alone sees to it. */
export function claim(kept: Kept): Promise<Release | null> {
  if (!("locks" in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    navigator.locks.request(PREFIX + kept.key, { signal: AbortSignal.timeout(CLAIM_MS) }, held).catch(() => resolve(null));
  });
}

function name(match: string, seat: number): string {
  return `${PREFIX}${match}:${seat}`;
}
