"""Submitting a turn over HTTP, as a browser does it, beside a bare INSERT commit on the same server.

A submit is everything: token, lock, rules, rows of moves and clocks, events, receipt, commit, and the
answer with the whole match as the player sees it.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from typing import Any

from bench import Row
from bench._site import database, percentile, web

MATCHES, TURNS = 15, 12
"""Of one client alone, match after match: each has about so many turns before a sealed decision."""

CLIENTS, TURNS_EACH = 50, 8
INSERTS = 500


def rows() -> list[Row]:
    with database() as environment:
        insert = _inserts(environment["DATABASE_URL"])
        with web(environment) as port:
            Script(0).play(port, 10)
            alone = [latency for number in range(MATCHES) for latency in Script(1 + number).play(port, TURNS)]
            scripts = [Script(1000 + number) for number in range(CLIENTS)]
            began = time.perf_counter()
            crowd = _at_once([lambda script=script: script.play(port, TURNS_EACH) for script in scripts])
            seconds = time.perf_counter() - began
    p50 = percentile(alone, 0.5)
    return [
        Row("moves", "insert", "p50", insert * 1000, "ms"),
        Row("moves", "1 client", "p50", p50 * 1000, "ms"),
        Row("moves", "1 client", "p99", percentile(alone, 0.99) * 1000, "ms"),
        Row("moves", "1 client", "submits_per_s", len(alone) / sum(alone), "1/s"),
        Row("moves", "1 client", "times_an_insert", p50 / insert, "x"),
        Row("moves", f"{CLIENTS} clients", "p50", percentile(crowd, 0.5) * 1000, "ms"),
        Row("moves", f"{CLIENTS} clients", "p99", percentile(crowd, 0.99) * 1000, "ms"),
        Row("moves", f"{CLIENTS} clients", "submits_per_s", len(crowd) / seconds, "1/s"),
    ]


def _inserts(url: str) -> float:
    """Seconds of one row of 300 bytes, committed."""
    import psycopg

    seconds = []
    with psycopg.connect(url, autocommit=True) as bare:
        bare.execute("CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)")
        for _ in range(INSERTS):
            began = time.perf_counter()
            bare.execute("INSERT INTO bare (body) VALUES (%s)", [b"x" * 300])
            seconds.append(time.perf_counter() - began)
        bare.execute("DROP TABLE bare")
    return percentile(seconds, 0.5)


class Script:
    """One match of two people and the moves they will make: the key is known here, so that a client need
    not ask what is legal."""

    def __init__(self, number: int) -> None:
        import random

        from knox.models import AuthToken

        from correio.accounts.models import User
        from correio.matches import clocks, referee
        from engines import registry

        people = [
            User.objects.create(username=f"p{number}-{seat}", email=f"p{number}-{seat}@example.org")
            for seat in range(2)
        ]
        self.tokens = [AuthToken.objects.create(user)[1] for user in people]
        title = next(iter(registry.listed().values())).info.titles[0].key
        rules, chosen = registry.title(title)
        match = referee.start_match(
            players=people,
            game=rules.info.key,
            title=chosen.key,
            clock=clocks.Control("per_turn", clocks.DAY),
        )
        self.code = match.code
        self.path = f"/api/matches/{match.code}/moves"
        self.turns = self._turns(rules, rules.load(bytes(match.snapshot)), random.Random(number))
        self.played = 0

    def _turns(self, rules: Any, state: Any, chance: Any) -> list[tuple[int, int, list[str]]]:
        """(version, seat, moves) until a decision is sealed."""
        turns: list[tuple[int, int, list[str]]] = []
        version = 0
        while state.result() is None and not state.sealed():
            seat = state.actors()[0]
            moves: list[str] = []
            while seat in state.actors() and not state.sealed():
                move = state.pick(seat, chance)
                state.play(seat, move)
                moves.append(rules.write(move))
                if len(moves) == 2:
                    break
            turns.append((version, seat, moves))
            version += len(moves)
        return turns

    def play(self, port: int, turns: int) -> list[float]:
        """The next turns, over one connection; seconds until each answer was read."""
        link = http.client.HTTPConnection("127.0.0.1", port)
        latencies = []
        for version, seat, moves in self.turns[self.played : self.played + turns]:
            body = json.dumps({"version": version, "moves": moves})
            headers = {
                "Content-Type": "application/json",
                "Authorization": f"Token {self.tokens[seat]}",
                "Idempotency-Key": f"{self.path}{version}",
            }
            began = time.perf_counter()
            link.request("POST", self.path, body, headers)
            answer = link.getresponse()
            said = answer.read()
            latencies.append(time.perf_counter() - began)
            if answer.status != 200:
                raise RuntimeError(f"HTTP {answer.status}: {said[:300]!r}")
            self.played += 1
        link.close()
        return latencies


def _at_once(commands: list[Callable[[], list[float]]]) -> list[float]:
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda command=command: found.extend(command())) for command in commands
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
