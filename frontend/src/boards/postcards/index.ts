/** Postcards: the tiny game that shows how a board is made. */
import { msg, t } from "../../i18n";

export { default as Board } from "./Board.svelte";

const PHASES: Record<string, string> = { choosing: msg("choosing a card"), sending: msg("sending it"), keeping: msg("keeping one card"), over: msg("over") };

export function headline(view: unknown): string {
  const shown = view as { phase: string; turns_left: number } | null;
  return shown ? `${t(PHASES[shown.phase] ?? shown.phase)}, ${t("{n} turns left", { n: shown.turns_left })}.` : "";
}
