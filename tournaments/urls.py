from django.urls import path

from tournaments import views

urlpatterns = [
    path("", views.tournament_list, name="tournaments"),
    path("new/", views.create, name="new_tournament"),
    path("<slug:slug>/", views.tournament, name="tournament"),
    path("<slug:slug>/enter/", views.enter, name="enter_tournament"),
    path("<slug:slug>/withdraw/", views.withdraw, name="withdraw_tournament"),
    path("<slug:slug>/event.json", views.event_file, name="tournament_event"),
    path("<slug:slug>/desk/", views.desk, name="tournament_desk"),
    path("<slug:slug>/desk/<int:round_number>/<int:table_number>/", views.adjudicate, name="adjudicate"),
    path("<slug:slug>/desk/<str:act>/", views.desk_act, name="desk_act"),
]
