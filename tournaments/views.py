"""Tournaments as pages: the list, one of them with its rounds, the form that creates one, the desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from correio.accounts.models import User
from correio.api import Refusal
from tournaments import director, explain, gather, trf
from tournaments.document import by_fide, event_of, trf_of
from tournaments.forms import AdjudicateForm, BotsForm, TournamentForm
from tournaments.models import Entry, Table, Tournament

View = Callable[..., HttpResponse]


def refusals_return(to: str) -> Callable[[View], View]:
    """What the director or the referee refuses is said on that page of the tournament."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
            try:
                return view(request, slug, **more)
            except Refusal as refusal:
                messages.error(request, refusal.message)
                return redirect(to, slug=slug)

        return wrapped

    return decorate


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else None


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    status = Tournament.Status
    alive = gather.listed().filter(status__in=[status.REGISTRATION, status.RUNNING])
    over = gather.listed().filter(status__in=[status.FINISHED, status.CANCELLED])
    context = {
        "open": gather.rows(alive.filter(status=status.REGISTRATION), request.user),
        "running": gather.rows(alive.filter(status=status.RUNNING), request.user),
        "page": (page := Paginator(over, 30).get_page(request.GET.get("page"))),
        "over": gather.rows(list(page.object_list), request.user),
    }
    return render(request, "tournaments/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user: User = request.user  # type: ignore[assignment]
        if user.is_guest:
            form.add_error(None, _("Guests cannot direct a tournament. Keep your account first."))
        else:
            try:
                tournament = director.create(plan=form.plan(), by=user)
            except Refusal as refusal:
                form.add_error(None, refusal.message)
            else:
                return redirect("tournament_desk", slug=tournament.slug)
    return render(request, "tournaments/new.html", {"form": form})


@require_GET
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Tournament.objects.select_related("created_by"), slug=slug)
    seen = _number(request, "seen")
    if seen is not None and seen == gather.results(found) and found.status == Tournament.Status.RUNNING:
        # The page asks now and then whether there is a result it does not show.
        return HttpResponse(status=204)
    context = gather.page(found, request.user, _number(request, "round"), _number(request, "table"))
    return render(request, "tournaments/tournament.html", context)


@require_POST
@login_required
@refusals_return("tournament")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Tournament, slug=slug)
    nonce = request.POST.get("nonce") or None
    entry = director.register(tournament_id=found.pk, user=_user(request), nonce=nonce)
    if entry.place == Entry.Place.WAITING:
        messages.success(request, _("You are on the waiting list: you move up when a place becomes free."))
    else:
        messages.success(request, _("You are in."))
    return redirect("tournament", slug=slug)


@require_POST
@login_required
@refusals_return("tournament")
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Tournament, slug=slug)
    director.withdraw(tournament_id=found.pk, user=_user(request))
    messages.success(
        request, _("You have withdrawn. A match under way is still yours to finish or to resign.")
    )
    return redirect("tournament", slug=slug)


@require_GET
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything the pairing of a round depended on, for `python -m tournaments.pairing`: a report file for
    two seats by FIDE's rules, else JSON; nothing before the start, because the seed would tell the lots."""
    found = get_object_or_404(Tournament, slug=slug)
    if found.started_at is None:
        raise Http404
    if by_fide(found):
        report = trf.write(trf_of(found, before=_number(request, "round")))
        answer = HttpResponse(report, content_type="text/plain; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{found.slug}.trf"'
        return answer
    event = event_of(found, before=_number(request, "round"))
    body = msgspec.json.format(msgspec.json.encode(event), indent=1)
    answer = HttpResponse(body, content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{found.slug}.json"'
    return answer


@login_required
@require_GET
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    found = _directed(request, slug)
    return render(request, "tournaments/desk.html", _desk_context(found, request))


def _desk_context(
    found: Tournament, request: HttpRequest, refused: AdjudicateForm | None = None
) -> dict[str, Any]:
    context = gather.page(found, request.user, None, None)
    open_tables = [view for view in context["tables"] if not view.over]
    forms = [(view, _adjudication(view, None)) for view in open_tables]
    if refused is not None:
        forms = [(view, refused if form.table == refused.table else form) for view, form in forms]
    registering = found.status == Tournament.Status.REGISTRATION
    return {
        **context,
        "open_tables": forms,
        "bots": BotsForm(),
        "warnings": explain.warnings(found, len(context["entries"])) if registering else [],
        "acts": found.acts.select_related("by").order_by("-pk")[:200],
        "names": {entry.user_id: entry.user.shown_name for entry in context["entries"]},
        "next_number": context["round"].number + 1 if context["round"] else 1,
    }


def _adjudication(view: gather.TableView, data: Any) -> AdjudicateForm:
    return AdjudicateForm(
        data, table=view.table, names=[chair.entry.user.shown_name for chair in view.chairs]
    )


@require_POST
@login_required
@refusals_return("tournament_desk")
def desk_act(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """One button of the desk."""
    found = _directed(request, slug)
    by = _user(request)
    match act:
        case "start":
            director.start(tournament_id=found.pk, by=by)
        case "pair":
            number = request.POST.get("number", "")
            if not number.isdigit():
                raise Http404
            director.pair_next(tournament_id=found.pk, number=int(number), by=by)
        case "finish":
            director.finish(tournament_id=found.pk, by=by)
        case "cancel":
            director.cancel(tournament_id=found.pk, by=by)
        case "bots":
            form = BotsForm(request.POST)
            if not form.is_valid():
                raise director.DirectorError("bad_bots", _("Choose a level and how many bots."), 422)
            director.enter_bots(tournament_id=found.pk, by=by, **form.cleaned_data)
        case "remove":
            user = get_object_or_404(User, username=request.POST.get("player", ""))
            director.remove(tournament_id=found.pk, user=user, by=by)
        case _:
            raise Http404
    messages.success(request, _("Done."))
    return redirect("tournament_desk", slug=slug)


@require_POST
@login_required
@refusals_return("tournament_desk")
def adjudicate(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    found = _directed(request, slug)
    table = get_object_or_404(Table, round__tournament=found, round__number=round_number, number=table_number)
    seats = table.pairings.select_related("entry__user").order_by("seat")
    form = AdjudicateForm(request.POST, table=table, names=[row.entry.user.shown_name for row in seats])
    if not form.is_valid():
        return render(request, "tournaments/desk.html", _desk_context(found, request, form), status=422)
    director.adjudicate(
        tournament_id=found.pk,
        round_number=round_number,
        table_number=table_number,
        places=form.places(),
        nobody=form.cleaned_data["how"] == "nobody",
        why=form.cleaned_data["why"],
        by=_user(request),
    )
    messages.success(request, _("The table is decided."))
    return redirect("tournament_desk", slug=slug)


def _directed(request: HttpRequest, slug: str) -> Tournament:
    found = get_object_or_404(Tournament.objects.select_related("created_by"), slug=slug)
    if not director.may_direct(request.user, found):
        raise PermissionDenied
    return found


def _user(request: HttpRequest) -> User:
    return request.user  # type: ignore[return-value]
