"""PostgreSQL and Valkey from wheels: started, stopped, killed, found in the way, refused."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from correio.embedded import Trouble, temporary
from correio.embedded.addresses import development_secret_key, read_runtime, record_runtime
from correio.embedded.places import Home, home_for, private_folder

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Owner:
    """`python -m correio.embedded serve NAME` on a data folder of its own."""

    def __init__(self, var: Path, name: str) -> None:
        self._var, self._name = var, name
        self.process: subprocess.Popen[str] | None = None

    def launch(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "correio.embedded", "serve", self._name],
            cwd=ROOT,
            env=os.environ | {"CORREIO_VAR": str(self._var), "PYTHONPATH": "platform"},
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self) -> str:
        """Its address, once it says that it is ready."""
        self.process = self.launch()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            entry = self._entry()
            if entry.get("pid") == self.process.pid:
                return str(entry["url"])
            time.sleep(0.02)
        raise AssertionError(f"{self._name} did not become ready: {self.end()}")

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors

    def server(self) -> psutil.Process:
        """The server itself, the owner's child."""
        assert self.process is not None
        (child,) = psutil.Process(self.process.pid).children()
        return child

    def _entry(self) -> dict[str, object]:
        try:
            return dict(json.loads((self._var / "runtime.json").read_text()).get(self._name, {}))
        except OSError:
            return {}


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CORREIO_VAR", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL", "CORREIO_MANAGER_PID"):
        monkeypatch.delenv(name, raising=False)
    yield tmp_path
    shutil.rmtree(home_for(tmp_path).folder)


@pytest.fixture
def owner(var: Path, request: pytest.FixtureRequest) -> Iterator[Owner]:
    owner = Owner(var, request.param)
    yield owner
    if owner.process is not None:
        owner.end()


postgres = pytest.mark.parametrize("owner", ["postgres"], indirect=True)
valkey = pytest.mark.parametrize("owner", ["valkey"], indirect=True)


def answers(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url) as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)
    return False


def eventually(question: object, *arguments: object) -> bool:
    assert callable(question)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if question(*arguments):
            return True
        time.sleep(0.05)
    return False


