"""A tournament is created, changed, copied, with advice beside the form."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from correio.accounts.member import member
from correio.accounts.models import User
from correio.api import Refusal
from tournaments import director
from tournaments.acts.plans import Plan
from tournaments.forms.planning import PlanForm, sections
from tournaments.gather import foresight
from tournaments.markdown import shown
from tournaments.models import Tournament
from tournaments.views.asking import directed_by, found

TEXTS = ("about", "prizes")


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    form = PlanForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        user = member(request)
        if user.is_guest:
            form.add_error(None, _("Guests cannot direct a tournament. Keep your account first."))
        else:
            try:
                tournament = _create_once(form.plan(), user, form.cleaned_data["token"])
            except Refusal as refusal:
                form.refuse(refusal.code, refusal.message)
            else:
                return redirect("tournament_desk", slug=tournament.slug)
    return _form(request, form, {"label": _("Create the tournament")})


def _create_once(plan: Plan, by: User, token: str) -> Tournament:
    """A form that is sent twice creates one tournament: the seed of the lots derives from the form's token,
    in a way that only the site knows, and the person's row is held meanwhile."""
    if not token:
        return director.create(plan=plan, by=by)
    seed = salted_hmac("tournaments.form", f"{by.pk}:{token}", algorithm="sha256").hexdigest()[:32]
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        made = Tournament.objects.filter(created_by=by, seed=seed).first()
        return made or director.create(plan=replace(plan, seed=seed), by=by)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed_by(request, slug)
    form = PlanForm(
        request.POST if request.method == "POST" else None,
        plan=director.plan_of(tournament),
        changeable=director.changeable(tournament),
    )
    players = tournament.entries.count()
    form.initial["expected"] = max(players, 2) if players else 16
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        try:
            director.edit(tournament_id=tournament.pk, changes=form.changes(), by=member(request))
        except Refusal as refusal:
            form.refuse(refusal.code, refusal.message)
        else:
            messages.success(request, _("The changes are made."))
            return redirect("tournament_desk", slug=slug)
    context = {
        "tournament": tournament,
        "label": _("Save"),
        "some_fixed": director.changeable(tournament) is not None,
    }
    return _form(request, form, context)


def _form(request: HttpRequest, form: PlanForm, context: dict[str, Any]) -> HttpResponse:
    refused = form.is_bound and bool(form.errors) and "look" not in request.POST
    return render(
        request,
        "tournaments/plan.html",
        context | {"form": form, "sections": sections(form), "refused": refused} | _beside(form),
        status=422 if refused else 200,
    )


def _beside(form: PlanForm) -> dict[str, Any]:
    """Advice and the texts as they will look."""
    asked = form if form.is_bound else _as_it_opens(form)
    plain = asked.plain()
    texts = {name: shown(asked.cleaned_data.get(name) or "") for name in TEXTS} if form.is_bound else {}
    return {"foresight": None if plain is None else foresight.foresee(plain), "texts": texts}


def _as_it_opens(form: PlanForm) -> PlanForm:
    """The form as if it were sent as it stands, for the advice it opens with."""
    shown_now = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    data = {name: value for name, value in shown_now.items() if value not in (None, False)}
    return PlanForm({"name": "–"} | data, plan=form.before)


@login_required
@require_POST
def advice(request: HttpRequest) -> JsonResponse:
    """What the form's script shows beside it while it is filled in."""
    like = request.GET.get("like")
    plan = None if like is None else director.plan_of(found(like))
    plain = PlanForm(request.POST, plan=plan).plain()
    told = None if plain is None else foresight.foresee(plain)
    return JsonResponse(
        {
            "advice": [] if told is None else [asdict(each) for each in told.advice],
            "duration": "" if told is None else told.duration,
            "nothing": _("Choose game, system, seats and clock: then there is advice here.")
            if told is None
            else _("Nothing to warn of."),
            "texts": {name: shown(request.POST.get(name, "")[:8000]) for name in TEXTS},
        }
    )
