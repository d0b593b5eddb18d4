/** Names and cards of things, in words: for screen readers, for the card in large, for headings. */
import type { MatchJson, Move, Ref } from "../../api/types";
import { msg, t } from "../../i18n";
import { covered } from "./needs";
import { type AceView, type Catalog, type CityCard, type DoneView, type Mission, type SeatView, type Slot, catalogOf, sorted } from "./view";

const PHASES: Record<string, string> = {
  setup: msg("choosing the first missions"),
  action: msg("taking an action"),
  drawing: msg("drawing city cards"),
  keeping: msg("choosing missions"),
  paying: msg("paying for a special action"),
  targeting: msg("taking aim"),
  question: msg("waiting for reactions"),
  sacrifice: msg("an Assassin is about"),
  recovering: msg("taking from the discards"),
  running: msg("drawing city cards"),
  searching: msg("choosing a deck"),
  finding: msg("looking through a deck"),
  stealing: msg("looking at a hand"),
  giving: msg("swapping cards"),
  picking: msg("taking a face-up card"),
  completing: msg("completing missions"),
  laying: msg("laying a mission"),
  discarding: msg("discarding down to the limit"),
  last_call: msg("the last call"),
};

const ENDINGS: Record<string, string> = {
  deck: msg("A deck has run out."),
  points: msg("The points to end the game are reached."),
  missions: msg("The missions to end the game are completed."),
};

export const SPECIAL_SHORT: Record<string, string> = {
  from_discard_1: msg("One discard"),
  from_discard_2: msg("Two discards"),
  search_city: msg("Search a city"),
  search_mission: msg("Search missions"),
  strip_mission: msg("Strip a mission"),
};

const PARTS: Record<string, string> = {
  missions: msg("Missions completed"),
  cards: msg("Cards on them"),
  agents: msg("Agents in front"),
  unfinished: msg("Missions not completed"),
};

export function headline(json: unknown, _catalog: unknown): string {
  const view = json as AceView | null;
  if (!view) return "";
  if (view.phase === "over") return view.round === 1 ? t("After 1 round.") : t("After {n} rounds.", { n: view.round });
  const phase = t(PHASES[view.phase] ?? view.phase);
  if (view.round === 0) return `${sentence(phase)}.`;
  return view.final === null ? t("Round {n}, {phase}.", { n: view.round, phase }) : t("Last round, {phase}.", { phase });
}

export function partName(key: string, _catalog: unknown): string {
  const words = PARTS[key.replace(/^part\./, "")];
  return words ? t(words) : key;
}

/** Of an interrupt that was kept for later: its card, or what it was aimed at, is not where it was. */
export function whyNot(move: Move, match: MatchJson, json: unknown): string | null {
  const view = match.view as AceView | null;
  const [card = "", target = ""] = move.refs;
  if (!view || view.observer === null) return null;
  if (view.phase === "last_call") return t("The last turn is over: put it on your list for the last call.");
  const catalog = catalogOf(json);
  if (!view.seats[view.observer]?.hand?.includes(card)) return t("{card} is no longer in your hand.", { card: thing(card, catalog, match) });
  const name = sentence(thing(target, catalog, match));
  return target.startsWith("seat:") ? t("{name} has no card left in hand: choose another target.", { name }) : t("{name} is no longer where it was: choose another target.", { name });
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function seatName(seat: number, match: MatchJson): string {
  return seat === match.observer ? t("you") : (match.seats[seat]?.name ?? "");
}

/** Without the city that the catalog adds where several cards share a name: the card shows its city. */
export function plainName(card: CityCard): string {
  return card.name.replace(/ \([^)]*\)$/, "");
}

/** What the ribbon of a card says: what it can do, else what it is. */
export function ribbon(card: CityCard, catalog: Catalog): string {
  if (card.ability) return (catalog.ability.get(card.ability)?.name ?? card.ability).replace(/^The /, "");
  if (card.interrupt) return plainName(card).replace(/^The /, "");
  return catalog.symbol.get(card.symbol) ?? card.symbol;
}

export function points(n: number): string {
  return n === 1 ? t("1 point") : t("{n} points", { n });
}

