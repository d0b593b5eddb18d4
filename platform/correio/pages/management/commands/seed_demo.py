from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from correio.pages.demo import seed


class Command(BaseCommand):
    help = "Fills a new site with bots at play, tournaments and open seats. Does nothing the second time."

    def handle(self, *args: Any, **options: Any) -> None:
        if not seed(timezone.now()):
            self.stdout.write("The demo is there already.")
