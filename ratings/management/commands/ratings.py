"""`manage.py ratings rebuild|verify|dump`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings import ledger, pools
from ratings.dump import encode
from ratings.export import dumped
from ratings.models import Pool


class Command(BaseCommand):
    help = "Rate every pool anew and compare with the live rows, or write the public dump."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "act",
            choices=["rebuild", "verify", "dump"],
            help="verify: compare only; rebuild: compare, and with --apply replace what differs; "
            "dump: JSON for `python -m ratings.verify`",
        )
        parser.add_argument("--pool", help="only this one, such as estoril-1942/base/days")
        parser.add_argument("--apply", action="store_true", help="with rebuild: the shadow becomes live")

    def handle(self, *args: Any, **options: Any) -> None:
        only = self._pool(options["pool"])
        if options["act"] == "dump":
            self.stdout.write(encode(dumped(only)).decode(), ending="")
            return
        replace = options["act"] == "rebuild" and options["apply"]
        differs = False
        for pool in Pool.objects.order_by("pk") if only is None else [only]:
            outcome = ledger.compare(pool, replace=replace)
            differs |= not outcome.same
            self._say(outcome, replaced=replace and not outcome.same)
        if differs and not replace:
            raise CommandError("live ratings differ from their results; `ratings rebuild --apply` mends them")

    def _pool(self, key: str | None) -> Pool | None:
        if key is None:
            return None
        pool = pools.find(key)
        if pool is None:
            known = ", ".join(each.key for each in Pool.objects.order_by("pk")) or "none yet"
            raise CommandError(f"there is no pool {key!r}; there are: {known}")
        return pool

    def _say(self, outcome: ledger.Comparison, *, replaced: bool) -> None:
        verdict = "same" if outcome.same else f"{len(outcome.differing)} rows differ"
        self.stdout.write(
            f"{outcome.pool.key}: {outcome.results} results, {verdict}, sha256 {outcome.shadow}"
        )
        for sentence in outcome.differing[:20]:
            self.stdout.write(f"  {sentence}")
        if replaced:
            self.stdout.write("  replaced")
