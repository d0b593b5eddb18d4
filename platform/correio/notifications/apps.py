from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "correio.notifications"
    label = "correio_notifications"
    default_auto_field = "django.db.models.BigAutoField"
