"""Who the servers run as. PostgreSQL refuses root, so root lends them an unprivileged account.

Nothing of the machine is changed for that: no user is added, no parent folder is opened up. What the account
cannot reach (a clone under a closed home folder) is kept in a folder of its own instead, see `places`.
"""

from __future__ import annotations

import functools
import os
import pwd
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from correio.embedded.trouble import Trouble

CANDIDATES = ("correio", "nobody", "daemon")


class Account(NamedTuple):
    uid: int
    gid: int

    def popen_arguments(self) -> dict[str, Any]:
        """For subprocess: become this account, keep none of root's groups."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def can_run(self, path: Path) -> bool:
        """Asked by trying: permissions, access lists and mount options all have a say."""
        return self._test("-x", path)

    def can_enter(self, folder: Path) -> bool:
        return self._test("-x", folder)

    def _test(self, flag: str, path: Path) -> bool:
        command = ["/bin/sh", "-c", 'test "$1" "$2"', "sh", flag, str(path)]
        return subprocess.run(command, cwd="/", **self.popen_arguments()).returncode == 0


@functools.cache
def unprivileged() -> Account | None:
    """None when we are not root: the servers then run as whoever we are."""
    if os.geteuid() != 0:
        return None
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
            account = Account(entry.pw_uid, entry.pw_gid)
            subprocess.run(["/bin/true"], cwd="/", check=True, **account.popen_arguments())
        except (KeyError, OSError, subprocess.SubprocessError):
            continue
        return account
    raise Trouble(
        "PostgreSQL does not run as root, and no unprivileged account can be lent to it",
        f"none of the accounts {', '.join(CANDIDATES)} exists or can be switched to",
        "Run this as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
    )
