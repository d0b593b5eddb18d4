"""`manage.py check_matches`: before a release, every stored match has to replay to its snapshot."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from correio.matches.models import Match
from correio.matches.playback import Differs, check


class Command(BaseCommand):
    help = "Replays stored matches; exit code 1 if draws or a position differ in a single byte."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="only these matches")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        matches = Match.objects.exclude(snapshot=None).order_by("pk")
        if codes:
            matches = matches.filter(code__in=codes)
        checked, faults = 0, 0
        for match in matches.iterator(chunk_size=200):
            checked += 1
            try:
                check(match)
            except (Differs, LookupError) as error:
                faults += 1
                self.stderr.write(self.style.ERROR(str(error)))
        self.stdout.write(f"{checked} matches replayed, {faults} differ")
        if faults:
            raise CommandError(f"{faults} of {checked} matches do not replay", returncode=1)
