"""`{% vite "src/site.ts" %}`: style sheets and script of one entry of the built front end; its messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from correio.pages.script_messages import MESSAGES

register = template.Library()

Manifest = Mapping[str, Mapping[str, Any]]


@lru_cache(maxsize=4)
def _read(path: Path, changed: float) -> Manifest:
    """`changed` is part of the key, so that a new build is seen without a restart."""
    manifest: Manifest = json.loads(path.read_text("utf-8"))
    return manifest


@register.simple_tag
def vite(entry: str) -> SafeString:
    """Without a build the page still works as plain HTML and says in its source what to run."""
    path = Path(settings.VITE_MANIFEST)
    try:
        manifest = _read(path, path.stat().st_mtime)
    except FileNotFoundError:
        return mark_safe("<!-- The front end is not built: run `npm ci && npm run build` in frontend/. -->")
    chunks = list(_with_imports(manifest, entry, set()))
    styles = format_html_join(
        "",
        '<link rel="stylesheet" href="{}">',
        ((static(css),) for chunk in chunks for css in chunk.get("css", [])),
    )
    preloads = format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(chunk["file"]),) for chunk in chunks[1:])
    )
    script = format_html('<script type="module" src="{}"></script>', static(chunks[0]["file"]))
    return styles + preloads + script


def _with_imports(manifest: Manifest, key: str, seen: set[str]) -> Iterator[Mapping[str, Any]]:
    if key in seen:
        return
    seen.add(key)
    yield manifest[key]
    for imported in manifest[key].get("imports", []):
        yield from _with_imports(manifest, imported, seen)


@register.simple_tag
def script_messages() -> SafeString | str:
    """What the scripts say, in the reader's language; in English the ids speak for themselves."""
    if (get_language() or "en").startswith("en"):
        return ""
    said = {message: gettext(message) for message in MESSAGES}
    return json_script({key: text for key, text in said.items() if text != key}, "messages")
