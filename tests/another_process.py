"""A module of the tests run in a process of its own, on the database of this test and another Redis."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings


def told_by(module: str, *arguments: str, redis_url: str, timeout: int) -> dict[str, Any]:
    """What it prints, as JSON. It must succeed within so many seconds."""
    database = settings.DATABASES["default"]
    query = urlencode({"host": database["HOST"]})
    user = f"{database['USER']}:{quote(database['PASSWORD'], safe='')}"
    port = f":{database['PORT']}" if database["PORT"] else ""
    url = f"postgresql://{user}@{port}/{database['NAME']}?{query}"
    environment = {**os.environ, "REDIS_URL": redis_url, "DATABASE_URL": url, "PYTHONPATH": ".:platform"}
    environment["DJANGO_SETTINGS_MODULE"] = os.environ.get("DJANGO_SETTINGS_MODULE", "correio.settings")
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=environment,
        capture_output=True,
        check=False,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr.decode()
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def redis_that_nobody_answers() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{free.getsockname()[1]}/0"
