"""Where this clone's servers are: the environment first, then `var/runtime.json`."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from correio.embedded.trouble import Trouble

SOURCE_ROOT = Path(__file__).resolve().parents[3]

POSTGRES_PORT = 5432
"""Only a part of the socket's name: embedded PostgreSQL listens on no network port."""

NOWHERE = "redis://127.0.0.1:1/0"
"""Refuses at once. Better than the usual port, where a stranger's Redis may answer."""


def var_dir() -> Path:
    """Everything this clone writes while it runs."""
    return Path(os.environ.get("CORREIO_VAR") or SOURCE_ROOT / "var").expanduser().absolute()


def ensure_var_dir() -> Path:
    folder = var_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            f"cannot make the data folder {folder}",
            str(error),
            "Make it writable for you, or point CORREIO_VAR at a folder that is.",
        ) from error
    return folder


def postgres_url(sockets: Path, database: str = "correio") -> str:
    return f"postgresql://correio@/{database}?host={quote(str(sockets), safe='')}&port={POSTGRES_PORT}"


def database_url() -> str:
    """Never fails: without a server it names a socket that does not exist, and the first query says so."""
    recorded = read_runtime().get("postgres", {}).get("url")
    return os.environ.get("DATABASE_URL") or recorded or postgres_url(var_dir() / "run")


def redis_url() -> str:
    return os.environ.get("REDIS_URL") or read_runtime().get("valkey", {}).get("url") or NOWHERE


def read_runtime() -> dict[str, dict[str, Any]]:
    """What runs where, by name (`postgres`, `valkey`, `web`); stays after a stop so that ports are kept."""
    try:
        return dict(json.loads((var_dir() / "runtime.json").read_text()))
    except (OSError, ValueError):
        return {}


def record_runtime(name: str, **entry: Any) -> None:
    """Several processes write their own entry; readers see the old file or the new one, never half of it."""
    with _writing():
        runtime = {**read_runtime(), name: entry}
        _replace(var_dir() / "runtime.json", json.dumps(runtime, indent=1))


def development_secret_key() -> str:
    """Django's SECRET_KEY of a clone on one machine, made once; a real site sets SECRET_KEY."""
    path = ensure_var_dir() / "secret_key"
    with contextlib.suppress(FileNotFoundError):
        return path.read_text()
    with _writing():
        if not path.exists():
            _replace(path, secrets.token_urlsafe(48))
        return path.read_text()


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    with open(ensure_var_dir() / "runtime.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _replace(path: Path, text: str) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise Trouble(
            f"cannot write {path}", str(error), "Free some space there, or set CORREIO_VAR to another folder."
        ) from error
