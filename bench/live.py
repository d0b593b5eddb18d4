"""From a move to two hundred open pages: how long until each has heard that there is something new."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from bench import Row
from bench._site import database, percentile, web
from bench.moves import Script

SOCKETS = 200
MOVES = 30


def rows() -> list[Row]:
    with database() as environment, web(environment) as port:
        scripts = [Script(number) for number in range(1 + MOVES // 10)]
        delays = [delay for script in scripts for delay in asyncio.run(_watch(port, script))]
    case = f"{SOCKETS} sockets"
    return [
        Row("live", case, "p50", percentile(delays, 0.5) * 1000, "ms"),
        Row("live", case, "p99", percentile(delays, 0.99) * 1000, "ms"),
        Row("live", case, "messages", len(delays), ""),
    ]


async def _watch(port: int, script: Script) -> list[float]:
    """Delays from the moment a move was sent, so that they include playing and storing it."""
    from websockets.asyncio.client import connect

    where = f"ws://127.0.0.1:{port}/ws/matches/{script.code}/"
    sockets = [await connect(where, origin=f"http://127.0.0.1:{port}") for _ in range(SOCKETS)]  # type: ignore[arg-type]
    for socket in sockets:
        await _version(socket)
    delays: list[float] = []
    for _ in range(10):
        began = time.perf_counter()
        moving = asyncio.create_task(asyncio.to_thread(script.play, port, 1))
        delays += await asyncio.gather(*[_heard(socket, began) for socket in sockets])
        await moving
        await asyncio.sleep(0.1)
    for socket in sockets:
        await socket.close()
    return delays


async def _heard(socket: Any, began: float) -> float:
    await _version(socket)
    return time.perf_counter() - began


async def _version(socket: Any) -> int:
    return int(json.loads(await socket.recv())["version"])
