/** What `engines/spy_ring/view.py` and the catalog look like from here. */
import type { Ref } from "../../api/types";
import type { Cell } from "../../drawing/quarter";

export interface SpyView {
  spy: Ref;
  colour: string;
  seat: number;
  at: Ref | null;
  aerial: boolean;
  vulnerable: boolean;
  man: Ref | null;
  tokens: Ref[];
  own: number;
  cards: Ref[];
  points: number;
  bonus: number;
  words: Ref[];
  spells: { word: Ref; missing: string }[];
  declared: Ref[];
  named: Ref[];
  left: boolean;
}

export interface SafeView {
  embassy: Ref;
  token: Ref | null;
  colour: string | null;
  barren: string[];
  seen_by: number[];
}

export interface ReachView {
  to: Ref;
  steps: number;
  path: Ref[];
}

export interface SpyRingView {
  seats: number;
  observer: number | null;
  phase: "posting" | "moving" | "putting" | "claiming" | "radio" | "sending" | "spotting" | "declaring" | "over";
  actors: number[];
  turn: Ref | null;
  round: number;
  rounds: number;
  throw: number;
  signal: boolean;
  trapped: boolean;
  spies: SpyView[];
  safes: SafeView[];
  taken: { token: Ref; colour: string; spy: Ref }[];
  free: string[];
  pile: number;
  top: Ref | null;
  card_use: string;
  aerial_claims: boolean;
  reach: ReachView[];
  claims: { spy: Ref; reasons: string[]; cards: Ref[] }[];
  calling: Ref | null;
  crosses: Ref[];
  held: Ref | null;
  parts: Record<string, number>[];
}

export interface SpaceInfo {
  ref: Ref;
  row: number;
  column: number;
  kind: "path" | "start" | "prohibited" | "cross end" | "plain end" | "manhole";
  sees: Ref[];
  watches: Ref[];
  gate: Ref | null;
  strip: Ref | null;
}

export interface EmbassyInfo {
  ref: Ref;
  code: string;
  number: number;
  country: string;
  word: Ref;
  facing: "N" | "E" | "S" | "W";
  block: { rows: [number, number]; columns: [number, number] };
  safe: Cell;
  inner: Cell;
  gate: Ref;
  strip: Ref[];
  cross_end: Ref;
  plain_end: Ref;
  crosses: { street: Ref; inside: Ref };
}

export interface CrossInfo {
  ref: Ref;
  embassy: Ref;
  inside: boolean;
  at: Ref;
  row: number;
  column: number;
  sees: Ref[];
  watches: Ref[];
}

export interface WordInfo {
  ref: Ref;
  embassy: Ref;
  word: string;
  glyphs: string[];
  say: string;
  bonus: number;
}

interface CatalogJson {
  board: { size: number; columns: string; trees: [Cell, Cell][] };
  colours: { key: string; spy: Ref; man: Ref; start: Ref }[];
  spaces: SpaceInfo[];
  manholes: Ref[];
  embassies: EmbassyInfo[];
  crosses: CrossInfo[];
  cards: { ref: Ref; chars: [string, string] }[];
  words: WordInfo[];
}

/** What can be pointed at on the map: a space, or an embassy with all its nine cells. */
export interface Place {
  ref: Ref;
  row: number;
  column: number;
  /** Cells along a side. */
  cells: number;
  /** The cross in it. */
  cross: Ref | null;
}

/** The catalog, indexed. */
export interface Catalog {
  size: number;
  columns: string;
  trees: [Cell, Cell][];
  colours: CatalogJson["colours"];
  embassies: EmbassyInfo[];
  words: WordInfo[];
  space: Map<Ref, SpaceInfo>;
  embassy: Map<Ref, EmbassyInfo>;
  cross: Map<Ref, CrossInfo>;
  card: Map<Ref, [string, string]>;
  word: Map<Ref, WordInfo>;
  /** By space: embassies of whose strip it is a blue end. */
  ends: Map<Ref, EmbassyInfo[]>;
  places: Place[];
  place: Map<Ref, Place>;
}

