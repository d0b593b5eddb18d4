/** Names and cards of things, in words: for screen readers, for the card in large, for headings. */
import type { MatchJson, Ref } from "../../api/types";
import { msg, t } from "../../i18n";
import { type Catalog, type Character, type EstorilView, type LocationView, type RewardView, type SpaceView, cells, knownFace } from "./view";

/** What a heading over four small cells has room for. */
const SHORT: Record<string, string> = {
  tamariz: msg("Tamariz"),
  casino: msg("Casino"),
  museum: msg("Museum"),
  hells_mouth: msg("Hell’s Mouth"),
  avenida_palace: msg("Avenida"),
  church: msg("Church"),
};

const NOTES: Record<string, string> = {
  church: msg("no assassins"),
  palacio: msg("GB +1"),
  tamariz: msg("all face up"),
  atlantico: msg("DE +1"),
  muchaxo: msg("all spaces outer"),
  casino: msg("two dice each"),
  hells_mouth: msg("weakest goes"),
  museum: msg("IV looks anywhere"),
};

const PHASES: Record<EstorilView["phase"], string> = {
  placing: msg("placing spies"),
  looking: msg("placing spies"),
  resolving: msg("resolving locations"),
  conspiring: msg("resolving locations"),
  removing: msg("resolving locations"),
  discarding: msg("discarding down to six"),
  over: msg("over"),
};

export function shortName(location: LocationView, catalog: Catalog): string {
  const short = SHORT[location.key];
  return short ? t(short) : (catalog.location.get(location.key)?.name ?? location.key);
}

export function note(location: LocationView): string {
  const words = NOTES[location.key];
  return words ? t(words) : "";
}

export function headline(json: unknown, _catalog: unknown): string {
  const view = json as EstorilView | null;
  if (!view) return "";
  if (view.phase === "over" && view.round < view.rounds) return t("Ended in round {n} of {of}.", { n: view.round, of: view.rounds });
  if (view.phase === "over") return t("After {n} rounds.", { n: view.rounds });
  return t("Round {n} of {of}, {phase}.", { n: view.round, of: view.rounds, phase: t(PHASES[view.phase]) });
}

export function placeName(place: SpaceView | RewardView, location: LocationView, catalog: Catalog): string {
  const where = shortName(location, catalog);
  return "numeral" in place ? `${where} ${place.numeral}` : t("the reward at {where}", { where });
}

/** `Amélia, PT, strength 4, 1 VP, seduction, woman`. */
export function faceInWords(face: Character, catalog: Catalog): string {
  const gifts = [...face.abilities.map((key) => catalog.ability.get(key)?.name ?? key), ...(face.woman ? [t("woman")] : [])];
  return [face.name, face.flag, t("strength {n}", { n: face.strength }), t("{n} VP", { n: face.vp }), ...(face.abilities.length ? [] : [t("no ability")]), ...gifts].join(", ");
}

/** The accessible name of a cell: where, what lies there, whose it is, what it does. */
export function cellInWords(place: SpaceView | RewardView, location: LocationView, view: EstorilView, catalog: Catalog, match: MatchJson): string {
  const parts = [placeName(place, location, catalog)];
  const { tile } = place;
  if (tile) {
    const ref = knownFace(view, place);
    const face = ref ? catalog.tile.get(ref) : undefined;
    if (tile.up && face) parts.push(faceInWords(face, catalog));
    else if (face) parts.push(t("face down; you know it is {name}", { name: faceInWords(face, catalog) }));
    else parts.push(t("a face-down tile"));
    if (tile.owner !== null) parts.push(ownerInWords(tile.owner, view, match));
    if (tile.strength !== null && face && tile.strength !== face.strength) parts.push(t("now strength {n}", { n: tile.strength }));
    if (tile.shielded) parts.push(t("protected"));
    if (tile.muted) parts.push(t("its abilities are ignored"));
  } else {
    parts.push(t("empty"));
  }
  if (place.secret) parts.push(t("top secret"));
  if ("look" in place && place.look && !tile) parts.push(lookInWords(place.look));
  if (view.resolving === place.ref) parts.push(t("acting now"));
  return parts.join(", ");
}

export function ownerInWords(seat: number, view: EstorilView, match: MatchJson): string {
  if (seat === view.observer) return t("yours");
  return t("of {name}", { name: match.seats[seat]?.name ?? view.seats[seat]?.colour ?? "" });
}

export function lookInWords(look: NonNullable<SpaceView["look"]>): string {
  if (look === "here") return t("look at one hidden tile here");
  if (look === "here_or_adjacent") return t("look at one hidden tile here or next door");
  return t("look at one hidden tile anywhere");
}

export interface CardLine {
  glyph?: string;
  flag?: string;
  text: string;
}

export interface CardWords {
  title: string;
  sub: string;
  /** Drawn beside the words. */
  face?: Character;
  lines: CardLine[];
}

