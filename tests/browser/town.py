"""A site where something of everything exists, so that no page is looked at empty."""

from __future__ import annotations

import json

from tests.fault.site import Site, eventually

MEMBER = "maria"

FOUND = """
import hashlib, json
from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.core.mail import EmailMessage
from correio.accounts.house import house_bots
from correio.accounts.models import User
from correio.accounts.tokens import create_token
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.due.sweep import sweep_work
from tournaments import director
from tournaments.ladders import steward
from tournaments.ladders.models import Ladder

clock = Control(PER_TURN, DAY)
member = User.objects.create_user("MEMBER", email="MEMBER@example.org", password="azulejo-1942-tejo")
address = EmailAddress.objects.create(user=member, email=member.email, primary=True, verified=True)
novices = house_bots("novice", 8)
table = {"game": "estoril", "title": "estoril-1942", "clock": clock}

running = referee.start_match(players=[member, *novices[:3]], rated=False, code="running", **table)
over = referee.start_match(players=[member, novices[3]], code="over", **table)
referee.adjudicate(match_id=over.pk, places=[1, 2], reason="arbiter", by=None)
waiting = referee.open_match(seats=3, code="waiting", created_by=member, private=True, **table)
referee.sit(match_id=waiting.pk, user=member)
public = referee.open_match(seats=2, code="public", created_by=novices[0], rated=False, **table)
referee.sit(match_id=public.pk, user=novices[0])
gone = referee.open_match(seats=2, code="gone", created_by=member, **table)
referee.cancel_open(match_id=gone.pk, user=member)

def plan(name, seats, rounds, **more):
    base = {"title": "estoril-1942", "seats": seats, "round_count": rounds, "clock": clock}
    return director.Plan(name=name, **base, **more)

gathering = director.create(plan=plan("Gathering in the open", 4, 3), by=member)
director.register(tournament_id=gathering.pk, user=member)
director.enter_bots(tournament_id=gathering.pk, level="novice", count=3, by=member)
playing = director.create(plan=plan("Playing by the river", 2, 2), by=member)
director.register(tournament_id=playing.pk, user=member)
director.enter_bots(tournament_id=playing.pk, level="novice", count=4, by=member)
director.start(tournament_id=playing.pk, by=member)
done = director.create(plan=plan("Done before breakfast", 2, 1), by=None)
director.enter_bots(tournament_id=done.pk, level="novice", count=2, by=None)
director.start(tournament_id=done.pk, by=None)
cup_plan = plan("Cup of the quay", 2, None, system="knockout", third_place=True)
cup = director.create(plan=cup_plan, by=member)
director.register(tournament_id=cup.pk, user=member)
director.enter_bots(tournament_id=cup.pk, level="novice", count=5, by=member)
director.start(tournament_id=cup.pk, by=member)
drafted = director.create(plan=plan("Drawn up by hand", 2, 3, system="dutch"), by=member)
director.enter_bots(tournament_id=drafted.pk, level="novice", count=5, by=member)
director.start(tournament_id=drafted.pk, by=member)
director.pair_again(tournament_id=drafted.pk, number=1, by=member)

neighbours = [User.objects.create_user(name) for name in ("amadeu", "belmiro", "celeste", "dalila", "eurico")]
rungs, more = (Ladder.objects.get(slug="estoril-1942" + kind) for kind in ("", "-tables"))
for each in [*neighbours[:3], member, *neighbours[3:]]:
    steward.join(ladder_id=rungs.pk, user=each)
    steward.join(ladder_id=more.pk, user=each)
def challenge(ladder, who, *whom, **more):
    keys = [each.pk for each in whom]
    return steward.challenge(ladder_id=ladder.pk, user=who, opponents=keys, **more)
challenge(rungs, neighbours[3], member)
started = challenge(rungs, member, neighbours[0])
steward.accept(challenge_id=started.pk, user=neighbours[0])
challenge(more, neighbours[4], neighbours[1], neighbours[2], open_seats=1)
rungs.refresh_from_db()
sweep_work("ladder", clock=lambda: rungs.snapshot_at)

create_token(member, days=90)
EmailMessage("Your turn", "It is your turn: http://localhost/m/running/", to=[member.email]).send()
stray = EmailAddress.objects.create(user=member, email="other@example.org")
print(json.dumps({
    "invitation": waiting.invitation,
    "gathering": gathering.slug,
    "playing": playing.slug,
    "done": done.slug,
    "cup": cup.slug,
    "drafted": drafted.slug,
    "month": f"{rungs.snapshot_at.year}-{rungs.snapshot_at.month}",
    "bot": novices[3].username,
    "confirmation": EmailConfirmationHMAC(stray).key,
    "reset": user_pk_to_url_str(member) + "-" + EmailAwarePasswordResetTokenGenerator().make_token(member),
}))
""".replace("MEMBER", MEMBER)


def found(site: Site) -> dict[str, str]:
    """Names for the addresses of its pages, once the bots have finished what they were to finish."""
    names: dict[str, str] = json.loads(site.script(FOUND))
    finished = "SELECT 1 FROM correio_tournaments_tournament WHERE slug = %s AND status = 'finished'"
    eventually(lambda: site.rows(finished, names["done"]), "the end of a small tournament", site.told)
    return names
