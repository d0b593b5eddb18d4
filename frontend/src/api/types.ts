/** The JSON contract of a match between server and browser: the only place where it is written down for scripts. */

/** Name of a thing one can point at: `tile:C31`, `space:3.II`, `reward:3`, `seat:2`. */
export type Ref = string;

export interface Move {
  notation: string;
  /** The move as an imperative sentence. */
  text: string;
  /** Its visible consequences. */
  detail: string[];
  verb: string;
  /** What it points at, in the order of pointing. */
  refs: Ref[];
  /** After it the player knows something new: a preview stops there. */
  reveals: boolean;
}

export interface SeatInfo {
  seat: number;
  name: string;
  slug: string | null;
  /** Level of a bot, null for people. */
  bot: string | null;
  rating?: number | null;
  provisional?: boolean;
  /** Filled in by `complete` where the game says it and the server does not. */
  color: string;
  status: string;
  /** ISO instant at which this seat's time is up; null while its clock stands still. */
  deadline: string | null;
  bank_ms: number | null;
  /** Why the clock runs or stands still, in words. */
  clock_words: string;
  missed: number;
  place: number | null;
  points: number | null;
}

export interface LogEntry {
  seq: number;
  at: string | null;
  seat: number | null;
  lines: string[];
}

export interface MatchResult {
  places: number[];
  points: number[];
  reason: string;
  parts?: Record<string, number>[];
}

export interface MatchJson {
  id: string;
  game: string;
  title: string;
  title_name: string;
  version: number;
  status: "open" | "playing" | "finished" | "cancelled";
  observer: number | null;
  /** The past position shown, null for the current one. */
  at: number | null;
  view: unknown;
  seats: SeatInfo[];
  actors: number[];
  prompt: string | null;
  text: string[];
  moves: Move[];
  sealed: boolean;
  /** Until then the match waits for reactions, and nobody is told whose. */
  waiting_until?: string | null;
  /** The reader's own answer to what the match waits for, in words. */
  answered?: string[];
  /** The reader's moves out of turn that the match does not take now; null where it does, or has none. */
  later?: Move[] | null;
  /** The rest of the reader's turn, where it can be prepared while reactions are awaited; and what is prepared, in words. */
  then?: { moves: Move[]; kept: string[] } | null;
  /** The reader's own answers in advance, form by form. */
  orders?: OrderForm[];
  log: LogEntry[];
  result: MatchResult | null;
  commitment: string;
  record_url: string | null;
  /** Once it has ended: what it did to ratings, or in words why nothing. */
  rating_note?: { text: string; changes: string[] | null; url: string } | null;
  next_match?: { url: string; count: number } | null;
  clock: Record<string, unknown> | null;
  tournament?: { name: string; url: string; round?: number; table?: number } | null;
  /** Why a cancelled match was cancelled. */
  cancel_reason?: string | null;
  can: { resign?: boolean; abort?: boolean; rematch?: boolean };
}

export interface Choice {
  value: string;
  label: string;
}

/** One thing a line may ask for: written `key`, `key:value`, or the bare value where the key is empty. */
export interface Condition {
  key: string;
  label: string;
  takes: "nothing" | "seat" | "number" | "choice";
  choices: Choice[];
}

/** A question that may be answered before it is asked; a line is `answer condition condition ...`. */
export interface OrderForm {
  form: string;
  label: string;
  help: string;
  answers: Choice[];
  conditions: Condition[];
  most: number;
  lines: string[];
  /** Lines in force after the reader's own. */
  default: string[];
  /** Lines that ceased to apply since the order was written. */
  dropped: { line: string; reason: string }[];
}

export interface Preview {
  view: unknown;
  moves: Move[];
  text: string[];
  prompt: string | null;
  /** A point of no return: confirm up to here before going on. */
  stopped: boolean;
  lines: string[];
}

export interface ErrorBody {
  error: { code: string; message: string; detail?: unknown };
}

const COLOURS = ["red", "green", "blue", "yellow", "pink"];

/** A match as it came, with a colour for each seat: the game's own, else one by its place at the table. */
export function complete(match: MatchJson): MatchJson {
  const view = match.view as { seats?: { colour?: string }[]; spies?: { colour?: string }[] } | null;
  const seen = view?.spies ?? view?.seats ?? [];
  const seats = match.seats.map((seat, i) => ({ ...seat, color: seat.color || seen[i]?.colour || COLOURS[i % COLOURS.length] || "blue" }));
  return { ...match, seats };
}
