/** Names and cards of things, in words: for screen readers, for the card in large, for headings. */
import type { MatchJson, Ref } from "../../api/types";
import { msg, t } from "../../i18n";
import { type Catalog, type Place, type SafeView, type SpyRingView, type SpyView, inTeams, placeOfMan, team } from "./view";

const PHASES: Record<SpyRingView["phase"], string> = {
  posting: msg("setting up contact men"),
  moving: msg("moving"),
  putting: msg("putting a token away"),
  claiming: msg("claiming cards"),
  radio: msg("using the radio"),
  sending: msg("sending a contact man"),
  spotting: msg("claiming by a contact man"),
  declaring: msg("laying out words"),
  over: msg("over"),
};

const SPIES: Record<string, string> = { red: msg("red spy"), blue: msg("blue spy"), green: msg("green spy"), yellow: msg("yellow spy") };
const MEN: Record<string, string> = {
  red: msg("red contact man"),
  blue: msg("blue contact man"),
  green: msg("green contact man"),
  yellow: msg("yellow contact man"),
};
const COLOURS: Record<string, string> = { red: msg("red"), blue: msg("blue"), green: msg("green"), yellow: msg("yellow") };
const REASONS: Record<string, string> = {
  alongside: msg("alongside"),
  sight: msg("his aerial is in view"),
  strip: msg("spotted on a Prohibited Area"),
  man_sight: msg("your contact man sees his aerial"),
  man_strip: msg("your contact man watches his strip"),
};

export function headline(json: unknown): string {
  const view = json as SpyRingView | null;
  if (!view) return "";
  if (view.phase === "over") return t("After {n} rounds.", { n: view.round });
  if (view.phase === "posting") return t("Before the first round, {phase}.", { phase: t(PHASES.posting) });
  return t("Round {n} of {of}, {phase}.", { n: view.round, of: view.rounds, phase: t(PHASES[view.phase]) });
}

const PARTS: Record<string, string> = { "part.cards": msg("Cards"), "part.words": msg("Code words") };

export function partName(key: string): string {
  return t(PARTS[key] ?? key);
}

export function colourName(colour: string): string {
  return t(COLOURS[colour] ?? colour);
}

export function spyName(colour: string): string {
  return t(SPIES[colour] ?? colour);
}

export function manName(colour: string): string {
  return t(MEN[colour] ?? colour);
}

export function reason(key: string): string {
  return t(REASONS[key] ?? key);
}

export function colourOf(ref: Ref): string {
  return ref.split(":")[1] ?? "";
}

/** `your red spy`, `red spy of Otto`; in teams with the letter of the team. */
export function spyOf(spy: SpyView, view: SpyRingView, match: MatchJson): string {
  return whose(spyName(spy.colour), spy, view, match);
}

export function manOfSpy(spy: SpyView, view: SpyRingView, match: MatchJson): string {
  return whose(manName(spy.colour), spy, view, match);
}

function whose(piece: string, spy: SpyView, view: SpyRingView, match: MatchJson): string {
  const words = spy.seat === view.observer ? t("your {piece}", { piece }) : t("{piece} of {name}", { piece, name: match.seats[spy.seat]?.name ?? "" });
  return inTeams(view) ? t("{piece}, team {letter}", { piece: words, letter: team(spy) }) : words;
}

/** `F5`, or `FR, France`. */
export function placeName(ref: Ref, catalog: Catalog): string {
  const embassy = catalog.embassy.get(ref);
  return embassy ? t("embassy of {country}, {code}", { country: embassy.country, code: embassy.code }) : colourOf(ref);
}

/** What the map shows of a space, whoever stands there. */
export function ground(ref: Ref, catalog: Catalog): string[] {
  const space = catalog.space.get(ref);
  if (!space) return [];
  const country = (embassy: Ref | null) => catalog.embassy.get(embassy ?? "")?.country ?? "";
  const parts: string[] = [];
  if (space.kind === "manhole") parts.push(t("manhole"));
  if (space.kind === "start") parts.push(t("start"));
  if (space.strip) parts.push(t("Prohibited Area of {country}", { country: country(space.strip) }));
  if (space.gate) parts.push(t("before the gate of {country}", { country: country(space.gate) }));
  for (const embassy of catalog.ends.get(ref) ?? []) {
    parts.push(embassy.cross_end === ref ? t("blue end with the street cross of {country}", { country: embassy.country }) : t("blue end of {country}", { country: embassy.country }));
  }
  return parts;
}

/** What everybody, or this observer alone, knows of a safe. */
export function safeInWords(safe: SafeView): string {
  if (!safe.token) return t("the safe is empty");
  if (safe.colour) return t("a {colour} token in the safe", { colour: colourName(safe.colour) });
  const not = safe.barren.map(colourName).join(", ");
  return not ? t("a token face down, not {colours}", { colours: not }) : t("a token face down");
}

