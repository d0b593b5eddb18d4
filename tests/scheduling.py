"""How `pytest -n` divides the tests: each folder that shares one running site stays on one worker.

pytest-xdist's own way, `xdist_group` with `--dist loadgroup`, writes the group into an attribute that
pytest 9.2 no longer reads; whoever asks for loadgroup gets this instead.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/browser/", "tests/fault/")


class ByFolder(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFolder | None:
    return ByFolder(config, log) if config.getvalue("dist") == "loadgroup" else None
