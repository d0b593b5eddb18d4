"""`make play`: the whole site on one machine, from nothing to an address to open; Ctrl-C stops all of it.

Servers first and last, each owned by a process of its own; in between the site's processes under honcho.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import honcho.manager
import honcho.process
import psutil
import psycopg
import redis

from correio.embedded import children
from correio.embedded.addresses import (
    SOURCE_ROOT,
    database_url,
    ensure_var_dir,
    read_runtime,
    record_runtime,
    redis_url,
)
from correio.embedded.exclusive import held
from correio.embedded.supervision import MANAGER, Command, keep
from correio.embedded.trouble import Trouble
from correio.embedded.valkey import free_port, is_free

RUN_IN = "CORREIO_RUN_IN"
"""Environment variable on every process of a run: the data folder it works on. Finds what a kill -9 left."""

HOST = os.environ.get("CORREIO_HOST", "127.0.0.1")
PORTS = range(8000, 8100)
WORTH_SAYING = 2.0
"""Seconds of silence after which a step says that it is still at work."""

SECONDS_TO_STOP = 15
"""For a worker to finish or hand back what it holds; a lease covers what is cut off."""

ROOT_WARNING = "You're running the worker with superuser privileges"
"""Celery's, at length, each time. On one's own machine root is who one is."""

PYTHON = sys.executable


def main() -> int:
    if sys.argv[1:2] == ["keep"]:
        name, *command = sys.argv[2:]
        return keep(Command(name, command))
    try:
        return play()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        _say("stopped.")
        return 130


def play() -> int:
    var = ensure_var_dir()
    _stop_remains(var)
    with held(var / "play.lock", _already_running):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        os.environ |= {MANAGER: str(os.getpid()), RUN_IN: str(var), "PYTHONUNBUFFERED": "1"}
        os.environ.setdefault("PYTHONWARNINGS", f"ignore:{ROOT_WARNING}")
        with _servers():
            _check_reachable()
            _prepare_site(var)
            return _run_site(var)


def _already_running(holder: int) -> Trouble:
    address = read_runtime().get("web", {}).get("url", "its address")
    return Trouble(
        "the site is already running from this folder",
        f"process {holder} runs it at {address}",
        "Open that address, stop it with Ctrl-C, or set CORREIO_VAR to another folder for a second site.",
    )


# ------------------------------------------------------------------ servers


@contextlib.contextmanager
def _servers() -> Iterator[None]:
    """Those not configured by a URL; stopped in the opposite order after everything that uses them."""
    with contextlib.ExitStack() as running:
        if not os.environ.get("DATABASE_URL"):
            running.callback(_stop_server, "PostgreSQL", _start_server("postgres"))
        if not os.environ.get("REDIS_URL"):
            running.callback(_stop_server, "Valkey", _start_server("valkey"))
        yield


def _start_server(name: str) -> subprocess.Popen[bytes]:
    owner = children.start([PYTHON, "-m", "correio.embedded", "serve", name], folder=SOURCE_ROOT)
    try:
        while read_runtime().get(name, {}).get("pid") != owner.pid:
            if owner.poll() is not None:
                raise Trouble(f"{name} could not be started", "see above", "Follow the advice above.")
            time.sleep(0.05)
    except BaseException:
        children.stop(owner, (signal.SIGTERM, 75))
        raise
    return owner


def _stop_server(title: str, owner: subprocess.Popen[bytes]) -> None:
    with _step(f"stopping {title}"):
        children.stop(owner, (signal.SIGTERM, 75))


def _check_reachable() -> None:
    try:
        psycopg.connect(database_url(), connect_timeout=10).close()
    except psycopg.Error as error:
        raise Trouble(
            "the database cannot be reached",
            str(error).strip(),
            "Check DATABASE_URL and that the server runs; without DATABASE_URL one is started here.",
        ) from error
    client = redis.Redis.from_url(redis_url(), socket_connect_timeout=10)
    try:
        client.ping()
    except redis.RedisError as error:
        raise Trouble(
            "Redis cannot be reached",
            str(error).strip(),
            "Check REDIS_URL and that the server runs; without REDIS_URL one is started here.",
        ) from error
    finally:
        client.close()


# ------------------------------------------------------------------ site


def _prepare_site(var: Path) -> None:
    (var / "static").mkdir(exist_ok=True)  # else the static file server warns
    _manage("bringing the database up to date", "migrate", "--noinput", "--verbosity", "0")
    _manage("filling the site with a demo, if it is new", "seed_demo")


def _manage(what: str, *arguments: str) -> None:
    with _step(what):
        process = children.start([PYTHON, SOURCE_ROOT / "manage.py", *arguments], folder=SOURCE_ROOT)
        try:
            code = process.wait()
        except BaseException:
            children.stop(process, (signal.SIGTERM, 10))
            raise
    if code != 0:
        raise Trouble(
            f"{what} failed",
            f"`manage.py {shlex.join(arguments)}` ended with code {code}, see above",
            "Mend that.",
        )


def processes(host: str, port: int, var: Path) -> dict[str, list[str]]:
    """What runs, by name: the same commands as in deploy/, all on this machine."""
    celery = [PYTHON, "-m", "celery", "--quiet", "--app", "correio"]
    return {
        "web": [
            *(PYTHON, "-m", "uvicorn", "correio.asgi:application", "--host", host, "--port", str(port)),
            *("--lifespan", "off", "--no-access-log", "--log-level", "warning"),
            *("--timeout-graceful-shutdown", "5"),
        ],
        "worker": [
            *(
                *celery,
                "worker",
                "--queues",
                "default,mail",
                "--concurrency",
                "2",
                "--hostname",
                "default@%h",
            ),
            *("--loglevel", "warning", "--without-gossip", "--without-mingle"),
        ],
        "bots": [
            *(*celery, "worker", "--queues", "bots", "--prefetch-multiplier", "1", "--hostname", "bots@%h"),
            *("--concurrency", str(max(1, (os.cpu_count() or 2) - 1))),
            *("--loglevel", "warning", "--without-gossip", "--without-mingle"),
        ],
        "beat": [*celery, "beat", "--schedule", str(var / "beat"), "--pidfile", "", "--loglevel", "warning"],
        "watch": [PYTHON, str(SOURCE_ROOT / "manage.py"), "watch"],
    }


def _run_site(var: Path) -> int:
    port = _web_port()
    address = f"http://{HOST}:{port}/"
    os.environ.setdefault("SITE_URL", address.rstrip("/"))
    record_runtime("web", url=address, pid=os.getpid())
    honcho.manager.KILL_WAIT = SECONDS_TO_STOP
    manager = honcho.manager.Manager()
    manager._process_ctor = _Runner
    for name, command in processes(HOST, port, var).items():
        kept = [PYTHON, "-m", "correio.play", "keep", name, *command]
        manager.add_process(name, "exec " + shlex.join(kept), cwd=str(SOURCE_ROOT))
    threading.Thread(target=_announce, args=(address,), daemon=True).start()
    manager.loop()
    stopped_by_hand = manager.returncode in (130, 143)
    _say(
        "the site has stopped."
        if stopped_by_hand
        else "the site has stopped because a part of it failed, see above."
    )
    return 0 if stopped_by_hand else (manager.returncode or 1)


class _Runner(honcho.process.Process):  # type: ignore[misc]  # honcho has no types
    """honcho's process between the manager and one part of the site."""

    def run(self, events: object = None, ignore_signals: bool = False) -> None:
        """Ends when its part has ended, even if the manager was killed and cannot listen any more."""
        manager = os.getppid()
        super().run(events, ignore_signals)
        if os.getppid() != manager:
            os._exit(1)


