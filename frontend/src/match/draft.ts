/** The unconfirmed turn, kept in this browser so that a reload loses nothing. */
import type { Move } from "../api/types";

export interface Draft {
  steps: Move[];
  /** Idempotency key, made at the first attempt to confirm. */
  key: string | null;
  /** Sent, and no answer yet: it may already have been played. */
  sent: boolean;
}

export const NOTHING: Draft = { steps: [], key: null, sent: false };

const PREFIX = "correio:draft:";

export function keep(match: string, version: number, draft: Draft): void {
  try {
    if (draft.steps.length === 0) localStorage.removeItem(name(match, version));
    else localStorage.setItem(name(match, version), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the turn still works, it only does not survive a reload.
  }
}

/** Also forgets drafts for older versions of the match, except one that was sent and never answered. */
export function recall(match: string, version: number): { draft: Draft; version: number } | null {
  let found: { draft: Draft; version: number } | null = null;
  try {
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${match}:`));
    for (const key of mine) {
      const draft = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
      const at = Number(key.slice(key.lastIndexOf(":") + 1));
      if (draft && (at === version || draft.sent)) found = { draft, version: at };
      else localStorage.removeItem(key);
    }
  } catch {
    return null;
  }
  return found;
}

function name(match: string, version: number): string {
  return `${PREFIX}${match}:${version}`;
}
