"""Ladders as pages: the list, one ladder, one member of it, a month; every act is a small form."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from correio.accounts.member import member
from correio.accounts.models import User
from correio.api import Refusal
from correio.numbers import whole
from tournaments.ladders import gather, history, steward, wording
from tournaments.ladders.chart import chart
from tournaments.ladders.forms import MoveForm, RefusedForm, RemoveForm, VacationForm
from tournaments.ladders.models import Challenge, Ladder, Member

View = Callable[..., HttpResponse]

SEEN = "Correio-Seen"
"""Header with which an open page says what it shows. No part of the address, so that links keep theirs."""


def refusals_return(view: View) -> View:
    """What the steward or the referee refuses is said on the page of the ladder."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
        try:
            return view(request, slug, **more)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return redirect("ladder", slug=slug)

    return wrapped


@require_GET
def ladder_list(request: HttpRequest) -> HttpResponse:
    return render(request, "ladders/list.html", {"lines": gather.ladders(request.user)})


@require_GET
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Ladder.objects.select_related("top__user"), slug=slug)
    if request.headers.get(SEEN) == gather.stamp(found):
        # The page asks now and then whether there is anything it does not show.
        return HttpResponse(status=204)
    context = gather.page(found, request.user, request.GET.get("page"), timezone.now())
    return render(request, "ladders/ladder.html", context | {"vacation": VacationForm()})


