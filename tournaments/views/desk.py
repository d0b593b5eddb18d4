"""The director's desk: four pages, and one view for all its buttons.

Observers see the pages and none of the buttons. Whether somebody may press one is asked once more by the
director's function, under the lock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from correio.accounts.member import member
from correio.accounts.models import User
from correio.api import Refusal
from tournaments import director
from tournaments.acts.entering import Outcome
from tournaments.forms import desk as fields
from tournaments.forms.filters import LogForm
from tournaments.gather import desk as gather
from tournaments.gather.tables import TableView
from tournaments.models import Entry, Table, Tournament
from tournaments.views.asking import answer_to_waiting, directed_by, number_of, seen_by

Forms = dict[str, forms.Form]


@login_required
@require_GET
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = seen_by(request, slug)
    return answer_to_waiting(request, tournament) or _overview(request, tournament, {})


@login_required
@require_GET
def desk_players(request: HttpRequest, slug: str) -> HttpResponse:
    return _players(request, seen_by(request, slug), {})


@login_required
@require_GET
def desk_round(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = seen_by(request, slug)
    return answer_to_waiting(request, tournament) or _round(request, tournament, {})


@login_required
@require_GET
def desk_log(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = seen_by(request, slug)
    form = LogForm(request.GET, people=gather.actors(tournament))
    context = gather.log(tournament, request.user, form.wanted(), number_of(request, "page"))
    return render(request, "tournaments/desk/log.html", context | {"form": form})


def _overview(
    request: HttpRequest,
    tournament: Tournament,
    bound: Forms,
    status: int = 200,
    refused: fields.AdjudicateForm | None = None,
    stuck: gather.Stuck | None = None,
) -> HttpResponse:
    context = gather.overview(tournament, request.user)
    verdicts = [(view, _verdict(view, refused)) for view in context["open_tables"]]
    last = context["round"]
    known: Forms = {
        "undo": fields.WhyForm(initial={"number": last.number if last else 1}),
        "finish": fields.FinishForm(),
        "clone": fields.CloneForm(initial={"name": tournament.name}),
        "annul": fields.AnnulForm(initial={"round": last.number if last else 1}),
        "appoint": fields.RoleForm(auto_id="role_%s"),
        "bots": fields.BotsForm(auto_id="bots_%s"),
    }
    return render(
        request,
        "tournaments/desk/overview.html",
        context | {"forms": known | bound, "verdicts": verdicts, "stuck": stuck},
        status=status,
    )


def _players(
    request: HttpRequest,
    tournament: Tournament,
    bound: Forms,
    status: int = 200,
    outcomes: list[Outcome] | None = None,
) -> HttpResponse:
    context = gather.players(tournament, request.user)
    known: Forms = {
        "add": fields.NamesForm(auto_id="add_%s"),
        "bots": fields.BotsForm(auto_id="bots_%s"),
        "invite": fields.InviteForm(auto_id="invite_%s"),
        "bye": fields.ByeForm(auto_id="bye_%s"),
        "forbid": fields.ForbidForm(auto_id="forbid_%s"),
    } | bound
    for name in ("bye", "forbid"):
        known[name].offering(context["there"], context["rounds_ahead"])  # type: ignore[attr-defined]
    context |= {"forms": known, "outcomes": outcomes}
    return render(request, "tournaments/desk/players.html", context, status=status)


def _round(
    request: HttpRequest,
    tournament: Tournament,
    bound: Forms,
    status: int = 200,
    stuck: gather.Stuck | None = None,
) -> HttpResponse:
    context = gather.next_round(tournament, request.user)
    draft = context["draft"]
    start = {"number": context["next_number"], "seen": draft.at.isoformat() if draft is not None else ""}
    entries = context["entries"]
    known: Forms = {
        "swap": fields.SwapForm(initial=start, auto_id="swap_%s").offering(entries),
        "lay": fields.LayForm(initial=start, auto_id="lay_%s").offering(
            entries, tournament.max_seats, tournament.min_seats
        ),
        "give_bye": fields.GiveByeForm(initial=start, auto_id="give_bye_%s").offering(entries),
    }
    context |= {"forms": known | bound, "start": start}
    if stuck is not None:
        context["stuck"] = stuck
    return render(request, "tournaments/desk/round.html", context, status=status)


# Buttons


@dataclass(frozen=True)
class Button:
    form: Callable[[Tournament, Any], forms.Form]
    do: Callable[[Tournament, User, Any], str]
    """Does it and says what was done."""
    page: str
    """Where it stands and where one is afterwards."""
    silent: bool = False
    """Nothing to fill in: a refusal is a message, not a word beside a field."""


def _plain(form: type[forms.Form], **more: Any) -> Callable[[Tournament, Any], forms.Form]:
    return lambda _tournament, data: form(data, **more)


def _field(tournament: Tournament) -> list[Entry]:
    return list(tournament.entries.filter(place=Entry.Place.FIELD).select_related("user"))


def _start(found: Tournament, by: User, form: Any) -> str:
    if director.start_soon(tournament_id=found.pk, by=by) is None:
        return _("It has started, and round 1 is being paired.")
    return _("It has started: round 1 is paired.")


def _cancel(found: Tournament, by: User, form: Any) -> str:
    director.cancel(tournament_id=found.pk, by=by)
    return _("The tournament is cancelled.")


def _finish(found: Tournament, by: User, form: Any) -> str:
    director.finish(tournament_id=found.pk, by=by, open_tables=form.cleaned_data["open_tables"] or "refuse")
    return _("The tournament is finished.")


def _undo(found: Tournament, by: User, form: Any) -> str:
    number = form.cleaned_data["number"]
    director.undo(tournament_id=found.pk, number=number, by=by, why=form.cleaned_data["why"])
    return _("Round %(n)d is taken back.") % {"n": number}


def _again(found: Tournament, by: User, form: Any) -> str:
    number = form.cleaned_data["number"]
    director.pair_again(tournament_id=found.pk, number=number, by=by, why=form.cleaned_data["why"])
    return _("Round %(n)d is taken back, and a draft stands in its place.") % {"n": number}


def _annul(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.annul(
        tournament_id=found.pk,
        round_number=data["round"],
        table_number=data["table"],
        why=data["why"],
        by=by,
    )
    return _("The table is annulled: nobody has points there.")


def _appoint(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.appoint(tournament_id=found.pk, user=data["player"], kind=data["kind"], by=by)
    return _("%(name)s has the role.") % {"name": data["player"].shown_name}


def _dismiss(found: Tournament, by: User, form: Any) -> str:
    user = form.cleaned_data["player"]
    director.dismiss(tournament_id=found.pk, user=user, by=by)
    return _("%(name)s has no role any more.") % {"name": user.shown_name}


def _add(found: Tournament, by: User, form: Any) -> str:
    outcomes = director.enter_many(
        tournament_id=found.pk,
        names=form.listed(),
        by=by,
        all_or_nothing=form.cleaned_data["all_or_nothing"],
    )
    form.outcomes = outcomes
    entered = sum(each.result in ("entered", "late", "waiting") for each in outcomes)
    return ngettext("%d player was entered.", "%d players were entered.", entered) % entered


def _bots(found: Tournament, by: User, form: Any) -> str:
    entries = director.enter_bots(tournament_id=found.pk, by=by, **form.cleaned_data)
    return ngettext("%d bot was entered.", "%d bots were entered.", len(entries)) % len(entries)


def _remove(found: Tournament, by: User, form: Any) -> str:
    user = form.cleaned_data["player"]
    director.remove(tournament_id=found.pk, user=user, by=by)
    return _("%(name)s is removed.") % {"name": user.shown_name}


def _check_in(found: Tournament, by: User, form: Any) -> str:
    user = form.cleaned_data["player"]
    director.check_in(tournament_id=found.pk, user=user, by=by)
    return _("%(name)s is checked in.") % {"name": user.shown_name}


def _bring_back(found: Tournament, by: User, form: Any) -> str:
    user = form.cleaned_data["player"]
    director.come_back(tournament_id=found.pk, user=user, by=by)
    return _("%(name)s plays on from the next round.") % {"name": user.shown_name}


def _invite(found: Tournament, by: User, form: Any) -> str:
    user = form.cleaned_data["player"]
    director.invite(tournament_id=found.pk, user=user, by=by)
    return _("%(name)s is invited.") % {"name": user.shown_name}


def _uninvite(found: Tournament, by: User, form: Any) -> str:
    director.uninvite(tournament_id=found.pk, user=form.cleaned_data["player"], by=by)
    return _("The invitation is taken back.")


def _bye(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.request_bye(
        tournament_id=found.pk, user=data["player"], round_number=data["round"], kind=data["kind"], by=by
    )
    words = {"name": data["player"].shown_name, "n": data["round"]}
    return _("%(name)s is not paired in round %(n)d.") % words


def _bye_back(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.take_back_bye(tournament_id=found.pk, user=data["player"], round_number=data["round"], by=by)
    return _("%(name)s plays in round %(n)d.") % {"name": data["player"].shown_name, "n": data["round"]}


def _forbid(found: Tournament, by: User, form: Any) -> str:
    director.forbid_pair(tournament_id=found.pk, by=by, **form.cleaned_data)
    return _("These two are kept apart.")


def _allow(found: Tournament, by: User, form: Any) -> str:
    director.allow_pair(tournament_id=found.pk, by=by, **form.cleaned_data)
    return _("These two may meet again.")


def _draft(found: Tournament, by: User, form: Any) -> str:
    number = form.cleaned_data["number"]
    if director.draft_soon(tournament_id=found.pk, number=number, by=by) is None:
        return _("A draft of round %(n)d is being drawn up.") % {"n": number}
    return _("A draft of round %(n)d: nobody else sees it until it is published.") % {"n": number}


def _discard(found: Tournament, by: User, form: Any) -> str:
    director.discard_draft(tournament_id=found.pk, by=by)
    return _("The draft is thrown away.")


def _pair(found: Tournament, by: User, form: Any) -> str:
    number = form.cleaned_data["number"]
    if director.pair_next_soon(tournament_id=found.pk, number=number, by=by) is None:
        return _("You asked for round %(n)d: its matches begin as soon as it is paired.") % {"n": number}
    return _("Round %(n)d is paired: its matches have begun.") % {"n": number}


def _swap(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.change_draft(**_changing(found, by, data), swap=(data["one"], data["other"]))
    return _("They have changed places.")


def _lay(found: Tournament, by: User, form: Any) -> str:
    director.change_draft(**_changing(found, by, form.cleaned_data), tables=[form.seats()])
    return _("The table is laid; the others are paired around it.")


def _give_bye(found: Tournament, by: User, form: Any) -> str:
    data = form.cleaned_data
    director.change_draft(**_changing(found, by, data), byes={data["entry"]: data["kind"]})
    return _("The bye is given; the others are paired around it.")


def _release(found: Tournament, by: User, form: Any) -> str:
    director.change_draft(**_changing(found, by, form.cleaned_data), free=form.released())
    return _("What was laid by hand is left to the rules again.")


def _changing(found: Tournament, by: User, data: dict[str, Any]) -> dict[str, Any]:
    try:
        seen = datetime.fromisoformat(data["seen"]) if data["seen"] else None
    except ValueError:
        seen = None
    return {
        "tournament_id": found.pk,
        "number": data["number"],
        "by": by,
        "why": data["why"],
        "seen": seen,
    }


BUTTONS: dict[str, Button] = {
    "start": Button(_plain(fields.NothingForm), _start, "tournament_desk", silent=True),
    "cancel": Button(_plain(fields.NothingForm), _cancel, "tournament_desk", silent=True),
    "finish": Button(_plain(fields.FinishForm), _finish, "tournament_desk"),
    "undo": Button(_plain(fields.WhyForm), _undo, "tournament_desk"),
    "again": Button(_plain(fields.WhyForm), _again, "desk_round", silent=True),
    "annul": Button(_plain(fields.AnnulForm), _annul, "tournament_desk"),
    "appoint": Button(_plain(fields.RoleForm, auto_id="role_%s"), _appoint, "tournament_desk"),
    "dismiss": Button(_plain(fields.PlayerForm), _dismiss, "tournament_desk", silent=True),
    "add": Button(_plain(fields.NamesForm, auto_id="add_%s"), _add, "desk_players"),
    "bots": Button(_plain(fields.BotsForm, auto_id="bots_%s"), _bots, "desk_players"),
    "remove": Button(_plain(fields.PlayerForm), _remove, "desk_players", silent=True),
    "check-in": Button(_plain(fields.PlayerForm), _check_in, "desk_players", silent=True),
    "bring-back": Button(_plain(fields.PlayerForm), _bring_back, "desk_players", silent=True),
    "invite": Button(_plain(fields.InviteForm, auto_id="invite_%s"), _invite, "desk_players"),
    "uninvite": Button(_plain(fields.PlayerForm), _uninvite, "desk_players", silent=True),
    "bye": Button(_plain(fields.ByeForm, auto_id="bye_%s"), _bye, "desk_players"),
    "bye-back": Button(_plain(fields.ByeBackForm), _bye_back, "desk_players", silent=True),
    "forbid": Button(_plain(fields.ForbidForm, auto_id="forbid_%s"), _forbid, "desk_players"),
    "allow": Button(_plain(fields.AllowForm), _allow, "desk_players", silent=True),
    "draft": Button(_plain(fields.RoundForm), _draft, "desk_round", silent=True),
    "discard": Button(_plain(fields.NothingForm), _discard, "desk_round", silent=True),
    "pair": Button(_plain(fields.RoundForm), _pair, "tournament_desk", silent=True),
    "swap": Button(
        lambda found, data: fields.SwapForm(data, auto_id="swap_%s").offering(_field(found)),
        _swap,
        "desk_round",
    ),
    "lay": Button(
        lambda found, data: fields.LayForm(data, auto_id="lay_%s").offering(
            _field(found), found.max_seats, found.min_seats
        ),
        _lay,
        "desk_round",
    ),
    "give_bye": Button(
        lambda found, data: fields.GiveByeForm(data, auto_id="give_bye_%s").offering(_field(found)),
        _give_bye,
        "desk_round",
    ),
    "release": Button(_plain(fields.ReleaseForm), _release, "desk_round", silent=True),
}

PAGES: dict[str, Callable[..., HttpResponse]] = {
    "tournament_desk": _overview,
    "desk_players": _players,
    "desk_round": _round,
}


@require_POST
@login_required
def desk_act(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """One button of the desk. What is refused is said beside the field, with everything that was typed."""
    tournament = directed_by(request, slug)
    button = BUTTONS.get(act)
    if button is None:
        raise Http404
    form = button.form(tournament, request.POST)
    status = 422
    if form.is_valid():
        try:
            messages.success(request, button.do(tournament, member(request), form))
        except Refusal as refusal:
            if refusal.code == "no_pairing":
                return _no_pairing(request, tournament, button, refusal)
            form.add_error(None, refusal.message)
            status = refusal.status
        else:
            return _done(request, tournament, button, form)
    if button.silent:
        for told in form.errors.values():
            messages.error(request, " ".join(str(each) for each in told))
        return redirect(button.page, slug=slug)
    return PAGES[button.page](request, tournament, {act: form}, status=status)


def _done(request: HttpRequest, tournament: Tournament, button: Button, form: Any) -> HttpResponse:
    outcomes: list[Outcome] = getattr(form, "outcomes", [])
    if any(each.result == "refused" for each in outcomes):
        # Lines that could not be entered stay in the field, to be corrected.
        left = "\n".join(each.name for each in outcomes if each.result == "refused")
        again = fields.NamesForm(auto_id="add_%s", initial={"names": left})
        return _players(request, tournament, {"add": again}, outcomes=outcomes)
    if button.do is _dismiss and not director.may_observe(request.user, tournament):
        return redirect("tournament", slug=tournament.slug)
    return redirect(button.page, slug=tournament.slug)


def _no_pairing(
    request: HttpRequest, tournament: Tournament, button: Button, refusal: Refusal
) -> HttpResponse:
    """What may be given up, as buttons, on the page of the round."""
    stuck = gather.Stuck(refusal.message, (refusal.detail or {}).get("relax", []))
    page = _round if tournament.status == Tournament.Status.RUNNING else _overview
    return page(request, tournament, {}, status=refusal.status, stuck=stuck)


@require_POST
@login_required
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy, to be looked over in the form it was created with."""
    tournament = directed_by(request, slug)
    form = fields.CloneForm(request.POST)
    if form.is_valid():
        try:
            fresh = director.clone(tournament_id=tournament.pk, by=member(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("starts_at" if refusal.code == "bad_start" else None, refusal.message)
        else:
            messages.success(request, _("This is the copy: change what is to be different."))
            return redirect("edit_tournament", slug=fresh.slug)
    return _overview(request, tournament, {"clone": form}, status=422)


def _verdict(view: TableView, refused: fields.AdjudicateForm | None) -> fields.AdjudicateForm:
    if refused is not None and refused.table == view.table:
        return refused
    return fields.AdjudicateForm(
        table=view.table, names=[chair.entry.user.shown_name for chair in view.chairs]
    )


@require_POST
@login_required
def adjudicate(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    found = directed_by(request, slug)
    table = get_object_or_404(Table, round__tournament=found, round__number=round_number, number=table_number)
    seats = table.pairings.select_related("entry__user").order_by("seat")
    names = [row.entry.user.shown_name for row in seats]
    form = fields.AdjudicateForm(request.POST, table=table, names=names)
    if form.is_valid():
        try:
            director.adjudicate(
                tournament_id=found.pk,
                round_number=round_number,
                table_number=table_number,
                places=form.places(),
                nobody=form.cleaned_data["how"] == "nobody",
                why=form.cleaned_data["why"],
                by=member(request),
            )
        except Refusal as refusal:
            if table.over_at is not None or refusal.code == "table_over":
                messages.error(request, refusal.message)
                return redirect("tournament_desk", slug=slug)
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The table is decided."))
            return redirect(reverse("tournament_desk", args=[slug]) + "#tables")
    return _overview(request, found, {}, status=422, refused=form)
