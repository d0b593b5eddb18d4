/** Geometry of the map of Spy Ring: from rows and columns to lines. Pure; knows neither rules nor colours. */

/** A cell of the map, [row, column] from the top left corner. */
export type Cell = readonly [number, number];

/** Side of a cell, in units of the drawing. */
export const UNIT = 40;
/** Room for the coordinates at the top and at the left; the other two edges have less. */
export const MARGIN = 27;
const EDGE = 5;
export const SIDE = 20 * UNIT + MARGIN + EDGE;
export const VIEW_BOX = `${-MARGIN} ${-MARGIN} ${SIDE} ${SIDE}`;

/** Where a row or column begins, in percent of the side of the map. */
export function percent(index: number): number {
  return ((index * UNIT + MARGIN) / SIDE) * 100;
}

/** So many cells, in percent of the side of the map. */
export function share(cells: number): number {
  return ((cells * UNIT) / SIDE) * 100;
}

export function middle([row, column]: Cell): [x: number, y: number] {
  return [(column + 0.5) * UNIT, (row + 0.5) * UNIT];
}

/** The edges between pairs of cells, short of the corners, so that round dots of ten units fill them evenly. */
export function edges(pairs: readonly (readonly [Cell, Cell])[]): string {
  return pairs
    .map(([[row, column], [otherRow, otherColumn]]) =>
      row === otherRow
        ? `M${Math.max(column, otherColumn) * UNIT} ${row * UNIT + 5}v${UNIT - 9.9}`
        : `M${column * UNIT + 5} ${Math.max(row, otherRow) * UNIT}h${UNIT - 9.9}`,
    )
    .join("");
}

export interface Way {
  /** On foot. */
  walk: string;
  /** Under ground. */
  tunnel: string;
}

/** The way over these cells; two that do not touch are joined by a tunnel. */
export function way(cells: readonly Cell[]): Way {
  const found: Way = { walk: "", tunnel: "" };
  cells.forEach((cell, i) => {
    const before = cells[i - 1];
    const [x, y] = middle(cell);
    if (!before) {
      found.walk = `M${x} ${y}`;
      return;
    }
    const far = Math.abs(before[0] - cell[0]) + Math.abs(before[1] - cell[1]) > 1;
    if (far) {
      const [fromX, fromY] = middle(before);
      found.tunnel += `M${fromX} ${fromY}L${x} ${y}`;
    }
    found.walk += `${far ? "M" : "L"}${x} ${y}`;
  });
  return found;
}

/** An X around a point. */
export function saltire([x, y]: readonly [number, number], arm: number): string {
  return `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}M${x + arm} ${y - arm}l${-2 * arm} ${2 * arm}`;
}
