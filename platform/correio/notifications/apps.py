from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "correio.notifications"
    label = "correio_notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due import registry, retention
        from correio.matches import events
        from correio.matches.models import Event
        from correio.notifications import planning, sending

        kinds = {Event.Kind.TURN, Event.Kind.SEAT_LEFT, Event.Kind.FINISHED, Event.Kind.CANCELLED}
        events.consume("notifications", kinds, planning.plan)
        retention.forget("notices", sending.settled_long_ago)
        registry.register(registry.DueWork("mail", "mail", sending.due, sending.settle, sending.late))
