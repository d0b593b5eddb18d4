/** What a reader has in front of them: the live match, perhaps a past position, perhaps an unconfirmed turn. */
import { MatchApi, NoAnswer, Refused } from "../api/client";
import type { MatchJson, Move, Preview, Ref } from "../api/types";
import { t } from "../i18n";
import { type Draft, NOTHING, keep, recall } from "./draft";
import { type Kept, type Release, claim, store, stored } from "./kept";
import { type Live, watch } from "./live";
import { narrow, point } from "./narrow";

/** Refusals that say nothing of the move: it is tried again once the match has gone on. */
const TOO_EARLY = new Set(["stale", "window_open", "time_over"]);

/** What an unconfirmed turn is for: to be played now; an interrupt to be kept until the match takes it; the rest of
 * a turn, for the server to play when the reactions are in. */
export type Purpose = "now" | "later" | "then";

/** In the words of the game, why a move that was legal is not any more; null if it cannot say. */
export type WhyNot = (move: Move, match: MatchJson) => string | null;

/** Whatever the server says, no turn of any game needs more steps in a row. */
const MOST_COMPOSED = 16;

const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

export class Session {
  live: MatchJson = $state.raw() as MatchJson;
  /** A past position, while one is looked at. */
  past: MatchJson | null = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  draft: Draft = $state.raw(NOTHING);
  picked: Ref[] = $state.raw([]);
  /** A request is on its way. */
  busy = $state(false);
  private composing: Promise<void> | null = null;
  /** The turn was sent and nobody has answered: said in words until it is known. */
  unconfirmed = $state(false);
  /** Why something was refused. */
  notice: string | null = $state(null);
  /** An interrupt that is sent as soon as the match takes it. */
  kept: Kept | null = $state.raw(null);
  connected = $state(true);

  readonly api: MatchApi;
  private readonly seen = new Map<number, MatchJson>();
  private feed: Live | null = null;
  private asked = 0;
  private release: Release | null = null;
  /** The version at which what is kept was refused. */
  private refusedAt: number | null = null;

  constructor(
    first: MatchJson,
    base: string,
    private readonly whyNot: WhyNot = () => null,
  ) {
    this.api = new MatchApi(base);
    if (first.at === null) this.live = first;
    else {
      this.live = { ...first, at: null, moves: [], prompt: null };
      this.past = first;
    }
  }

  get shown(): MatchJson {
    return this.past ?? this.live;
  }

  get view(): unknown {
    return this.past ? this.past.view : (this.preview?.view ?? this.live.view);
  }

  get last(): number {
    return this.live.log.reduce((most, entry) => Math.max(most, entry.seq), this.live.version);
  }

  get myTurn(): boolean {
    return this.live.observer !== null && this.live.actors.includes(this.live.observer) && this.live.moves.length > 0;
  }

  /** Legal moves now, as far as the draft has come; none while looking back or after a point of no return. */
  get moves(): Move[] {
    if (this.past || this.unconfirmed || this.busy) return [];
    if (this.draft.steps.length === 0) return [...this.live.moves, ...this.ahead];
    return this.preview && !this.preview.stopped ? this.preview.moves : [];
  }

  /** What can be prepared while the match takes nothing. */
  get ahead(): Move[] {
    const { later, then } = this.live;
    return [...(then && then.kept.length === 0 ? then.moves : []), ...(this.kept ? [] : (later ?? []))];
  }

  get purpose(): Purpose {
    const first = this.draft.steps[0]?.notation;
    const has = (moves: Move[] | undefined | null) => moves?.some((move) => move.notation === first) ?? false;
    return has(this.live.then?.moves) ? "then" : has(this.live.later) ? "later" : "now";
  }

  get narrowed() {
    return narrow(this.moves, this.picked);
  }

  get prompt(): string | null {
    return this.draft.steps.length > 0 ? (this.preview?.prompt ?? null) : this.live.prompt;
  }

  get text(): string[] {
    return this.past ? this.past.text : (this.preview?.text ?? this.live.text);
  }

  async start(socketPath: string): Promise<void> {
    this.feed = watch(
      socketPath,
      () => this.live.version,
      () => void this.refresh(),
      (up) => (this.connected = up),
    );
    if (this.past) await this.refresh();
    await this.restore();
    await this.restoreKept();
  }

  stop(): void {
    this.asked++;
    this.feed?.stop();
  }

  pick(ref: Ref): void {
    this.notice = null;
    this.picked = point(this.moves, this.picked, ref);
    const { only } = this.narrowed;
    if (only) void this.choose(only);
  }

