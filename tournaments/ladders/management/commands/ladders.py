"""`manage.py ladders list|verify|rebuild|enliven`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.ladders import steward
from tournaments.ladders.models import Ladder


class Command(BaseCommand):
    help = "Compare ladders with their histories, or have house bots live on one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "act",
            choices=["list", "verify", "rebuild", "enliven"],
            help="verify: compare positions with the moves that led to them; rebuild: and mend what differs; "
            "enliven: house bots join a ladder of bots and play on it now and then",
        )
        parser.add_argument("--ladder", help="only this one, such as estoril-1942-bots")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = self._chosen(options["ladder"])
        match options["act"]:
            case "list":
                for ladder in chosen:
                    self.stdout.write(f"{ladder.slug}: {ladder.size} members, {ladder.last_seq} moves")
            case "enliven":
                self._enliven(chosen, named=options["ladder"] is not None)
            case act:
                self._compare(chosen, replace=act == "rebuild")

    def _chosen(self, slug: str | None) -> list[Ladder]:
        found = list(Ladder.objects.filter(slug=slug) if slug else Ladder.objects.all())
        if slug and not found:
            known = ", ".join(ladder.slug for ladder in Ladder.objects.all()) or "none"
            raise CommandError(f"there is no ladder {slug!r}; there are: {known}")
        return found

    def _compare(self, chosen: list[Ladder], *, replace: bool) -> None:
        differs = False
        for ladder in chosen:
            outcome = steward.compare(ladder, replace=replace)
            differs |= not outcome.same
            verdict = "same" if outcome.same else f"{len(outcome.differing)} differ"
            self.stdout.write(f"{ladder.slug}: {outcome.moves} moves, {verdict}")
            for sentence in outcome.differing[:20]:
                self.stdout.write(f"  {sentence}")
            if replace and not outcome.same:
                self.stdout.write("  mended")
        if differs and not replace:
            raise CommandError("positions differ from their history; `ladders rebuild` mends them")

    def _enliven(self, chosen: list[Ladder], *, named: bool) -> None:
        bots = [ladder for ladder in chosen if ladder.bots]
        if named and not bots:
            raise CommandError("that is a ladder for people: name one for bots, or none for all of them")
        for ladder in bots:
            steward.enliven(ladder)
            self.stdout.write(f"{ladder.slug}: house bots play on it")
