"""Folders and binaries of the embedded servers, where the account that runs them can reach them."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from correio.embedded.account import Account, unprivileged
from correio.embedded.trouble import Trouble

PASSAGE = 0o711
"""Others may pass through, not list and not write."""

LONGEST_SOCKET = 107
"""Bytes in the path of a unix socket on Linux (103 on macOS, hence the margin below)."""

NEEDED_FREE = 200 * 1024 * 1024
"""Bytes. A fresh cluster takes 40 MB, its first write-ahead log 32 MB more."""


@dataclass(frozen=True)
class Home:
    """The folder of one set of servers, and the account they run as."""

    folder: Path
    account: Account | None

    def private(self, name: str) -> Path:
        """A folder only the servers' account (and root) can enter."""
        return private_folder(self.folder / name, self.account)

    def sockets(self) -> Path:
        """A short path, whatever the clone's own path is."""
        folder = self.folder / "run"
        if len(str(folder)) + len("/.s.PGSQL.5432.lock") < LONGEST_SOCKET - 8:
            return private_folder(folder, self.account)
        return private_folder(Path("/tmp") / f"correio-{_key(self.folder)}", self.account)

    def run_from(self, package: str, program: str) -> Path:
        """The program inside an installed wheel, or inside a copy of it where the account can run it."""
        installed = _package_folder(package)
        if self.account is None or self.account.can_run(installed / program):
            return installed / program
        return self._copy_of(package, installed) / program

    def _copy_of(self, package: str, installed: Path) -> Path:
        copies = self.folder / f"{package}-{importlib.metadata.version(package)}"
        if not copies.exists():
            fresh = copies.with_name(copies.name + ".part")
            shutil.rmtree(fresh, ignore_errors=True)
            ignore = shutil.ignore_patterns("*.a", "include", "__pycache__")
            shutil.copytree(installed, fresh / package, ignore=ignore, symlinks=True)
            libraries = installed.with_name(f"{package}.libs")
            if libraries.exists():
                shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
            _readable_by_all(fresh)
            fresh.rename(copies)
        return copies / package

    def check_space(self) -> None:
        free = shutil.disk_usage(self.folder).free
        if free < NEEDED_FREE:
            raise Trouble(
                "not enough disk space to start the servers",
                f"{free // 2**20} MB are free at {self.folder}, {NEEDED_FREE // 2**20} MB are needed",
                "Free some space there, or set CORREIO_VAR to a folder on another disk.",
            )


def home_for(var: Path) -> Home:
    """`var` itself; for root's unprivileged account a folder under /var/tmp where it cannot reach `var`.

    That folder stays root's and only lets the account pass: else it could lay links for root's logs."""
    account = unprivileged()
    if account is None or account.can_enter(var):
        return Home(var, account)
    return Home(private_folder(Path("/var/tmp") / f"correio-{_key(var)}", None, mode=PASSAGE), account)


def private_folder(folder: Path, account: Account | None, mode: int = 0o700) -> Path:
    """Make it, or make sure that it is ours: in /tmp a stranger may have been there first."""
    owner = account.uid if account else os.geteuid()
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise Trouble(
            f"cannot make the folder {folder}",
            str(error),
            "Make its parent writable, or set CORREIO_VAR to another folder.",
        ) from error
    else:
        folder.chmod(mode)
        if account:
            account.own(folder)
    found = folder.lstat()
    if (
        not stat.S_ISDIR(found.st_mode)
        or found.st_uid != owner
        or stat.S_IMODE(found.st_mode) & 0o077 & ~mode
    ):
        raise Trouble(
            f"the folder {folder} is not safe to use",
            f"it belongs to user {found.st_uid} with mode {stat.S_IMODE(found.st_mode):o}; "
            f"expected user {owner} and mode {mode:o} (the site was started as another user before?)",
            "Start the site as the user who started it first, or set CORREIO_VAR to another folder.",
        )
    return folder


def _readable_by_all(folder: Path) -> None:
    """Programs are no secret; a strict umask would hide them from the account that shall run them."""
    for path in [folder, *folder.rglob("*")]:
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) | (0o555 if mode & stat.S_IXUSR else 0o444))


def _key(folder: Path) -> str:
    return hashlib.sha256(f"{os.geteuid()}:{folder.resolve()}".encode()).hexdigest()[:12]


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise Trouble(
            f"the package {package} is not installed",
            "its server program is used when DATABASE_URL or REDIS_URL is not set",
            "Run `make install`, or set DATABASE_URL and REDIS_URL to servers of your own.",
        )
    return Path(next(iter(spec.submodule_search_locations)))
