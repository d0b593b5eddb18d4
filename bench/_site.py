"""A site for benches: servers of their own with commits that reach the disk, and one web process.

Nothing of it is the operator's: the databases are thrown away at the end.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from bench import Unavailable

ROOT = Path(__file__).resolve().parent.parent
UNLIMITED = dict.fromkeys(("THROTTLE_ANON", "THROTTLE_USER", "THROTTLE_PREVIEW"), "10000000/min")


@contextlib.contextmanager
def database() -> Iterator[dict[str, str]]:
    """Django set up on a migrated throwaway database; yields the environment for more processes."""
    if find_spec("django") is None:
        raise Unavailable("the site is not installed; use `make install`")
    sys.path.append(str(ROOT / "platform"))
    from correio.embedded import temporary

    with temporary(durable=True) as servers:
        environment = {
            **servers.environment(),
            **UNLIMITED,
            "SECRET_KEY": "bench",
            "CORREIO_DEVELOPMENT": "1",
            "DJANGO_SETTINGS_MODULE": "correio.settings",
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        }
        os.environ.update(environment)
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        try:
            yield environment
        finally:
            connections.close_all()
            connections["default"].close_pool()  # type: ignore[attr-defined]


@contextlib.contextmanager
def web(environment: dict[str, str]) -> Iterator[int]:
    """One web process; yields its port."""
    from correio.embedded.valkey import free_port

    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "correio.asgi:application", "--port", str(port)]
    command += ["--lifespan", "off", "--no-access-log", "--log-level", "warning"]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment})
    try:
        _wait_for(f"http://127.0.0.1:{port}/api/matches/", process)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise Unavailable(f"the web process ended with code {process.returncode}")
        with contextlib.suppress(urllib.error.URLError, ConnectionError), urllib.request.urlopen(url):
            return
        time.sleep(0.1)
    raise Unavailable("the web process did not answer within a minute")


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
