"""Rating rows for operators: to look at. What may be done goes through the ledger: to void a match or
an account, and to say which accounts belong to one person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.operators import ReadOnlyAdmin
from ratings import ledger
from ratings.models import Act, Annulment, DumpFile, LinkedAccounts, Pool, RatedResult, Rating


@admin.register(Pool)
class PoolAdmin(ReadOnlyAdmin):
    list_display = ["key", "last_seq", "revision"]


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["user", "pool", "points", "games", "deviation_points", "last_day"]
    list_select_related = ["user", "pool"]
    list_filter = ["pool"]
    search_fields = ["user__username"]


@admin.register(RatedResult)
class RatedResultAdmin(ReadOnlyAdmin):
    list_display = ["match", "pool", "seq", "reason", "half", "void", "finished_at"]
    list_select_related = ["match", "pool"]
    list_filter = ["pool", "reason", "void"]
    search_fields = ["match__code"]
    actions = ["void_results", "restore_results"]

    @admin.action(description="Void: rate the pool anew without these results", permissions=["view"])
    def void_results(self, request: HttpRequest, chosen: QuerySet[RatedResult]) -> None:
        self._each(request, chosen, void=True)

    @admin.action(description="Restore voided results", permissions=["view"])
    def restore_results(self, request: HttpRequest, chosen: QuerySet[RatedResult]) -> None:
        self._each(request, chosen, void=False)

    def _each(self, request: HttpRequest, chosen: QuerySet[RatedResult], *, void: bool) -> None:
        now, by = timezone.now(), request.user
        done = 0
        for result in chosen.select_related("match"):
            try:
                if void:
                    ledger.void(match_id=result.match_id, by=by, why=_("voided by an operator"), now=now)  # type: ignore[arg-type]
                else:
                    ledger.restore(match_id=result.match_id, by=by, now=now)  # type: ignore[arg-type]
                done += 1
            except ledger.LedgerRefusal as refusal:
                messages.error(request, f"{result.match.code}: {refusal.message}")
        if done:
            messages.success(request, _("The pools are rated anew."))


@admin.register(Annulment)
class AnnulmentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Adding one voids every result of the account; it is lifted by the action, never deleted."""

    list_display = ["account", "why", "by", "at", "lifted_by", "lifted_at"]
    list_select_related = ["account", "by", "lifted_by"]
    fields = ["account", "why"]
    raw_id_fields = ["account"]
    actions = ["lift"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Annulment, form: Any, change: bool) -> None:
        by: Any = request.user
        made = ledger.annul_account(account=obj.account, by=by, why=obj.why, now=timezone.now())
        obj.pk = made.pk

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, form=_AnnulmentForm, **kwargs)

    @admin.action(description="Lift: the account's results count again", permissions=["view"])
    def lift(self, request: HttpRequest, chosen: QuerySet[Annulment]) -> None:
        by: Any = request.user
        for annulment in chosen:
            try:
                ledger.lift_annulment(annulment_id=annulment.pk, by=by, now=timezone.now())
            except ledger.LedgerRefusal as refusal:
                messages.error(request, f"{annulment}: {refusal.message}")
            else:
                messages.success(request, _("The pools are rated anew."))


class _AnnulmentForm(forms.ModelForm):  # type: ignore[type-arg]
    def clean_account(self) -> Any:
        account = self.cleaned_data["account"]
        if Annulment.objects.filter(account=account, lifted_at=None).exists():
            raise forms.ValidationError(_("This account is annulled already; nothing was changed."))
        return account


@admin.register(Act)
class ActAdmin(ReadOnlyAdmin):
    list_display = ["at", "kind", "result", "annulment", "by", "why", "results"]
    list_select_related = ["result", "annulment__account", "by"]
    list_filter = ["kind"]


@admin.register(LinkedAccounts)
class LinkedAccountsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """From the next match on they are not rated against each other; what was rated stays."""

    list_display = ["one", "other", "why", "at"]
    list_select_related = ["one", "other"]
    raw_id_fields = ["one", "other"]
    search_fields = ["one__username", "other__username"]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, form=_LinkForm, **kwargs)


class _LinkForm(forms.ModelForm):  # type: ignore[type-arg]
    def clean(self) -> dict[str, Any]:
        """In the order of the keys, whichever way round they were entered."""
        cleaned = super().clean() or self.cleaned_data
        one, other = cleaned.get("one"), cleaned.get("other")
        if one is not None and one == other:
            raise forms.ValidationError(_("Choose two different accounts."))
        if one is not None and other is not None and one.pk > other.pk:
            cleaned["one"], cleaned["other"] = other, one
        return cleaned


@admin.register(DumpFile)
class DumpFileAdmin(ReadOnlyAdmin):
    list_display = ["name", "made_at", "size", "results", "players", "sha256"]