def _web_port() -> int:
    """CORREIO_PORT, else the port of the last run, else the first free one from 8000."""
    wanted = os.environ.get("CORREIO_PORT")
    if wanted:
        if not is_free(int(wanted)):
            raise Trouble(
                f"port {wanted} is in use", "CORREIO_PORT names it", "Choose another, or unset CORREIO_PORT."
            )
        return int(wanted)
    last = read_runtime().get("web", {}).get("url", "").rstrip("/").rpartition(":")[2]
    return int(last) if last and is_free(int(last)) else free_port(PORTS)


def _announce(address: str) -> None:
    """Once the site answers; an error page is an answer too."""
    while True:
        try:
            urllib.request.urlopen(address, timeout=10).close()
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.2)
        else:
            break
    print(f"\n  Correio is ready: {address}   (Ctrl-C stops it)\n", flush=True)


# ------------------------------------------------------------------ remains and words


def _stop_remains(var: Path) -> None:
    """Processes of a run on these data whose manager was killed. A run that is alive is left alone."""
    remains = [process for process in psutil.process_iter() if _is_remains(process, str(var))]
    for process in remains:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    if remains:
        with _step("stopping what a killed run left behind"):
            _, stubborn = psutil.wait_procs(remains, timeout=75)
            for process in stubborn:
                with contextlib.suppress(psutil.Error):
                    process.kill()


def _is_remains(process: psutil.Process, var: str) -> bool:
    try:
        environment = process.environ()
        return environment.get(RUN_IN) == var and not children.alive(int(environment[MANAGER]))
    except (psutil.Error, KeyError, ValueError, OSError):
        return False


@contextlib.contextmanager
def _step(what: str) -> Iterator[None]:
    """Says what is being done as soon as that takes longer than a moment."""
    timer = threading.Timer(WORTH_SAYING, _say, [f"{what} ..."])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(text: str) -> None:
    print(f"correio: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
