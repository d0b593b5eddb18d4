/** What `engines/ace_of_spies/view.py` and the catalog look like from here. */
import type { Ref } from "../../api/types";

export interface DoneView {
  mission: Ref;
  cards: Ref[];
  points: number;
}

export interface SeatView {
  seat: number;
  cards: number;
  cities: number[];
  hand: Ref[] | null;
  known: Ref[];
  missions: number;
  held: Ref[] | null;
  offered: number;
  refused: Ref[] | null;
  done: DoneView[];
  row: Ref[];
  points: number;
  left: boolean;
}

export interface AceView {
  seats: SeatView[];
  phase: string;
  turn: number;
  round: number;
  actors: number[];
  display: (Ref | null)[];
  decks: number[];
  mission_deck: number;
  discards: Ref[];
  removed: Ref[];
  observer: number | null;
  reactions: "orders" | "window" | "live";
  stop_all: boolean;
  draws: number;
  announced: { seat: number; card: Ref; target: Ref | null } | null;
  paying: { special: Ref; cost: number; paid: Ref[]; sum: number } | null;
  laying: { mission: Ref; slots: [string, string | null][]; laid: (Ref | null)[] } | null;
  offer: Ref[];
  keep: number;
  chosen: Ref[] | null;
  answer: "stop" | "pass" | null;
  looking: Ref[];
  under: Ref[];
  plans: [Ref, Ref][];
  final: number | null;
  trigger: number | null;
  ending: "deck" | "points" | "missions" | null;
  parts: Record<string, number>[];
}

export interface CityCard {
  ref: Ref;
  key: string;
  name: string;
  city: string;
  symbol: string;
  points: number;
  ability: string | null;
  mission_text: string | null;
  interrupt: string | null;
}

export interface Slot {
  symbol: string;
  city: string | null;
}

export interface Mission {
  ref: Ref;
  key: string;
  name: string;
  points: number;
  slots: Slot[];
}

interface Named {
  ref: Ref;
  key: string;
  name: string;
}

export interface Special extends Named {
  help: string;
  cost: number;
}

interface CatalogJson {
  numbers: { hand_limit: number; end_points: number; end_missions: number };
  cities: Named[];
  symbols: Named[];
  abilities: (Named & { help: string })[];
  mission_texts: { key: string; help: string }[];
  interrupts: (Named & { help: string; reaction: boolean })[];
  specials: Special[];
  cards: CityCard[];
  missions: Mission[];
}

/** The catalog, indexed. */
export interface Catalog {
  numbers: CatalogJson["numbers"];
  cities: Named[];
  symbols: Named[];
  specials: Special[];
  card: Map<Ref, CityCard>;
  mission: Map<Ref, Mission>;
  city: Map<string, string>;
  symbol: Map<string, string>;
  ability: Map<string, { name: string; help: string }>;
  missionText: Map<string, string>;
  interrupt: Map<string, { name: string; help: string }>;
}

const EMPTY: CatalogJson = {
  numbers: { hand_limit: 10, end_points: 75, end_missions: 7 },
  cities: [],
  symbols: [],
  abilities: [],
  mission_texts: [],
  interrupts: [],
  specials: [],
  cards: [],
  missions: [],
};

const indexed = new WeakMap<object, Catalog>();

export function catalogOf(json: unknown): Catalog {
  const raw = (json as CatalogJson | null) ?? EMPTY;
  let found = indexed.get(raw);
  if (!found) {
    found = {
      numbers: raw.numbers,
      cities: raw.cities,
      symbols: raw.symbols,
      specials: raw.specials,
      card: new Map(raw.cards.map((each) => [each.ref, each])),
      mission: new Map(raw.missions.map((each) => [each.ref, each])),
      city: new Map(raw.cities.map((each) => [each.key, each.name])),
      symbol: new Map(raw.symbols.map((each) => [each.key, each.name])),
      ability: new Map(raw.abilities.map((each) => [each.key, each])),
      missionText: new Map(raw.mission_texts.map((each) => [each.key, each.help])),
      interrupt: new Map(raw.interrupts.map((each) => [each.key, each])),
    };
    indexed.set(raw, found);
  }
  return found;
}

/** Cards in the order of a tidy hand: by symbol, then city, then number. */
export function sorted(refs: readonly Ref[], catalog: Catalog): CityCard[] {
  const symbols = catalog.symbols.map((each) => each.key);
  const cities = catalog.cities.map((each) => each.key);
  return refs
    .map((ref) => catalog.card.get(ref))
    .filter((card) => card !== undefined)
    .sort(
      (a, b) =>
        symbols.indexOf(a.symbol) - symbols.indexOf(b.symbol) || cities.indexOf(a.city) - cities.indexOf(b.city) || a.key.localeCompare(b.key),
    );
}
