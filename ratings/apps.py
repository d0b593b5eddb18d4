from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
    label = "correio_ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due.registry import DueWork, register
        from correio.matches.events import consume
        from correio.matches.models import Event
        from ratings import exports, ledger

        consume(ledger.CONSUMER, [Event.Kind.FINISHED, Event.Kind.CANCELLED], ledger.record_event)
        register(
            DueWork(
                exports.WORK,
                "default",
                exports.due,
                exports.handle,
                exports.late,
                lease_seconds=exports.LEASE_SECONDS,
            )
        )
