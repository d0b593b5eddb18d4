from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "correio.accounts"
    label = "correio_accounts"
    default_auto_field = "django.db.models.BigAutoField"
