"""Leaderboards, a player's pool, what one match did and why, two players, the calculator, the gauge."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from correio.accounts.house import LEVELS
from correio.accounts.models import User
from correio.matches.models import Match
from correio.numbers import whole
from ratings import charts, gauge, leaderboards, pools, queries, versus
from ratings.explained import explain
from ratings.forms import SEATS, CalculatorForm, VersusForm
from ratings.models import Pool, Rating

KINDS = ("", "person", "bot")
PER_PAGE = 50


@require_GET
def leaderboard(request: HttpRequest, title: str = "", sets: str = "", speed: str = "") -> HttpResponse:
    known = list(queries.pools())
    pool = _chosen(known, f"{title}/{sets}/{speed}") if title else next(iter(known), None)
    if pool is None:
        return render(request, "ratings/leaderboard.html", {"pools": [], "pool": None})
    now = timezone.now()
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    everybody = leaderboards.standing(pool, now, kind=kind, provisional=True, inactive=True)
    settled = leaderboards.standing(pool, now, kind=kind)
    # Young pools have nobody to show yet: then everybody is shown, and the page says so.
    young = not settled.exists()
    all_shown = young or request.GET.get("show") == "all"
    rows = everybody if all_shown else settled
    mine = leaderboards.mine(pool, request.user)
    spread = leaderboards.distribution(everybody, mine)
    context = {
        "pools": [(each, queries.title_name(each)) for each in known],
        "pool": pool,
        "title_name": queries.title_name(pool),
        "kind": kind,
        "all_shown": all_shown,
        "young": young,
        "page": Paginator(leaderboards.ranked(rows, now), PER_PAGE).get_page(request.GET.get("page")),
        "mine": mine,
        "spread": spread,
        "columns": leaderboards.columns(spread.bars),
    }
    return render(request, "ratings/leaderboard.html", context)


def _chosen(known: list[Pool], key: str) -> Pool:
    for pool in known:
        if pool.key == key:
            return pool
    raise Http404


def _pool(title: str, sets: str, speed: str) -> Pool:
    pool = pools.find(f"{title}/{sets}/{speed}")
    if pool is None:
        raise Http404
    return pool


@require_GET
def player(request: HttpRequest, name: str, title: str, sets: str, speed: str) -> HttpResponse:
    """Everything about one player in one pool: curve, records, every change."""
    pool = _pool(title, sets, speed)
    user = get_object_or_404(User, username__iexact=name)
    rating = get_object_or_404(Rating.objects.select_related("user", "pool"), pool=pool, user=user)
    changes = queries.changes_of(user, pool)
    context = {
        "player": user,
        "pool": pool,
        "title_name": queries.title_name(pool),
        "rating": rating,
        "chart": charts.chart(queries.curve(pool, user)),
        "records": queries.records(user, pool)[pool.pk],
        "page": Paginator(changes, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "ratings/player.html", context)


@require_GET
def match_changes(request: HttpRequest, code: str) -> HttpResponse:
    """The ledger's line of one match, and how each number came about."""
    match = get_object_or_404(Match, code=code)
    found = queries.of_match(match)
    if found is None:
        raise Http404
    seats = list(match.seats.select_related("user").order_by("place", "seat"))
    context = {
        "match": match,
        "found": found,
        "pool": found.result.pool,
        "title_name": queries.title_name(found.result.pool),
        "rows": [(seat, found.changes.get(seat.seat)) for seat in seats],
        "explained": explain(found.result, found.changes, seats),
        "acts": found.result.acts.select_related("by").order_by("pk"),
        "parts": len(seats) - 1,
    }
    return render(request, "ratings/match.html", context)


@require_GET
def choose_two(request: HttpRequest) -> HttpResponse:
    """Asks for two names and goes on to their page."""
    form = VersusForm(request.GET if "one" in request.GET or "other" in request.GET else None)
    if form.is_bound and form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        return redirect("versus", one.username, other.username)
    return render(request, "ratings/choose_two.html", {"form": form})


@require_GET
def two_players(request: HttpRequest, one: str, other: str) -> HttpResponse:
    left = get_object_or_404(User, username__iexact=one)
    right = get_object_or_404(User, username__iexact=other)
    if left == right:
        raise Http404
    matches = versus.together(left, right)
    page = Paginator(matches, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "one": left,
        "other": right,
        "tallies": versus.tallies(matches),
        "page": page,
        "meetings": [versus.meeting(match) for match in page],
        "shared_pools": _shared_pools(left, right),
    }
    return render(request, "ratings/versus.html", context)


def _shared_pools(one: User, other: User) -> list[tuple[str, Pool, Rating, Rating]]:
    """Where both are rated."""
    rows: dict[int, dict[int, Rating]] = {}
    for row in Rating.objects.filter(user__in=[one, other]).select_related("pool").order_by("-games"):
        rows.setdefault(row.pool_id, {})[row.user_id] = row
    return [
        (queries.title_name(both[one.pk].pool), both[one.pk].pool, both[one.pk], both[other.pk])
        for both in rows.values()
        if len(both) == 2
    ]


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    asked = whole(request.GET.get("seats", ""), 2)
    seats = asked if asked is not None and asked in SEATS else 4
    form = CalculatorForm(seats, request.GET if "rating_1" in request.GET else None)
    outcome = form.outcome if not form.is_bound or form.is_valid() else None
    context = {"form": form, "seats": seats, "sizes": SEATS, "outcome": outcome}
    return render(request, "ratings/calculator.html", context)


@require_GET
def drift(request: HttpRequest, title: str = "", sets: str = "", speed: str = "") -> HttpResponse:
    """The gauge of inflation."""
    known = list(queries.pools())
    pool = _chosen(known, f"{title}/{sets}/{speed}") if title else next(iter(known), None)
    if pool is None:
        return render(request, "ratings/gauge.html", {"pools": [], "pool": None})
    found = gauge.months(pool, timezone.now())
    context: dict[str, Any] = {
        "pools": [(each, queries.title_name(each)) for each in known],
        "pool": pool,
        "title_name": queries.title_name(pool),
        "months": found[::-1],
        "rows": [(month, [month.bots[level] for level in LEVELS]) for month in found[::-1]],
        "levels": LEVELS,
        "chart": charts.lines(
            [
                *(charts.Line(level, [month.bots[level] for month in found], level) for level in LEVELS),
                charts.Line(_("active players"), [month.mean for month in found], "mean"),
            ],
            [format_date(month.first, "M Y") for month in found],
        ),
    }
    return render(request, "ratings/gauge.html", context)
