"""A Swiss event of Ace of Spies: standing orders answer every announcement, bots play it to its end."""

from __future__ import annotations

import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep
from correio.matches import playback
from correio.matches.models import Match, Move, Window
from tests.tournaments.running import NOW, check_rows, opened
from tournaments import director
from tournaments.models import Tournament
from tournaments.ranking import lines

pytestmark = pytest.mark.django_db

ROUNDS = 2


def test_bots_play_a_swiss_event_with_orders_to_its_end() -> None:
    bots = [User.objects.create_user(f"b{n}", kind=User.Kind.BOT, bot_level="novice") for n in range(4)]
    tournament = opened(
        None,
        bots,
        title="ace-of-spies",
        seats=2,
        round_count=ROUNDS,
        options={"reactions": "orders"},
        script="ace5" * 16,
        rank_by="lot",
    )
    director.start(tournament_id=tournament.pk, by=None, now=NOW)
    while sweep("bots", clock=lambda: NOW) + sweep("default", clock=lambda: NOW):
        assert not Window.objects.exists(), "orders answer at once: nobody is waited for"
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.rounds.count() == ROUNDS
    check_rows(tournament)
    assert sum(line.standing.units for line in lines(tournament)) > 0

    matches = Match.objects.filter(tournament_table__round__tournament=tournament)
    assert matches.count() == ROUNDS * 2
    for match in matches:
        assert match.status == Match.Status.FINISHED
        assert match.options["reactions"] == "orders"
        playback.check(match)
    by_order = Move.objects.filter(match__in=matches, actor="seat", notation__in=("stop", "pass"))
    assert by_order.exists(), "somebody announced something, and an order answered it"
