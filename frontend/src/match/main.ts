/** Mounts the match page on <div id="match" data-api data-socket> with the state that came with the page. */
import { mount } from "svelte";

import { type MatchJson, complete } from "../api/types";
import { load } from "../boards/board";
import Match from "./Match.svelte";
import { Session } from "./session.svelte";

function json(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent || "null");
}

async function start(target: HTMLElement): Promise<void> {
  const first = complete(json("match-data") as MatchJson);
  const board = await load(first.game);
  const code = target.dataset.match ?? first.id;
  const catalog = json("match-catalog");
  const session = new Session(
    first,
    target.dataset.api ?? `/api/matches/${code}`,
    (move, match) => board.whyNot?.(move, match, catalog) ?? null,
  );
  const rules = document.getElementById("match-rules");
  target.replaceChildren();
  mount(Match, {
    target,
    props: { session, board, catalog, rules: rules instanceof HTMLTemplateElement ? rules.innerHTML : "" },
  });
  void session.start(target.dataset.socket ?? `/ws/matches/${code}/`);
}

const target = document.getElementById("match");
if (target) void start(target);
