"""Files from anywhere are paired over the API and on the page; nothing is stored and nothing fails."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.corpus import case, rows
from tests.tournaments.trf.test_read import BROKEN
from tournaments import trf
from tournaments.pairing.__main__ import example
from tournaments.service.throttle import PairingThrottle
from tournaments.service.upload import MOST_BYTES, MOST_ROUNDS

pytestmark = pytest.mark.django_db

API = "/api/pairing/"
PAGE = "/tournaments/pairing/"
VARIANTS = [f"{row['id']}_{variant}" for row in rows("variants") for variant in row["variants"]]


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PairingThrottle, "allow_request", lambda *_who, **_more: True)


def sent(client: Client, data: bytes, query: str = "", kind: str = "text/plain") -> Any:
    return client.post(API + query, data=data, content_type=kind)


def uploaded(client: Client, data: bytes, **more: str) -> Any:
    return client.post(PAGE, {"file": io.BytesIO(data), **more})


def event(**changes: Any) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(example(), **changes))


@pytest.mark.parametrize("row", rows("pairing")[:25], ids=lambda row: row["id"])
def test_boards_are_those_of_the_corpus(client: Client, row: dict[str, Any]) -> None:
    body = sent(client, case(f"pairing/{row['id']}.trf"), "?check=0").json()
    if row["pairs"] is None:
        assert (body["outcome"], body["tables"]) == ("no_legal_pairing", [])
        return
    boards = [[int(seat["player"]) for seat in table["seats"]] for table in body["tables"]]
    boards += [[int(bye["player"]), 0] for bye in body["byes"] if bye["bye"] == "pairing"]
    assert sorted(boards) == sorted(row["pairs"])


@pytest.mark.parametrize("row", rows("invalid"), ids=lambda row: row["id"])
def test_a_broken_file_is_refused_with_line_record_and_fault(client: Client, row: dict[str, Any]) -> None:
    number, record, fault = BROKEN[row["id"]]
    data = case(f"trf/{row['id']}.trf")
    answer = sent(client, data)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "bad_file"
    assert (error["detail"]["line"], error["detail"]["record"]) == (number, record)
    assert fault in error["detail"]["fault"]
    page = uploaded(client, data)
    assert page.status_code == 422
    assert page.context["form"].errors["file"] == [
        f"line {number}, record {record}: {error['detail']['fault']}"
    ]


@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_spelling_is_understood(client: Client, name: str) -> None:
    data = case(f"trf/{name}.trf")
    body = sent(client, data).json()
    assert body["outcome"] == "paired"
    page = uploaded(client, data)
    assert page.status_code == 200
    assert page.context["told"]["standings"]["lines"][0]["name"] in page.content.decode()
    clean = uploaded(client, data, answer="trf")
    assert trf.read(clean.content) == trf.read(data)


def test_form_and_body_are_answered_alike_and_nothing_is_stored(client: Client) -> None:
    data = case("pairing/P0001.trf")
    with CaptureQueriesContext(connection) as queries:
        body = sent(client, data).json()
        form = client.post(API, {"file": io.BytesIO(data)}).json()
        typed = sent(client, data, kind="application/x-www-form-urlencoded").json()
    assert body == form == typed
    assert not [query for query in queries if not query["sql"].startswith("SELECT")]


def test_order_edition_and_parts(client: Client) -> None:
    data = case("pairing/P0001.trf")
    plain = sent(client, data, "?order=BH/C1,sb&edition=2024").json()["standings"]
    assert (plain["tie_breaks"], plain["edition"]) == (["BH/C1", "sb"], 2024)
    assert all(value["parts"] == [] for line in plain["lines"] for value in line["values"])
    opened = sent(client, data, "?order=BH/C1&parts=1").json()["standings"]["lines"]
    for line in opened:
        [value] = line["values"]
        assert value["value"] == pytest.approx(sum(p["value"] for p in value["parts"] if not p["cut"]))
    assert any(part["cut"] for line in opened for part in line["values"][0]["parts"])


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?order=NOPE", 422, "bad_tie_break"),
        ("?order=" + ",".join(["BH"] * 11), 422, "bad_tie_break"),
        ("?edition=1999", 400, "invalid"),
        ("?parts=many", 400, "invalid"),
    ],
)
def test_a_question_that_is_wrong(client: Client, query: str, status: int, code: str) -> None:
    answer = sent(client, case("pairing/P0001.trf"), query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_check_names_rounds_that_are_paired_otherwise(client: Client) -> None:
    tournament = trf.read(case("pairing/P0001.trf"))
    assert sent(client, trf.write(tournament), "?check=0").json()["check"] is None
    check = sent(client, trf.write(tournament)).json()["check"]
    assert check["right"] == (not check["rounds"])
    small = b"\n".join(
        [
            b"012 Small", b"142 3", b"152 W",
            _player(1, "1.0", "     2 w 1"), _player(2, "0.0", "     1 b 0"),
            _player(3, "1.0", "     4 w 1"), _player(4, "0.0", "     3 b 0"),
        ]
    )  # fmt: skip
    found = sent(client, small).json()["check"]
    assert not found["right"]
    assert found["rounds"] == [
        {"round": 1, "in_the_file": [["1", "2"], ["3", "4"]], "by_the_rules": [["1", "3"], ["4", "2"]]}
    ]


def _player(number: int, points: str, rounds: str) -> bytes:
    return f"001 {number:4}      Player{number:04} {2000:26} {points:>31}  {number:4}{rounds}".encode()


def test_no_legal_pairing_says_what_may_be_given_up(client: Client) -> None:
    two = [_player(1, "1.0", "     2 w 1"), _player(2, "0.0", "     1 b 0")]
    data = b"\n".join([b"012 Small", b"142 3", *two])
    body = sent(client, data).json()
    assert (body["outcome"], body["relaxed"]) == ("no_legal_pairing", ["rematch"])
    page = uploaded(client, data)
    assert page.status_code == 200
    assert "nobody meets the same opponent twice" in page.content.decode()


def test_after_the_last_round_there_are_standings_only(client: Client) -> None:
    two = [_player(1, "1.0", "     2 w 1"), _player(2, "0.0", "     1 b 0")]
    data = b"\n".join([b"012 Small", b"142 1", *two])
    body = sent(client, data).json()
    assert (body["outcome"], body["tables"]) == ("over", [])
    assert [line["player"] for line in body["standings"]["lines"]] == ["1", "2"]
    assert "final standings" in uploaded(client, data).content.decode()


def test_an_event_of_tables_is_paired(client: Client) -> None:
    body = sent(client, event(), "?order=AOS,WIN&parts=1", kind="application/json").json()
    assert (body["format"], body["outcome"], body["round"]) == ("correio-tables-1", "paired", 1)
    assert sorted(len(table["seats"]) for table in body["tables"]) == [4, 4]
    assert len(body["byes"]) == 1
    assert body["standings"]["tie_breaks"] == ["AOS", "WIN"]
    page = uploaded(client, event())
    assert page.context["told"]["tables"][0]["seats"] == body["tables"][0]["seats"]
    assert uploaded(client, event(), answer="trf").status_code == 422
    assert uploaded(client, event(), answer="json").json()["outcome"] == "paired"


def test_an_event_that_contradicts_itself(client: Client) -> None:
    answer = sent(client, event(players=[*example().players, example().players[0]]), kind="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_file")
    assert "players[9].id" in answer.json()["error"]["message"]


def test_too_few_for_a_table(client: Client) -> None:
    body = sent(client, event(players=example().players[:2])).json()
    assert (body["outcome"], body["relaxed"]) == ("no_legal_pairing", [])
    assert body["why"]


@pytest.mark.parametrize("kind", ["text/plain", "multipart"])
def test_what_is_too_large_is_not_read(client: Client, kind: str) -> None:
    data = b"012 " + b"x" * (MOST_BYTES + 20_000)
    answer = sent(client, data) if kind == "text/plain" else client.post(API, {"file": io.BytesIO(data)})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert uploaded(client, data).status_code == 422


def test_too_many_players_or_rounds_are_not_worked_on(client: Client) -> None:
    crowd = b"\n".join(_player(number, "0.0", "") for number in range(1, 2_002))
    answer = sent(client, crowd)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too_many")
    long = event(rounds=[msgspec.json.decode(b'{"tables":[]}')] * (MOST_ROUNDS + 1))
    assert sent(client, long).json()["error"]["code"] == "too_many"


@pytest.mark.parametrize("data", [b"", b"  \r\n"])
def test_nothing_at_all(client: Client, data: bytes) -> None:
    assert sent(client, data).json()["error"]["code"] == "empty"
    assert uploaded(client, data).status_code == 422


def test_a_form_without_the_file(client: Client) -> None:
    assert client.post(API, {"other": "x"}).json()["error"]["code"] == "no_file"
    assert client.post(PAGE, {}).status_code == 422


def test_there_is_a_limit(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PairingThrottle, "rate", "2/min", raising=False)
    statuses = [sent(client, event()).status_code for _each in range(3)]
    assert statuses == [200, 200, 429]
    assert uploaded(client, event()).status_code == 429


def test_the_page_before_anything_is_sent(client: Client) -> None:
    page = client.get(PAGE)
    assert page.status_code == 200
    assert 'enctype="multipart/form-data"' in page.content.decode()


BASES = [case(f"pairing/{row['id']}.trf") for row in rows("pairing")[:6]] + [event()]


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A good file with a few places overwritten, cut out or repeated."""
    data = bytearray(draw(st.sampled_from(BASES)))
    for _each in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(["set", "cut", "digit", "line"])):
            case "set":
                data[at] = draw(st.integers(0, 255))
            case "digit":
                data[at] = draw(st.sampled_from(list(b"0123456789 -+.")))
            case "cut":
                del data[at : at + draw(st.integers(1, 20))]
            case _:
                data[at:at] = data[at : at + draw(st.integers(1, 90))]
        if not data:
            break
    return bytes(data)


@pytest.mark.usefixtures("unlimited")
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    data=st.one_of(spoilt(), st.binary(max_size=300)), query=st.sampled_from(["", "?parts=1", "?order=SB"])
)
def test_whatever_is_sent_is_answered(client: Client, data: bytes, query: str) -> None:
    client.raise_request_exception = True
    answer = sent(client, data, query)
    assert answer.status_code in (200, 422), answer.content
    if answer.status_code == 422:
        error = answer.json()["error"]
        assert error["message"]
        assert error["code"] in ("bad_file", "empty", "bad_tie_break", "too_many")
