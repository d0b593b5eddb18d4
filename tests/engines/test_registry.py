from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines import registry
from engines.template.rules import RULES, PostcardsRules


@pytest.fixture
def fresh() -> Iterator[None]:
    caches = (registry._versions, registry.games, registry.title)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


class Point:
    """An entry point of another package."""

    name = "theirs"

    def __init__(self, rules: object) -> None:
        self.rules = rules

    def load(self) -> object:
        return self.rules


def renamed(key: str, version: int = 1) -> PostcardsRules:
    import msgspec

    rules = PostcardsRules()
    rules.info = msgspec.structs.replace(RULES.info, key=key, rules_version=version, titles=())
    return rules


def test_games_are_found_by_key_and_title() -> None:
    assert registry.rules("postcards") is RULES
    rules, title = registry.title("estoril-1942")
    assert rules.info.key == "estoril"
    assert title.name == "City of Spies: Estoril 1942"


def test_the_template_is_hidden_from_players() -> None:
    assert "postcards" in registry.games()
    assert "postcards" not in registry.listed()


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(registry.UnknownGame, match="there are ace-of-spies, estoril, postcards"):
        registry.rules("chess")
    with pytest.raises(registry.UnknownGame, match="it has 1"):
        registry.rules("postcards", 2)
    with pytest.raises(registry.UnknownGame, match="estoril-1942"):
        registry.title("chess")


def test_other_packages_add_games(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = renamed("telegrams")
    monkeypatch.setattr(registry, "entry_points", lambda group: [Point(theirs)])
    assert registry.rules("telegrams") is theirs


def test_old_rules_stay_beside_new_ones(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    newer: Any = renamed("postcards", 2)
    monkeypatch.setattr(registry, "entry_points", lambda group: [Point(newer)])
    assert registry.rules("postcards") is newer
    assert registry.rules("postcards", 1) is RULES


def test_two_games_cannot_share_key_and_version(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [Point(renamed("postcards"))])
    with pytest.raises(ValueError, match="two games claim 'postcards' version 1"):
        registry.games()
