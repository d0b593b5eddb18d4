from django.apps import AppConfig


class DueConfig(AppConfig):
    name = "correio.due"
    label = "correio_due"
    default_auto_field = "django.db.models.BigAutoField"
