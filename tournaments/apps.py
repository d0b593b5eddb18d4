from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    label = "correio_tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from correio.due.registry import DueWork, register
        from correio.matches.events import consume
        from correio.matches.models import Event
        from tournaments import director
        from tournaments.acts import background, jobs, notices

        consume(director.CONSUMER, [Event.Kind.FINISHED, Event.Kind.CANCELLED], director.record_event)
        notices.register()
        register(DueWork(director.WORK, "default", director.due, director.act_when_due, lambda t: t.due_at))
        register(
            DueWork(
                jobs.WORK,
                "default",
                background.due,
                background.pair_in_background,
                lambda job: job.asked_at,
                lease_seconds=background.LEASE_SECONDS,
            )
        )
