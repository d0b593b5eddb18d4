"""House bots: users that the site itself plays, named after trades and titles of old Portugal."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from correio.accounts.models import User

NAMES: dict[str, tuple[str, ...]] = {
    "novice": (
        "Grumete", "Aprendiz", "Ardina", "Paquete", "Aguadeiro", "Engraxador", "Varina",
        "Pregoeiro", "Caixeiro", "Almocreve", "Barqueiro", "Lavadeira", "Jornaleiro",
        "Moço de Recados", "Vendedeira", "Bilheteiro",
    ),
    "steady": (
        "Telegrafista", "Faroleiro", "Guarda-livros", "Relojoeira", "Tipógrafo", "Carteiro",
        "Boticária", "Livreiro", "Alfaiate", "Calafate", "Tanoeiro", "Oleira", "Ourives", "Moleiro",
        "Encadernadora", "Azulejador",
    ),
    "keen": (
        "Marquês", "Condessa", "Embaixadora", "Almirante", "Cônsul", "Maestrina", "Catedrático",
        "Inspetora", "Visconde", "Baronesa", "Ministro", "Capitã", "Cartógrafo", "Astrónoma",
        "Desembargador", "Duquesa",
    ),
}  # fmt: skip
"""Sixteen of each level, a table of sixteen; more of a level are numbered."""

LEVELS = tuple(NAMES)

LEVEL_WORDS = {"novice": _("novice"), "steady": _("steady"), "keen": _("keen")}


def house_bots(level: str, count: int) -> list[User]:
    """The first `count` house bots of that level, always the same ones; missing ones are created."""
    if level not in NAMES:
        raise ValueError(f"there is no bot level {level!r}; there are {', '.join(LEVELS)}")
    wanted = [_name(level, index) for index in range(count)]
    usernames = [slugify(name) for name in wanted]
    bots = _found(level, usernames)
    for name, username in zip(wanted, usernames, strict=True):
        if username not in bots:
            bots[username] = _create(level, name, username)
    return [bots[username] for username in usernames]


def _found(level: str, usernames: list[str]) -> dict[str, User]:
    bots = User.objects.filter(username__in=usernames, kind=User.Kind.BOT, bot_level=level)
    return {bot.username: bot for bot in bots}


def _name(level: str, index: int) -> str:
    names = NAMES[level]
    round_, place = divmod(index, len(names))
    return names[place] if round_ == 0 else f"{names[place]} {round_ + 1}"


def _create(level: str, name: str, username: str) -> User:
    """A person may have taken the username, another process may be creating the same bot."""
    bot = User(username=username, name=name, kind=User.Kind.BOT, bot_level=level)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError:
        other = User.objects.get(username__iexact=username)
        if other.kind == User.Kind.BOT and other.bot_level == level:
            return other
        bot.username = f"{username}-{level}"
        bot, _ = User.objects.get_or_create(
            username=bot.username,
            defaults={"name": name, "kind": User.Kind.BOT, "bot_level": level, "password": bot.password},
        )
    return bot
