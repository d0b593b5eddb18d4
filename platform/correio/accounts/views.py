"""Settings, guests and tokens as pages."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from knox.models import AuthToken

from correio.accounts import guests, tokens
from correio.accounts.forms import PreferencesForm, TokenForm, UpgradeForm
from correio.accounts.member import member
from correio.accounts.middleware import THEME_COOKIE, ZONE_COOKIE, known_zone
from correio.accounts.models import User
from correio.accounts.sessions import devices, end_sessions
from correio.api import Refusal

YEAR = 365 * 24 * 3600


def next_url(request: HttpRequest, default: str) -> str:
    """Where the form says to go on, if that is a page of this site."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else default


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    try:
        guests.sign_in_guest(request)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("account_login")
    return redirect(next_url(request, "/lobby/"))


@login_required
def upgrade(request: HttpRequest) -> HttpResponse:
    if not member(request).is_guest:
        return redirect("settings")
    form = UpgradeForm(request.POST or None, user=member(request))
    if request.method == "POST" and form.is_valid():
        user = guests.upgrade(
            request,
            username=form.cleaned_data["username"],
            email=form.cleaned_data["email"],
            password=form.cleaned_data["password"],
        )
        messages.success(
            request,
            _("Welcome, %(name)s. Your matches are yours; please confirm your address by the mail we sent.")
            % {"name": user.shown_name},
        )
        return redirect("my_matches")
    return render(request, "accounts/upgrade.html", {"form": form})


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        messages.success(request, _("Saved."))
        response = redirect("settings")
        response.set_cookie(THEME_COOKIE, user.theme, max_age=YEAR, samesite="Lax")
        return response
    return render(request, "accounts/settings.html", {"form": form, "section": "preferences"})


@require_POST
def quick_preference(request: HttpRequest) -> HttpResponse:
    """Language, theme or zone from a button of the header; a stranger's choice is kept in cookies."""
    response = redirect(next_url(request, "/"))
    user = request.user if request.user.is_authenticated else None
    language, theme = request.POST.get("language", ""), request.POST.get("theme", "")
    zone = request.POST.get("zone", "")
    if language in dict(settings.LANGUAGES):
        _keep(response, user, "language", settings.LANGUAGE_COOKIE_NAME, language)
    if theme in User.Theme.values:
        _keep(response, user, "theme", THEME_COOKIE, theme)
    if known_zone(zone):
        _keep(response, user, "time_zone", ZONE_COOKIE, zone)
    return response


def _keep(response: HttpResponse, user: User | None, field: str, cookie: str, value: str) -> None:
    if user is not None:
        setattr(user, field, value)
        user.save(update_fields=[field])
    response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax")


@login_required
@require_http_methods(["GET", "POST"])
def session_list(request: HttpRequest) -> HttpResponse:
    here = request.session.session_key
    if request.method == "POST":
        name = request.POST.get("session", "")
        ended = end_sessions(member(request), name="" if name == "all" else name, keep=here) if name else 0
        words = ngettext("%d device is signed out.", "%d devices are signed out.", ended) % ended
        messages.success(request, words)
        return redirect("sessions")
    context = {"section": "sessions", "sessions": devices(member(request), here)}
    return render(request, "accounts/sessions.html", context)


@login_required
@require_GET
def token_list(request: HttpRequest) -> HttpResponse:
    return _token_page(request, TokenForm())


@login_required
@require_POST
def token_create(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _token_page(request, form, status=400)
    try:
        _row, token = tokens.create_token(member(request), days=form.cleaned_data["days"])
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("tokens")
    response = _token_page(request, TokenForm(), token=token)
    response.headers["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def token_revoke(request: HttpRequest) -> HttpResponse:
    if tokens.revoke_token(member(request), request.POST.get("key", "")):
        messages.success(request, _("The token is revoked; whoever used it is signed out."))
    else:
        messages.error(request, _("You have no such token; perhaps it was already revoked."))
    return redirect("tokens")


def _token_page(request: HttpRequest, form: TokenForm, *, token: str = "", status: int = 200) -> HttpResponse:
    context = {
        "section": "tokens",
        "form": form,
        "token": token,
        "tokens": AuthToken.objects.filter(user=request.user).order_by("-created"),
    }
    return render(request, "accounts/tokens.html", context, status=status)
