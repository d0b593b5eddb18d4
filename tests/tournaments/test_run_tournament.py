"""`manage.py run_tournament` from beginning to end."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from correio.matches import records
from correio.matches.models import Match
from ratings.models import RatedResult
from tournaments.models import Tournament

SMALL = {"game": "postcards", "entrants": 5, "seats": 4, "rounds": 2, "level": "novice", "here": True}


def run(**more: object) -> str:
    out = StringIO()
    call_command("run_tournament", stdout=out, **(SMALL | more))
    return out.getvalue()


@pytest.mark.django_db
def test_it_plays_to_the_end_and_prints_what_came_of_it() -> None:
    text = run()
    for caption in ("Crosstable", "Standings", "Ratings"):
        assert f"\n{caption}\n" in text
    assert text.count("pairing bye") == 2
    tournament = Tournament.objects.get()
    assert tournament.status == Tournament.Status.FINISHED
    assert RatedResult.objects.count() == Match.objects.filter(status="finished").count() == 2


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_records() -> None:
    kept = []
    for _ in range(2):
        with transaction.atomic():
            text = run(seed="7")
            stored = [records.encoded(match) for match in Match.objects.order_by("code")]
            kept.append((text, stored))
            transaction.set_rollback(True)
    assert kept[0] == kept[1]
    assert len(kept[0][1]) == 2


@pytest.mark.django_db
def test_a_second_run_of_a_seed_on_one_site_is_another_tournament() -> None:
    run(seed="7")
    run(seed="7")
    assert Tournament.objects.filter(status="finished").count() == 2
    assert Match.objects.count() == 4


@pytest.mark.django_db
def test_what_cannot_be_played_is_said() -> None:
    with pytest.raises(CommandError, match="chess"):
        run(game="chess")
    with pytest.raises(CommandError, match="no bot level"):
        run(level="genius")
    with pytest.raises(CommandError, match="between 1 and 30 rounds"):
        run(rounds=0)
    with pytest.raises(CommandError, match="room for between 4"):
        run(entrants=3)
