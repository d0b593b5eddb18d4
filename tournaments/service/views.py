"""The page of the service: a file goes up, the pairing comes back to be printed or downloaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request

from correio.refusal import Refusal
from tournaments import trf
from tournaments.explain import COLOURS, DUTCH
from tournaments.service.answer import answer
from tournaments.service.throttle import PairingThrottle
from tournaments.service.upload import MOST_BYTES, read

PAGE = "tournaments/service.html"
BYES = {
    "pairing": gettext_lazy("left over"),
    "full": gettext_lazy("full-point bye"),
    "half": gettext_lazy("half-point bye"),
    "zero": gettext_lazy("not there"),
}


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Tournament file"),
        help_text=gettext_lazy("TRF26, TRF16 or as JaVaFo writes it; for tables the JSON of an event."),
        widget=forms.ClearableFileInput(attrs={"accept": ".trf,.trfx,.txt,.json"}),
        error_messages={"empty": gettext_lazy("The file is empty: choose another one.")},
    )
    order = forms.CharField(
        label=gettext_lazy("Tie-breaks"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("In their order, like BH/C1, BH, SB, DE. Empty: as the file says."),
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Tie-break regulations"),
        choices=[(2026, gettext_lazy("March 2026")), (2024, gettext_lazy("August 2024"))],
        required=False,
    )


@require_http_methods(["GET", "POST"])
def pairing_service(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, PAGE, {"form": UploadForm()})
    form = UploadForm(request.POST, request.FILES)
    if not PairingThrottle().allow_request(Request(request), view=None):  # type: ignore[arg-type]
        form.add_error(None, _("That was a lot of files: wait a minute and send it again."))
        return render(request, PAGE, {"form": form}, status=429)
    if not form.is_valid():
        return render(request, PAGE, {"form": form}, status=422)
    try:
        return _answered(request, form)
    except Refusal as refusal:
        field = "order" if refusal.code == "bad_tie_break" else "file"
        form.add_error(field, refusal.message)
        return render(request, PAGE, {"form": form}, status=422)


def _answered(request: HttpRequest, form: UploadForm) -> HttpResponse:
    data = form.cleaned_data
    found = read(data["file"].read(MOST_BYTES + 1), data["file"].content_type or "")
    how = request.POST.get("answer", "page")
    if how == "trf":
        if not isinstance(found, trf.Tournament):
            message = _("An event of tables has no report file: take the JSON.")
            raise Refusal("no_report", message, 422)
        return _file(trf.write(found), "tournament.trf", "text/plain; charset=utf-8")
    order = [code.strip() for code in data["order"].split(",") if code.strip()]
    told = answer(
        found, order=order, edition=2024 if data["edition"] == "2024" else 2026, parts=how == "json"
    )
    if how == "json":
        body = msgspec.json.format(msgspec.json.encode(told), indent=1)
        return _file(body, "pairing.json", "application/json")
    for table in told["tables"]:
        table["why"] = _why(table["reason"])
    for bye in told["byes"]:
        bye["words"] = BYES[bye["bye"]]
    return render(request, PAGE, {"form": UploadForm(initial={**data, "file": None}), "told": told})


def _file(body: bytes, name: str, kind: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _why(reason: Mapping[str, Any]) -> str:
    """One line for the list; two seats by the articles of C.04.3."""
    if "colours_by" not in reason:
        met = len(reason["repeats"])
        return _("Pairs that met before: %(count)d.") % {"count": met} if met else ""
    rule = reason["colours_by"]
    words = [_("Group of %(points)s points.") % {"points": f"{reason['bracket']:g}"}]
    words += [
        _("%(player)s floats down: %(why)s.")
        % {"player": row["player"], "why": "; ".join(f"{DUTCH.get(code, code)}" for code in row["by"])}
        for row in reason["down"]
    ]
    words.append(_("Colours: %(why)s (%(rule)s).") % {"why": COLOURS.get(rule, rule), "rule": rule})
    return " ".join(words)
