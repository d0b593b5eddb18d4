"""Games as players read about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from correio.accounts.house import LEVELS
from correio.matches.models import Match, Seat
from correio.pages.rules_text import RulesText, text_of
from engines import registry
from engines.protocol import GameInfo, Rules, Title

RECENT = 6
"""Finished matches on the page of a game."""

GLYPHS = {"ace-of-spies": "assassin", "estoril": "conspiracy", "spy-ring": "eye"}
"""Sign on the cover of a game; others show their first letter."""


def teaser(key: str) -> str:
    """One sentence about a game, in the reader's language."""
    return {
        "estoril": _(
            "Neutral Portugal, 1942. Lay your spies, open or hidden, in six haunts; be strongest, recruit."
        ),
        "ace-of-spies": _(
            "London, Paris, Berlin. Lay missions from your hand, set agents on rivals, keep an answer ready."
        ),
        "spy-ring": _(
            "Sixteen embassies in one quarter. Find your tokens, catch rivals in sight, spell the words."
        ),
    }.get(key, "")


def level_words(level: str) -> str:
    return {
        "novice": _("plays by the look of it, makes mistakes; answers at once"),
        "steady": _("searches a little ahead; a fair partner for a first season"),
        "keen": _("searches deeper with a plan for the end of the round"),
    }.get(level, "")


@dataclass(frozen=True)
class GameCard:
    info: GameInfo
    title: Title
    teaser: str
    glyph: str

    @property
    def seats(self) -> str:
        """`2 to 4`; one by one where a number between is missing."""
        least, most = min(self.title.seats), max(self.title.seats)
        if least == most or set(self.title.seats) != set(range(least, most + 1)):
            return ", ".join(map(str, sorted(self.title.seats)))
        return _("%(least)d to %(most)d") % {"least": least, "most": most}


@dataclass(frozen=True)
class GamePage:
    card: GameCard
    titles: tuple[Title, ...]
    rules: RulesText
    levels: list[tuple[str, str]]


def listed_games() -> list[GameCard]:
    return [_card(rules) for rules in registry.listed().values()]


def game_page(key: str) -> GamePage | None:
    """None for a game nobody is offered."""
    rules = registry.listed().get(key)
    if rules is None:
        return None
    levels = [(level, level_words(level)) for level in LEVELS]
    return GamePage(_card(rules), rules.info.titles, text_of(rules), levels)


def recent_matches(key: str) -> list[Match]:
    """The last that were finished, with the players by place; nobody's private table."""
    over = Match.objects.filter(game=key, status=Match.Status.FINISHED, private=False)
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("place", "seat"))
    return list(over.order_by("-finished_at").prefetch_related(seats)[:RECENT])


def _card(rules: Rules) -> GameCard:
    info = rules.info
    return GameCard(info, info.titles[0], teaser(info.key), GLYPHS.get(info.key, ""))


def game_json(rules: Rules) -> dict[str, Any]:
    info = rules.info
    return {
        "key": info.key,
        "rules_version": info.rules_version,
        "components": info.components,
        "seats": list(info.seats),
        "minutes": info.minutes,
        "absent_turns": info.absent_turns,
        "titles": [
            {"key": title.key, "name": title.name, "sets": list(title.sets), "seats": list(title.seats)}
            for title in info.titles
        ],
        "options": [
            {
                "key": option.key,
                "label": option.label,
                "help": option.help,
                "default": option.default,
                "choices": list(option.choices),
                "seats": list(option.seats),
            }
            for option in info.options
        ],
    }
