from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LaddersConfig(AppConfig):
    name = "tournaments.ladders"
    label = "correio_ladders"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due.registry import DueWork, register
        from correio.matches.events import consume
        from correio.matches.models import Event
        from tournaments.ladders import notices, steward

        consume(steward.CONSUMER, [Event.Kind.FINISHED, Event.Kind.CANCELLED], steward.record_event)
        for name, due, act in steward.WORKS:
            register(DueWork(name, "default", due, act, lambda row: row.due_at))
        notices.register()
        post_migrate.connect(_found, sender=self, dispatch_uid="ladders")


def _found(using: str, **_signal: Any) -> None:
    """Every title has its ladders from the moment this version is installed; not while migrations stop
    short of their tables."""
    from django.db import connections

    from tournaments.ladders.founding import found
    from tournaments.ladders.models import Ladder

    if Ladder._meta.db_table in connections[using].introspection.table_names():
        found()
