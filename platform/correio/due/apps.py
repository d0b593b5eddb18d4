from datetime import timedelta
from importlib import import_module

from django.apps import AppConfig
from django.conf import settings


class DueConfig(AppConfig):
    name = "correio.due"
    label = "correio_due"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module(settings.WORKER_APP)
        from correio.due.models import Parked
        from correio.due.retention import forget

        forget("released", lambda now: Parked.objects.filter(released_at__lt=now - timedelta(days=7)))
