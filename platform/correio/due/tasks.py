"""What Celery is told: sweep a queue, hurry with one kind of work; no time of a game goes through it."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from correio.due import retention
from correio.due.sweep import sweep as sweep_queue
from correio.due.sweep import sweep_work


@shared_task(name="due.sweep", ignore_result=True)
def sweep(queue: str) -> int:
    return sweep_queue(queue)


@shared_task(name="due.hurry", ignore_result=True)
def hurry(name: str) -> int:
    return sweep_work(name)


@shared_task(name="due.forget", ignore_result=True)
def forget() -> None:
    retention.apply(timezone.now())
