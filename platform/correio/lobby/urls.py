from django.urls import path

from correio.lobby import views

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/new/", views.new_table, name="new_table"),
    path("lobby/play/", views.quick_play, name="quick_play"),
    path("lobby/<str:code>/join/", views.join, name="join"),
    path("lobby/<str:code>/leave/", views.leave, name="leave_table"),
    path("lobby/<str:code>/bot/", views.add_bot, name="add_bot"),
    path("invite/<str:token>/", views.invitation, name="invitation"),
    path("m/<str:code>/rematch/", views.rematch, name="rematch"),
]