def write_row(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('azulejo — 1942')")


def rows(url: str) -> list[tuple[str]]:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT word FROM kept").fetchall()


def test_throwaway_servers_answer_survive_a_kill_and_leave_nothing() -> None:
    with temporary() as servers:
        write_row(servers.database_url)
        client = redis.Redis.from_url(servers.redis_url)
        client.set("key", "value")
        servers.postgres.kill()
        servers.valkey.kill()
        assert not answers(servers.database_url)
        servers.postgres.start()
        servers.valkey.start()
        assert rows(servers.database_url) == [("azulejo — 1942",)]
        assert client.get("key") is None, "Valkey keeps nothing on purpose: the database says what is due"
        with psycopg.connect(servers.database_url) as connection:
            folder = Path(connection.execute("SHOW data_directory").fetchone()[0]).parent  # type: ignore[index]
            socket = Path(connection.info.host)
        assert socket.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()
    assert not answers(servers.database_url)


def test_run_hands_on_the_exit_code_and_both_addresses() -> None:
    ask = "import os, sys; sys.exit(len([1 for key in ('DATABASE_URL', 'REDIS_URL') if os.environ[key]]) + 5)"
    command = [sys.executable, "-m", "correio.embedded", "run", "--", sys.executable, "-c", ask]
    assert subprocess.run(command, env=os.environ | {"PYTHONPATH": "platform"}, cwd=ROOT).returncode == 7


@postgres
def test_data_stay_over_a_stop_and_a_second_owner_is_refused(owner: Owner) -> None:
    url = owner.start()
    write_row(url)
    second = owner.launch()
    _, refusal = second.communicate(timeout=PATIENCE)
    assert second.returncode == 1
    assert "already running" in refusal
    assert f"process {owner.process.pid}" in refusal  # type: ignore[union-attr]
    assert "Traceback" not in refusal
    assert rows(url) == [("azulejo — 1942",)], "the refused one disturbed nothing"

    server = owner.server()
    assert owner.end()[0] == 0
    assert not server.is_running()
    assert rows(owner.start()) == [("azulejo — 1942",)]


@postgres
def test_a_killed_server_is_started_again_by_its_owner(owner: Owner) -> None:
    url = owner.start()
    write_row(url)
    first = owner.server()
    first.kill()
    assert eventually(lambda: not first.is_running() and answers(url))
    assert rows(url) == [("azulejo — 1942",)]


@postgres
def test_after_kill_9_of_owner_and_server_it_starts_again(owner: Owner) -> None:
    write_row(owner.start())
    server = owner.server()
    os.kill(owner.process.pid, signal.SIGSTOP)  # type: ignore[union-attr]
    server.kill()
    owner.end(signal.SIGKILL)
    assert rows(owner.start()) == [("azulejo — 1942",)]


@postgres
def test_after_kill_9_of_the_owner_alone_no_orphan_is_in_the_way(owner: Owner) -> None:
    write_row(owner.start())
    owner.end(signal.SIGKILL)
    assert rows(owner.start()) == [("azulejo — 1942",)]


@postgres
def test_a_pid_file_naming_a_stranger_stops_neither_us_nor_the_stranger(owner: Owner, var: Path) -> None:
    owner.start()
    owner.end()
    home = home_for(var)
    stranger = subprocess.Popen(["sleep", "600"])
    try:
        pid_file = home.folder / "postgres" / "postmaster.pid"
        pid_file.write_text(f"{stranger.pid}\n{pid_file.parent}\n1\n5432\n\n\n\n")
        (home.sockets() / ".s.PGSQL.5432.lock").write_text(f"{stranger.pid}\n")
        assert answers(owner.start())
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@postgres
def test_data_of_another_major_version_are_refused_and_untouched(owner: Owner, var: Path) -> None:
    data = private_folder(home_for(var).folder / "postgres", None)
    (data / "PG_VERSION").write_text("15\n")
    owner.process = owner.launch()
    code, errors = owner.end(signal.SIGCONT)
    assert code == 1
    assert "PostgreSQL 15" in errors
    assert [path.name for path in data.iterdir()] == ["PG_VERSION"]


@valkey
def test_valkey_keeps_its_port_and_password_and_asks_for_it(owner: Owner) -> None:
    url = owner.start()
    assert redis.Redis.from_url(url).ping()
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url("redis://" + url.partition("@")[2]).ping()
    assert owner.end()[0] == 0
    assert owner.start() == url


@valkey
def test_an_owner_ends_with_the_manager_that_was_killed(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = subprocess.Popen(["sleep", "600"])
    monkeypatch.setenv("CORREIO_MANAGER_PID", str(manager.pid))
    owner.start()
    server = owner.server()
    manager.kill()
    manager.wait()
    assert owner.process is not None
    assert owner.process.wait(PATIENCE) == 0
    assert not server.is_running()


def test_a_full_disk_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 10**9, 5 * 2**20))
    with pytest.raises(Trouble, match="5 MB are free") as told:
        Home(tmp_path, None).check_space()
    assert "CORREIO_VAR" in told.value.remedy
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("trap", ["open to others", "a link"])
def test_a_folder_a_stranger_could_have_laid_is_not_used(tmp_path: Path, trap: str) -> None:
    folder = tmp_path / "run"
    if trap == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(0o755)
    with pytest.raises(Trouble, match="not safe"):
        private_folder(folder, None)


def test_a_long_path_still_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    sockets = Home(deep, None).sockets()
    try:
        assert len(str(sockets)) < 40
        assert Home(deep, None).sockets() == sockets
    finally:
        sockets.rmdir()


def test_runtime_entries_keep_each_other_and_are_private(var: Path) -> None:
    record_runtime("web", url="http://127.0.0.1:8000/", pid=1)
    record_runtime("valkey", url="redis://:secret@127.0.0.1:1/0", pid=2)
    assert read_runtime()["web"]["pid"] == 1
    assert (var / "runtime.json").stat().st_mode & 0o077 == 0


def test_the_secret_key_is_made_once(var: Path) -> None:
    key = development_secret_key()
    assert len(key) > 50
    assert development_secret_key() == key
