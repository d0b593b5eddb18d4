"""Ace of Spies in browsers: reactions and interrupts between three people, a whole game by keyboard, missions
and payments that fill themselves in, and axe on every kind of position."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import CONFIRM, RINGED, WHAT_NOW, confirm, tab_to, what_now
from tests.browser.test_pages import look_at
from tests.browser.test_whole_games import small_targets
from tests.browser.visiting import Visit, Visitor, expect_no_sideways_scrolling
from tests.fault.site import Site

CUTPURSE, STOP, SNITCH, WRECKER, DOUBLE_CROSSED = "L03", "L35", "L39", "L05", "L38"

TABLE = """
from django.db import transaction
from correio.accounts.house import house_bots
from correio.accounts.models import User
from correio.matches import referee
from correio.matches.clocks import DAY, PER_TURN, Control
from correio.matches.models import Match
from correio.matches.shown import match_json
from engines.ace_of_spies.components import CARD_NUMBER, CITY, CITY_KEYS, DATA, SYMBOL, SYMBOL_KEYS
from engines.ace_of_spies.frames import COMPLETIONS
from tests.matches.reacting import give, state_of, store

people = [User.objects.get_or_create(username=name)[0] for name in NAMES]
bots = house_bots("novice", BOTS)
with transaction.atomic():
    match = referee.start_match(
        game="ace-of-spies", title="ace-of-spies", players=[*people, *bots], code=CODE, rated=False,
        clock=Control(PER_TURN, DAY), options={"reactions": MODE}, secret=bytes(32),
    )
    if not bots:
        for seat, user in enumerate(people):
            first = match_json(match, seat)["moves"][0]["notation"]
            referee.submit(match_id=match.pk, user=user, version=0, moves=[first])
            match = Match.objects.get(pk=match.pk)
    state = state_of(match)

    def deal(card, seat=0):
        deck = state.decks[CITY[card]]
        state.decks[CITY[card]] = bytes(each for each in deck if each != card)
        state.give(seat, card, 0)

CHANGES
    store(match, state)
"""

REACTIONS = f"""
    give(state, 0, CARD_NUMBER["{CUTPURSE}"])
    give(state, 1, CARD_NUMBER["{STOP}"])
    give(state, 2, CARD_NUMBER["{SNITCH}"])
"""

NOTHING_BUT_THE_SNITCH = (
    REACTIONS
    + f"""
    for card in state.hands[2]:
        if card != CARD_NUMBER["{SNITCH}"]:
            state.take_from(2, card)
            state.discards += bytes((card,))
"""
)

WRECKING = f"""
    give(state, 0, CARD_NUMBER["{WRECKER}"])
    state.done[1] = (bytes((0, *(CARD_NUMBER[card] for card in ("L01", "L09", "L18")))),)
    state.score[1] = 7
    for card in ("L01", "L09", "L18"):
        for hand in range(3):
            if CARD_NUMBER[card] in state.hands[hand]:
                state.take_from(hand, CARD_NUMBER[card])
"""

LAST_CALL = f"""
    give(state, 0, CARD_NUMBER["{DOUBLE_CROSSED}"])
    agents = [CARD_NUMBER["{CUTPURSE}"], CARD_NUMBER["{WRECKER}"]]
    for seat, agent in enumerate(agents):
        if agent in state.hands[0]:
            state.take_from(0, agent)
        state.decks[0] = bytes(each for each in state.decks[0] if each != agent)
        state.rows[seat] = bytes((agent,))
        state.score[seat] = 2
    state.final, state.trigger, state.ending = 0, 0, 1
    state.frame = COMPLETIONS[0]
"""

LITTLE_LEFT = """
    for city, deck in enumerate(state.decks):
        state.decks[city] = deck[:4]
        state.removed += deck[4:]
"""

READY_TO_COMPLETE = """
    for slot in DATA.missions[state.held[0][0]].slots:
        deal(next(
            card for deck in state.decks for card in deck
            if SYMBOL_KEYS[SYMBOL[card]] == slot.symbol and slot.city in (None, CITY_KEYS[CITY[card]])
        ))
    state.frame = COMPLETIONS[0]
"""

RICH = """
    for agent in ("L01", "P02", "B03"):
        give(state, 0, CARD_NUMBER[agent])
