"""Read-only pages that join several apps. Each view gathers; what it gathers stands in modules beside it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from correio.accounts.forms import DeleteForm
from correio.accounts.member import member
from correio.accounts.models import User
from correio.lobby.forms import QuickForm
from correio.matches.waiting import waiting_seats
from correio.pages import games, leaving, my, my_events, profiles, showcase
from correio.pages.api_docs import read_schema
from correio.pages.status import site_status
from correio.pages.upcoming import upcoming_tournaments


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    showcase.note_look(now)
    context = {
        "live": showcase.live_picture(),
        "games": games.listed_games(),
        "tournaments": upcoming_tournaments(5),
        "leaders": profiles.leaders(5),
        "quick": QuickForm(),
    }
    return render(request, "pages/home.html", context)


@login_required
@require_GET
def my_matches(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    events = my_events.event_lines(member(request), now)
    page = Paginator(my.finished_seats(member(request)), 20).get_page(request.GET.get("page"))
    context = {
        "now": now,
        "mine": my.waiting_lines(member(request), now),
        "others": my.other_lines(member(request), now),
        "open": my.open_lines(member(request), now),
        "asked": [line for line in events if line.urgent],
        "events": [line for line in events if not line.urgent],
        "finished": my.lines(page.object_list, now),
        "page": page,
        "quick": QuickForm(),
    }
    return render(request, "pages/my_matches.html", context)


@login_required
@require_GET
def next_match(request: HttpRequest) -> HttpResponse:
    """The most urgent match that waits for me; `?after=CODE` goes on from that one."""
    codes = list(waiting_seats(member(request).pk).values_list("match__code", flat=True))
    after = request.GET.get("after", "")
    if after in codes:
        turn = codes.index(after) + 1
        codes = codes[turn:] + codes[:turn]
        codes = [code for code in codes if code != after]
    if not codes:
        messages.info(request, _("No other match waits for you."))
        return redirect("my_matches")
    return redirect("match", code=codes[0])


@require_GET
def profile(request: HttpRequest, name: str) -> HttpResponse:
    player = get_object_or_404(User, username__iexact=name)
    if player.username != name:
        return redirect("profile", name=player.username)
    return render(request, "pages/profile.html", profiles.profile(player, request.user, timezone.now()))


@require_GET
def game_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/games.html", {"games": games.listed_games()})


@require_GET
def game(request: HttpRequest, key: str) -> HttpResponse:
    found = games.game_page(key)
    if found is None:
        raise Http404
    context = {
        "game": found,
        "quick": QuickForm(game=found.card.title.key),
        "leaders": profiles.leaders(10, key),
        "recent": games.recent_matches(key),
    }
    return render(request, "pages/game.html", context)


@require_GET
def status(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/status.html", {"status": site_status(timezone.now())})


@require_GET
def api_docs(request: HttpRequest) -> HttpResponse:
    context = {
        "sections": read_schema(),
        "site_url": request.build_absolute_uri("/").rstrip("/"),
        "first_title": games.listed_games()[0].title.key,
    }
    return render(request, "pages/api_docs.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    form = DeleteForm(request.POST if request.method == "POST" else None, user=member(request))
    if request.method == "POST" and form.is_valid():
        user = member(request)
        logout(request)
        leaving.delete_account(user)
        messages.success(request, _("Your account is deleted. What you played stays, without your name."))
        return redirect("home")
    return render(request, "pages/delete_account.html", {"form": form, "section": "delete"})