/** Who stands there. */
export function standing(ref: Ref, view: SpyRingView, catalog: Catalog, match: MatchJson): string[] {
  const parts: string[] = [];
  for (const spy of view.spies) {
    if (spy.at === ref) {
      parts.push(spyOf(spy, view, match));
      if (spy.aerial) parts.push(t("aerial up"));
    }
    if (placeOfMan(spy, catalog) === ref) parts.push(manOfSpy(spy, view, match));
  }
  return parts;
}

/** The accessible name of a place: where, what the map shows, what lies and stands there. */
export function placeInWords(place: Place, view: SpyRingView, catalog: Catalog, match: MatchJson): string {
  const safe = view.safes.find((each) => each.embassy === place.ref);
  return [placeName(place.ref, catalog), ...ground(place.ref, catalog), ...(safe ? [safeInWords(safe)] : []), ...standing(place.ref, view, catalog, match)].join(", ");
}

export interface CardWords {
  title: string;
  sub: string;
  flag: string | null;
  lines: string[];
}

/** The card in large of anything on this table. */
export function cardOf(ref: Ref, view: SpyRingView, catalog: Catalog, match: MatchJson): CardWords | null {
  if (ref.startsWith("card:")) return letterCard(ref, view, catalog, match);
  if (ref.startsWith("word:")) return wordCard(ref, view, catalog, match);
  if (catalog.embassy.has(ref)) return embassyCard(ref, view, catalog, match);
  const space = catalog.space.get(ref);
  if (!space) return null;
  const lines = standing(ref, view, catalog, match).map(sentence);
  if (space.kind === "manhole") lines.push(t("Down here and up at any other manhole is one step, once a turn, never with the aerial up."));
  if (space.strip) lines.push(t("Whoever stands here can be spotted from both blue ends, and spots nobody himself."));
  if (catalog.ends.has(ref)) lines.push(t("From here a spy spots whoever stands on the Prohibited Area beside it."));
  return { title: placeName(ref, catalog), sub: ground(ref, catalog).map(sentence).join(" "), flag: null, lines };
}

function embassyCard(ref: Ref, view: SpyRingView, catalog: Catalog, match: MatchJson): CardWords | null {
  const embassy = catalog.embassy.get(ref);
  const word = catalog.word.get(embassy?.word ?? "");
  const safe = view.safes.find((each) => each.embassy === ref);
  if (!embassy || !word || !safe) return null;
  const lines = [sentence(safeInWords(safe)), ...standing(ref, view, catalog, match).map(sentence)];
  if (safe.token && view.observer !== null && safe.seen_by.includes(view.observer) && view.phase !== "over") lines.push(t("You have seen it; others do not know what you know."));
  const others = safe.token ? safe.seen_by.filter((seat) => seat !== view.observer).map((seat) => match.seats[seat]?.name ?? "") : [];
  if (others.length > 0) lines.push(t("Also looked at by {names}.", { names: others.join(", ") }));
  for (const spy of view.spies) if (spy.declared.includes(embassy.word)) lines.push(sentence(t("{spy} has laid out its word: entering ends the match", { spy: spyOf(spy, view, match) })));
  return { title: embassy.country, sub: t("{code}. Its word is {word} ({say}), {n} points.", { code: embassy.code, word: word.word, say: word.say, n: word.bonus }), flag: embassy.code, lines };
}

function letterCard(ref: Ref, view: SpyRingView, catalog: Catalog, match: MatchJson): CardWords | null {
  const chars = catalog.card.get(ref);
  if (!chars) return null;
  const holder = view.spies.find((spy) => spy.cards.includes(ref));
  const lines: string[] = [];
  if (holder) lines.push(sentence(t("with {spy}", { spy: spyOf(holder, view, match) })));
  if (holder?.named.includes(ref)) lines.push(t("Laid out: losing it undoes the declaration."));
  for (const char of chars) {
    const words = catalog.words.filter((word) => word.glyphs.includes(char)).map((word) => `${word.word} ${word.bonus}`);
    lines.push(t("{char} serves {words}.", { char, words: words.join(", ") }));
  }
  const rule = view.card_use === "shared" ? t("It may give each of them, to different words.") : t("It gives one of them to one word.");
  return { title: chars.join(" / "), sub: rule, flag: null, lines };
}

function wordCard(ref: Ref, view: SpyRingView, catalog: Catalog, match: MatchJson): CardWords | null {
  const word = catalog.word.get(ref);
  const embassy = catalog.embassy.get(word?.embassy ?? "");
  if (!word || !embassy) return null;
  const lines = view.spies.map((spy) => sentence(`${spyOf(spy, view, match)}: ${distance(spy, ref)}`));
  return { title: word.word, sub: t("{country}, spoken {say}, {n} points.", { country: embassy.country, say: word.say, n: word.bonus }), flag: embassy.code, lines };
}

/** How far a spy is from a word. */
export function distance(spy: SpyView, word: Ref): string {
  const missing = spy.spells.find((each) => each.word === word)?.missing ?? "";
  return missing ? t("needs {chars}", { chars: [...missing].join(" ") }) : t("can spell it");
}

/** With a capital and a full stop. */
export function sentence(words: string): string {
  return words ? `${capital(words)}${/[.!?]$/.test(words) ? "" : "."}` : "";
}

export function capital(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
