from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "correio.lobby"
    label = "correio_lobby"
    default_auto_field = "django.db.models.BigAutoField"
