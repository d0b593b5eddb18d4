from django.urls import path

from ratings import api

urlpatterns = [
    path("", api.PoolList.as_view(), name="api_pools"),
    path("exports/", api.Dumps.as_view(), name="api_exports"),
    path("calculator/", api.Calculator.as_view(), name="api_calculator"),
    path("versus/<str:one>/<str:other>/", api.TwoPlayers.as_view(), name="api_versus"),
    path("users/<str:name>/", api.PlayerRatings.as_view(), name="api_player_ratings"),
    path(
        "users/<str:name>/<str:title>/<str:sets>/<str:speed>/",
        api.PlayerChanges.as_view(),
        name="api_player_changes",
    ),
    path("matches/<str:code>/", api.MatchRatings.as_view(), name="api_match_ratings"),
    path("<str:title>/<str:sets>/<str:speed>/", api.Leaderboard.as_view(), name="api_leaderboard"),
    path(
        "<str:title>/<str:sets>/<str:speed>/distribution/",
        api.PoolDistribution.as_view(),
        name="api_distribution",
    ),
    path("<str:title>/<str:sets>/<str:speed>/gauge/", api.PoolGauge.as_view(), name="api_gauge"),
]