"""


def lay_out(
    site: Site, code: str, *names: str, bots: int = 0, mode: str = "orders", changes: str = ""
) -> str:
    """A match with the cards where the test wants them, in the first turn; with bots, before it. Its path."""
    # Other files of tests name matches of the same site.
    code = f"ace{code}"
    told = {"NAMES": names, "BOTS": bots, "CODE": code, "MODE": mode}
    script = TABLE.replace("CHANGES", changes)
    site.script("\n".join([*(f"{name} = {value!r}" for name, value in told.items()), script]))
    return f"/m/{code}/"


def open_board(visitor: Visitor, name: str, path: str) -> Page:
    visitor.sign_in_as(name)
    visitor.page.goto(path)
    visitor.page.wait_for_selector(".replay")
    return visitor.page


def point(page: Page, ref: str) -> None:
    page.locator(f'[data-board] [data-ref="{ref}"].legal').first.click()


def choose(page: Page, words: str) -> None:
    page.locator(".dock .choices").get_by_role("button", name=words).click()


def close_window(site: Site) -> None:
    """As if its time had come: the next sweep finds it due."""
    site.write(
        "UPDATE correio_matches_window SET opened_at = opened_at - interval '1 day',"
        " earliest_at = earliest_at - interval '1 day', closes_at = closes_at - interval '1 day',"
        " due_at = closes_at - interval '1 day'"
    )


def announce_the_cutpurse(page: Page, target: int) -> None:
    point(page, f"card:{CUTPURSE}")
    point(page, f"seat:{target}")
    confirm(page)
    expect(page.locator(".dock .bar")).to_contain_text("Waiting for reactions until")


def keep_the_snitch(page: Page, target: int) -> Locator:
    """What the page says of it then."""
    expect(page.locator(".dock .bar")).to_contain_text("Interrupts that you choose now are kept")
    point(page, f"card:{SNITCH}")
    point(page, f"seat:{target}")
    page.get_by_role("button", name="Keep for later").first.click()
    kept = page.locator(".dock .kept")
    expect(kept).to_contain_text("Will be sent when the window closes")
    return kept


def interrupts(site: Site, path: str) -> int:
    query = (
        "SELECT 1 FROM correio_matches_move JOIN correio_matches_match match ON match.id = match_id"
        " WHERE match.code = %s AND notation LIKE 'play %%'"
    )
    return len(site.rows(query, path.split("/")[2]))


def test_an_interrupt_chosen_in_a_window_is_sent_once_right_after_it(site: Site, visit: Visit) -> None:
    path = lay_out(site, "keep", "ana", "bento", "clara", mode="window", changes=REACTIONS)
    holder = visit()
    ana, clara = open_board(visit(), "ana", path), open_board(holder, "clara", path)
    announce_the_cutpurse(ana, 1)
    before = holder.match()
    kept = keep_the_snitch(clara, 0)
    expect(kept).to_contain_text("The Snitch")
    assert holder.match() == before
    kept.get_by_role("button", name="Cancel").click()
    expect(kept).to_have_count(0)

    keep_the_snitch(clara, 0)
    clara.reload()
    expect(kept).to_contain_text("Will be sent when the window closes")
    copied = clara.evaluate("({...sessionStorage})")
    twin = holder.open_page()
    twin.goto("/rules/")
    twin.evaluate(
        "copied => Object.entries(copied).forEach(([k, v]) => sessionStorage.setItem(k, v))", copied
    )
    twin.goto(path)
    expect(twin.get_by_role("alert")).to_contain_text("sent from the other tab")
    expect(twin.locator(".dock .kept")).to_have_count(0)
    assert interrupts(site, path) == 0

    close_window(site)
    for page in (clara, twin):
        expect(page.get_by_role("region", name="What you look through")).to_be_visible()
    expect(kept).to_have_count(0)
    clara.reload()
    expect(clara.get_by_role("region", name="What you look through")).to_be_visible()
    assert interrupts(site, path) == 1


def test_a_kept_interrupt_that_became_impossible_says_why(site: Site, visit: Visit) -> None:
    """What is stolen is the very card that was to be played."""
    path = lay_out(site, "gone", "ana", "bento", "clara", mode="window", changes=NOTHING_BUT_THE_SNITCH)
    ana, clara = (open_board(visit(phone=name == "clara"), name, path) for name in ("ana", "clara"))
    announce_the_cutpurse(ana, 2)
    choose(clara, "Let it pass")
    confirm(clara)
    expect(clara.locator(".dock .bar")).to_contain_text("You have answered: Let")
    keep_the_snitch(clara, 1)
    close_window(site)
    expect(clara.locator(".dock").get_by_role("alert")).to_contain_text("is no longer in your hand")
    expect(clara.locator(".dock .kept")).to_have_count(0)
    assert interrupts(site, path) == 0


def test_the_rest_of_a_turn_is_prepared_and_played_while_its_player_is_away(site: Site, visit: Visit) -> None:
    path = lay_out(site, "rest", "ana", "bento", "clara", mode="window", changes=WRECKING)
    visitor = visit()
    ana, bento = open_board(visitor, "ana", path), open_board(visit(), "bento", path)
    point(ana, f"card:{WRECKER}")
    point(ana, "card:L09")
    confirm(ana)
    expect(ana.locator(".dock .bar")).to_contain_text("can be prepared")
    choose(ana, "End your turn")
    ana.get_by_role("button", name="Prepare").first.click()
    expect(ana.locator(".dock .kept")).to_contain_text("Prepared: End your turn.")
    ana.reload()
    expect(ana.locator(".dock .kept")).to_contain_text("Prepared: End your turn.")
    expect(bento.locator(".dock .kept")).to_have_count(0)
    ana.close()
    close_window(site)
    bento.wait_for_function(WHAT_NOW)
    expect(bento.locator(".dock .bar")).to_contain_text("Take one action")


def test_three_people_play_an_agent_a_stop_and_an_interrupt_out_of_turn(site: Site, visit: Visit) -> None:
    path = lay_out(site, "react", "ana", "bento", "clara", mode="window", changes=REACTIONS)
    ana, bento, clara = (open_board(visit(), name, path) for name in ("ana", "bento", "clara"))

    point(ana, f"card:{CUTPURSE}")
    point(ana, "seat:1")
    confirm(ana)
    for page in (ana, clara):
        expect(page.locator(".dock .bar")).to_contain_text("Waiting for reactions until")
        expect(page.locator(".dock .choices")).to_have_count(0)
        expect(page.locator(".announced")).to_contain_text("Nora Finch against bento")

    expect(bento.locator(".announced")).to_contain_text("Nora Finch against you")
    choose(bento, "Stop it")
    confirm(bento)
    expect(bento.locator(".dock .bar")).to_contain_text("Waiting for reactions until")
    expect(ana.get_by_text("is stopped")).to_have_count(0)
    close_window(site)
    for page in (ana, bento, clara):
        expect(page.get_by_text("the effect of Nora Finch is stopped").first).to_be_visible()

    expect(clara.locator(".dock .bar")).to_contain_text("You can act out of turn")
    point(clara, f"card:{SNITCH}")
    point(clara, "seat:0")
    confirm(clara)
    seen = clara.get_by_role("region", name="What you look through")
    expect(seen.locator("button.card")).to_have_count(5)
    seen.locator("button.card").first.click()
    confirm(clara)
    expect(ana.get_by_text("from your hand").first).to_be_visible()
    expect(bento.get_by_text("from the hand of ana").first).to_be_visible()

    choose(ana, "End your turn")
    confirm(ana)
    bento.wait_for_function(WHAT_NOW)
    expect(bento.locator(".dock .bar")).to_contain_text("Take one action")


def test_a_whole_game_is_finished_on_the_board_by_keyboard(site: Site, visit: Visit) -> None:
    path = lay_out(site, "keys", "dora", bots=1, changes=LITTLE_LEFT)
    page = open_board(visit(), "dora", path)
    confirmed = 0
    while what_now(page) != "over":
        while what_now(page) == "choose":
            tab_to(page, RINGED)
            assert page.evaluate("document.activeElement.textContent.trim()")
            page.keyboard.press("Enter")
        page.wait_for_function(f"document.activeElement.matches('{CONFIRM}')")
        with page.expect_response(lambda response: response.url.endswith("/moves")) as answered:
            page.keyboard.press("Enter")
        assert answered.value.ok, answered.value.text()
        page.wait_for_function(f"!document.querySelector('{CONFIRM}')")
        confirmed += 1
    assert confirmed > 6
    expect(page.locator("#ending-head")).to_contain_text("won")
    expect(page.get_by_role("region", name="In front of You")).to_be_visible()


def test_a_mission_fills_itself_in_and_can_be_changed(site: Site, visit: Visit) -> None:
    path = lay_out(site, "lay", "elsa", "fausto", changes=READY_TO_COMPLETE)
    visitor = visit()
    page = open_board(visitor, "elsa", path)
    page.locator('[data-ref^="mission:"].legal').first.click()
    laying = page.get_by_role("region", name="Mission being laid")
    laid = laying.locator("button.card")
    expect(laid).to_have_count(0)
    laying.get_by_role("button", name="Fill for me").click()
    expect(laying).to_have_count(0)
    mine = page.get_by_role("region", name="In front of You")
    complete = mine.locator("button.card").count()
    assert complete >= 3

    page.locator(".dock").get_by_role("button", name="Undo").click()
    expect(laid).not_to_have_count(0)
    laid.first.click()
    expect(laid).to_have_count(0)
    page.locator(".dock button.card.legal").first.click()
    expect(laid).to_have_count(1)
    laying.get_by_role("button", name="Fill for me").click()
    expect(laying).to_have_count(0)
    confirm(page)
    assert len(visitor.match()["view"]["seats"][0]["done"]) == 1


def test_who_confirms_while_a_mission_fills_confirms_all_of_it(site: Site, visit: Visit) -> None:
    path = lay_out(site, "atonce", "rita", "simao", changes=READY_TO_COMPLETE)
    visitor = visit()
    page = open_board(visitor, "rita", path)
    page.locator('[data-ref^="mission:"].legal').first.click()
    expect(page.get_by_role("button", name="Fill for me")).to_be_visible()
    expect(page.locator(CONFIRM)).to_be_enabled()
    page.get_by_role("button", name="Fill for me").evaluate(
        f"fill => {{ fill.click(); document.querySelector({CONFIRM!r}).click() }}"
    )
    expect(page.locator(".dock .bar")).to_contain_text("Waiting for simao")
    assert len(visitor.match()["view"]["seats"][0]["done"]) == 1


def test_a_payment_shows_its_sum_and_pays_itself(site: Site, visit: Visit) -> None:
    path = lay_out(site, "pay", "gil", "hugo", changes=RICH)
    visitor = visit()
    page = open_board(visitor, "gil", path)
    point(page, "special:search_city")
    payment = page.get_by_role("region", name="Payment")
    expect(payment).to_contain_text("0 of 5 paid")
    point(page, "card:L01")
    expect(payment).to_contain_text("2 of 5 paid")
    payment.get_by_role("button", name="take back").click()
    expect(payment).to_contain_text("0 of 5 paid")
    payment.get_by_role("button", name="Pay for me").click()
    expect(page.locator(".dock .bar")).to_contain_text("Finish paying")
    confirm(page)
    assert visitor.match()["view"]["phase"] == "searching"
    point(page, "city:paris")
    confirm(page)
    expect(
        page.get_by_role("region", name="What you look through").locator("button.card.legal")
    ).not_to_have_count(0)


def test_the_list_of_the_last_call_is_changed_before_it_is_sent(site: Site, visit: Visit) -> None:
    path = lay_out(site, "call", "olga", "paulo", changes=LAST_CALL)
    holder, other = visit(phone=True), visit()
    olga, paulo = open_board(holder, "olga", path), open_board(other, "paulo", path)
    choose(olga, "End your turn")
    confirm(olga)
    plans = olga.get_by_role("region", name="Your list")
    expect(plans).to_contain_text("Nothing planned")
    version = holder.match()["version"]
    point(olga, f"card:{DOUBLE_CROSSED}")
    expect(plans).to_contain_text("against Sergeant Blackwood")
    olga.locator(".dock").get_by_role("button", name="Undo").click()
    expect(plans).to_contain_text("Nothing planned")
    point(olga, f"card:{DOUBLE_CROSSED}")
    choose(olga, "Finish the list")
    confirm(olga)
    assert holder.match()["version"] == version
    choose(paulo, "Finish the list")
    confirm(paulo)
    for page in (olga, paulo):
        expect(page.get_by_text("Sergeant Blackwood of paulo now works for olga").first).to_be_visible()


def test_axe_finds_nothing_by_day_and_by_night(site: Site, visit: Visit) -> None:
    visitor = visit()
    visitor.sign_in_as("ines")
    look_at(visitor, lay_out(site, "axeact", "ines", "joel", "karl", changes=RICH))
    path = lay_out(site, "axelay", "ines", "joel", "karl", changes=READY_TO_COMPLETE)
    page = open_board(visitor, "ines", path)
    page.locator('[data-ref^="mission:"].legal').first.click()
    expect(page.get_by_role("button", name="Fill for me")).to_be_visible()
    look_at(visitor, path)
    page.get_by_role("button", name="Fill for me").click()
    confirm(page)
    look_at(visitor, path)


def test_a_phone_hits_every_card_and_scrolls_only_down(site: Site, visit: Visit) -> None:
    path = lay_out(site, "phone", "lia", "mara", "nuno", changes=READY_TO_COMPLETE)
    page = open_board(visit(phone=True), "lia", path)
    page.locator('[data-ref^="mission:"].legal').first.tap()
    expect(page.get_by_role("button", name="Fill for me")).to_be_visible()
    expect_no_sideways_scrolling(page)
    assert small_targets(page) == []
    assert page.locator(".dock").bounding_box()["height"] < 844 / 2  # type: ignore[index]
