"""The Celery app: workers, and beat, which does nothing but call for sweeps.

`-A correio` finds it through `correio.celery`.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "correio.settings")

app = Celery("correio")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

SWEEP_EVERY = {"default": 3.0, "bots": 3.0, "mail": 10.0}
"""Seconds. A message that waited longer than that expires: the next one asks for the same."""

app.conf.beat_schedule = {
    **{
        f"sweep {queue}": {
            "task": "due.sweep",
            "schedule": seconds,
            "args": (queue,),
            "options": {"queue": queue, "expires": seconds},
        }
        for queue, seconds in SWEEP_EVERY.items()
    },
    "forget": {"task": "due.forget", "schedule": 3600.0, "options": {"queue": "default", "expires": 600}},
}