  /** Adds a move to the unconfirmed turn and shows what would come of it. */
  async choose(move: Move): Promise<void> {
    this.notice = null;
    this.picked = [];
    this.setDraft({ ...NOTHING, steps: [...this.draft.steps, move] });
    if (this.purpose !== "later") await this.lookAhead();
  }

  /** Several in a row, as `next` proposes them from what the last preview brought. */
  async compose(next: () => Move | null): Promise<void> {
    if (this.composing) return;
    this.composing = this.chooseAll(next);
    await this.composing;
    this.composing = null;
  }

  private async chooseAll(next: () => Move | null): Promise<void> {
    for (let step = 0; step < MOST_COMPOSED; step++) {
      const move = next();
      if (!move) return;
      await this.choose(move);
    }
  }

  undo(): void {
    if (this.busy || this.unconfirmed) return;
    this.notice = null;
    if (this.picked.length > 0) {
      this.picked = this.picked.slice(0, -1);
      return;
    }
    if (this.draft.steps.length === 0) return;
    this.setDraft({ ...NOTHING, steps: this.draft.steps.slice(0, -1) });
    this.preview = null;
    if (this.draft.steps.length > 0) void this.lookAhead();
  }

  async confirm(): Promise<void> {
    await this.composing;
    if (this.draft.steps.length === 0 || this.busy) return;
    if (this.purpose === "later") return this.keepForLater();
    if (this.purpose === "then") return this.prepare(this.draft.steps.map((step) => step.notation));
    const version = this.live.version;
    const draft: Draft = { ...this.draft, key: this.draft.key ?? crypto.randomUUID(), sent: true };
    this.setDraft(draft);
    await this.deliver(draft, version);
  }