/** The card in large of anything on this table. */
export function cardOf(ref: Ref, view: EstorilView, catalog: Catalog, match: MatchJson): CardWords | null {
  const [kind, key = ""] = ref.split(/:(.*)/s);
  if (kind === "tile") {
    const face = catalog.tile.get(ref);
    return face ? faceCard(face, view, catalog) : null;
  }
  if (kind === "mission") return missionCard(key, view, catalog, match);
  if (kind === "location") {
    const info = [...catalog.location.values()].find((each) => each.ref === ref);
    return info ? { title: info.name, sub: t("Location {n}; locations resolve in the order of their numbers.", { n: key }), lines: [{ text: info.help }] } : null;
  }
  const found = cells(view).find(({ place }) => place.ref === ref);
  return found ? placeCard(found.place, found.location, view, catalog, match) : null;
}

function faceCard(face: Character, view: EstorilView, catalog: Catalog): CardWords {
  const lines: CardLine[] = [];
  for (const key of new Set(face.abilities)) {
    const ability = catalog.ability.get(key);
    const twice = face.abilities.filter((each) => each === key).length > 1;
    lines.push({ glyph: key, text: `${ability?.name ?? key}${twice ? t(", twice") : ""}. ${ability?.help ?? ""}` });
  }
  if (face.abilities.length === 0) lines.push({ text: t("No ability.") });
  for (const { key } of view.missions) {
    const mission = catalog.mission.get(key);
    if (!mission || !counts(face, mission.kind, mission.of)) continue;
    lines.push({ ...missionSign(mission.kind, mission.of), text: t("Counts for the mission “{name}”.", { name: mission.name }) });
  }
  const country = catalog.flag.get(face.flag) ?? face.flag;
  return { title: face.name, face, sub: t("{country} ({code}), strength {s}, {vp} VP in hand at the end", { country, code: face.flag, s: face.strength, vp: face.vp }), lines };
}

function placeCard(place: SpaceView | RewardView, location: LocationView, view: EstorilView, catalog: Catalog, match: MatchJson): CardWords {
  const ref = knownFace(view, place);
  const face = ref ? catalog.tile.get(ref) : undefined;
  const where = placeName(place, location, catalog);
  const card: CardWords = face ? faceCard(face, view, catalog) : { title: "numeral" in place ? where : t("Reward at {where}", { where: shortName(location, catalog) }), sub: "", lines: [] };
  const facts: string[] = [];
  const { tile } = place;
  if (face) facts.push(t("On {where}", { where }) + (tile?.owner != null ? `, ${ownerInWords(tile.owner, view, match)}` : ""));
  else if (tile) facts.push(tile.owner === null ? t("A face-down reward") : t("A face-down tile {of}", { of: ownerInWords(tile.owner, view, match) }));
  else facts.push(t("An empty space"));
  if (tile && !tile.up && face) facts.push(t("face down, known to you"));
  if (tile?.strength != null && face && tile.strength !== face.strength) facts.push(t("strength {n} now", { n: tile.strength }));
  if (face) card.lines.unshift({ text: `${facts.join(", ")}.` });
  else card.sub = `${facts.join(", ")}.`;
  if (tile?.shielded) card.lines.push({ glyph: "shield", text: t("Protected this round: nobody can kill it or pull it away.") });
  if (tile?.muted) card.lines.push({ text: t("Pulled here this round: only its strength counts.") });
  if (place.secret && !tile?.up) card.lines.push({ text: t("Top Secret: what lies here is face down until the location resolves.") });
  if ("look" in place && place.look && !tile) card.lines.push({ glyph: "eye", text: t("Whoever places here may {look}.", { look: lookInWords(place.look) }) });
  const help = catalog.location.get(location.key)?.help;
  if (help) card.lines.push({ text: `${shortName(location, catalog)}: ${help}` });
  return card;
}

function missionCard(key: string, view: EstorilView, catalog: Catalog, match: MatchJson): CardWords | null {
  const mission = catalog.mission.get(key);
  const standing = view.missions.find((each) => each.key === key);
  if (!mission || !standing) return null;
  const lines = standing.counts.map((n, seat) => ({ n, seat })).sort((a, b) => b.n - a.n).map(({ n, seat }) => ({
    text: `${seat === view.observer ? t("You") : (match.seats[seat]?.name ?? "")}: ${n}${standing.points[seat] ? `, ${t("{n} VP now", { n: standing.points[seat] ?? 0 })}` : ""}`,
  }));
  return { title: mission.name, sub: t("{n} VP at the end for the most; whoever ties shares them, rounded down.", { n: mission.points }), lines };
}

function counts(face: Character, kind: string, of: string[]): boolean {
  if (kind === "most_symbol") return face.abilities.some((key) => of.includes(key));
  if (kind === "most_flag" || kind === "distinct_flags") return of.includes(face.flag);
  if (kind === "most_woman") return face.woman;
  return false;
}

/** The sign beside a mission's name. */
export function missionSign(kind: string, of: string[]): { glyph?: string; flag?: string } {
  if (kind === "most_symbol") return { glyph: of[0] };
  if (kind === "most_flag") return { flag: of[0] };
  if (kind === "most_woman") return { glyph: "woman" };
  if (kind === "most_strength") return { glyph: "strength" };
  return { glyph: "flags" };
}

export function partName(key: string, json: unknown): string {
  if (key === "discards") return t("Discarded tiles");
  if (key === "tiles") return t("Tiles in hand");
  const missions = (json as { missions?: { key: string; name: string }[] } | null)?.missions ?? [];
  return missions.find((each) => each.key === key)?.name ?? key;
}