const EMPTY: CatalogJson = { board: { size: 20, columns: "", trees: [] }, colours: [], spaces: [], manholes: [], embassies: [], crosses: [], cards: [], words: [] };
const indexed = new WeakMap<object, Catalog>();

export function catalogOf(json: unknown): Catalog {
  const raw = (json ?? EMPTY) as CatalogJson;
  let found = indexed.get(raw);
  if (!found) {
    found = index(raw);
    indexed.set(raw, found);
  }
  return found;
}

function index(raw: CatalogJson): Catalog {
  const ends = new Map<Ref, EmbassyInfo[]>();
  for (const embassy of raw.embassies) for (const end of [embassy.cross_end, embassy.plain_end]) ends.set(end, [...(ends.get(end) ?? []), embassy]);
  const crossAt = new Map(raw.crosses.map((cross) => [cross.at, cross.ref]));
  const places: Place[] = [
    ...raw.spaces.map(({ ref, row, column }) => ({ ref, row, column, cells: 1, cross: crossAt.get(ref) ?? null })),
    ...raw.embassies.map(({ ref, block }) => ({ ref, row: block.rows[0], column: block.columns[0], cells: 3, cross: crossAt.get(ref) ?? null })),
  ].sort((a, b) => a.row - b.row || a.column - b.column);
  return {
    size: raw.board.size,
    columns: raw.board.columns,
    trees: raw.board.trees,
    colours: raw.colours,
    embassies: raw.embassies,
    words: raw.words,
    space: byRef(raw.spaces),
    embassy: byRef(raw.embassies),
    cross: byRef(raw.crosses),
    card: new Map(raw.cards.map(({ ref, chars }) => [ref, chars])),
    word: byRef(raw.words),
    ends,
    places,
    place: byRef(places),
  };
}

function byRef<T extends { ref: Ref }>(things: T[]): Map<Ref, T> {
  return new Map(things.map((each) => [each.ref, each]));
}

/** The cells from the middle of the start over that path, through gates to the safe. */
export function cellsOf(start: Ref, path: Ref[], catalog: Catalog): Cell[] {
  const cells: Cell[] = [];
  for (const ref of [start, ...path]) {
    const embassy = catalog.embassy.get(ref);
    const space = catalog.space.get(ref);
    if (embassy) cells.push(...(cells.length > 0 ? [embassy.inner, embassy.safe] : [embassy.safe, embassy.inner]));
    else if (space) cells.push([space.row, space.column]);
  }
  return cells;
}

export interface Sight {
  sees: Ref[];
  /** Prohibited spaces on which whoever stands there would be spotted. */
  watches: Ref[];
}

/** What a spy, a contact man or anybody on a space has in view. */
export function sightOf(ref: Ref, view: SpyRingView, catalog: Catalog): Sight | null {
  const spy = view.spies.find((each) => each.spy === ref);
  const man = view.spies.find((each) => manOf(each) === ref);
  const place = spy ? catalog.space.get(spy.at ?? "") : man ? catalog.cross.get(man.man ?? "") : catalog.space.get(ref);
  return place ? { sees: place.sees, watches: place.watches } : null;
}

export function manOf(spy: SpyView): Ref {
  return `man:${spy.colour}`;
}

/** Where the contact man stands. */
export function placeOfMan(spy: SpyView, catalog: Catalog): Ref | null {
  return spy.man ? (catalog.cross.get(spy.man)?.at ?? null) : null;
}

/** Two seats lead two spies each. */
export function inTeams(view: SpyRingView): boolean {
  return view.spies.length > view.seats;
}

/** The letter of a team: red and green are A. */
export function team(spy: SpyView): string {
  return "AB"[spy.seat] ?? "";
}
