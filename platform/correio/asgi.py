"""Web requests go to Django, sockets to their consumers."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "correio.settings")

web = get_asgi_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402 - Django has to be set up first

from correio.matches.routing import sockets  # noqa: E402

application = ProtocolTypeRouter({"http": web, "websocket": sockets})