/** `Nora Finch, London, agent, 2 points, The Cutpurse`. */
export function cardInWords(card: CityCard, catalog: Catalog): string {
  const gift = card.ability ? catalog.ability.get(card.ability)?.name : undefined;
  const kind = (catalog.symbol.get(card.symbol) ?? card.symbol).toLowerCase();
  return [plainName(card), catalog.city.get(card.city) ?? card.city, kind, points(card.points), ...(gift ? [gift] : [])].join(", ");
}

export function slotInWords(slot: Slot, catalog: Catalog): string {
  const symbol = (catalog.symbol.get(slot.symbol) ?? slot.symbol).toLowerCase();
  return slot.city === null ? t("{symbol} of any city", { symbol }) : t("{symbol} of {city}", { symbol, city: catalog.city.get(slot.city) ?? slot.city });
}

/** `Dead Drop, 2 points: agent of any city, ...`. */
export function missionInWords(mission: Mission, catalog: Catalog): string {
  return `${mission.name}, ${points(mission.points)}: ${mission.slots.map((slot) => slotInWords(slot, catalog)).join(", ")}`;
}

/** What this hand lacks of it; nothing is said of what an agent's text may leave out. */
export function lackInWords(mission: Mission, hand: readonly CityCard[], catalog: Catalog): string {
  const lacking = mission.slots.filter((_, i) => covered(mission.slots, hand)[i] === null);
  return lacking.length === 0 ? t("your hand has it all") : t("lacks {things}", { things: lacking.map((slot) => slotInWords(slot, catalog)).join(", ") });
}

export function doneInWords(done: DoneView, catalog: Catalog): string {
  return `${catalog.mission.get(done.mission)?.name ?? done.mission}, ${points(done.points)}`;
}

/** `5 cards: 2 London, 1 Paris, 2 Berlin`. */
export function handInWords(seat: SeatView, catalog: Catalog): string {
  const cities = catalog.cities.flatMap((city, i) => (seat.cities[i] ? [`${seat.cities[i]} ${city.name}`] : []));
  const cards = seat.cards === 1 ? t("1 card") : t("{n} cards", { n: seat.cards });
  return cities.length ? `${cards}: ${cities.join(", ")}` : cards;
}

export function endingInWords(view: AceView, match: MatchJson): string {
  if (view.final === null || view.trigger === null) return "";
  if (view.phase === "last_call") return t("Everybody may list interrupts in secret that hit cards on the table.");
  const why = view.ending ? t(ENDINGS[view.ending] ?? "") : "";
  const last = view.trigger === match.observer ? t("You have the last turn.") : t("{name} has the last turn.", { name: match.seats[view.trigger]?.name ?? "" });
  return `${why} ${view.final === 0 ? t("This is the last turn.") : `${t("Turns to come after this one: {n}.", { n: view.final })} ${last}`}`;
}

export interface CardWords {
  title: string;
  sub: string;
  /** Drawn beside the words. */
  face?: CityCard;
  /** A mark before a line: a symbol, or the shape of a city. */
  lines: { symbol?: string; city?: string | null; text: string }[];
}

/** The card in large of anything on this table. */
export function cardOf(ref: Ref, view: AceView, catalog: Catalog, match: MatchJson): CardWords | null {
  const card = catalog.card.get(ref);
  if (card) return faceCard(card, view, catalog, match);
  const mission = catalog.mission.get(ref);
  if (mission) return missionCard(mission, view, catalog);
  const special = catalog.specials.find((each) => each.ref === ref);
  if (special) {
    return {
      title: t("Special action, {n} points", { n: special.cost }),
      sub: special.help,
      lines: [{ text: t("Paid with cards of your hand; what is paid too much is lost, and interrupts pay nothing.") }],
    };
  }
  const city = catalog.cities.findIndex((each) => each.ref === ref);
  if (city >= 0) return deckCard(city, view, catalog);
  const [kind, key = ""] = ref.split(/:(.*)/s);
  const seat = kind === "seat" ? view.seats[Number(key)] : undefined;
  return seat ? seatCard(seat, catalog, match) : null;
}

