"""House bots: always the same ones, each name once."""

from __future__ import annotations

import pytest

from correio.accounts.house import LEVELS, NAMES, house_bots
from correio.accounts.models import User
from engines.bots.levels import LEVELS as KNOWN

pytestmark = pytest.mark.django_db


def test_every_level_is_one_that_bots_can_play() -> None:
    assert set(LEVELS) <= set(KNOWN)


def test_the_same_bots_come_again() -> None:
    first = house_bots("steady", 3)
    assert house_bots("steady", 3) == first
    assert house_bots("steady", 5)[:3] == first
    assert User.objects.count() == 5


def test_a_name_belongs_to_one_bot() -> None:
    names = [name for each in NAMES.values() for name in each]
    assert len(names) == len(set(names))


def test_more_than_the_roster_are_numbered() -> None:
    bots = house_bots("novice", 40)
    assert len({bot.username for bot in bots}) == len({bot.name for bot in bots}) == 40
    assert bots[16].name.endswith(" 2")


def test_a_person_with_that_name_keeps_it(person: object) -> None:
    owner = User.objects.create_user("Telegrafista", "t@example.org", "a long password")
    [bot] = house_bots("steady", 1)
    assert bot.username == "telegrafista-steady"
    assert house_bots("steady", 1) == [bot]
    owner.refresh_from_db()
    assert owner.kind == User.Kind.PERSON


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="novice, steady, keen"):
        house_bots("genius", 1)
