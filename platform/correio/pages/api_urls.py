from django.urls import path

from correio.pages import api

urlpatterns = [
    path("me/", api.MeDetail.as_view(), name="api_me"),
    path("users/<str:name>/", api.UserDetail.as_view(), name="api_user"),
    path("games/", api.GameList.as_view(), name="api_games"),
    path("games/<str:key>/catalog/", api.Catalog.as_view(), name="api_catalog"),
]
