"""Says hurry after a commit. May fail at any time without anybody noticing but the gauge."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Mapping

from django.db import transaction

from correio.due.background import Background
from correio.due.registry import work

logger = logging.getLogger(__name__)

EXPIRES = 20
"""Seconds after which a hurry is worthless: the sweep has seen the row since."""


def _publish(names: Mapping[str, None]) -> int:
    from correio.due.tasks import hurry

    failed = 0
    for name in names:
        try:
            queue = work(name).queue
            hurry.apply_async((name,), queue=queue, expires=EXPIRES, ignore_result=True, retry=False)
        except Exception as error:
            logger.warning("nobody was told to hurry with %s: %s", name, error)
            failed += 1
    return failed


PAUSE = 0.05
"""Seconds: many commits in a row ask for the same work, and one message for all of them is enough."""

publisher = Background("nudges", _publish, PAUSE)
atexit.register(publisher.flush)


def nudge(*names: str) -> None:
    """Hurry with these kinds of work once the running transaction has committed."""
    transaction.on_commit(lambda: publisher.send(dict.fromkeys(names)), robust=True)
