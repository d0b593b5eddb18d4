from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
    label = "correio_ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.matches.events import consume
        from correio.matches.models import Event
        from ratings import ledger

        consume(ledger.CONSUMER, [Event.Kind.FINISHED, Event.Kind.CANCELLED], ledger.record_event)
