"""The worked examples of a game, for the script that plays them on the rules page in place of a drawing."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from correio.pages.catalogs import localised_catalog
from engines import registry
from engines.examples import Example, Frame, examples_of, frames
from engines.protocol import Rules
from engines.telling import sentence

NAMES = ("Ana", "Bento", "Clara", "Duarte", "Elsa")
"""Of the seats: somebody has to sit there."""


@require_GET
@gzip_page
def examples(request: HttpRequest, key: str) -> HttpResponse:
    """Packed to a twentieth; there is nothing secret in it that its length could give away."""
    rules = registry.listed().get(key)
    if rules is None:
        raise Http404
    return JsonResponse(examples_json(rules))


def examples_json(rules: Rules) -> dict[str, Any]:
    return {
        "game": rules.info.key,
        "title": rules.info.titles[0].key,
        "title_name": rules.info.titles[0].name,
        "catalog": localised_catalog(rules),
        "names": NAMES,
        "examples": [_example(rules, example, played) for example, played in _played(rules.info.key)],
    }


@cache
def _played(key: str) -> list[tuple[Example, list[Frame]]]:
    """Without a language: the same for every reader, and played once."""
    rules = registry.listed()[key]
    return [(example, frames(rules, example)) for example in examples_of(rules)]


def _example(rules: Rules, example: Example, played: list[Frame]) -> dict[str, Any]:
    return {
        "key": example.key,
        "title": _(rules.texts[example.title]),
        "observer": example.observer,
        "near": example.near,
        "frames": [_frame(rules, frame) for frame in played],
    }


def _frame(rules: Rules, frame: Frame) -> dict[str, Any]:
    return {
        "view": msgspec.to_builtins(frame.view),
        "actors": frame.actors,
        "said": [sentence(rules, told, NAMES, _) for told in frame.said],
        "ringed": frame.ringed,
        "drawn": frame.drawn,
        "lit": frame.lit,
    }
