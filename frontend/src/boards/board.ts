/** What a board is to the shell. A board draws a view and reports what is pointed at; it knows no rules. */
import type { Component } from "svelte";

import type { MatchJson, Move, Ref } from "../api/types";

/** For a board with buttons of its own that play several moves; absent where nothing can be played. */
export interface Turn {
  /** Legal now, as far as the unconfirmed turn has come. */
  moves: Move[];
  /** Adds one of them to the unconfirmed turn; resolves when its preview is there. */
  choose: (move: Move) => Promise<void>;
  /** Adds one proposal after the other until there is none; who confirms meanwhile confirms all of them. */
  compose: (next: () => Move | null) => Promise<void>;
  undo: () => void;
}

export interface BoardProps {
  match: MatchJson;
  /** The view to draw: live, past, or what an unconfirmed turn would bring about. */
  view: unknown;
  catalog: unknown;
  /** What may be pointed at now. */
  targets: Set<Ref>;
  /** What has been pointed at for the move in the making. */
  picked: Ref[];
  /** What the unconfirmed turn touches. */
  drafted: Set<Ref>;
  pick: (ref: Ref) => void;
  turn?: Turn;
  /** What has to be seen of a board larger than the screen, where not the whole of it is meant. */
  near?: Ref[];
  /** Whose sight lines are lit while nothing else is pointed at. */
  lit?: Ref;
}

export interface BoardModule {
  Board: Component<BoardProps>;
  /** Under the board, in reach of the thumb. */
  Hand?: Component<BoardProps>;
  /** Beside the board: goals, piles, what each seat has. */
  Side?: Component<BoardProps>;
  /** `Round 2 of 4, placing spies.` */
  headline?: (view: unknown, catalog: unknown) => string;
  /** Where the points come from, by key of `result.parts`. */
  partName?: (key: string, catalog: unknown) => string;
  /** Why a move that was kept for later is not possible any more, and what to do; null if the board cannot say. */
  whyNot?: (move: Move, match: MatchJson, catalog: unknown) => string | null;
}

const LOADERS: Record<string, () => Promise<BoardModule>> = {
  "ace-of-spies": () => import("./ace_of_spies/index"),
  estoril: () => import("./estoril/index"),
  postcards: () => import("./postcards/index"),
  "spy-ring": () => import("./spy_ring/index"),
};

/** A game without a board of its own is drawn as a list of the things its view names. */
export function load(game: string): Promise<BoardModule> {
  return (LOADERS[game] ?? (() => import("./plain/index")))();
}
