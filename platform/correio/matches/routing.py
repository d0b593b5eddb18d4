from channels.routing import URLRouter
from django.urls import path

from correio.matches.gate import Gate
from correio.matches.live import MatchFeed, UserFeed

sockets = Gate(
    URLRouter(
        [
            path("ws/matches/<str:code>/", MatchFeed.as_asgi()),
            path("ws/me/", UserFeed.as_asgi()),
        ]
    )
)
