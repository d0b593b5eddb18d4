/** Postcards: the tiny game that shows how a board is made. */
import { msg, t } from "../../i18n";

export { default as Board } from "./Board.svelte";

const PHASES: Record<string, string> = { choosing: msg("Choosing a card"), sending: msg("Sending it"), keeping: msg("Keeping one card"), over: msg("Over") };

export function headline(view: unknown): string {
  const shown = view as { phase: string; turns_left: number } | null;
  return shown ? `${t(PHASES[shown.phase] ?? shown.phase)}, ${t("{n} turns left", { n: shown.turns_left })}.` : "";
}

const PARTS: Record<string, string> = { "part.surface": msg("By surface mail"), "part.airmail": msg("By airmail"), "part.keepsake": msg("Keepsake") };

export function partName(key: string): string {
  return t(PARTS[key] ?? key);
}
