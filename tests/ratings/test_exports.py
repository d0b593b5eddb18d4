"""Public dumps: made at night, listed, sent in pieces, proved by the verifier."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import AsyncClient, Client

from correio.due.sweep import sweep_work
from correio.matches.models import Match
from ratings import compressed, export_views, exports, ledger, verify
from ratings.dump import ResultDump, decode
from ratings.models import DumpFile, DumpSchedule, RatedResult, Rating
from tests.ratings.played import NOW, finished, people

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 3, 2, 3, 0, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    cache.clear()
    settings.EXPORTS_DIR = tmp_path / "exports"
    DumpSchedule.objects.update_or_create(pk=1, defaults={"next_at": NIGHT})
    return settings.EXPORTS_DIR


def some_results() -> None:
    group = people("ana", "bento", "clara")
    for i in range(6):
        finished(group[i % 3 :] + group[: i % 3], [1, 2, 2], at=NOW + timedelta(days=20 * i))
    sweep_work("delivery:ratings")


def sweep(at: datetime) -> int:
    return sweep_work(exports.WORK, clock=lambda: at)


def test_a_dump_is_made_once_a_night_and_convinces_the_verifier(folder: Path) -> None:
    some_results()
    ledger.void(match_id=Match.objects.earliest("pk").pk, by=None, why="x", now=NOW)
    assert sweep(NIGHT - timedelta(hours=1)) == 0
    assert sweep(NIGHT) == 1
    assert sweep(NIGHT + timedelta(hours=1)) == 0
    dump = DumpFile.objects.get()
    path = folder / dump.name
    assert (dump.size, dump.sha256) == (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
    assert (dump.results, dump.players) == (6, 3)
    assert verify.verify(path) == verify.SAME
    rows = [line for line in map(decode, compressed.lines(path)) if isinstance(line, ResultDump)]
    assert [row.void for row in rows] == [True] + [False] * 5
    assert DumpSchedule.objects.get().next_at == datetime(2026, 3, 3, 3, tzinfo=UTC)
    assert sweep(NIGHT + timedelta(days=1)) == 1
    assert DumpFile.objects.count() == 2
    assert {each.name for each in folder.iterdir()} == {each.name for each in DumpFile.objects.all()}


def test_a_forged_row_of_the_database_is_in_the_dump_and_found_there(folder: Path) -> None:
    some_results()
    Rating.objects.filter(user__username="ana").update(rating=1_999_000)
    RatedResult.objects.filter(seq=2).update(places=[2, 1, 2])
    sweep(NIGHT)
    assert verify.verify(folder / DumpFile.objects.get().name) == verify.DIFFERENT


def test_a_night_without_results_makes_nothing(folder: Path) -> None:
    assert sweep(NIGHT) == 1
    assert not DumpFile.objects.exists()


def test_a_maker_that_fails_leaves_no_half_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some_results()

    def broken(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(exports, "encode", broken)
    assert sweep(NIGHT) == 0
    assert not DumpFile.objects.exists()
    assert list(folder.iterdir()) == []


def test_old_nights_go_and_the_first_of_each_month_stays(folder: Path) -> None:
    some_results()
    for day in (1, 5, 20, 40):
        exports.make(NIGHT + timedelta(days=day))
    exports.clear(NIGHT + timedelta(days=65))
    kept = [dump.made_at.date().isoformat() for dump in DumpFile.objects.order_by("made_at")]
    assert kept == ["2026-03-03", "2026-04-11"]
    assert len(list(folder.iterdir())) == 2


def test_the_page_lists_what_there_is_and_asks_for_the_first(client: Client, said: list[Any]) -> None:
    assert "Nothing is rated yet" in client.get("/exports/").content.decode()
    DumpSchedule.objects.all().delete()
    some_results()
    assert DumpSchedule.objects.get().next_at > datetime.now(UTC)
    assert "The first file is being made" in client.get("/exports/").content.decode()
    assert DumpSchedule.objects.get().next_at <= datetime.now(UTC)
    assert sweep_work(exports.WORK) == 1
    dump = DumpFile.objects.get()
    text = client.get("/exports/").content.decode()
    assert dump.sha256 in text
    (row,) = client.get("/api/ratings/exports/").json()
    assert (row["url"], row["sha256"]) == (f"/exports/{dump.name}", dump.sha256)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_file_is_sent_in_pieces(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare() -> DumpFile:
        some_results()
        return exports.make(NIGHT)

    dump = await sync_to_async(prepare)()
    monkeypatch.setattr(export_views, "PIECE", 100)
    answer = await AsyncClient().get(f"/exports/{dump.name}")
    pieces = [piece async for piece in answer.streaming_content]
    assert len(pieces) == -(-dump.size // 100)
    assert hashlib.sha256(b"".join(pieces)).hexdigest() == dump.sha256
    assert answer.headers["Content-Length"] == str(dump.size)
    await sync_to_async(connections.close_all)()


def test_a_file_that_is_not_there_is_missing(client: Client, folder: Path) -> None:
    some_results()
    dump = exports.make(NIGHT)
    (folder / dump.name).unlink()
    for name in (dump.name, "none.zst", "..%2Fsettings.py"):
        assert client.get(f"/exports/{name}").status_code == 404


def test_who_takes_too_many_is_told_to_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    some_results()
    dump = exports.make(NIGHT)
    monkeypatch.setattr(export_views.DumpThrottle, "rate", "0/hour")
    answer = client.get(f"/exports/{dump.name}")
    assert answer.status_code == 429
    assert "try again later" in answer.content.decode()


def test_the_command_writes_text_or_a_file(tmp_path: Path) -> None:
    some_results()
    out = StringIO()
    call_command("ratings", "dump", stdout=out)
    path = tmp_path / "dump.json"
    path.write_text(out.getvalue())
    assert verify.verify(path) == verify.SAME
    call_command("ratings", "dump", "--output", str(tmp_path / "dump.zst"), stdout=StringIO())
    assert verify.verify(tmp_path / "dump.zst") == verify.SAME
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("ratings", "dump", "--output", str(tmp_path / "no" / "dump.zst"), stdout=StringIO())


def test_the_command_annuls_an_account_and_lifts_it() -> None:
    some_results()
    out = StringIO()
    call_command("ratings", "annul", "--account", "ana", "--why", "two accounts", stdout=out)
    assert out.getvalue() == "ana: 6 results void\n"
    with pytest.raises(CommandError, match="annulled already"):
        call_command("ratings", "annul", "--account", "ana")
    call_command("ratings", "lift", "--account", "ana", stdout=out)
    assert out.getvalue().endswith("ana: 6 results rated again\n")
    with pytest.raises(CommandError, match="not annulled"):
        call_command("ratings", "lift", "--account", "ana")
    with pytest.raises(CommandError, match="no account"):
        call_command("ratings", "annul", "--account", "nobody")
