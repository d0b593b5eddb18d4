from django.urls import path

from correio.pages import match_page, rules_examples, views

urlpatterns = [
    path("", views.home, name="home"),
    path("my/", views.my_matches, name="my_matches"),
    path("my/next/", views.next_match, name="next_match"),
    path("m/<str:code>/", match_page.match, name="match"),
    path("m/<str:code>/move/", match_page.move, name="plain_move"),
    path("m/<str:code>/orders/", match_page.orders, name="plain_orders"),
    path("m/<str:code>/room/", match_page.room, name="match_room"),
    path("u/<str:name>/", views.profile, name="profile"),
    path("games/", views.game_list, name="games"),
    path("games/<str:key>/", views.game, name="game"),
    path("games/<str:key>/examples/", rules_examples.examples, name="game_examples"),
    path("status/", views.status, name="status"),
    path("settings/delete/", views.delete_account, name="delete_account"),
    path("api/docs/", views.api_docs, name="api_docs"),
]
