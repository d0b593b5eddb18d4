"""Opening a table, sitting down, leaving: in the lobby as pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.matches import fairness
from correio.matches.models import Match, Seat
from engines import registry

pytestmark = pytest.mark.django_db

FORM = {"title": "estoril-1942", "seats": 3, "clock": "2d", "on_time_out": "absent", "rated": "on"}
NONCE = "ab" * 32


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def open_table(user: User, **more: object) -> Match:
    answer = signed_in(user).post("/lobby/new/", {**FORM, **more})
    assert answer.status_code == 302, answer.context["form"].errors
    return Match.objects.get(code=answer.headers["Location"].split("/")[2])


def taken(match: Match) -> list[str]:
    return sorted(seat.user.username for seat in match.seats.select_related("user") if seat.user)


def test_the_creator_sits_and_the_table_is_listed(alice: User, bob: User) -> None:
    match = open_table(alice)
    assert taken(match) == ["alice"]
    assert match.status == "open"
    assert match.code in signed_in(bob).get("/lobby/").content.decode()


def test_the_defaults_of_the_form_are_a_table(alice: User) -> None:
    client = signed_in(alice)
    form = client.get("/lobby/new/").context["form"]
    values = {name: form[name].value() for name in form.fields}
    answer = client.post("/lobby/new/", {name: value for name, value in values.items() if value is not None})
    assert answer.status_code == 302


def test_bots_sit_down_at_once_and_a_full_table_starts(alice: User) -> None:
    match = open_table(alice, seat_2="steady", seat_3="keen")
    assert match.status == "playing"
    assert sorted(match.seats.exclude(bot_level="").values_list("bot_level", flat=True)) == ["keen", "steady"]


def test_bots_of_seats_beyond_the_number_are_ignored(alice: User) -> None:
    match = open_table(alice, seats=2, seat_2="novice", seat_3="keen", seat_4="keen")
    assert match.seat_count == match.seats.count() == 2


def test_three_bots_of_a_level_are_three_different_ones(alice: User) -> None:
    match = open_table(alice, seats=4, seat_2="novice", seat_3="novice", seat_4="novice")
    assert match.seats.values("user").distinct().count() == 4


@pytest.mark.parametrize(
    ("field", "value"),
    [("title", "chess"), ("title", "postcards"), ("seats", 7), ("clock", "1s"), ("on_time_out", "never")],
)
def test_what_is_not_offered_is_said_at_the_field(alice: User, field: str, value: object) -> None:
    answer = signed_in(alice).post("/lobby/new/", {**FORM, field: value})
    assert answer.context["form"].errors[field]
    assert not Match.objects.exists()


def test_a_double_click_joins_once(alice: User, bob: User) -> None:
    match = open_table(alice)
    client = signed_in(bob)
    for _click in range(2):
        assert client.post(f"/lobby/{match.code}/join/").headers["Location"] == f"/m/{match.code}/"
    assert taken(match) == ["alice", "bob"]


def test_the_last_seat_starts_the_match(alice: User, bob: User) -> None:
    match = open_table(alice, seats=2)
    signed_in(bob).post(f"/lobby/{match.code}/join/", {"nonce": NONCE})
    match.refresh_from_db()
    assert match.status == "playing"
    assert bytes(match.seats.get(user=bob).nonce) == fairness.normal_nonce(bytes.fromhex(NONCE))


def test_a_nonce_that_is_none_does_not_stop_a_player(alice: User, bob: User) -> None:
    match = open_table(alice, seats=2)
    signed_in(bob).post(f"/lobby/{match.code}/join/", {"nonce": "not hex"})
    assert taken(match) == ["alice", "bob"]
    assert match.seats.get(user=bob).nonce is None


def test_a_full_table_says_so(alice: User, bob: User, carol: User) -> None:
    match = open_table(alice, seats=2, seat_2="novice")
    page = signed_in(carol).post(f"/lobby/{match.code}/join/", follow=True).content.decode()
    assert "All seats are taken" in page
    assert "carol" not in taken(match)


def test_a_closed_table_says_so(alice: User, carol: User) -> None:
    match = open_table(alice)
    signed_in(alice).post(f"/lobby/{match.code}/leave/")
    page = signed_in(carol).post(f"/lobby/{match.code}/join/", follow=True).content.decode()
    assert "closed" in page


def test_giving_a_seat_back_opens_it_again(alice: User, bob: User) -> None:
    match = open_table(alice)
    client = signed_in(bob)
    client.post(f"/lobby/{match.code}/join/")
    client.post(f"/lobby/{match.code}/leave/")
    match.refresh_from_db()
    assert (match.status, taken(match)) == ("open", ["alice"])


def test_the_creator_s_leaving_takes_the_table_away(alice: User) -> None:
    match = open_table(alice)
    signed_in(alice).post(f"/lobby/{match.code}/leave/")
    match.refresh_from_db()
    assert match.status == "cancelled"
    assert "did not take place" in signed_in(alice).get(f"/m/{match.code}/").content.decode()


def test_only_the_creator_seats_bots(alice: User, bob: User) -> None:
    match = open_table(alice)
    signed_in(bob).post(f"/lobby/{match.code}/bot/", {"level": "novice"})
    assert taken(match) == ["alice"]
    signed_in(alice).post(f"/lobby/{match.code}/bot/", {"level": "novice"})
    assert match.seats.filter(bot_level="novice").count() == 1


def test_a_guest_cannot_sit_at_a_rated_table(alice: User, client: Client) -> None:
    match = open_table(alice)
    page = client.post(f"/lobby/{match.code}/join/", follow=True).content.decode()
    assert "guest has no rating" in page
    assert taken(match) == ["alice"]


def test_a_stranger_sits_down_as_a_guest(alice: User, client: Client) -> None:
    match = open_table(alice, rated="")
    client.post(f"/lobby/{match.code}/join/")
    assert match.seats.filter(user__kind="guest").count() == 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 3),
        ("seats=2", 1),
        ("pace=live", 1),
        ("pace=days", 2),
        ("rated=no", 1),
        ("rated=yes&seats=3", 1),
        ("seats=nonsense&pace=never", 3),
        ("title=estoril-1942", 3),
        ("title=spy-ring", 0),
        ("title=chess", 3),
    ],
)
def test_filters(alice: User, bob: User, query: str, found: int) -> None:
    open_table(alice)
    open_table(alice, seats=2, rated="")
    open_table(alice, seats=4, clock="1h+10m")
    assert len(signed_in(bob).get(f"/lobby/?{query}").context["page"].object_list) == found


class TestInvitations:
    def test_a_private_table_is_found_by_its_link_only(self, alice: User, bob: User) -> None:
        match = open_table(alice, private="on")
        client = signed_in(bob)
        assert match.code not in client.get("/lobby/").content.decode()
        assert client.post(f"/lobby/{match.code}/join/").status_code == 404
        client.post(f"/invite/{match.invitation}/")
        assert taken(match) == ["alice", "bob"]

    def test_looking_at_the_link_seats_nobody(self, alice: User, bob: User) -> None:
        match = open_table(alice, private="on")
        assert signed_in(bob).get(f"/invite/{match.invitation}/").status_code == 200
        assert Client().get(f"/invite/{match.invitation}/").status_code == 200
        assert taken(match) == ["alice"]

    def test_a_stranger_plays_without_an_account(self, alice: User, client: Client) -> None:
        match = open_table(alice, private="on", rated="")
        client.post(f"/invite/{match.invitation}/")
        assert match.seats.filter(user__kind="guest").exists()

    def test_after_the_start_the_link_leads_to_the_match(self, alice: User) -> None:
        match = open_table(alice, private="on", seats=2, seat_2="novice")
        assert Client().get(f"/invite/{match.invitation}/").headers["Location"] == f"/m/{match.code}/"

    def test_a_mistyped_link_is_not_found(self, client: Client) -> None:
        assert client.get("/invite/nothing/").status_code == 404

    def test_the_link_is_shown_to_those_at_the_table(self, alice: User, bob: User) -> None:
        match = open_table(alice, private="on")
        assert match.invitation in signed_in(alice).get(f"/m/{match.code}/").content.decode()
        assert match.invitation not in signed_in(bob).get(f"/m/{match.code}/").content.decode()
        assert match.invitation not in Client().get(f"/api/lobby/{match.code}/").content.decode()


class TestQuickPlay:
    def test_one_click_is_a_running_match(self, client: Client) -> None:
        answer = client.post("/lobby/play/")
        match = Match.objects.get()
        assert answer.headers["Location"] == f"/m/{match.code}/"
        assert (match.status, match.seat_count, match.rated) == ("playing", 4, False)
        assert match.seats.filter(bot_level="steady").count() == 3

    @pytest.mark.parametrize("seats", [2, 3])
    def test_seats_and_level_can_be_chosen(self, client: Client, seats: int) -> None:
        client.post("/lobby/play/", {"seats": seats, "level": "novice"})
        assert Match.objects.get().seats.filter(bot_level="novice").count() == seats - 1

    @pytest.mark.parametrize("wanted", [{"seats": 9}, {"seats": 5}, {"seats": 5, "title": "spy-ring"}])
    def test_what_is_not_offered_seats_nobody(self, client: Client, wanted: dict[str, object]) -> None:
        client.post("/lobby/play/", wanted)
        assert not Match.objects.exists()
        assert not User.objects.exists()

    def test_every_game_can_be_begun_with_each_number_of_its_seats(self, client: Client) -> None:
        """The lobby offers all of them, a game's page its own."""
        for rules in registry.listed().values():
            title = rules.info.titles[0]
            quick = client.get(f"/games/{rules.info.key}/").context["quick"]
            assert [key for key, _label in quick.fields["seats"].choices] == list(title.seats)
            for seats in title.seats:
                client.post("/lobby/play/", {"title": title.key, "seats": seats, "level": "novice"})
                assert Match.objects.latest("pk").seat_count == seats


