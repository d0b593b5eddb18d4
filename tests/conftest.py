"""Fixtures for every test that touches the site."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import hypothesis
import pytest
from django.conf import settings

from correio.accounts.models import User
from correio.due import background
from tests.scheduling import pytest_xdist_make_scheduler  # noqa: F401 - a hook

# How fast the machine happens to be decides nothing: no deadline, and no complaint about slow examples.
hypothesis.settings.register_profile(
    "correio", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("correio")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "publishes: hurries and broadcasts really go to Redis")
    # Hashing passwords slowly is the point of the real ones.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # As `make play` lays it: without the folder the server of static files warns once for every client.
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    _keep_workers_apart(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))


def _keep_workers_apart(worker: str) -> None:
    """Each has a database of its own, but all share one Redis."""
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] += worker
    settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] += f"{worker}:"
    settings.CACHES["default"]["KEY_PREFIX"] = worker


class Said(list[Any]):
    """What would have been published to Redis: names of work and groups of sockets."""


@pytest.fixture(autouse=True)
def said(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Said:
    """Nothing is published from tests, but kept here; `@pytest.mark.publishes` lets it through."""
    kept = Said()
    if request.node.get_closest_marker("publishes") is None:

        def keep(self: background.Background, what: Mapping[Any, Any]) -> None:
            kept.extend(what.items())

        monkeypatch.setattr(background.Background, "send", keep)
    return kept


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """Makes people by name."""

    def make(name: str, **fields: Any) -> User:
        return User.objects.create_user(name, f"{name}@example.org", "a long password", **fields)

    return make


@pytest.fixture
def alice(person: Callable[..., User]) -> User:
    return person("alice")


@pytest.fixture
def bob(person: Callable[..., User]) -> User:
    return person("bob")


@pytest.fixture
def carol(person: Callable[..., User]) -> User:
    return person("carol")


@pytest.fixture
def bot(db: None) -> Callable[..., User]:
    def make(name: str = "robot", level: str = "novice") -> User:
        user = User(username=name, kind=User.Kind.BOT, bot_level=level)
        user.set_unusable_password()
        user.save()
        return user

    return make
