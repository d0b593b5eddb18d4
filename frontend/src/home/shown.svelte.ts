/** The match as it stands; only ever goes forward. */
import type { MatchJson } from "../api/types";

export class Shown {
  match: MatchJson = $state.raw() as MatchJson;

  constructor(first: MatchJson) {
    this.match = first;
  }

  take(now: MatchJson): void {
    if (now.version > this.match.version || now.status !== this.match.status) this.match = now;
  }
}
