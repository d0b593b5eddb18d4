from __future__ import annotations

from django.contrib import admin

from correio.notifications.models import Letter, Notice, Unwanted


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    list_display = ["id", "user", "kind", "subject", "turn", "due_at", "sent_at", "dropped", "attempts"]
    list_filter = ["kind", "dropped"]
    search_fields = ["subject", "user__username"]
    raw_id_fields = ["user", "match"]
    list_select_related = ["user"]


@admin.register(Unwanted)
class UnwantedAdmin(admin.ModelAdmin):
    list_display = ["user", "kind"]
    raw_id_fields = ["user"]


@admin.register(Letter)
class LetterAdmin(admin.ModelAdmin):
    list_display = ["at", "recipients", "subject"]
