"""Mail settings, and the mail page of a development site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from correio.accounts.member import member
from correio.notifications.forms import MailForm
from correio.notifications.models import Letter
from correio.notifications.preferences import choose, wanted


@login_required
def mail_settings(request: HttpRequest) -> HttpResponse:
    posted = request.method == "POST"
    form = MailForm(request.POST if posted else None, initial={"kinds": sorted(wanted(member(request)))})
    if posted and form.is_valid():
        choose(member(request), set(form.cleaned_data["kinds"]))
        messages.success(request, _("Saved."))
        return redirect("mail_settings")
    return render(request, "notifications/settings.html", {"form": form, "section": "mail"})


@require_GET
def letters(request: HttpRequest) -> HttpResponse:
    _development_only()
    page = Paginator(Letter.objects.all(), 50).get_page(request.GET.get("page"))
    return render(request, "notifications/letters.html", {"page": page})


@require_GET
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    _development_only()
    found = get_object_or_404(Letter, pk=pk)
    return render(request, "notifications/letter_page.html", {"letter": found})


def _development_only() -> None:
    """Mails hold sign-in links of everybody: a real site has no such page."""
    if not settings.DEVELOPMENT:
        raise Http404
