from django.urls import path

from ratings import views

urlpatterns = [
    path("", views.leaderboard, name="ratings"),
    path("match/<str:code>/", views.match_changes, name="rating_changes"),
    path("<str:title>/<str:sets>/<str:speed>/", views.leaderboard, name="leaderboard"),
]