function faceCard(card: CityCard, view: AceView, catalog: Catalog, match: MatchJson): CardWords {
  const lines: CardWords["lines"] = [];
  const ability = card.ability ? catalog.ability.get(card.ability) : undefined;
  if (ability) lines.push({ symbol: "agent", text: t("As your action, {ability}: {help}", { ability: ability.name, help: ability.help }) });
  const text = card.mission_text ? catalog.missionText.get(card.mission_text) : undefined;
  if (text) lines.push({ symbol: "intelligence", text: t("On a mission: {help}", { help: text }) });
  const interrupt = card.interrupt ? catalog.interrupt.get(card.interrupt) : undefined;
  if (interrupt) {
    lines.push({ symbol: "interrupt", text: interrupt.help });
    lines.push({ text: card.interrupt === "not_so_fast" ? t("Played in answer to what is announced.") : t("Played whenever the game waits for somebody, in anybody’s turn.") });
  }
  if (!ability && !interrupt) lines.push({ symbol: card.symbol, text: t("Goes on missions, and pays for special actions.") });
  const where = whereabouts(card.ref, view, catalog, match);
  if (where) lines.push({ text: where });
  return { title: plainName(card), face: card, sub: [catalog.city.get(card.city), (catalog.symbol.get(card.symbol) ?? "").toLowerCase(), points(card.points)].join(", "), lines };
}

function whereabouts(ref: Ref, view: AceView, catalog: Catalog, match: MatchJson): string {
  if (view.display.includes(ref)) return t("Face up on the table.");
  if (view.discards.includes(ref)) return t("In the discards.");
  if (view.removed.includes(ref)) return t("Out of the game.");
  for (const seat of view.seats) {
    const name = seatName(seat.seat, match);
    if (seat.row.includes(ref)) return sentence(t("{name}: played agent.", { name }));
    const done = seat.done.find((each) => each.cards.includes(ref));
    if (done) return sentence(t("{name}: on the mission {mission}.", { name, mission: catalog.mission.get(done.mission)?.name ?? "" }));
    if (seat.seat !== match.observer && seat.known.includes(ref)) return sentence(t("{name}: in the hand, as you know.", { name }));
  }
  return "";
}

function missionCard(mission: Mission, view: AceView, catalog: Catalog): CardWords {
  const hand = handOf(view, catalog);
  const held = view.observer !== null && view.seats[view.observer]?.held?.includes(mission.ref);
  const lines: CardWords["lines"] = mission.slots.map((slot) => ({ symbol: slot.symbol, city: slot.city, text: sentence(slotInWords(slot, catalog)) }));
  if (held || view.offer.includes(mission.ref)) lines.push({ text: `${sentence(lackInWords(mission, hand, catalog))}.` });
  if (held) lines.push({ text: t("Counts against you at the end if it is not completed.") });
  return { title: mission.name, sub: t("Mission, {points} and those of the cards on it", { points: points(mission.points) }), lines };
}

function deckCard(city: number, view: AceView, catalog: Catalog): CardWords {
  const info = catalog.cities[city];
  const n = view.decks[city] ?? 0;
  return {
    title: t("Deck of {city}", { city: info?.name ?? "" }),
    sub: n === 1 ? t("1 card left") : t("{n} cards left", { n }),
    lines: [{ city: info?.key, text: t("The end is triggered when a deck runs out.") }],
  };
}

function seatCard(seat: SeatView, catalog: Catalog, match: MatchJson): CardWords {
  const lines: CardWords["lines"] = [{ text: `${handInWords(seat, catalog)}.` }];
  if (seat.seat !== match.observer && seat.known.length > 0) {
    lines.push({ text: t("Certainly among them: {names}.", { names: sorted(seat.known, catalog).map((card) => card.name).join(", ") }) });
  }
  lines.push({ text: t("Missions held: {held}, completed: {done}.", { held: seat.missions, done: seat.done.length }) });
  if (seat.left) lines.push({ text: t("Has left the match.") });
  return { title: sentence(seatName(seat.seat, match)), sub: points(seat.points), lines };
}

/** My cards; empty for spectators. */
export function handOf(view: AceView, catalog: Catalog): CityCard[] {
  return view.observer === null ? [] : sorted(view.seats[view.observer]?.hand ?? [], catalog);
}

/** Any name a target may have: a card or a seat. */
export function thing(ref: Ref, catalog: Catalog, match: MatchJson): string {
  const [kind, key = ""] = ref.split(/:(.*)/s);
  if (kind === "seat") return seatName(Number(key), match);
  return catalog.card.get(ref)?.name ?? catalog.mission.get(ref)?.name ?? ref;
}

