/** What `engines/estoril/view.py` and the catalog look like from here. */
import type { Ref } from "../../api/types";

export interface TileView {
  tile: Ref | null;
  up: boolean;
  owner: number | null;
  controller: number | null;
  shielded: boolean;
  muted: boolean;
  strength: number | null;
}

export interface SpaceView {
  ref: Ref;
  numeral: string;
  row: number;
  column: number;
  secret: boolean;
  look: "here" | "here_or_adjacent" | "any" | null;
  outer: boolean;
  tile: TileView | null;
}

export interface RewardView {
  ref: Ref;
  row: number;
  column: number;
  centre: boolean;
  secret: boolean;
  tile: TileView | null;
}

export interface LocationView {
  ref: Ref;
  number: number;
  key: string;
  row: number;
  column: number;
  turn: number;
  spaces: SpaceView[];
  rewards: RewardView[];
  resolved: boolean;
  resolving: boolean;
  dice: [Ref, number, number][];
}

export interface SeatView {
  seat: number;
  colour: string;
  markers: number;
  network: Ref[];
  hidden: number;
  hand: Ref[] | null;
  discards: Ref[];
  left: boolean;
  to_discard: number;
}

export interface MissionView {
  key: string;
  counts: number[];
  points: number[];
}

export interface EstorilView {
  seats: SeatView[];
  round: number;
  rounds: number;
  phase: "placing" | "looking" | "resolving" | "conspiring" | "removing" | "discarding" | "over";
  first: number;
  actors: number[];
  locations: LocationView[];
  missions: MissionView[];
  pile: number;
  removed: Ref[];
  observer: number | null;
  resolving: Ref | null;
  abilities: string[];
  offered: Ref | null;
  seen: [Ref, Ref][];
  bottom: Ref[];
  parts: Record<string, number>[];
}

export interface Character {
  ref: Ref;
  name: string;
  flag: string;
  strength: number;
  vp: number;
  abilities: string[];
  woman: boolean;
  colour: string | null;
}

export interface LocationInfo {
  ref: Ref;
  key: string;
  name: string;
  help: string;
}

export interface MissionInfo {
  key: string;
  name: string;
  kind: string;
  of: string[];
  points: number;
}

interface CatalogJson {
  characters: Character[];
  locations: LocationInfo[];
  missions: MissionInfo[];
  abilities: { key: string; name: string; help: string }[];
  flags: { key: string; name: string }[];
}

/** The catalog, indexed. */
export interface Catalog {
  tile: Map<Ref, Character>;
  location: Map<string, LocationInfo>;
  mission: Map<string, MissionInfo>;
  ability: Map<string, { name: string; help: string }>;
  flag: Map<string, string>;
}

const indexed = new WeakMap<object, Catalog>();

export function catalogOf(json: unknown): Catalog {
  const raw = (json ?? { characters: [], locations: [], missions: [], abilities: [], flags: [] }) as CatalogJson;
  let found = indexed.get(raw);
  if (!found) {
    found = {
      tile: new Map(raw.characters.map((each) => [each.ref, each])),
      location: new Map(raw.locations.map((each) => [each.key, each])),
      mission: new Map(raw.missions.map((each) => [each.key, each])),
      ability: new Map(raw.abilities.map((each) => [each.key, each])),
      flag: new Map(raw.flags.map((each) => [each.key, each.name])),
    };
    indexed.set(raw, found);
  }
  return found;
}

export function cells(view: EstorilView): { place: SpaceView | RewardView; location: LocationView }[] {
  return view.locations.flatMap((location) => [...location.spaces, ...location.rewards].map((place) => ({ place, location })));
}

/** The face this observer knows a tile by: shown, own, or looked at earlier. */
export function knownFace(view: EstorilView, place: SpaceView | RewardView): Ref | null {
  return place.tile?.tile ?? view.seen.find(([where]) => where === place.ref)?.[1] ?? null;
}
