"""What operators may do to ratings goes through the ledger, and what cannot be is said in words."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from ratings.models import Act, Annulment, LinkedAccounts, RatedResult, Rating
from tests.ratings.played import finished, people

pytestmark = pytest.mark.django_db
ADMIN = "/admin/correio_ratings"


@pytest.fixture
def operator(client: Client) -> User:
    user = User.objects.create_superuser("operator", password="x")
    client.force_login(user)
    return user


def test_a_result_is_voided_and_restored_and_twice_is_said(client: Client, operator: User) -> None:
    finished(people("ana", "bento"), [1, 2])
    sweep_work("delivery:ratings")
    result = RatedResult.objects.get()
    for action, void, words in (
        ("void_results", True, "rated anew"),
        ("void_results", True, "annulled already"),
        ("restore_results", False, "rated anew"),
        ("restore_results", False, "counts already"),
    ):
        data = {"action": action, "_selected_action": [result.pk]}
        answer = client.post(f"{ADMIN}/ratedresult/", data, follow=True)
        assert words in answer.content.decode()
        result.refresh_from_db()
        assert result.void is void
    assert [act.by for act in Act.objects.all()] == [operator, operator]


def test_an_account_is_annulled_by_adding_and_lifted_by_an_action(client: Client, operator: User) -> None:
    ana, bento = people("ana", "bento")
    finished([ana, bento], [1, 2])
    sweep_work("delivery:ratings")
    data = {"account": ana.pk, "why": "a second account"}
    client.post(f"{ADMIN}/annulment/add/", data)
    annulment = Annulment.objects.get()
    assert (annulment.by, annulment.why) == (operator, "a second account")
    assert not Rating.objects.exists()
    assert "annulled already" in client.post(f"{ADMIN}/annulment/add/", data).content.decode()
    lift = {"action": "lift", "_selected_action": [annulment.pk]}
    client.post(f"{ADMIN}/annulment/", lift)
    assert Rating.objects.count() == 2
    assert "lifted already" in client.post(f"{ADMIN}/annulment/", lift, follow=True).content.decode()


def test_accounts_are_linked_whichever_is_named_first(client: Client, operator: User) -> None:
    ana, bento = people("ana", "bento")
    client.post(f"{ADMIN}/linkedaccounts/add/", {"one": bento.pk, "other": ana.pk, "why": "one household"})
    link = LinkedAccounts.objects.get()
    assert (link.one, link.other) == (ana, bento)
    answer = client.post(f"{ADMIN}/linkedaccounts/add/", {"one": ana.pk, "other": ana.pk})
    assert "two different accounts" in answer.content.decode()


@pytest.mark.parametrize(
    "table", ["pool", "rating", "ratedresult", "annulment", "act", "linkedaccounts", "dumpfile"]
)
def test_every_list_opens(client: Client, operator: User, table: str) -> None:
    ana, bento = people("ana", "bento")
    finished([ana, bento], [1, 2], at=timezone.now())
    sweep_work("delivery:ratings")
    assert client.get(f"{ADMIN}/{table}/").status_code == 200