def test_a_game_leads_to_its_own_table_form(client: Client) -> None:
    assert 'href="/lobby/new/?title=spy-ring"' in client.get("/games/spy-ring/").content.decode()
    assert client.get("/lobby/new/?title=spy-ring").context["form"]["title"].value() == "spy-ring"
    assert client.get("/lobby/new/?title=chess").context["form"]["title"].value() == "estoril-1942"


def test_a_rated_table_says_what_it_needs(alice: User, bob: User, client: Client) -> None:
    open_table(alice)
    assert "it needs an account" in client.get("/lobby/").content.decode()
    assert "it needs an account" not in signed_in(bob).get("/lobby/").content.decode()


def test_the_waiting_room_is_read_again_when_something_happened(alice: User, bob: User, carol: User) -> None:
    match = open_table(alice, seats=3)
    client = signed_in(alice)
    page = client.get(f"/m/{match.code}/").content.decode()
    seen = re.search(r'hx-get="([^"]+)"', page)
    assert seen
    assert client.get(seen[1]).status_code == 204
    signed_in(bob).post(f"/lobby/{match.code}/join/")
    assert client.get(seen[1]).headers["HX-Refresh"] == "true"
    signed_in(carol).post(f"/lobby/{match.code}/join/")
    assert client.get(f"/m/{match.code}/room/?seen=open").headers["HX-Refresh"] == "true"


def test_a_rated_table_says_what_a_guest_needs_first(alice: User, client: Client) -> None:
    match = open_table(alice)
    page = client.get(f"/m/{match.code}/").content.decode()
    assert "needs an account" in page
    assert "Sit down as a guest" not in page


def test_too_many_guests_from_one_address_are_turned_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("correio.throttles.GuestThrottle.rate", "1/hour", raising=False)
    client.post("/lobby/play/")
    other = Client()
    page = other.post("/lobby/play/", follow=True).content.decode()
    assert "Too many guests" in page
    assert User.objects.filter(kind="guest").count() == 1


def test_seats_are_counted_once_when_two_want_the_last(
    alice: User, bob: User, person: Callable[..., User]
) -> None:
    match = open_table(alice, seats=2)
    signed_in(bob).post(f"/lobby/{match.code}/join/")
    signed_in(person("dora")).post(f"/lobby/{match.code}/join/")
    assert Seat.objects.filter(match=match).count() == 2
    assert taken(match) == ["alice", "bob"]
