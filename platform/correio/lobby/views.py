"""The lobby as pages. Whoever is not signed in sits down as a guest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from correio.accounts.guests import sign_in_guest
from correio.accounts.member import member
from correio.api import Refusal
from correio.lobby import tables
from correio.lobby.forms import FilterForm, NonceForm, QuickForm, TableForm, titles
from correio.lobby.open_seats import my_tables, open_tables
from correio.matches.models import Match

View = Callable[..., HttpResponse]


def refusals_return_to(name: str) -> Callable[[View], View]:
    """What the referee refuses is said on that page, where the reader finds the lobby as it is now."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, **kwargs: str) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except Refusal as refusal:
                messages.error(request, refusal.message)
                return redirect(name)

        return wrapped

    return decorate


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    form = FilterForm(request.GET)
    mine = list(my_tables(request.user))
    others = open_tables(timezone.now(), **form.chosen()).exclude(pk__in=[match.pk for match in mine])
    context = {
        "filters": form,
        "mine": mine,
        "page": Paginator(others, 30).get_page(request.GET.get("page")),
        "nonce_form": NonceForm(),
        "quick": QuickForm(),
    }
    return render(request, "lobby/lobby.html", context)


@require_http_methods(["GET", "POST"])
@refusals_return_to("lobby")
def new_table(request: HttpRequest) -> HttpResponse:
    wanted = request.GET.get("title", "")
    initial = {"title": wanted} if wanted in dict(titles()) else None
    data = request.POST if request.method == "POST" else None
    form = TableForm(data, user=member(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        user = sign_in_guest(request)
        match = tables.open_table(user, form.wish(), form.cleaned_data["nonce"])
        return redirect("match", code=match.code)
    return render(request, "lobby/new.html", {"form": form})


@require_POST
@refusals_return_to("lobby")
def quick_play(request: HttpRequest) -> HttpResponse:
    form = QuickForm(request.POST)
    if not form.is_valid():
        raise Refusal("invalid", _("This game, number of seats or bot is not offered. Choose again."), 422)
    user = sign_in_guest(request)
    match = tables.open_table(user, form.wish(), form.cleaned_data["nonce"])
    return redirect("match", code=match.code)


@require_POST
@refusals_return_to("lobby")
def join(request: HttpRequest, code: str) -> HttpResponse:
    match = get_object_or_404(Match, code=code, private=False)
    tables.join(sign_in_guest(request), match, _nonce(request))
    return redirect("match", code=match.code)


@require_POST
@login_required
@refusals_return_to("lobby")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    tables.leave(member(request), get_object_or_404(Match, code=code))
    messages.success(request, _("You left the table."))
    return redirect("lobby")


@require_POST
@login_required
@refusals_return_to("lobby")
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    match = get_object_or_404(Match, code=code)
    tables.add_bot(member(request), match, request.POST.get("level", "steady"))
    return redirect("match", code=match.code)


@require_http_methods(["GET", "POST"])
@refusals_return_to("lobby")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The link shows the table; only the button sits down, so that a link preview never does."""
    match = get_object_or_404(
        Match.objects.select_related("created_by").prefetch_related("seats__user"), invitation=token
    )
    if match.status != Match.Status.OPEN:
        if not any(seat.user_id == request.user.pk for seat in match.seats.all()):
            messages.info(request, _("The seats of this table are taken, or it is closed; you may look on."))
        return redirect("match", code=match.code)
    if request.method == "POST":
        tables.join(sign_in_guest(request), match, _nonce(request))
        return redirect("match", code=match.code)
    return render(request, "lobby/invitation.html", {"match": match, "nonce_form": NonceForm()})


@require_POST
@login_required
@refusals_return_to("my_matches")
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    match = get_object_or_404(Match, code=code)
    following = tables.rematch(member(request), match, _nonce(request))
    return redirect("match", code=following.code)


def _nonce(request: HttpRequest) -> bytes | None:
    form = NonceForm(request.POST)
    form.is_valid()
    nonce: bytes | None = form.cleaned_data["nonce"]
    return nonce
