from django.urls import path

from correio.accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("guest/keep/", views.upgrade, name="upgrade"),
    path("preferences/", views.quick_preference, name="quick_preference"),
    path("settings/", views.preferences, name="settings"),
    path("settings/sessions/", views.session_list, name="sessions"),
    path("settings/tokens/", views.token_list, name="tokens"),
    path("settings/tokens/new/", views.token_create, name="token_create"),
    path("settings/tokens/revoke/", views.token_revoke, name="token_revoke"),
]
