"""The list of tournaments."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.forms.filters import ListForm
from tournaments.gather import listing
from tournaments.models import Tournament

ON_A_PAGE = 30
STATUS = Tournament.Status


@require_GET
def tournament_list(request: HttpRequest) -> HttpResponse:
    form = ListForm(request.GET or None)
    wanted = form.wanted() if form.is_bound else {}
    found = listing.narrowed(listing.listed(), wanted, request.user)
    context: dict[str, Any] = {"form": form, "wanted": wanted}
    if wanted.get("whose") == "open" and request.user.is_authenticated:
        chosen: Any = listing.open_to(listing.by_start(_of_status(found, wanted)), request.user)
        context |= _paged(request, chosen)
    elif wanted.get("status"):
        context |= _paged(request, _of_status(found, wanted))
    else:
        registering = listing.by_start(found.filter(status=STATUS.REGISTRATION))
        context |= _paged(request, found.filter(status__in=[STATUS.FINISHED, STATUS.CANCELLED]))
        context["over"] = context.pop("rows")
        if context["page"].number == 1:
            running = found.filter(status=STATUS.RUNNING)
            context["open"] = listing.rows(registering[: 2 * ON_A_PAGE], request.user)
            context["running"] = listing.rows(running[: 2 * ON_A_PAGE], request.user)
    return render(request, "tournaments/list.html", context)


def _of_status(found: QuerySet[Tournament], wanted: dict[str, str]) -> QuerySet[Tournament]:
    match wanted.get("status"):
        case None:
            return found
        case "over":
            return found.filter(status__in=[STATUS.FINISHED, STATUS.CANCELLED])
        case STATUS.REGISTRATION:
            return listing.by_start(found.filter(status=STATUS.REGISTRATION))
        case status:
            return found.filter(status=status)


def _paged(request: HttpRequest, chosen: Any) -> dict[str, Any]:
    page = Paginator(chosen, ON_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "rows": listing.rows(list(page.object_list), request.user)}
