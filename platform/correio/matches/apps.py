from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "correio.matches"
    label = "correio_matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.matches import rights, work

        work.declare()
        rights.declare()
