"""The API of tournaments: a director's day by program, bad input, how many queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from tests.tournaments.calling import Caller
from tests.tournaments.running import (
    NOW,
    check_rows,
    days,
    deliver,
    end_round,
    end_table,
    opened,
    people,
    started,
)
from tournaments import director, trf
from tournaments.models import Tournament
from tournaments.pairing import arbiter
from tournaments.pairing.event import decode

pytestmark = pytest.mark.django_db

PLAN: dict[str, Any] = {
    "name": "By program",
    "title": "postcards",
    "seats": 2,
    "system": "dutch",
    "round_count": 3,
    "clock": {"kind": "per_turn", "base_ms": 86_400_000},
    "auto_pair": False,
}


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


@pytest.fixture
def mine(boss: User) -> Caller:
    return Caller(boss)


def end(slug: str) -> None:
    end_round(Tournament.objects.get(slug=slug))


def test_a_directors_day(mine: Caller, alice: User) -> None:
    people(7)
    made = mine.post("", 201, **PLAN, half_byes=1, late_until=2, tie_breaks=["BH/C1", "sb"], prizes="A *cup*")
    slug = made["slug"]
    assert (made["system"], made["tie_breaks"], made["role"], made["seed"]) == (
        "dutch",
        ["BH/C1", "SB"],
        "director",
        None,
    )
    assert made["changeable"] is None

    listed = mine.post(
        f"{slug}/entries/import/", players=["p00", "P01 ", "nobody", "p00", "p02", "p03", "p04"]
    )
    assert [(row["line"], row["result"], row["code"]) for row in listed["outcomes"]] == [
        (1, "entered", ""), (2, "entered", ""), (3, "refused", "no_player"), (4, "already", ""),
        (5, "entered", ""), (6, "entered", ""), (7, "entered", ""),
    ]  # fmt: skip
    assert mine.patch(f"{slug}/", capacity=8)["capacity"] == 8
    assert mine.refused(f"{slug}/forbid/", 404, players=["p00", "who"], why="x")["code"] == "no_player"
    mine.post(f"{slug}/forbid/", players=["p00", "p01"], why="sisters", last_round=2)
    assert mine.get(f"{slug}/forbidden-pairs/")[0]["players"] == ["p00", "p01"]
    mine.post(f"{slug}/ask-bye/", player="p04", round=2, bye="half")
    assert mine.get(f"{slug}/byes/") == [
        {"player": "p04", "round": 2, "bye": "half", "at": mine.get(f"{slug}/byes/")[0]["at"]}
    ]

    assert mine.post(f"{slug}/start/")["status"] == "running"
    first = mine.get(f"{slug}/rounds/1/")
    assert (len(first["tables"]), [row["bye"] for row in first["byes"]]) == (2, ["pairing"])
    assert any("group" in reason["text"] for reason in first["tables"][0]["why"])
    assert first["byes"][0]["why"]
    mine.post(f"{slug}/undo/", number=1, why="too early")
    assert mine.get(f"{slug}/")["status"] == "registration"
    mine.post(f"{slug}/start/")
    end(slug)

    draft = mine.post(f"{slug}/draft/make/", number=2)
    assert (draft["number"], draft["by"], draft["stale"]) == (2, "boss", [])
    assert {"player": "p04", "bye": "half", "by_hand": False} in draft["byes"]
    one, other = draft["tables"][0]["seats"][0], draft["tables"][1]["seats"][0]
    changed = mine.post(
        f"{slug}/draft/change/", number=2, why="they travel", swap=[one, other], seen=draft["at"]
    )
    assert [table["fixed"] for table in changed["tables"]] == [True, True]
    stale = mine.refused(f"{slug}/draft/change/", 409, number=2, why="x", swap=[one, other], seen=draft["at"])
    assert stale["code"] == "draft_changed"
    assert Caller().get(f"{slug}/rounds/")[-1]["number"] == 1
    mine.post(f"{slug}/pair/", number=2)
    rounds = Caller().get(f"{slug}/rounds/")
    assert rounds[-1]["changed_why"] == "they travel"
    assert mine.get(f"{slug}/draft/", 404)["error"]["code"] == "no_draft"

    verdict = {"round": 2, "table": 1, "places": [1, 2], "why": "agreed"}
    mine.post(f"{slug}/adjudicate/", **verdict)
    assert mine.refused(f"{slug}/adjudicate/", 409, **verdict)["code"] == "table_over"
    deliver()
    assert mine.refused(f"{slug}/finish/", 409)["code"] == "round_open"
    assert mine.post(f"{slug}/finish/", open_tables="points")["status"] == "finished"
    check_rows(Tournament.objects.get(slug=slug))
    kinds = [row["kind"] for row in mine.get(f"{slug}/acts/?limit=200")["results"]]
    assert kinds[0] == "finished"
    assert {"created", "forbade", "asked_out", "undone", "drafted", "changed", "adjudicated"} <= set(kinds)
    assert mine.get(f"{slug}/acts/?kind=changed&by=BOSS")["results"][0]["detail"]["why"] == "they travel"

    copy = mine.post(f"{slug}/clone/", 201, name="Second time")
    assert (copy["status"], copy["players"], copy["name"]) == ("registration", 0, "Second time")


def test_what_is_exported_has_the_same_standings(mine: Caller) -> None:
    tournament = started(8, system="dutch", seats=2)
    end_round(tournament)
    end_round(tournament)
    for table in tournament.rounds.get(number=3).tables.all():
        end_table(table)
    deliver()
    report = trf.read(mine.ask("GET", f"{tournament.slug}/report.trf").content)
    order, rows = arbiter.standings_of(report, [], 2026)
    shown = mine.get(f"{tournament.slug}/standings/?parts=true")
    assert [(row["position"], row["points"]) for row in shown] == [
        (row.rank, row.points / 10) for row in rows
    ]
    for line, row in zip(shown, rows, strict=True):
        assert [value["code"] for value in line["tie_breaks"]] == order
        for told, derived in zip(line["tie_breaks"], row.values, strict=True):
            assert told["value"] == (None if derived.value is None else pytest.approx(float(derived.value)))
            assert len(told["parts"]) == len(derived.parts)
    assert mine.get(f"{tournament.slug}/standings/")[0]["tie_breaks"][0]["parts"] == []
    sheet = mine.ask("GET", f"{tournament.slug}/standings.csv").content.decode().splitlines()
    assert len(sheet) == 9
    assert len(mine.ask("GET", f"{tournament.slug}/pairings.csv").content.decode().splitlines()) == 25


def test_tables_are_exported_as_an_event(mine: Caller) -> None:
    tournament = opened(None, people(9))
    assert mine.get(f"{tournament.slug}/event.json", 409)["error"]["code"] == "not_started"
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    event = decode(mine.ask("GET", f"{tournament.slug}/event.json?before=1").content)
    assert (len(event.players), event.rounds) == (9, [])
    assert mine.get(f"{tournament.slug}/report.trf", 409)["error"]["code"] == "no_report"


def test_lists_are_narrowed(mine: Caller, boss: User, alice: User) -> None:
    opened(boss, [alice], name="Mine")
    opened(None, name="For bots", bots="only")
    started(4, name="Going")
    opened(boss, name="Called off")
    mine.post("called-off/cancel/")

    def names(query: str, caller: Caller = mine) -> list[str]:
        return sorted(row["name"] for row in caller.get(query)["results"])

    assert len(names("")) == 4
    assert names("?status=running") == ["Going"]
    assert names("?status=over") == ["Called off"]
    assert names("?system=dutch") == []
    assert names("?title=postcards&status=registration") == ["For bots", "Mine"]
    assert names("?mine=true") == ["Called off", "Mine"]
    assert names("?mine=1", Caller(alice)) == ["Mine"]
    assert names("?open=true") == ["Mine"]
    assert names("?open=true", Caller(alice)) == []
    for query in ("?status=x", "?system=x", "?speed=x", "?mine=x"):
        assert mine.get(query, 400)["error"]["code"] == "invalid"
    assert Caller().get("?mine=true", 400)["error"]["code"] == "invalid"


def test_why_somebody_cannot_enter(mine: Caller, alice: User, boss: User) -> None:
    tournament = opened(boss, capacity=4, min_rating=1600, min_matches=3, by_invitation=True)
    her = Caller(alice)
    door = her.get(f"{tournament.slug}/")["entering"]
    assert (door["possible"], [why["code"] for why in door["why_not"]]) == (
        False, ["not_invited", "rating_too_low", "too_few_matches"],
    )  # fmt: skip
    assert her.refused(f"{tournament.slug}/enter/", 403)["code"] == door["why_not"][0]["code"]
    assert Caller().get(f"{tournament.slug}/")["entering"] is None
    mine.post(f"{tournament.slug}/invite/", player="alice")
    assert mine.get(f"{tournament.slug}/invitations/")[0]["player"] == "alice"
    assert her.get(f"{tournament.slug}/")["entering"] == {
        "possible": True,
        "would_wait": False,
        "why_not": [],
    }
    told = her.post(f"{tournament.slug}/enter/", nonce="mine")
    assert (told["players"], told["me"]["place"], told["entering"]) == (1, "field", None)


def test_the_waiting_list_moves_up(mine: Caller, boss: User, alice: User) -> None:
    tournament = opened(boss, people(4), capacity=4)
    her = Caller(alice)
    assert her.get(f"{tournament.slug}/")["entering"]["would_wait"]
    assert her.post(f"{tournament.slug}/enter/")["me"]["place"] == "waiting"
    assert mine.get(f"{tournament.slug}/")["waiting"] == 1
    assert [row["place"] for row in mine.get(f"{tournament.slug}/entries/")] == ["field"] * 4 + ["waiting"]
    mine.post(f"{tournament.slug}/remove/", player="p01")
    assert her.get(f"{tournament.slug}/")["me"]["place"] == "field"


def test_late_entry_leaving_and_coming_back(mine: Caller, boss: User, alice: User) -> None:
    tournament = started(8, by=boss, auto_pair=False, late_until=2, half_byes=1)
    end_round(tournament)
    her = Caller(alice)
    assert her.post(f"{tournament.slug}/enter/")["me"]["first_round"] == 2
    assert her.post(f"{tournament.slug}/withdraw/")["me"]["withdrawn_why"] == "withdrew"
    assert her.post(f"{tournament.slug}/return/")["me"]["withdrawn_at"] is None
    assert her.post(f"{tournament.slug}/ask-bye/", round=2, bye="half")["me"]["byes"] == [
        {"round": 2, "bye": "half"}
    ]
    assert her.refused(f"{tournament.slug}/ask-bye/", 409, round=3, bye="half")["code"] == "last_round"
    assert her.post(f"{tournament.slug}/take-back-bye/", round=2)["me"]["byes"] == []


def test_who_has_a_bye_may_play_meanwhile(boss: User) -> None:
    tournament = started(5, by=boss)
    row = Caller().get(f"{tournament.slug}/rounds/")[0]["byes"][0]
    left_over = Caller(User.objects.get(username=row["player"]))
    for _each in range(2):
        User.objects.create_user(f"steady{_each}", kind=User.Kind.BOT, bot_level="steady")
    code = left_over.post(f"{tournament.slug}/bye-match/")["match"]
    assert left_over.post(f"{tournament.slug}/bye-match/")["match"] == code


def test_possible_final_ranks_and_what_is_needed(mine: Caller) -> None:
    tournament = started(8, system="dutch", seats=2, round_count=3)
    end_round(tournament)
    told = mine.get(f"{tournament.slug}/outlook/?player=P00")
    assert told["known"]
    assert all(1 <= line["best"] <= line["worst"] <= 8 for line in told["lines"])
    assert [need["rank"] for need in told["player"]["needs"]] == [1, 3]
    assert {need["most"] for need in told["player"]["needs"]} == {2.0}
    assert [each["gain"] for each in told["player"]["prospects"]] == [1.0, 0.5, 0.0]
    assert (
        mine.get(f"{tournament.slug}/outlook/?player=p00&rank=8")["player"]["needs"][0]["status"] == "certain"
    )
    assert mine.get(f"{tournament.slug}/outlook/?player=who", 404)["error"]["code"] == "not_entered"
    end_round(tournament)
    end_round(tournament)
    assert mine.get(f"{tournament.slug}/outlook/") == {"known": False, "lines": [], "player": None}


def test_what_may_change_when(mine: Caller, boss: User, alice: User) -> None:
    slug = mine.post("", 201, **PLAN)["slug"]
    assert (
        mine.patch(f"{slug}/", round_count=5, clock={"base_ms": 172_800_000})["clock"]["base_ms"]
        == 172_800_000
    )
    Caller(alice).post(f"{slug}/enter/")
    told = mine.get(f"{slug}/")
    assert "round_count" not in told["changeable"]
    assert "capacity" in told["changeable"]
    fixed = mine.patch(f"{slug}/", 409, round_count=3)["error"]
    assert (fixed["code"], fixed["detail"]) == ("fixed", ["round_count"])
    assert mine.patch(f"{slug}/", name="Renamed", capacity=2)["name"] == "Renamed"
    assert mine.patch(f"{slug}/", 422, capacity=1)["error"]["code"] == "bad_capacity"


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"name": ""}, 400, "invalid"),
        ({"title": "nothing"}, 422, "unknown_title"),
        ({"seats": 9}, 422, "wrong_seats"),
        ({"seats": 10**12}, 422, "wrong_seats"),
        ({"clock": {"kind": "per_turn"}}, 400, "invalid"),
        ({"clock": {"kind": "per_turn", "base_ms": 10**18}}, 422, "bad_clock"),
        ({"round_count": None}, 422, "bad_rounds"),
        ({"round_count": 10**9}, 422, "bad_rounds"),
        ({"system": "monrad"}, 400, "invalid"),
        ({"system": "knockout"}, 422, "bad_rounds"),
        ({"tie_breaks": ["NOPE"]}, 422, "bad_tie_break"),
        ({"capacity": 10**9}, 422, "bad_capacity"),
        ({"window_days": 0}, 422, "bad_window"),
        ({"min_rating": 2000, "max_rating": 1000}, 422, "bad_condition"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, 422, "bad_start"),
        ({"starts_at": "soon"}, 400, "invalid"),
        ({"check_in_minutes": 30}, 422, "bad_check_in"),
        ({"half_byes": 3}, 422, "bad_byes"),
        ({"late_until": -1}, 422, "bad_late"),
        ({"options": {"nothing": 1}}, 422, "bad_options"),
        ({"third_place": True}, 422, "not_in_this_system"),
        ({"repeat_every_days": 10**9}, 422, "bad_series"),
    ],
)
def test_a_plan_that_cannot_work(mine: Caller, changes: dict[str, Any], status: int, code: str) -> None:
    assert mine.refused("", status, **{**PLAN, **changes})["code"] == code
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("pair/", {}),
        ("pair/", {"number": "two"}),
        ("adjudicate/", {"round": 1, "table": 1}),
        ("adjudicate/", {"round": 1, "table": 1, "why": "x", "places": [0, 1]}),
        ("bots/", {"level": "godlike", "count": 1}),
        ("forbid/", {"players": ["p00"], "why": "x"}),
        ("finish/", {"open_tables": "maybe"}),
        ("appoint/", {"player": "p00", "role": "king"}),
        ("ask-bye/", {"round": 1, "bye": "full"}),
        ("draft/change/", {"number": 2, "why": "x", "swap": ["p00"]}),
        ("entries/import/", {"players": []}),
        ("pairings/import/", {"number": 2}),
    ],
)
def test_a_body_that_is_not_understood(mine: Caller, boss: User, path: str, body: dict[str, Any]) -> None:
    tournament = started(4, by=boss)
    assert mine.refused(f"{tournament.slug}/{path}", 400, **body)["code"] == "invalid"
    before = tournament.acts.count()
    assert tournament.acts.count() == before


def test_a_guest_directs_nothing_and_enters_nothing(mine: Caller) -> None:
    guest = Caller(User.objects.create_user("guest1", kind=User.Kind.GUEST))
    assert guest.refused("", 403, **PLAN)["code"] == "guest"
    slug = mine.post("", 201, **PLAN)["slug"]
    assert guest.refused(f"{slug}/enter/", 403)["code"] == "guest"


def test_no_legal_pairing_says_what_may_be_given_up(mine: Caller, boss: User) -> None:
    tournament = started(2, by=boss, system="dutch", seats=2, round_count=2, auto_pair=False)
    end_round(tournament)
    refused = mine.refused(f"{tournament.slug}/pair/", 409, number=2)
    assert (refused["code"], refused["detail"]) == ("no_pairing", {"relax": ["rematch"]})
    laid = mine.post(f"{tournament.slug}/draft/change/", number=2, why="only two", tables=[["p01", "p00"]])
    assert {(row["kind"], *row["players"]) for row in laid["doubts"]} >= {("met", "p01", "p00")}
    mine.post(f"{tournament.slug}/pair/", number=2)


def test_a_second_director_is_told_who_was_faster(mine: Caller, boss: User, alice: User) -> None:
    tournament = opened(boss, people(4))
    director.appoint(tournament_id=tournament.pk, user=alice, kind="director", by=boss, now=NOW)
    mine.post(f"{tournament.slug}/start/")
    refused = Caller(alice).refused(f"{tournament.slug}/start/", 409)
    assert (refused["code"], refused["detail"]["by"]) == ("done_already", "boss")
    assert mine.post(f"{tournament.slug}/start/")["rounds_paired"] == 1


READ = (
    "", "standings/?parts=1", "rounds/", "rounds/1/", "outlook/?player=p00", "entries/", "byes/",
    "draft/", "forbidden-pairs/", "invitations/", "event.json", "standings.csv", "pairings.csv", "acts/",
)  # fmt: skip


@pytest.mark.parametrize("system", ["tables", "dutch"])
def test_the_number_of_queries_is_that_of_a_small_field(mine: Caller, boss: User, system: str) -> None:
    counts = []
    for size in (8, 32):
        users = (
            people(size)
            if size == 8
            else [*User.objects.filter(username__startswith="p"), *people(size - 8, "q")]
        )
        more = {"seats": 2, "system": "dutch"} if system == "dutch" else {}
        tournament = opened(boss, users, auto_pair=False, half_byes=1, late_until=3, **more)
        director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        end_round(tournament)
        for user in users[: size // 4]:
            director.request_bye(tournament_id=tournament.pk, user=user, round_number=2, kind="zero", now=NOW)
        for one, other in zip(users[: size // 4], users[size // 4 : size // 2], strict=True):
            director.forbid_pair(tournament_id=tournament.pk, one=one, other=other, why="x", by=boss, now=NOW)
            stranger = User.objects.create_user(f"s{one.username}{size}")
            director.invite(tournament_id=tournament.pk, user=stranger, by=boss, now=NOW)
        director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        counts.append([])
        for path in READ:
            with CaptureQueriesContext(connection) as captured:
                assert mine.ask("GET", f"{tournament.slug}/{path}").status_code == 200, path
            counts[-1].append((path, len(captured)))
    assert counts[0] == counts[1]


def test_the_list_takes_the_same_number_of_queries(mine: Caller) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            mine.get("?open=true")
        return len(captured)

    opened(name="One", starts_at=NOW + days(9000))
    first = queries()
    for number in range(6):
        opened(name=f"More {number}")
    assert queries() == first
