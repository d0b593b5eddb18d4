/** From clicks to a move: each thing pointed at narrows the list of legal moves. Pure; knows no game. */
import type { Move, Ref } from "../api/types";

export interface Narrowed {
  /** Moves that still fit what was pointed at. */
  fitting: Move[];
  /** Things that may be pointed at next. */
  targets: Set<Ref>;
  /** Moves to choose by their words: they point at nothing more. */
  choices: Move[];
  /** The one move left, if pointing has said enough. */
  only: Move | null;
}

/** `picked` in any order: one may point at the space first and at the tile after. */
export function narrow(moves: Move[], picked: Ref[]): Narrowed {
  const fitting = moves.filter((move) => picked.every((ref) => count(move.refs, ref) >= count(picked, ref)));
  const targets = new Set<Ref>();
  for (const move of fitting) for (const ref of move.refs) if (count(picked, ref) < count(move.refs, ref)) targets.add(ref);
  const choices = fitting.filter((move) => move.refs.length <= picked.length);
  const only = picked.length > 0 && fitting.length === 1 ? (fitting[0] ?? null) : null;
  return { fitting, targets, choices, only };
}

/** What remains of `picked` after pointing at `ref` once more: a second time takes it back; a thing that
 * does not fit with the earlier ones starts afresh. */
export function point(moves: Move[], picked: Ref[], ref: Ref): Ref[] {
  if (picked.includes(ref) && !narrow(moves, picked).targets.has(ref)) return picked.filter((each) => each !== ref);
  const next = [...picked, ref];
  if (narrow(moves, next).fitting.length > 0) return next;
  for (const kept of picked) {
    if (sameKind(kept, ref)) {
      const swapped = [...picked.filter((each) => each !== kept), ref];
      if (narrow(moves, swapped).fitting.length > 0) return swapped;
    }
  }
  return narrow(moves, [ref]).fitting.length > 0 ? [ref] : picked;
}

function sameKind(a: Ref, b: Ref): boolean {
  return a.split(":")[0] === b.split(":")[0];
}

function count(refs: Ref[], ref: Ref): number {
  return refs.reduce((n, each) => (each === ref ? n + 1 : n), 0);
}
