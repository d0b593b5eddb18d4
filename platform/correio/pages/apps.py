from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "correio.pages"
    label = "correio_pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due import registry
        from correio.matches import extras
        from correio.pages import match_extras, showcase

        work = registry.DueWork("showcase", "default", showcase.due, showcase.keep_going, showcase.late)
        registry.register(work)
        extras.add(match_extras.add_extras)