  /** Sends the turn until somebody answers, always under the same key, so that it is played once at most. */
  private async deliver(draft: Draft, version: number): Promise<void> {
    this.busy = true;
    this.notice = null;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await this.api.play(version, draft.steps.map((step) => step.notation), draft.key ?? "");
        keep(this.live.id, version, NOTHING);
        this.unconfirmed = this.busy = false;
        this.forget();
        this.take(answer);
        return;
      } catch (error) {
        if (error instanceof Refused) {
          keep(this.live.id, version, NOTHING);
          this.unconfirmed = this.busy = false;
          this.forget();
          this.notice = t("Not played: {why}", { why: error.message });
          await this.refresh();
          return;
        }
        this.unconfirmed = true;
        await soon(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 1_000);
      }
    }
  }

  private async keepForLater(): Promise<void> {
    const move = this.draft.steps[0];
    if (!move) return;
    const kept: Kept = { move, key: crypto.randomUUID(), sent: null };
    this.forget();
    this.setKept(kept);
    this.release = await claim(kept);
    await this.sendKept();
  }

  dropKept(): void {
    if (!this.busy) this.setKept(null);
  }

  /** The rest of the turn, for the server to play when the reactions are in; without moves it is taken back. */
  async prepare(notations: string[]): Promise<void> {
    this.busy = true;
    const refused = await this.order("then", notations);
    this.busy = false;
    this.notice = refused && t("Not prepared: {why}", { why: refused });
    if (!refused) this.forget();
    await this.refresh();
  }

  /** Sends what is kept as soon as the match takes it, or says why it cannot be played any more. */
  private async sendKept(): Promise<void> {
    const kept = this.kept;
    if (!kept || this.busy) return;
    if (kept.sent === null) {
      if (this.live.later || this.live.version === this.refusedAt) return;
      if (!this.live.moves.some((move) => move.notation === kept.move.notation)) {
        this.setKept(null);
        const over = this.live.status === "playing" ? null : t("The match is over.");
        this.sayNotSent(kept, over ?? this.whyNot(kept.move, this.live) ?? t("It is not possible any more: look at the board, then choose again."));
        return;
      }
    }
    await this.deliverKept(kept, kept.sent ?? this.live.version);
  }

  private async deliverKept(kept: Kept, version: number): Promise<void> {
    this.busy = true;
    this.setKept({ ...kept, sent: version });
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await this.api.play(version, [kept.move.notation], kept.key);
        this.busy = false;
        this.setKept(null);
        this.take(answer);
        return;
      } catch (error) {
        if (error instanceof Refused) {
          this.busy = false;
          this.refusedAt = version;
          this.setKept(TOO_EARLY.has(error.code) ? { ...kept, sent: null } : null);
          if (!this.kept) this.sayNotSent(kept, error.message);
          await this.refresh();
          return;
        }
        await soon(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 1_000);
      }
    }
  }

  private sayNotSent(kept: Kept, why: string): void {
    this.notice = t("Not sent: {move} {why}", { move: kept.move.text, why });
  }

  private setKept(kept: Kept | null): void {
    this.kept = kept;
    if (this.live.observer !== null) store(this.live.id, this.live.observer, kept);
    if (kept) return;
    this.release?.();
    this.release = null;
  }

  /** Asks until there is an answer: a message of the socket comes once, and must not be lost with a request. */
  async refresh(): Promise<void> {
    const turn = ++this.asked;
    for (let attempt = 0; turn === this.asked; attempt++) {
      try {
        const answer = await this.api.read();
        if (turn === this.asked) this.take(answer);
        return;
      } catch (error) {
        if (error instanceof Refused) {
          this.notice = error.message;
          return;
        }
        await soon(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 1_000);
      }
    }
  }

  /** `n` null or the last one means the live position. */
  async goTo(n: number | null): Promise<void> {
    if (n === null || n >= this.last) {
      this.past = null;
      address(null);
      return;
    }
    const at = Math.max(0, n);
    address(at);
    const known = this.seen.get(at);
    if (known) {
      this.past = known;
      return;
    }
    try {
      const answer = await this.api.read(at);
      this.seen.set(at, answer);
      this.past = answer;
    } catch (error) {
      this.notice = error instanceof Refused ? error.message : t("No answer from the server. Try again.");
    }
  }

  async act(what: "resign" | "abort" | "rematch"): Promise<void> {
    try {
      if (what === "rematch") location.assign((await this.api.rematch()).url);
      else {
        await this.api.resignOrAbort(what);
        await this.refresh();
      }
    } catch (error) {
      this.notice = error instanceof Refused ? error.message : t("No answer from the server. Try again.");
    }
  }

  /** Why it was not taken; null once it is. */
  async order(form: string, lines: string[]): Promise<string | null> {
    try {
      const { orders } = await this.api.order(form, lines, crypto.randomUUID());
      this.live = { ...this.live, orders };
      return null;
    } catch (error) {
      return error instanceof Refused ? error.message : t("No answer from the server. Try again.");
    }
  }

  private take(answer: MatchJson): void {
    if (answer.version < this.live.version) return;
    const moved = answer.version !== this.live.version;
    this.live = answer;
    if (moved && !this.busy && this.draft.steps.length > 0) {
      this.forget();
      this.notice = t("The match has moved on; your unconfirmed turn was put back.");
    }
    if (moved) this.picked = [];
    void this.sendKept();
  }

  private forget(): void {
    this.setDraft(NOTHING);
    this.preview = null;
    this.picked = [];
  }

  private setDraft(draft: Draft): void {
    this.draft = draft;
    keep(this.live.id, this.live.version, draft);
  }

  private async lookAhead(): Promise<void> {
    const steps = this.draft.steps;
    try {
      const answer = await this.api.preview(this.live.version, steps.map((step) => step.notation));
      if (steps === this.draft.steps) this.preview = answer;
    } catch (error) {
      if (steps !== this.draft.steps) return;
      if (error instanceof NoAnswer) {
        this.notice = t("No answer from the server. You can still confirm, or undo.");
        return;
      }
      this.forget();
      this.notice = t("Not possible: {why}", { why: (error as Error).message });
      await this.refresh();
    }
  }

  private async restore(): Promise<void> {
    if (this.live.observer === null) return;
    const kept = recall(this.live.id, this.live.version);
    if (!kept) return;
    this.draft = kept.draft;
    if (kept.draft.sent) {
      this.unconfirmed = true;
      await this.deliver(kept.draft, kept.version);
    } else if (this.purpose !== "later") await this.lookAhead();
  }

  private async restoreKept(): Promise<void> {
    const seat = this.live.observer;
    const kept = seat === null ? null : stored(this.live.id, seat);
    if (!kept) return;
    const release = await claim(kept);
    if (!release) {
      this.setKept(null);
      this.notice = t("This page is open twice: what is kept for later is sent from the other tab.");
      return;
    }
    this.release = release;
    this.kept = kept;
    await this.sendKept();
  }
}

function address(at: number | null): void {
  const url = new URL(location.href);
  if (at === null) url.searchParams.delete("at");
  else url.searchParams.set("at", String(at));
  history.replaceState(history.state, "", url);
}

/** Waits, but not longer than until the network is back. */
function soon(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
  });
}
