"""Moves as text and shapes, options, golden matches of rules version 1."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.protocol import BadOptions, Shape, UnknownNotation
from engines.spy_ring.board import CROSSES, GONE
from engines.spy_ring.components import CARDS, EMBASSIES
from engines.spy_ring.moves import (
    CALL_MAN,
    CLAIM_CARD,
    GO_TO,
    POST_AT,
    PUT_IN,
    SEND_TO,
    THE_LOOK,
    THE_PASS,
    THE_SILENCE,
    THE_WAIVE,
    declare,
    is_move,
    read,
    shape,
    write,
)
from engines.spy_ring.rules import RULES
from tests.engines.spy_ring.tables import start

EVERY = [
    *GO_TO, *POST_AT, *SEND_TO, *PUT_IN, *CLAIM_CARD, *CALL_MAN, THE_LOOK, THE_PASS, THE_SILENCE, THE_WAIVE,
    *(declare(one, two) for one in range(EMBASSIES) for two in range(one + 1, EMBASSIES)),
]  # fmt: skip


def test_every_move_there_is_survives_its_notation() -> None:
    assert len(EVERY) == GONE + 2 * CROSSES + EMBASSIES + CARDS + 4 + 4 + 120
    texts = [write(move) for move in EVERY]
    assert len(set(texts)) == len(texts)
    assert [read(text) for text in texts] == EVERY
    for move in EVERY:
        found = shape(move)
        assert found.verb
        assert all(RULES.noun(ref) for ref in found.refs)


@given(st.integers(-10, 1 << 14))
def test_an_int_is_a_move_or_it_is_not_written(move: int) -> None:
    assert is_move(move) == (move in EVERY)
    if not is_move(move):
        with pytest.raises(ValueError, match="not a move"):
            write(move)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("go F5", Shape("go", ("space:F5",))),
        ("enter FR", Shape("enter", ("embassy:FR",))),
        ("post GB-in", Shape("post", ("cross:GB-in",))),
        ("claim S12", Shape("claim", ("card:S12",))),
        ("call blue", Shape("call", ("man:blue",))),
        ("send FR-out", Shape("send", ("cross:FR-out",))),
        ("put IT", Shape("put", ("embassy:IT",))),
        ("declare FR IT", Shape("declare", ("word:FR", "word:IT"))),
        ("silence", Shape("silence")),
    ],
)
def test_shapes(text: str, expected: Shape) -> None:
    assert shape(read(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["go", "go Z9", "go A21", "enter F5", "declare IT FR", "declare FR FR", "call pink", "claim 12",
     "look FR", "post GB", "pass pass", "go  F5", "GO F5", "stay"],
)  # fmt: skip
def test_nonsense_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(UnknownNotation, match=r"expected|comes|are|name"):
        read(text)


def test_options() -> None:
    complete = RULES.check(4, {})
    assert complete == {"card_use": "exclusive", "aerial_claims": True, "rounds": 100}
    for wrong in (
        {"rounds": 31},
        {"rounds": True},
        {"aerial_claims": 1},
        {"card_use": "both"},
        {"fog": True},
    ):
        with pytest.raises(BadOptions):
            RULES.check(4, wrong)
    with pytest.raises(BadOptions):
        RULES.check(5, {})


GOLDEN = {
    2: (533, (8, 28), "fc486aff0783d9c8"),
    3: (389, (13, 4, 14), "8c74c548f203772c"),
    4: (539, (7, 27, 0, 2), "5d10bd8f0d1db32d"),
}
"""By seats: moves, points, digest of all moves and states. Whoever changes one of these changes the rules for
stored matches: raise `rules_version` instead."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_golden_match(seats: int) -> None:
    digest = hashlib.sha256()
    state = start(seats, 1965)
    count = 0
    while state.actors():
        seat = state.actors()[0]
        moves = state.moves(seat)
        move = moves[(7 * count + 3) % len(moves)]
        digest.update(RULES.write(move).encode())
        state.play(seat, move)
        digest.update(RULES.save(state))
        count += 1
    result = state.result()
    assert result is not None
    assert (count, result.points, digest.hexdigest()[:16]) == GOLDEN[seats]
