"""Tiles from seeds: the server's half of the drawing grammar; `frontend/src/drawing/azulejo.ts` is the other.

Both read `azulejo.json` (six layers of shapes for one quarter of a tile) and draw the same numbers from
the same seed, so that a player's tile is the same wherever it is drawn. A quarter is drawn in 50 x 50
with its origin at the tile's centre; a shape marked `both` is mirrored on the diagonal, and the quarter
is then laid four times.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal
from urllib.parse import quote

GRAMMAR: Mapping[str, Any] = json.loads((files(__package__) / "azulejo.json").read_text("utf-8"))
PIECES: Mapping[str, Any] = json.loads((files(__package__) / "pieces.json").read_text("utf-8"))

Theme = Literal["light", "dark"]

_SWAP = {"G": "D", "D": "G", "P": "M", "M": "P", "W": "W"}
_MASK = 0xFFFFFFFF


class Draws:
    """Numbers from a text: FNV-1a over its UTF-8 bytes, then mulberry32; short in any language."""

    def __init__(self, seed: str) -> None:
        state = 0x811C9DC5
        for byte in seed.encode():
            state = ((state ^ byte) * 0x01000193) & _MASK
        self._state = state

    def below(self, n: int) -> int:
        """In range(n), n <= 2**20."""
        self._state = (self._state + 0x6D2B79F5) & _MASK
        t = self._state
        t = ((t ^ (t >> 15)) * (t | 1)) & _MASK
        t ^= (t + ((t ^ (t >> 7)) * (t | 61))) & _MASK
        return ((t ^ (t >> 14)) & _MASK) * n >> 32


@dataclass(frozen=True)
class Design:
    """What a seed decides, before any ink."""

    inverted: bool
    warm: bool
    shapes: tuple[int, ...]
    """One index for each layer of the grammar."""


def design(seed: str, *, inverted: bool | None = None, warm: bool | None = None) -> Design:
    """`inverted` and `warm` overrule what the seed says; the shapes stay the same."""
    draws = Draws(seed)
    own_inverted = draws.below(100) < GRAMMAR["inverted"]
    own_warm = draws.below(100) < GRAMMAR["warm"]
    shapes = tuple(draws.below(len(layer["shapes"])) for layer in GRAMMAR["layers"])
    return Design(own_inverted if inverted is None else inverted, own_warm if warm is None else warm, shapes)


def quarter(of: Design, colours: Mapping[str, str]) -> str:
    """SVG of one quarter; `colours` maps the five glazes to CSS colours."""
    parts = [f'<path fill="{colours[_glaze("G", of)]}" d="M-1-1H51V51H-1Z"/>']
    for layer, index in zip(GRAMMAR["layers"], of.shapes, strict=True):
        for part in layer["shapes"][index]:
            drawn = _part(part, of, colours)
            parts.append(drawn)
            if part.get("both"):
                parts.append(f'<g transform="matrix(0 1 1 0 0 0)">{drawn}</g>')
    return "".join(parts)


def _part(part: Mapping[str, Any], of: Design, colours: Mapping[str, str]) -> str:
    if "fill" in part:
        paint = f'fill="{colours[_glaze(part["fill"], of)]}"'
    else:
        paint = f'fill="none" stroke="{colours[_glaze(part["stroke"], of)]}" stroke-width="{part["w"]}"'
    if "circle" in part:
        x, y, r = part["circle"]
        return f'<circle cx="{x}" cy="{y}" r="{r}" {paint}/>'
    return f'<path d="{part["path"]}" {paint}/>'


def _glaze(glaze: str, of: Design) -> str:
    if glaze == "W" and not of.warm:
        glaze = "M"
    return _SWAP[glaze] if of.inverted else glaze


def tokens() -> dict[str, str]:
    """The five glazes as custom properties of the page: they follow its theme."""
    return {glaze: f"var({name})" for glaze, name in GRAMMAR["tokens"].items()}


def tile(of: Design, uid: str, colours: Mapping[str, str] | None = None, *, frame: bool = True) -> str:
    """Content of an `<svg viewBox="0 0 100 100">`; `uid` must be unique in the document."""
    colours = tokens() if colours is None else colours
    four = "".join(
        f'<use href="#{uid}" x="-.5" y="-.5" width="51" height="51" '
        f'transform="translate(50 50) scale({x} {y})"/>'
        for x in (1, -1)
        for y in (1, -1)
    )
    edge = colours[_glaze("D", of)]
    rim = f'<path fill="none" stroke="{edge}" stroke-opacity=".55" d="M.5.5h99v99H.5z"/>' if frame else ""
    return f'<symbol id="{uid}" viewBox="-.5 -.5 51 51">{quarter(of, colours)}</symbol>{four}{rim}'


@lru_cache(maxsize=512)
def picture(
    seed: str, theme: Theme, *, inverted: bool | None = None, warm: bool | None = None, across: int = 1
) -> str:
    """`across` x `across` tiles as a `data:` address for CSS, where custom properties do not reach."""
    drawn = tile(design(seed, inverted=inverted, warm=warm), "q", GRAMMAR["palette"][theme])
    size = 100 * across
    if across > 1:
        places = (
            f'<use href="#t" x="{100 * x}" y="{100 * y}"/>' for x in range(across) for y in range(across)
        )
        drawn = (
            f'<symbol id="t" viewBox="0 0 100 100" width="100" height="100">{drawn}</symbol>{"".join(places)}'
        )
    measure = f'width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" {measure}>{drawn}</svg>'
    return "data:image/svg+xml," + quote(svg, safe=" =:/,;()").replace("'", "%27")


def pictures(seed: str, *, inverted: bool | None = None, warm: bool | None = None, across: int = 1) -> str:
    """A style attribute's text: a day and a night picture for the `.az-picture` rules of the style sheet."""
    themes: tuple[Theme, ...] = ("light", "dark")
    return "".join(
        f"--az-{theme}:url('{picture(seed, theme, inverted=inverted, warm=warm, across=across)}');"
        for theme in themes
    )


def unique(prefix: str = "az") -> Iterator[str]:
    """Ids for one document."""
    number = 0
    while True:
        number += 1
        yield f"{prefix}{number}"
