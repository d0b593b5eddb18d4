"""From typed entries to sentences: the edge where a language comes in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from engines.protocol import OptionValue, Rules, Seat, Told, hears

_REF = re.compile(r"[a-z_]+:\S+")


def sentence(
    rules: Rules, told: Told, seat_names: Sequence[str], translate: Callable[[str], str] = str
) -> str:
    """One entry as a sentence; raises KeyError if the game has no text for it."""
    template = translate(rules.texts[told.key])
    words = {key: word(rules, value, seat_names, translate) for key, value in told.args.items()}
    return template.format_map(words)


def word(
    rules: Rules, value: OptionValue, seat_names: Sequence[str], translate: Callable[[str], str] = str
) -> OptionValue:
    """An argument as it stands in a sentence: refs become names, anything else stays."""
    if not isinstance(value, str) or not _REF.fullmatch(value):
        return value
    kind, _, name = value.partition(":")
    if kind == "seat":
        return seat_names[int(name)]
    return translate(rules.noun(value))


def heard(entries: Iterable[Told], observer: Seat | None) -> list[Told]:
    """What of it that observer may know (None = spectator)."""
    return [told for told in entries if hears(told.to, observer)]
