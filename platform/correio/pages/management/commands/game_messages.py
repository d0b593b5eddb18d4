from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from correio.pages import game_texts

TARGET = Path(game_texts.__file__).with_name("game_messages.py")


class Command(BaseCommand):
    help = "Collects what the games say into correio/pages/game_messages.py, before makemessages."

    def handle(self, *args: Any, **options: Any) -> None:
        TARGET.write_text(game_texts.source(), "utf-8")
        self.stdout.write(str(TARGET))
