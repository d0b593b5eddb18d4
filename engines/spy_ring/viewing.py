"""What an observer is shown: the only place where a position becomes a `SpyRingView`."""

from __future__ import annotations

from engines.protocol import Seat
from engines.spy_ring import paths
from engines.spy_ring.board import (
    CARD_REF,
    CROSS_REF,
    EMBASSY_REF,
    GONE,
    MAN_REF,
    NODE_REF,
    OFF,
    SPY_REF,
    TOKEN_REF,
    WORD_REF,
    nodes,
    refs,
)
from engines.spy_ring.claims import claimable, reasons
from engines.spy_ring.components import COLOUR_KEYS, EMBASSIES
from engines.spy_ring.position import (
    ALONE,
    CLAIMING,
    COLOURS,
    MOVING,
    NO_CARD,
    NO_TOKEN,
    NOBODY,
    PHASES,
    POSTING,
    SENDING,
    SPOTTING,
    TOKENS,
    Position,
)
from engines.spy_ring.scoring import parts, score
from engines.spy_ring.view import (
    ClaimView,
    ReachView,
    SafeView,
    SpyRingView,
    SpyView,
    TokenView,
    WordView,
)
from engines.spy_ring.words import bits, missing


def view(p: Position, observer: Seat | None) -> SpyRingView:
    """All that this observer may know (None: a spectator)."""
    over = p.over()
    shown = SpyRingView(
        seats=p.seats,
        observer=observer,
        phase=PHASES[p.phase],
        actors=[] if over else list(ALONE[p.seat_of(p.spy)]),
        turn=None if over else SPY_REF[p.spy],
        round=min(p.round + 1, p.limit),
        rounds=p.limit,
        throw=p.throw,
        signal=p.signal,
        trapped=p.trapped,
        spies=[_spy(p, spy) for spy in range(p.spies)],
        safes=[_safe(p, embassy, observer) for embassy in range(EMBASSIES)],
        taken=[
            TokenView(TOKEN_REF[token], COLOUR_KEYS[p.colours[token]], SPY_REF[p.takers[token]])
            for token in range(TOKENS)
            if p.takers[token] != NOBODY
        ],
        free=[COLOUR_KEYS[colour] for colour in bits(p.free)],
        pile=p.pile.bit_count() + (p.top != NO_CARD),
        top=None if p.top == NO_CARD else CARD_REF[p.top],
        card_use="shared" if p.shared else "exclusive",
        aerial_claims=p.aerial_claims,
    )
    if p.phase == MOVING:
        shown.reach = reach(p)
    elif p.phase in (CLAIMING, SPOTTING):
        shown.claims = _claims(p)
    elif p.phase in (POSTING, SENDING):
        moved = p.spy if p.phase == POSTING else p.calling
        shown.calling = MAN_REF[moved]
        shown.crosses = [CROSS_REF[cross] for cross in p.crosses(moved)]
    elif over:
        shown.parts = parts(p)
    if p.held >= 0:
        shown.held = EMBASSY_REF[p.held]
    return shown


def reach(p: Position) -> list[ReachView]:
    """Where the acting spy may go, with a path to each place."""
    found = paths.find(p.at[p.spy], p.throw, not p.signal, p.others(p.spy), p.barred(p.spy))
    return [
        ReachView(NODE_REF[end], len(found[end]), [NODE_REF[node] for node in found[end]])
        for end in nodes(p.open)
    ]


def knows(p: Position, token: int, observer: Seat | None) -> bool:
    """Whether the observer knows the colour of a token on the board."""
    return p.over() or (observer is not None and bool(p.seen[observer] >> token & 1))


def _spy(p: Position, spy: int) -> SpyView:
    scored = score(p, spy)
    words = p.declared[spy]
    return SpyView(
        spy=SPY_REF[spy],
        colour=COLOUR_KEYS[spy],
        seat=p.seat_of(spy),
        at=None if p.at[spy] == GONE else NODE_REF[p.at[spy]],
        aerial=bool(p.aerials >> spy & 1),
        vulnerable=p.vulnerable(spy),
        man=None if p.men[spy] == OFF else CROSS_REF[p.men[spy]],
        tokens=[TOKEN_REF[token] for token in range(TOKENS) if p.takers[token] == spy],
        own=p.owns[spy],
        cards=refs(CARD_REF, p.hands[spy]),
        points=scored.total(),
        bonus=scored.bonus,
        words=refs(WORD_REF, scored.words),
        spells=[WordView(WORD_REF[word], missing(p.hands[spy], word)) for word in range(EMBASSIES)],
        declared=[] if words is None else [WORD_REF[word] for word in words[:2]],
        named=[] if words is None else refs(CARD_REF, words[2]),
        left=p.seat_of(spy) in p.left,
    )


def _safe(p: Position, embassy: int, observer: Seat | None) -> SafeView:
    token = p.safes[embassy]
    if token == NO_TOKEN:
        return SafeView(EMBASSY_REF[embassy], None, None, [], [])
    return SafeView(
        embassy=EMBASSY_REF[embassy],
        token=TOKEN_REF[token],
        colour=COLOUR_KEYS[p.colours[token]] if knows(p, token, observer) else None,
        barren=[COLOUR_KEYS[colour] for colour in range(COLOURS) if p.barren[token] >> colour & 1],
        seen_by=[seat for seat in range(p.seats) if p.seen[seat] >> token & 1],
    )


def _claims(p: Position) -> list[ClaimView]:
    by_man_only = p.phase == SPOTTING
    return [
        ClaimView(SPY_REF[rival], reasons(p, rival, by_man_only), refs(CARD_REF, p.hands[rival]))
        for rival in bits(claimable(p, by_man_only))
    ]
