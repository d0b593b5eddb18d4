from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "correio.accounts"
    label = "correio_accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from correio.accounts.sessions import expired, remember_device
        from correio.due.retention import forget

        forget("sessions", expired)
        user_logged_in.connect(remember_device, dispatch_uid="remember_device")
