"""`{{ text|markdown }}`: what a director wrote."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from tournaments.markdown import shown

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    return shown(text)
