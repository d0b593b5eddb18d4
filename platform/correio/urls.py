"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView

handler400 = "correio.pages.errors.bad_request"
handler403 = "correio.pages.errors.forbidden"
handler404 = "correio.pages.errors.missing"
handler500 = "correio.pages.errors.fault"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("correio.accounts.urls")),
    path("", include("correio.notifications.urls")),
    path("", include("correio.lobby.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("ladders/", include("tournaments.ladders.urls")),
    path("ratings/", include("ratings.urls")),
    path("exports/", include("ratings.export_urls")),
    path("", include("correio.pages.urls")),
    path("api/schema", SpectacularJSONAPIView.as_view(), name="schema"),
    path("api/", include("correio.accounts.api_urls")),
    path("api/matches/", include("correio.matches.urls")),
    path("api/", include("correio.notifications.api_urls")),
    path("api/", include("correio.lobby.api_urls")),
    path("api/ratings/", include("ratings.api_urls")),
    path("api/tournaments/", include("tournaments.api_urls")),
    path("api/pairing/", include("tournaments.service.api_urls")),
    path("api/ladders/", include("tournaments.ladders.api_urls")),
    path("api/", include("correio.pages.api_urls")),
]
