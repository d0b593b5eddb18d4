"""Options of a match, checked the same way for every game."""

from __future__ import annotations

from engines.protocol import BadOptions, GameInfo, Options, OptionValue


def complete(info: GameInfo, seats: int, options: Options) -> dict[str, OptionValue]:
    """Options completed with the defaults of the game; raises BadOptions with what is offered.

    A value has to be one of the choices in kind, too: True is not 1.
    """
    name = info.titles[0].name
    if seats not in info.seats:
        raise BadOptions(f"{name} is played by {_listed(info.seats, 'or')}, not by {seats}")
    known = {each.key: each for each in info.options if not each.seats or seats in each.seats}
    for key, value in options.items():
        if key not in known:
            offered = f"it has {', '.join(known)}" if known else "it has none"
            raise BadOptions(f"{name} has no option {key!r}; {offered}")
        choices = known[key].choices
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise BadOptions(f"option {key!r} cannot be {value!r}; it may be {', '.join(map(str, choices))}")
    return {**{key: option.default for key, option in known.items()}, **options}


def _listed(numbers: tuple[int, ...], last: str) -> str:
    words = [str(number) for number in numbers]
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
