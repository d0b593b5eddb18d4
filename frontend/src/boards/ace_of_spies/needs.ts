/** What a mission still lacks, seen from a hand. Agents' texts are left out of it: what they allow the legal moves say. */
import type { CityCard, Slot } from "./view";

/** The card of the hand that would lie in each slot, null where one is lacking: slots of a city choose first. */
export function covered(slots: readonly Slot[], hand: readonly CityCard[]): (CityCard | null)[] {
  const free = [...hand];
  const found: (CityCard | null)[] = slots.map(() => null);
  for (const ofCity of [true, false]) {
    slots.forEach((slot, i) => {
      if ((slot.city !== null) !== ofCity) return;
      const at = free.findIndex((card) => fits(card, slot));
      if (at >= 0) found[i] = free.splice(at, 1)[0] ?? null;
    });
  }
  return found;
}

export function fits(card: CityCard, slot: Slot): boolean {
  return card.symbol === slot.symbol && (slot.city === null || slot.city === card.city);
}
