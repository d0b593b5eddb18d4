"""Every address of the site."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

handler400 = "correio.pages.errors.bad_request"
handler403 = "correio.pages.errors.forbidden"
handler404 = "correio.pages.errors.missing"
handler500 = "correio.pages.errors.fault"


def _present(prefix: str, module: str) -> list[URLPattern | URLResolver]:
    """Addresses of an app, once it has some."""
    return [path(prefix, include(module))] if find_spec(module) else []


urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("correio.accounts.urls")),
    *_present("", "correio.notifications.urls"),
    *_present("", "correio.lobby.urls"),
    *_present("tournaments/", "tournaments.urls"),
    *_present("ratings/", "ratings.urls"),
    path("", include("correio.pages.urls")),
    path("api/schema", SpectacularJSONAPIView.as_view(), name="schema"),
    path("api/", include("correio.accounts.api_urls")),
    *_present("api/matches/", "correio.matches.urls"),
    *_present("api/", "correio.notifications.api_urls"),
    *_present("api/", "correio.lobby.api_urls"),
    *_present("api/ratings/", "ratings.api_urls"),
    *_present("api/tournaments/", "tournaments.api_urls"),
    path("api/", include("correio.pages.api_urls")),
]
