/** The board of games that have none: everything the view names, to be pointed at. */
export { default as Board } from "./Board.svelte";
