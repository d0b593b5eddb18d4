"""Lists of entries and whole rounds: what becomes of every line, all or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from correio.accounts.models import User
from tests.tournaments.calling import Caller
from tests.tournaments.running import NOW, check_rows, end_round, opened, people, started
from tournaments import director
from tournaments.models import Draft, Pairing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


@pytest.fixture
def mine(boss: User) -> Caller:
    return Caller(boss)


@pytest.fixture
def waiting(boss: User) -> Tournament:
    """Nine players at tables of four, round 2 waits for the director."""
    tournament = started(9, by=boss, auto_pair=False, half_byes=1)
    end_round(tournament)
    return tournament


def whole(**changes: Any) -> dict[str, Any]:
    return {
        "number": 2,
        "why": "by our own program",
        "tables": [["p03", "p02", "P01", "p00"], ["p08", "p07", "p06", "p05"]],
        "byes": [{"player": "p04", "bye": "pairing"}],
        **changes,
    }


class TestEntries:
    def test_all_or_nothing(self, mine: Caller, boss: User) -> None:
        tournament = opened(boss, bots="barred")
        people(2)
        User.objects.create_user("robot", kind=User.Kind.BOT, bot_level="novice")
        body = {"players": ["p00", "robot", "who", "p01"], "all_or_nothing": True}
        refused = mine.refused(f"{tournament.slug}/entries/import/", 422, **body)
        assert refused["code"] == "list_refused"
        assert [(row["line"], row["player"], row["result"], row["code"]) for row in refused["detail"]] == [
            (1, "p00", "entered", ""), (2, "robot", "refused", "bots_barred"),
            (3, "who", "refused", "no_player"), (4, "p01", "entered", ""),
        ]  # fmt: skip
        assert not tournament.entries.exists()

    def test_in_order_onto_the_waiting_list(self, mine: Caller, boss: User) -> None:
        tournament = opened(boss, capacity=4)
        people(6)
        body = {"players": [f"p0{n}" for n in range(6)]}
        told = mine.post(f"{tournament.slug}/entries/import/", **body)["outcomes"]
        assert [row["result"] for row in told] == ["entered"] * 4 + ["waiting"] * 2
        again = mine.post(f"{tournament.slug}/entries/import/", **body)["outcomes"]
        assert {row["result"] for row in again} == {"already"}


class TestAWholeRound:
    def test_becomes_the_draft(self, mine: Caller, waiting: Tournament) -> None:
        told = mine.post(f"{waiting.slug}/pairings/import/", **whole())
        assert (told["number"], told["tables"], told["published"]) == (2, 2, False)
        draft = mine.get(f"{waiting.slug}/draft/")
        assert sorted(table["seats"] for table in draft["tables"]) == [
            ["p03", "p02", "p01", "p00"], ["p08", "p07", "p06", "p05"],
        ]  # fmt: skip
        assert all(table["fixed"] for table in draft["tables"])
        assert draft["byes"] == [{"player": "p04", "bye": "pairing", "by_hand": True}]
        assert waiting.rounds.count() == 1

    def test_or_is_published_at_once(self, mine: Caller, waiting: Tournament) -> None:
        assert mine.post(f"{waiting.slug}/pairings/import/", **whole(publish=True))["published"]
        round_ = waiting.rounds.get(number=2)
        assert round_.changed_why == "by our own program"
        first = Pairing.objects.filter(round=round_, seat=0).values_list("entry__user__username", flat=True)
        assert sorted(first) == ["p03", "p08"]
        assert not Draft.objects.exists()
        check_rows(waiting)

    def test_replaces_what_was_laid_before(self, mine: Caller, waiting: Tournament) -> None:
        other = [["p00", "p04", "p01", "p05"], ["p02", "p06", "p03", "p07"]]
        mine.post(
            f"{waiting.slug}/pairings/import/",
            **whole(tables=other, byes=[{"player": "p08", "bye": "pairing"}]),
        )
        mine.post(f"{waiting.slug}/pairings/import/", **whole())
        draft = mine.get(f"{waiting.slug}/draft/")
        assert [row["player"] for row in draft["byes"]] == ["p04"]

    def test_every_fault_is_named_and_nothing_is_laid(self, mine: Caller, waiting: Tournament) -> None:
        body = whole(tables=[["p03", "p02", "who", "p00"], ["p03", "p07", "p06", "p05"]])
        refused = mine.refused(f"{waiting.slug}/pairings/import/", 422, **body)
        assert refused["code"] == "list_refused"
        assert [(row["where"], row["player"], row["code"]) for row in refused["detail"]] == [
            ("table 1", "who", "not_entered"), ("table 2", "p03", "placed_twice"), ("", "p01", "missing"),
            ("", "p08", "missing"),
        ]  # fmt: skip
        assert not Draft.objects.exists()
        assert not waiting.acts.filter(kind="changed").exists()

    def test_who_asked_out_may_be_named_with_that_bye_or_left_out(
        self, mine: Caller, waiting: Tournament
    ) -> None:
        user = User.objects.get(username="p04")
        director.request_bye(tournament_id=waiting.pk, user=user, round_number=2, kind="half", now=NOW)
        away = mine.refused(f"{waiting.slug}/pairings/import/", 422, **whole())
        assert [row["code"] for row in away["detail"]] == ["away"]
        for byes in ([], [{"player": "p04", "bye": "half"}]):
            mine.post(f"{waiting.slug}/pairings/import/", **whole(byes=byes))
            assert [row["bye"] for row in mine.get(f"{waiting.slug}/draft/")["byes"]] == ["half"]

    def test_is_for_the_next_round_of_systems_that_are_free(
        self, mine: Caller, boss: User, waiting: Tournament
    ) -> None:
        assert (
            mine.refused(f"{waiting.slug}/pairings/import/", 422, **whole(number=3))["code"] == "wrong_round"
        )
        robin = opened(boss, User.objects.filter(username__startswith="p0"), seats=2, system="round_robin",
                       round_count=None, auto_pair=False)  # fmt: skip
        director.start(tournament_id=robin.pk, by=boss, now=NOW)
        end_round(robin)
        body = whole(tables=[["p00", "p01"], ["p02", "p03"], ["p05", "p06"], ["p07", "p08"]])
        assert mine.refused(f"{robin.slug}/pairings/import/", 422, **body)["code"] == "not_by_hand"

    def test_doubts_are_told(self, mine: Caller, waiting: Tournament) -> None:
        met = [row["player"] for row in mine.get(f"{waiting.slug}/rounds/")[0]["tables"][0]["seats"]]
        others = [row["player"] for row in mine.get(f"{waiting.slug}/rounds/")[0]["tables"][1]["seats"]]
        over = mine.get(f"{waiting.slug}/rounds/")[0]["byes"][0]["player"]
        body = whole(tables=[met, others], byes=[{"player": over, "bye": "pairing"}])
        doubts = mine.post(f"{waiting.slug}/pairings/import/", **body)["doubts"]
        assert {row["kind"] for row in doubts} == {"met", "bye_again"}
        assert sum(row["kind"] == "met" for row in doubts) == 12
