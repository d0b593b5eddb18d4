"""The pages of one tournament, and the buttons of those who play."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from correio.accounts.member import member
from correio.numbers import whole
from tournaments import director
from tournaments.gather import page as gather
from tournaments.models import Entry, Tournament
from tournaments.views.asking import answer_to_waiting, found, number_of, refusals_return

SEEN, MOVED = "Correio-Seen", "Correio-Moved"
"""Headers in which an open page says what it shows; in its address they would cling to every link."""


@require_GET
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = found(slug)
    if (waiting := answer_to_waiting(request, tournament)) is not None:
        return waiting
    if tournament.started_at is None and not tournament.rounds.exists():
        context = gather.before_the_start(tournament, request.user)
        return render(request, "tournaments/gathering.html", context)
    if _is_shown_already(request, tournament):
        # The page asks now and then whether there is anything it does not show.
        return HttpResponse(status=204)
    wanted = gather.Wanted(
        round=number_of(request, "round"),
        table=number_of(request, "table"),
        page=number_of(request, "page"),
        tables=number_of(request, "tables"),
    )
    return render(request, "tournaments/tournament.html", gather.page(tournament, request.user, wanted))


def _is_shown_already(request: HttpRequest, tournament: Tournament) -> bool:
    seen, moved = (whole(request.headers.get(name, ""), 9) for name in (SEEN, MOVED))
    if tournament.status != Tournament.Status.RUNNING or (seen is None and moved is None):
        return False
    if seen is not None and seen != gather.results(tournament):
        return False
    last = tournament.rounds.order_by("-number").first()
    return moved is None or moved == gather.moves(last)


@require_GET
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = found(slug)
    if tournament.started_at is None:
        raise Http404
    context = gather.crosstable(tournament, request.user, number_of(request, "page"))
    return render(request, "tournaments/crosstable.html", context)


@require_GET
def player(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    tournament = found(slug)
    context = gather.player(tournament, request.user, name, number_of(request, "round"))
    if tournament.started_at is None or context is None:
        raise Http404
    return render(request, "tournaments/player.html", context)


@require_POST
@login_required
@refusals_return("tournament")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    nonce = request.POST.get("nonce") or None
    entry = director.register(tournament_id=found(slug).pk, user=member(request), nonce=nonce)
    if entry.place == Entry.Place.WAITING:
        messages.success(request, _("You are on the waiting list: you move up when a place becomes free."))
    elif entry.first_round > 1:
        told = _("You are in. You play from round %(n)d on.")
        messages.success(request, told % {"n": entry.first_round})
    else:
        messages.success(request, _("You are in."))
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    director.withdraw(tournament_id=found(slug).pk, user=member(request))
    told = _("You have withdrawn. A match under way is still yours to finish or to resign.")
    messages.success(request, told)
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def come_back(request: HttpRequest, slug: str) -> HttpResponse:
    director.come_back(tournament_id=found(slug).pk, user=member(request))
    messages.success(request, _("Welcome back: you are paired again from the next round on."))
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    director.check_in(tournament_id=found(slug).pk, user=member(request))
    messages.success(request, _("You have checked in."))
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def ask_for_bye(request: HttpRequest, slug: str) -> HttpResponse:
    number = _round(request)
    director.request_bye(
        tournament_id=found(slug).pk,
        user=member(request),
        round_number=number,
        kind=request.POST.get("kind", ""),
    )
    messages.success(request, _("You are not paired in round %(n)d.") % {"n": number})
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def take_back_bye(request: HttpRequest, slug: str) -> HttpResponse:
    number = _round(request)
    director.take_back_bye(tournament_id=found(slug).pk, user=member(request), round_number=number)
    messages.success(request, _("You play in round %(n)d after all.") % {"n": number})
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def bye_match(request: HttpRequest, slug: str) -> HttpResponse:
    match = director.bye_match(tournament_id=found(slug).pk, user=member(request))
    return redirect("match", code=match.code)


def _round(request: HttpRequest) -> int:
    number = whole(request.POST.get("round", ""), 3)
    if number is None:
        raise Http404
    return number