@require_GET
def ladder_member(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A member's line, moves and challenges; also of who is on the ladder no more."""
    found = get_object_or_404(
        Member.objects.select_related("ladder", "user"), ladder__slug=slug, user__username=name
    )
    return render(request, "ladders/member.html", _member_context(found, request))


def _member_context(found: Member, request: HttpRequest, **forms: Any) -> dict[str, Any]:
    steps = history.line(found)
    now = timezone.now()
    reader = gather.own_rung(found.ladder, request.user)
    rows, _facts = gather.rows_of(found.ladder, reader, [found], now)
    return {
        "ladder": found.ladder,
        "name": wording.name(found.ladder),
        "member": found,
        "row": rows[0],
        "reader": reader,
        "steps": steps[::-1][:100],
        "chart": chart(steps, now),
        "challenges": gather.recent(found),
        "crowns": found.crowns.all(),
        "directs": steward.may_direct(request.user),
        "move": MoveForm(),
        "remove": RemoveForm(prefix="remove"),
        **forms,
    }


@require_GET
def ladder_month(request: HttpRequest, slug: str, year: int, month: int) -> HttpResponse:
    """The ladder as it stood at the beginning of a month."""
    found = get_object_or_404(Ladder, slug=slug)
    if not 1 <= month <= 12:
        raise Http404
    taken = get_object_or_404(found.snapshots, month=date(year, month, 1))
    context = {
        "ladder": found,
        "name": wording.name(found),
        "snapshot": taken,
        "players": gather.snapshot(found, taken.users),
    }
    return render(request, "ladders/month.html", context)


@require_POST
@login_required
@refusals_return
def join(request: HttpRequest, slug: str) -> HttpResponse:
    mine = steward.join(ladder_id=_key(slug), user=member(request))
    messages.success(request, _("You stand on place %(place)d.") % {"place": mine.position})
    return redirect("ladder", slug=slug)


@require_POST
@login_required
@refusals_return
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    steward.leave(ladder_id=_key(slug), user=member(request))
    messages.success(request, _("You have left the ladder. A match under way is still yours to finish."))
    return redirect("ladder", slug=slug)


@require_POST
@login_required
@refusals_return
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    steward.set_auto_accept(
        ladder_id=_key(slug),
        user=member(request),
        on=request.POST.get("auto_accept") == "on",
        nonce=request.POST.get("nonce") or None,
    )
    messages.success(request, _("Saved."))
    return redirect("ladder", slug=slug)


@require_POST
@login_required
@refusals_return
def vacation(request: HttpRequest, slug: str) -> HttpResponse:
    """Plans one, or ends it."""
    key = _key(slug)
    if "end" in request.POST:
        steward.end_vacation(ladder_id=key, user=member(request))
        messages.success(request, _("Welcome back."))
        return redirect("ladder", slug=slug)
    form = VacationForm(request.POST)
    plan = partial(steward.plan_vacation, ladder_id=key, user=member(request))
    if not _done(form, lambda: plan(begins=form.begins(), ends=form.ends())):
        found = get_object_or_404(Ladder.objects.select_related("top__user"), slug=slug)
        context = gather.page(found, request.user, None, timezone.now())
        return render(request, "ladders/ladder.html", context | {"vacation": form}, status=422)
    messages.success(request, _("Your vacation is noted."))
    return redirect("ladder", slug=slug)


def _done(form: RefusedForm, act: Callable[[], Any]) -> bool:
    """Whether the form was right and the act carried out; else the form says why not."""
    if not form.is_valid():
        return False
    try:
        act()
    except Refusal as refusal:
        if not form.refuse(refusal):
            raise
        return False
    return True


@require_POST
@login_required
@refusals_return
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    names = request.POST.getlist("player")
    seats = whole(request.POST.get("open_seats", "0"), 2)
    live = steward.challenge(
        ladder_id=_key(slug),
        user=member(request),
        opponents=list(User.objects.filter(username__in=names).values_list("pk", flat=True)),
        open_seats=-1 if seats is None else seats,
        nonce=request.POST.get("nonce") or None,
    )
    return _to_match_or_ladder(
        request, live, slug, _("The challenge is out: the answer comes within 72 hours.")
    )


@require_POST
@login_required
@refusals_return
def answer(request: HttpRequest, slug: str, key: int, act: str) -> HttpResponse:
    """One button of a challenge."""
    get_object_or_404(Challenge, pk=key, ladder__slug=slug)
    who = member(request)
    nonce = request.POST.get("nonce") or None
    match act:
        case "accept":
            live = steward.accept(challenge_id=key, user=who, nonce=nonce)
        case "decline":
            live = steward.decline(challenge_id=key, user=who)
        case "withdraw":
            live = steward.withdraw(challenge_id=key, user=who)
        case "sit":
            live = steward.sit(challenge_id=key, user=who, nonce=nonce)
        case "stand":
            live = steward.stand(challenge_id=key, user=who)
        case "call_off":
            steward.call_off(challenge_id=key, user=who)
            messages.success(request, _("Noted: the match ends without a result when all who play agree."))
            return redirect("ladder", slug=slug)
        case _:
            raise Http404
    return _to_match_or_ladder(request, live, slug, _("Done."))


def _to_match_or_ladder(request: HttpRequest, live: Challenge, slug: str, done: str) -> HttpResponse:
    if live.status == Challenge.Status.PLAYING and live.match is not None:
        return redirect("match", code=live.match.code)
    messages.success(request, done)
    return redirect("ladder", slug=slug)


@require_POST
@login_required
@refusals_return
def desk(request: HttpRequest, slug: str, name: str, act: str) -> HttpResponse:
    """The staff moves or removes a member."""
    if not steward.may_direct(request.user):
        raise PermissionDenied
    found = get_object_or_404(
        Member.objects.select_related("ladder", "user"), ladder__slug=slug, user__username=name
    )
    form: RefusedForm
    carry_out: Callable[..., None]
    match act:
        case "move":
            form, carry_out = MoveForm(request.POST), steward.move
        case "remove":
            form, carry_out = RemoveForm(request.POST, prefix="remove"), steward.remove
        case _:
            raise Http404
    whose: dict[str, Any] = {"ladder_id": found.ladder_id, "user": found.user, "by": member(request)}
    if not _done(form, lambda: carry_out(**whose, **form.cleaned_data)):
        context = _member_context(found, request, **{act: form})
        return render(request, "ladders/member.html", context, status=422)
    messages.success(request, _("Done."))
    return redirect("ladder_member", slug=slug, name=name)


def _key(slug: str) -> int:
    return get_object_or_404(Ladder, slug=slug).pk
