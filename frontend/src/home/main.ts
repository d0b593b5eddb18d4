/** The live match in the frame of the home page: the same board as at the match, to look at only. */
import { mount } from "svelte";

import { MatchApi } from "../api/client";
import type { MatchJson } from "../api/types";
import { load } from "../boards/board";
import { watch } from "../match/live";
import Live from "./Live.svelte";
import { Shown } from "./shown.svelte";

const ANOTHER_MS = 45_000;
/** After the end of a match, when the house has probably begun another one. */

function json(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent || "null");
}

async function start(target: HTMLElement): Promise<void> {
  const first = json("live-data") as MatchJson;
  const board = await load(first.game);
  const shown = new Shown(first);
  target.replaceChildren();
  mount(Live, { target, props: { shown, board, catalog: json("live-catalog"), line: document.querySelector<HTMLElement>("[data-live-line]") } });
  const api = new MatchApi(`/api/matches/${first.id}`);
  watch(
    `/ws/matches/${first.id}/`,
    () => shown.match.version,
    () => void api.read().then((now) => shown.take(now)).catch(() => undefined),
    () => undefined,
  );
  setInterval(() => {
    if (shown.match.status !== "playing" && document.visibilityState === "visible" && scrollY < innerHeight) location.reload();
  }, ANOTHER_MS);
}

const target = document.getElementById("live-board");
if (target) void start(target);
