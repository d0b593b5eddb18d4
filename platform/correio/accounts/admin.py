from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _

from correio.accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Deleting is not offered: rows of matches name the user; accounts are anonymised instead."""

    list_display = [
        "username",
        "name",
        "kind",
        "bot_level",
        "email",
        "is_staff",
        "date_joined",
        "anonymised_at",
    ]
    list_filter = ["kind", "bot_level", "is_staff", "is_active"]
    search_fields = ["username", "name", "email"]
    readonly_fields = ["anonymised_at", "last_login", "date_joined"]
    raw_id_fields = ["owner"]
    fieldsets = [
        *(DjangoUserAdmin.fieldsets or ()),
        (_("Player"), {"fields": ["kind", "name", "bot_level", "owner", "time_zone", "language", "theme"]}),
        (_("Deletion"), {"fields": ["anonymised_at"]}),
    ]

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False
