"""Leaderboards, the distribution of a pool, and what one match did to the ratings."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from correio.matches.models import Match
from ratings import queries
from ratings.models import Pool, Rating

KINDS = ("", "person", "bot")
PER_PAGE = 50


@require_GET
def leaderboard(request: HttpRequest, title: str = "", sets: str = "", speed: str = "") -> HttpResponse:
    known = list(queries.pools())
    pool = _chosen(known, f"{title}/{sets}/{speed}") if title else next(iter(known), None)
    if pool is None:
        return render(request, "ratings/leaderboard.html", {"pools": [], "pool": None})
    kind = request.GET.get("kind", "")
    rows = queries.leaderboard(pool, kind=kind if kind in KINDS else "")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    mine = None
    if request.user.is_authenticated:
        mine = Rating.objects.filter(pool=pool, user=request.user).select_related("user").first()
    context = {
        "pools": [(each, queries.title_name(each)) for each in known],
        "pool": pool,
        "title_name": queries.title_name(pool),
        "kind": kind,
        "page": page,
        "mine": mine,
        "bars": queries.columns(queries.distribution(rows.values_list("rating", flat=True))),
    }
    return render(request, "ratings/leaderboard.html", context)


def _chosen(known: list[Pool], key: str) -> Pool:
    for pool in known:
        if pool.key == key:
            return pool
    raise Http404


@require_GET
def match_changes(request: HttpRequest, code: str) -> HttpResponse:
    """The ledger's line of one match."""
    match = get_object_or_404(Match, code=code)
    found = queries.of_match(match)
    if found is None:
        raise Http404
    seats = match.seats.select_related("user").order_by("place", "seat")
    context = {
        "match": match,
        "found": found,
        "pool": match.rated_result.pool,
        "title_name": queries.title_name(match.rated_result.pool),
        "rows": [(seat, found.changes.get(seat.seat)) for seat in seats],
    }
    return render(request, "ratings/match.html", context)
