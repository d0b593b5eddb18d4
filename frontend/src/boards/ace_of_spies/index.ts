export { default as Board } from "./Board.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Side } from "./Side.svelte";
export { headline, partName, whyNot } from "./words";
