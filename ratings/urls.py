from django.urls import path

from ratings import views

urlpatterns = [
    path("", views.leaderboard, name="ratings"),
    path("match/<str:code>/", views.match_changes, name="rating_changes"),
    path("players/<str:name>/<str:title>/<str:sets>/<str:speed>/", views.player, name="rated_player"),
    path("versus/", views.choose_two, name="choose_two"),
    path("versus/<str:one>/<str:other>/", views.two_players, name="versus"),
    path("calculator/", views.calculator, name="rating_calculator"),
    path("gauge/", views.drift, name="rating_gauge"),
    path("gauge/<str:title>/<str:sets>/<str:speed>/", views.drift, name="pool_gauge"),
    path("<str:title>/<str:sets>/<str:speed>/", views.leaderboard, name="leaderboard"),
]
