"""Other programs that pair by the Dutch system, called in this process with files, as they want it."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import msgspec

from tournaments.trf import Game, Tournament, write

Boards = Sequence[tuple[int, int]]


def gacrux(tournament: Tournament, round_number: int) -> Boards | None:
    """By C.04.3 of 2026; None if it finds no legal pairing. ImportError if it is not installed."""
    from gacrux.pairingchecker import pairingchecker

    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.trf"), Path(folder, "out.json")
        source.write_bytes(write(tournament))
        arguments = ["pairingchecker", "-p", "-n", str(round_number), "-i", str(source), "-o", str(target)]
        arguments += ["-b", "utf8", "-t", tournament.initial_colour or "w"]
        silent = contextlib.redirect_stdout(io.StringIO())
        with patch.object(sys, "argv", arguments), silent, contextlib.suppress(SystemExit):
            pairingchecker().common_main()
        answer = json.loads(target.read_text())
    pairs = answer.get("pairingResult", {}).get("pairs")
    return [(white, black) for white, black in pairs] if pairs else None


def py4swiss(tournament: Tournament) -> Boards:
    """By the edition of 2017. ImportError if it is not installed."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    colour = "black1" if tournament.initial_colour == "b" else "white1"
    away = tournament.bye_in(tournament.rounds_played + 1)
    ranked = [
        msgspec.structs.replace(
            player,
            rank=player.number,
            games=(
                *player.games,
                *(Game(0, None, away[number]) for number in [player.number] if number in away),
            ),
        )
        for player in tournament.players
    ]
    lines = write(msgspec.structs.replace(tournament, players=tuple(ranked))).decode().split("\r\n")
    lines = [line for line in lines if line.startswith(("012", "001"))]
    lines += [f"XXR {tournament.rounds_total}", f"XXC {colour}", ""]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.trf"), Path(folder, "out.txt")
        source.write_text("\n".join(lines))
        engine = DutchEngine
        engine.write_pairings_to_file(engine.generate_pairings(TrfParser.parse(source)), target)
        written = target.read_text().split("\n")[1:]
    return [(int(line.split()[0]), int(line.split()[1])) for line in written if line.strip()]
