from datetime import timedelta

from django.apps import AppConfig


class DueConfig(AppConfig):
    name = "correio.due"
    label = "correio_due"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due.models import Parked
        from correio.due.retention import forget

        forget("released", lambda now: Parked.objects.filter(released_at__lt=now - timedelta(days=7)))
