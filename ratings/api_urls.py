from django.urls import path

from ratings import api

urlpatterns = [
    path("", api.PoolList.as_view(), name="api_pools"),
    path("users/<str:name>/", api.PlayerRatings.as_view(), name="api_player_ratings"),
    path("matches/<str:code>/", api.MatchRatings.as_view(), name="api_match_ratings"),
    path("<str:title>/<str:sets>/<str:speed>/", api.Leaderboard.as_view(), name="api_leaderboard"),
]
