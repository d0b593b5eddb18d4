"""What must hold of a game before anybody plays: metadata, options, texts, notation of nonsense."""

from __future__ import annotations

import re
import string

import msgspec

from engines.conformance.driving import check_options
from engines.conformance.tally import broken_unless
from engines.protocol import BadOptions, Options, Rules, UnknownNotation

NONSENSE = ("", " ", "xyzzy", "absent", "leave", "place", "0", "-1", "ß", "a\nb", "x" * 500, "keep  L4")


def check_rules(rules: Rules) -> None:
    """Raises Broken. Needs no match, costs nothing."""
    info = rules.info
    broken_unless(re.fullmatch(r"[a-z][a-z0-9-]*", info.key), f"{info.key!r} is no key for URLs")
    broken_unless(info.titles and info.seats and info.move_bound > 0, "a game without title, seats or end")
    broken_unless(info.components, "component data without a content hash")
    for title in info.titles:
        broken_unless(set(title.seats) <= set(info.seats), f"{title.key!r} has seats the game has not")
    _check_options(rules)
    for key, template in rules.texts.items():
        try:
            fields = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
        except ValueError as error:
            broken_unless(False, f"text {key!r} is no template: {error}")
        else:
            broken_unless(all(field.isidentifier() for field in fields), f"text {key!r} has odd fields")
    broken_unless(msgspec.json.encode(rules.catalog()), "no catalog")
    for text in NONSENSE:
        _check_nonsense(rules, text)


def _check_nonsense(rules: Rules, text: str) -> None:
    try:
        move = rules.read(text)
    except UnknownNotation as error:
        broken_unless(str(error), f"{text!r} is refused without a reason")
    else:
        broken_unless(rules.write(move) == text, f"{text!r} is read as a move that is written otherwise")


def _check_options(rules: Rules) -> None:
    info = rules.info
    for option in info.options:
        broken_unless(option.default in option.choices, f"option {option.key!r}: its default is not offered")
    for seats in info.seats:
        check_options(rules, seats)
        _refused(rules, seats, {"no-such-option": 1})
        for option in info.options:
            _refused(rules, seats, {option.key: "no-such-value"})
    for seats in (0, 1, max(info.seats) + 1, -2):
        if seats not in info.seats:
            _refused(rules, seats, {})


def _refused(rules: Rules, seats: int, options: Options) -> None:
    try:
        rules.check(seats, options)
    except BadOptions as error:
        broken_unless(str(error), "options are refused without a reason")
    else:
        broken_unless(False, f"{seats} seats with options {options} were accepted")
