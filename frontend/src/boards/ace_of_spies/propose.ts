/** The next step of a mission or a payment that fills itself in: always one of the legal moves, never a rule of its own. */
import type { Move } from "../../api/types";
import { fits } from "./needs";
import { type AceView, type Catalog, type CityCard, type Mission } from "./view";

/** Null when nothing is left to propose. */
export function propose(moves: readonly Move[], view: AceView, catalog: Catalog): Move | null {
  const of = (verb: string) => moves.filter((move) => move.verb === verb);
  const [done] = of("done");
  if (view.laying) {
    const slot = view.laying.slots[view.laying.laid.length];
    if (!slot) return done ?? null;
    const [symbol, city] = slot;
    const others = held(view, catalog).filter((mission) => mission.ref !== view.laying?.mission);
    const strange = (card: CityCard) => (fits(card, { symbol, city }) ? 0 : 100);
    return cheapest(of("lay"), catalog, (card) => strange(card) + wanted(card, others)) ?? of("skip")[0] ?? null;
  }
  if (view.paying) {
    if (done && view.paying.sum >= view.paying.cost) return done;
    const left = view.paying.cost - view.paying.sum;
    const paying = of("pay").filter((move) => worth(move, catalog) > 0);
    return cheapest(paying, catalog, (card) => wanted(card, held(view, catalog)) + (card.symbol === "agent" ? 2 : 0) + Math.max(0, card.points - left));
  }
  return null;
}

function held(view: AceView, catalog: Catalog): Mission[] {
  const mine = view.observer === null ? [] : (view.seats[view.observer]?.held ?? []);
  return mine.map((ref) => catalog.mission.get(ref)).filter((mission) => mission !== undefined);
}

/** How many missions could use it. */
function wanted(card: CityCard, missions: readonly Mission[]): number {
  return missions.filter((mission) => mission.slots.some((slot) => fits(card, slot))).length;
}

function worth(move: Move, catalog: Catalog): number {
  return catalog.card.get(move.refs[0] ?? "")?.points ?? 0;
}

function cheapest(moves: readonly Move[], catalog: Catalog, cost: (card: CityCard) => number): Move | null {
  let best: Move | null = null;
  let least = Infinity;
  for (const move of moves) {
    const card = catalog.card.get(move.refs[0] ?? "");
    if (!card || cost(card) >= least) continue;
    best = move;
    least = cost(card);
  }
  return best;
}
