from django.urls import path

from tournaments.ladders import views

urlpatterns = [
    path("", views.ladder_list, name="ladders"),
    path("<slug:slug>/", views.ladder, name="ladder"),
    path("<slug:slug>/join/", views.join, name="join_ladder"),
    path("<slug:slug>/leave/", views.leave, name="leave_ladder"),
    path("<slug:slug>/settings/", views.settings, name="ladder_settings"),
    path("<slug:slug>/vacation/", views.vacation, name="ladder_vacation"),
    path("<slug:slug>/challenge/", views.challenge, name="challenge"),
    path("<slug:slug>/challenge/<int:key>/<str:act>/", views.answer, name="answer_challenge"),
    path("<slug:slug>/months/<int:year>-<int:month>/", views.ladder_month, name="ladder_month"),
    path("<slug:slug>/members/<str:name>/", views.ladder_member, name="ladder_member"),
    path("<slug:slug>/members/<str:name>/<str:act>/", views.desk, name="ladder_desk"),
]
