/** Tiles from seeds: the browser's half of the drawing grammar; `platform/correio/pages/azulejo.py` is the other. */
import grammar from "../../../platform/correio/pages/azulejo.json";

type Glaze = "G" | "D" | "M" | "P" | "W";

interface Part {
  path?: string;
  circle?: number[];
  fill?: string;
  stroke?: string;
  w?: number;
  both?: boolean;
}

/** What a seed decides, before any ink. */
export interface Design {
  inverted: boolean;
  warm: boolean;
  /** One index for each layer of the grammar. */
  shapes: number[];
}

const SWAP: Record<Glaze, Glaze> = { G: "D", D: "G", P: "M", M: "P", W: "W" };
const COLOURS = Object.fromEntries(Object.entries(grammar.tokens).map(([glaze, name]) => [glaze, `var(${name})`])) as Record<Glaze, string>;

/** Numbers from a text: FNV-1a over its UTF-8 bytes, then mulberry32. Returns a function that draws below n. */
export function draws(seed: string): (n: number) => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) * n) / 0x1_0000_0000);
  };
}

export function design(seed: string, overrule: Partial<Pick<Design, "inverted" | "warm">> = {}): Design {
  const below = draws(seed);
  const inverted = below(100) < grammar.inverted;
  const warm = below(100) < grammar.warm;
  const shapes = grammar.layers.map((layer) => below(layer.shapes.length));
  return { inverted: overrule.inverted ?? inverted, warm: overrule.warm ?? warm, shapes };
}

/** SVG of one quarter in 50 x 50, origin at the tile's centre. */
export function quarter(of: Design): string {
  const parts = [`<path fill="${colour("G", of)}" d="M-1-1H51V51H-1Z"/>`];
  grammar.layers.forEach((layer, i) => {
    for (const part of (layer.shapes[of.shapes[i] ?? 0] ?? []) as Part[]) {
      const drawn = draw(part, of);
      parts.push(drawn);
      if (part.both) parts.push(`<g transform="matrix(0 1 1 0 0 0)">${drawn}</g>`);
    }
  });
  return parts.join("");
}

function draw(part: Part, of: Design): string {
  const paint = part.fill
    ? `fill="${colour(part.fill as Glaze, of)}"`
    : `fill="none" stroke="${colour(part.stroke as Glaze, of)}" stroke-width="${part.w}"`;
  if (part.circle) return `<circle cx="${part.circle[0]}" cy="${part.circle[1]}" r="${part.circle[2]}" ${paint}/>`;
  return `<path d="${part.path}" ${paint}/>`;
}

function colour(glaze: Glaze, of: Design): string {
  const ink = glaze === "W" && !of.warm ? "M" : glaze;
  return COLOURS[of.inverted ? SWAP[ink] : ink];
}

/** Content of an `<svg viewBox="0 0 100 100">`; `uid` must be unique in the document. */
export function tile(of: Design, uid: string, frame = true): string {
  const four = [1, -1]
    .flatMap((x) => [1, -1].map((y) => `<use href="#${uid}" x="-.5" y="-.5" width="51" height="51" transform="translate(50 50) scale(${x} ${y})"/>`))
    .join("");
  const rim = frame ? `<path fill="none" stroke="${colour("D", of)}" stroke-opacity=".55" d="M.5.5h99v99H.5z"/>` : "";
  return `<symbol id="${uid}" viewBox="-.5 -.5 51 51">${quarter(of)}</symbol>${four}${rim}`;
}
