from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "correio.pages"
    label = "correio_pages"
    default_auto_field = "django.db.models.BigAutoField"
