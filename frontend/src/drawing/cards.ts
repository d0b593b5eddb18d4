/** Signs and city shapes of the cards of Ace of Spies, and the tile that each kind of card is painted with. */
import { design, quarter } from "./azulejo";

const SYMBOLS: Record<string, string> = {
  agent:
    '<path d="M3.500 9.400c2.600-.8 3.500-1 3.900-2.400l.9-3.700c.3-1.100 1.500-1.200 3.700-.4 2.200-.8 3.400-.7 3.700.4l.9 3.700c.4 1.400 1.300 1.600 3.900 2.400-1.600 1.300-5 1.900-8.500 1.900s-6.900-.6-8.500-1.900zM8 12.600c1.200.3 2.500.4 4 .4s2.800-.1 4-.4c-.2 2.500-1.700 4.200-4 4.200s-3.800-1.700-4-4.200zM3.300 22.200c.3-3.200 2.300-5.200 5.100-5.900l3.600 3.800 3.600-3.800c2.800.7 4.800 2.700 5.100 5.900z"/>',
  intelligence:
    '<path fill-rule="evenodd" d="M4.500 2h9.700l5.300 5.300V22h-15zM13 3.800v4.700h4.700zM7.500 11.300v1.700h9v-1.700zm0 3.600v1.700h9v-1.700zm0 3.500v1.700h5.500v-1.700z"/>',
  location:
    '<path fill-rule="evenodd" d="M12 1.500c-4.300 0-7.500 3.100-7.500 7.200 0 4.900 4.800 9 7.500 13.800 2.700-4.800 7.500-8.900 7.500-13.800 0-4.100-3.200-7.200-7.500-7.200zm0 4.200a3.100 3.100 0 1 1 0 6.200 3.100 3.100 0 0 1 0-6.200z"/>',
  tool: '<path fill-rule="evenodd" d="M7.800 2.200a5.800 5.800 0 1 0 4.500 9.500l1.300 1.300h2.600v2.600h2.600v2.600l2.300 2.300h1.700V17l-9-9.100a5.800 5.800 0 0 0-6-5.700zM6.600 4.900a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400z"/>',
  interrupt: '<path d="M14.200 1 4.300 13.600h6.200L8.800 23l10.900-13.300h-6.600z"/>',
};

/** In a field of 24 x 24, each known by its outline: a disc, a pointed arch, a gate. */
const CITY_SHAPES: Record<string, string> = {
  london: "M12 .8a11.200 11.200 0 1 1 0 22.400A11.200 11.200 0 0 1 12 .8z",
  paris: "M12 .3c5.300 3.700 8.900 8 9.700 13.700l.8 9.200h-21l.8-9.200C3.100 8.300 6.700 4 12 .3z",
  berlin: "M1.200 4.600h4.500V1h3.200v3.600h6.200V1h3.200v3.600h4.500v18.600H1.200z",
};

export const SYMBOL_KEYS = Object.keys(SYMBOLS);

export function symbol(key: string): string {
  return SYMBOLS[key] ?? "";
}

export function cityShape(key: string): string {
  return CITY_SHAPES[key] ?? "";
}

/** Where the letter of a city stands in its shape: arch and gate have their weight below. */
export function letterY(key: string): number {
  return key === "london" ? 17.4 : 18.600;
}

/** One quarter of the tile on the faces of a symbol, or on the backs of a city, in 50 x 50. */
export function ornament(key: string): string {
  return quarter(design(`ace-of-spies:${key}`, { inverted: false, warm: false }));
}
