from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "correio.moderation"
    label = "correio_moderation"
    default_auto_field = "django.db.models.BigAutoField"
