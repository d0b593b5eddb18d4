"""Which cards complete a mission: compared with trying everything."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.ace_of_spies.cards import NO_CARD, without
from engines.ace_of_spies.components import AGENT, CITY, INTERRUPT, MISSIONS, SYMBOL, WORDS
from engines.ace_of_spies.laying import can_complete, choices, is_complete
from engines.ace_of_spies.tallies import ANY_CITY
from engines.ace_of_spies.ways import SLOTS


def by_trying(hand: bytes, mission: int) -> bool:
    """Every way to put a card, or none, on every slot, then a look at what the agents allow."""

    def fill(index: int, left: bytes, laid: list[int]) -> bool:
        if index == len(SLOTS[mission]):
            return allowed(laid)
        symbol, _ = SLOTS[mission][index]
        for card in [*(card for card in left if SYMBOL[card] == symbol), NO_CARD]:
            rest = left if card == NO_CARD else without(left, card)
            if fill(index + 1, rest, [*laid, card]):
                return True
        return False

    def allowed(laid: list[int]) -> bool:
        words = [found for card in laid if card != NO_CARD and (found := WORDS[card])]
        ignore = sum(each.ignore for each in words)
        skip = [sum(each.skip == symbol for each in words) for symbol in range(4)]
        for (symbol, city), card in zip(SLOTS[mission], laid, strict=True):
            if card == NO_CARD:
                skip[symbol] -= 1
            elif city not in (ANY_CITY, CITY[card]):
                ignore -= 1
        return ignore >= 0 and min(skip) >= 0 and skip[AGENT] == 0

    return fill(0, hand, [])


HANDS = st.lists(st.integers(0, 119), min_size=2, max_size=8, unique=True).map(lambda ids: bytes(sorted(ids)))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(HANDS, st.integers(0, MISSIONS - 1))
def test_a_mission_can_be_completed_if_and_only_if_some_way_works(hand: bytes, mission: int) -> None:
    assert can_complete(hand, mission) == by_trying(hand, mission)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 119), min_size=8, max_size=14, unique=True), st.integers(0, 34), st.data())
def test_every_offered_card_leads_to_the_end(ids: list[int], mission: int, data: st.DataObject) -> None:
    hand = bytes(sorted(ids))
    if not can_complete(hand, mission):
        return
    laid = b""
    while len(laid) < len(SLOTS[mission]):
        offered = choices(hand, mission, laid)
        assert offered, "a card was offered after which nothing fits"
        card = data.draw(st.sampled_from(offered))
        laid += bytes((card,))
        if card != NO_CARD:
            hand = without(hand, card)
    for card in choices(hand, mission, laid):
        assert SYMBOL[card] not in (AGENT, INTERRUPT)
    assert is_complete(mission, laid) or any(
        words.extra for card in laid if card != 255 and (words := WORDS[card])
    )
