"""Which games there are: the project's own by name, others by entry point.

A package adds a game with an entry point in the group `correio.engines` that names its rules object.
The registry serves every rules version that a stored match may name.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import MappingProxyType

from engines.protocol import Rules, Title

OWN = (
    "engines.estoril.rules",
    "engines.spy_ring.rules",
    "engines.template.rules",
    "engines.ace_of_spies.rules",
)
"""Modules with the rules objects of the project: `RULES`, and `OLD` for versions before it."""

GROUP = "correio.engines"


class UnknownGame(LookupError):
    """No game, title or rules version has that key; the text says what there is."""


@functools.cache
def _versions() -> Mapping[str, Mapping[int, Rules]]:
    found: dict[str, dict[int, Rules]] = {}
    for each in [*_own(), *_others()]:
        versions = found.setdefault(each.info.key, {})
        if each.info.rules_version in versions:
            raise ValueError(f"two games claim {each.info.key!r} version {each.info.rules_version}")
        versions[each.info.rules_version] = each
    return MappingProxyType(found)


def _own() -> list[Rules]:
    rules: list[Rules] = []
    for name in OWN:
        if find_spec(name) is None:
            continue
        module = import_module(name)
        rules += [module.RULES, *getattr(module, "OLD", ())]
    return rules


def _others() -> list[Rules]:
    return [point.load() for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)]


@functools.cache
def games() -> Mapping[str, Rules]:
    """The newest rules of each game by its key, unlisted ones included."""
    return MappingProxyType({key: versions[max(versions)] for key, versions in _versions().items()})


def listed() -> Mapping[str, Rules]:
    """What players are offered."""
    return {key: each for key, each in games().items() if each.info.listed}


def titles() -> list[Title]:
    """All that players are offered, game by game."""
    return [title for each in listed().values() for title in each.info.titles]


def seats_by_title() -> dict[str, tuple[int, ...]]:
    """By key of the title: the numbers of seats it is offered for."""
    return {title.key: title.seats for title in titles()}


def rules(key: str, version: int | None = None) -> Rules:
    """The game with that key, in the newest version if none is named."""
    versions = _versions().get(key)
    if versions is None:
        raise UnknownGame(f"there is no game {key!r}; there are {', '.join(sorted(_versions()))}")
    if version is None:
        return versions[max(versions)]
    if version not in versions:
        known = ", ".join(map(str, sorted(versions)))
        raise UnknownGame(f"{key!r} has no rules version {version}; it has {known}")
    return versions[version]


@functools.cache
def title(key: str) -> tuple[Rules, Title]:
    """The title with that key and the game that is played under it."""
    for each in games().values():
        for one in each.info.titles:
            if one.key == key:
                return each, one
    known = ", ".join(one.key for each in games().values() for one in each.info.titles)
    raise UnknownGame(f"there is no title {key!r}; there are {known}")
