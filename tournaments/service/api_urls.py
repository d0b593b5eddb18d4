from django.urls import path

from tournaments.service import api

urlpatterns = [path("", api.PairingService.as_view(), name="api_pairing")]
