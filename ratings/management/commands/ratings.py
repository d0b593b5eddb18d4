"""`manage.py ratings rebuild|verify|dump|annul|lift`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from correio.accounts.models import User
from ratings import compressed, export, ledger, pools
from ratings.dump import encode
from ratings.models import Annulment, Pool


class Command(BaseCommand):
    help = "Rate every pool anew and compare with the live rows, write the public dump, annul an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "act",
            choices=["rebuild", "verify", "dump", "annul", "lift"],
            help="verify: compare only; rebuild: compare, and with --apply replace what differs; "
            "dump: for `python -m ratings.verify`; annul, lift: all results of --account",
        )
        parser.add_argument("--pool", help="only this one, such as estoril-1942/base/days")
        parser.add_argument("--apply", action="store_true", help="with rebuild: the shadow becomes live")
        parser.add_argument("--output", type=Path, help="with dump: a compressed file, else text to stdout")
        parser.add_argument("--account", help="with annul and lift: the username")
        parser.add_argument("--why", default="", help="with annul and lift: the reason, shown to everybody")

    def handle(self, *args: Any, **options: Any) -> None:
        only = self._pool(options["pool"])
        match options["act"]:
            case "dump":
                self._dump(only, options["output"])
            case "annul" | "lift":
                self._account(options["act"], options["account"], options["why"])
            case act:
                self._compare(only, replace=act == "rebuild" and options["apply"])

    def _pool(self, key: str | None) -> Pool | None:
        if key is None:
            return None
        pool = pools.find(key)
        if pool is None:
            known = ", ".join(each.key for each in Pool.objects.order_by("pk")) or "none yet"
            raise CommandError(f"there is no pool {key!r}; there are: {known}")
        return pool

    def _bar(self, chosen: list[Pool]) -> tqdm[Any]:
        """On stderr, and only where somebody looks."""
        total = sum(pool.last_seq for pool in chosen)
        return tqdm(total=total, unit=" results", unit_scale=True, disable=None)

    def _compare(self, only: Pool | None, *, replace: bool) -> None:
        chosen = list(Pool.objects.order_by("pk")) if only is None else [only]
        differs = False
        with self._bar(chosen) as bar:
            for pool in chosen:
                outcome = ledger.compare(pool, replace=replace, advance=bar.update)
                differs |= not outcome.same
                with tqdm.external_write_mode():
                    self._say(outcome, replaced=replace and not outcome.same)
        if differs and not replace:
            raise CommandError("live ratings differ from their results; `ratings rebuild --apply` mends them")

    def _say(self, outcome: ledger.Comparison, *, replaced: bool) -> None:
        verdict = "same" if outcome.same else f"{len(outcome.differing)} rows differ"
        self.stdout.write(
            f"{outcome.pool.key}: {outcome.results} results, {verdict}, sha256 {outcome.shadow}"
        )
        for sentence in outcome.differing[:20]:
            self.stdout.write(f"  {sentence}")
        if replaced:
            self.stdout.write("  replaced")

    def _dump(self, only: Pool | None, output: Path | None) -> None:
        chosen = list(Pool.objects.order_by("pk")) if only is None else [only]
        with self._bar(chosen) as bar:
            lines = export.lines(only, advance=bar.update)
            if output is None:
                for line in lines:
                    self.stdout.write(encode(line).decode(), ending="")
                return
            try:
                with compressed.writing(output) as file:
                    for line in lines:
                        file.write(encode(line))
            except OSError as error:
                raise CommandError(f"{output}: cannot be written: {error.strerror}") from error
        self.stdout.write(f"{output}: {output.stat().st_size} bytes; `python -m ratings.verify {output}`")

    def _account(self, act: str, name: str | None, why: str) -> None:
        account = User.objects.filter(username__iexact=name or "").first()
        if account is None:
            raise CommandError(f"there is no account {name!r}; name one with --account")
        now = timezone.now()
        try:
            if act == "annul":
                done = ledger.annul_account(account=account, by=None, why=why, now=now)
            else:
                found = Annulment.objects.filter(account=account, lifted_at=None).first()
                if found is None:
                    raise CommandError(f"{account.username} is not annulled; nothing was changed")
                done = ledger.lift_annulment(annulment_id=found.pk, by=None, why=why, now=now)
        except ledger.LedgerRefusal as refusal:
            raise CommandError(refusal.message) from refusal
        line = done.acts.latest("pk")
        verb = "void" if act == "annul" else "rated again"
        self.stdout.write(f"{account.username}: {line.results} results {verb}")
