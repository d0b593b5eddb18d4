"""Tiles, avatars, bands, markers, glyphs and flags for templates: `{% load azulejo %}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from correio.pages import azulejo

register = template.Library()


def _next_id(context: template.Context) -> str:
    """Unique in the page: the counter lives in the root of the render context, shared by all includes."""
    store: dict[Any, Any] = context.render_context.dicts[0]
    ids: Iterator[str] = store.setdefault("azulejo", azulejo.unique())
    return next(ids)


@register.simple_tag(takes_context=True)
def tile(
    context: template.Context,
    seed: object,
    css: str = "az",
    label: str = "",
    inverted: bool | None = None,
    warm: bool | None = None,
    size: int | None = None,
) -> SafeString:
    """`{% tile match.id %}`; decoration unless it gets a `label`. `size` in px, else the style sheet says."""
    drawn = azulejo.tile(azulejo.design(str(seed), inverted=inverted, warm=warm), _next_id(context))
    who = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    measure = format_html(' width="{0}" height="{0}"', size) if size else ""
    return format_html(
        '<svg class="{}" viewBox="0 0 100 100"{} {}>{}</svg>', css, measure, who, mark_safe(drawn)
    )


@register.simple_tag(takes_context=True)
def avatar(context: template.Context, seed: object, size: int = 34) -> SafeString:
    """A player's tile, by slug. Decoration: the name stands beside it."""
    return tile(context, f"player:{seed}", css="av", size=size)


@register.simple_tag(takes_context=True)
def mark(context: template.Context) -> SafeString:
    """The site's own tile."""
    return tile(context, "correio-9", css="az", inverted=False, warm=True)


@register.simple_tag
def band(seed: object = "correio", css: str = "band") -> SafeString:
    """A strip of whole tiles across the page; the style sheet fits a whole number of them to any width."""
    style = azulejo.pictures(str(seed), inverted=False, warm=True)
    return format_html(
        '<div class="az-picture {}" aria-hidden="true" style="{}"></div>', css, mark_safe(style)
    )


@register.simple_tag
def az_field(seed: object, inverted: bool | None = None, warm: bool | None = None) -> SafeString:
    """For the style attribute of a `class="az-picture az-field"`: its ground is whole tiles."""
    return mark_safe(azulejo.pictures(str(seed), inverted=inverted, warm=warm))


@register.simple_tag
def az_frame(seed: object) -> SafeString:
    """For the style attribute of a `class="az-picture az-frame"`: a border of whole tiles."""
    return mark_safe(azulejo.pictures(str(seed), inverted=False, warm=False, across=3))


@register.simple_tag
def marker(colour: str, label: str | None = None, css: str = "mk") -> SafeString:
    """A seat's shape in its colour. With `label=""` it is decoration, where words say it."""
    drawing = azulejo.PIECES["markers"].get(colour) or azulejo.PIECES["markers"]["blue"]
    name = _colour_and_shape(colour) if label is None else label
    who = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="-1 -1 26 26" {}><path fill="var(--seat-{})" stroke="var(--seat-edge)" '
        'stroke-width="2.2" stroke-linejoin="round" paint-order="stroke" d="{}"/></svg>',
        css,
        who,
        colour,
        drawing["path"],
    )


def _colour_and_shape(colour: str) -> str:
    return {
        "blue": _("blue disc"),
        "red": _("red diamond"),
        "yellow": _("yellow triangle"),
        "green": _("green square"),
        "pink": _("pink hexagon"),
    }.get(colour, colour)


@register.simple_tag
def glyph(name: str, label: str = "", css: str = "gl") -> SafeString:
    """One of the one-colour signs of `pieces.json`."""
    who = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    drawn = mark_safe(azulejo.PIECES["glyphs"][name])
    return format_html('<svg class="{}" viewBox="0 0 24 24" fill="currentColor" {}>{}</svg>', css, who, drawn)


@register.simple_tag
def flag(code: str, css: str = "fl") -> SafeString:
    """A flag; write its two letters beside it, some look alike when small."""
    drawn = mark_safe(azulejo.PIECES["flags"][code])
    return format_html(
        '<svg class="{}" viewBox="0 0 24 16" role="img" aria-label="{}">{}'
        '<path d="M.4.4h23.2v15.2H.4z" fill="none" stroke="#16213d" stroke-opacity=".35" stroke-width=".8"/>'
        "</svg>",
        css,
        code,
        drawn,
    )
