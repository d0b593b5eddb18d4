/** Walking over the map with the arrow keys: from place to place, through trees and walls, an embassy as one place. */
import type { Ref } from "../../api/types";
import type { Catalog, Place } from "./view";

const DIRECTIONS: Record<string, [down: number, right: number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const grids = new WeakMap<Catalog, (Place | undefined)[][]>();

function gridOf(catalog: Catalog): (Place | undefined)[][] {
  let grid = grids.get(catalog);
  if (!grid) {
    grid = Array.from({ length: catalog.size }, () => []);
    for (const place of catalog.places) {
      for (let row = place.row; row < place.row + place.cells; row++) for (let column = place.column; column < place.column + place.cells; column++) (grid[row] ??= [])[column] = place;
    }
    grids.set(catalog, grid);
  }
  return grid;
}

/** The place in that direction; null at the rim and for other keys. */
export function next(from: Ref, key: string, catalog: Catalog): Ref | null {
  const place = catalog.place.get(from);
  const direction = DIRECTIONS[key];
  if (!place || !direction) return null;
  const half = (place.cells - 1) / 2;
  const [down, right] = direction;
  return gridOf(catalog)[place.row + half + down * (half + 1)]?.[place.column + half + right * (half + 1)]?.ref ?? null;
}
