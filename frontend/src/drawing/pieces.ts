/** Signs, flags and seat shapes; the server draws from the same file. */
import pieces from "../../../platform/correio/pages/pieces.json";
import { msg, t } from "../i18n";

const GLYPHS: Record<string, string> = pieces.glyphs;
const FLAGS: Record<string, string> = pieces.flags;
const MARKERS: Record<string, { shape: string; path: string }> = pieces.markers;

const MARKER_NAMES: Record<string, string> = {
  blue: msg("blue disc"),
  red: msg("red diamond"),
  yellow: msg("yellow triangle"),
  green: msg("green square"),
  pink: msg("pink hexagon"),
};

export function glyph(name: string): string {
  return GLYPHS[name] ?? "";
}

export function flag(code: string): string {
  return FLAGS[code] ?? "";
}

export function markerPath(colour: string): string {
  return (MARKERS[colour] ?? MARKERS.blue)?.path ?? "";
}

/** `red diamond`: said by screen readers, so that no seat is known by colour alone. */
export function markerName(colour: string): string {
  return t(MARKER_NAMES[colour] ?? colour);
}
