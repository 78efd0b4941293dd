"""Longer ways through the page: a deal clicked together, an evening reviewed, drills day by day."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from kibitz.games.bridge.deal import Seat
from kibitz.mygame.drills.cards import Drill, cards_from
from kibitz.mygame.reviewing import Reviewed
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.slips import Slip, TableReview
from kibitz.mygame.store import PracticeStore
from kibitz.records.lookup import table
from kibitz.records.record import Players
from serving import MovedClock, answered, page_with, reload_until

PATIENCE = 400_000
"""Milliseconds: on a busy machine too, what is expected, not how soon."""
SUITS = ("spades", "hearts", "diamonds", "clubs")
SOUTH, NORTH = "AK4.K43.AQ72.K42", "Q52.A65.KJT3.953"


def pick(page: Page, seat: str, hand: str) -> None:
    """Click the cards of a hand together."""
    page.locator(f"#{seat}").click()
    for suit, ranks in zip(SUITS, hand.split("."), strict=True):
        for rank in ranks:
            name = f"{'10' if rank == 'T' else rank} of {suit}"
            page.locator("#cards").get_by_role("button", name=name, exact=True).click()
    expect(page.locator(f"#{seat}")).to_have_value(hand)


def test_a_deal_is_clicked_together_with_two_hands_left_open(page: Page) -> None:
    page.goto("/deal")
    pick(page, "south", SOUTH)
    pick(page, "north", NORTH)
    expect(page.locator("#held")).to_have_text("North: 13 of 13 cards")
    page.locator("#dealer").select_option("S")
    page.get_by_role("button", name="Lay it out").click()
    for call in ("1NT", "pass", "3NT", "pass", "pass", "pass"):
        before = page.url
        page.locator(f'.biddingbox [aria-label="{call}"]').click()
        expect(page).not_to_have_url(before)
    expect(page.locator("#tell")).to_have_text("Which card did West play?")
    assert page.locator(".backs").count() >= 2  # what is not known stays hidden
    page.locator(".unseencards").get_by_label("queen of hearts").click()
    expect(page.locator(".verdict-box")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table")).to_contain_text("3NT")
    expect(page.locator("#plan")).to_have_attribute("href", re.compile("lead=HQ"))
    page.locator("#card-H5").click()
    expect(page.locator("#tell")).to_have_text("Which card did East play?")
    page.locator("#undo").click()
    expect(page.locator("#card-H5")).to_be_visible()


def test_a_pasted_link_at_the_place_of_the_deal_becomes_a_table(page: Page) -> None:
    deal = "n=sak2hq43dkj98cq52&s=sqj4hak2daq7ck943&w=st987hjt98d65cj87&e=s653h765dt432cat6"
    page.goto("/deal")
    page.locator("#text").fill(
        f"https://www.bridgebase.com/tools/handviewer.html?{deal}&d=s&v=o&a=1np3nppp&p=stsas3s4"
    )
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile("/play/desk/"))
    expect(page.locator("#table")).to_contain_text("3NT")


def some_of(tables: Path, number: int) -> str:
    """The first tables of a file."""
    parts = tables.read_text("utf-8").split("qx|")
    return "".join(f"qx|{part}" for part in parts[1 : number + 1])


def test_an_evening_is_dropped_reviewed_board_by_board_and_printed(
    page: Page, tables: Path
) -> None:
    page.goto("/review")
    answered(page)
    files = page.evaluate_handle(
        """text => { const it = new DataTransfer();
        it.items.add(new File([text], 'evening.lin')); return it; }""",
        some_of(tables, 2),
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": files})
    page.wait_for_url(re.compile("/review/session"))
    boards = page.locator("nav.boards a")
    expect(boards.nth(1)).to_be_visible(timeout=PATIENCE)
    answered(page)
    boards.last.click()
    expect(boards.last).to_have_attribute("aria-current", "true")
    expect(page.locator("svg.graph")).to_have_count(1)
    moment = page.locator("details.momentbox").last
    moment.locator("summary").click()
    expect(moment.locator(".votes")).to_be_visible()
    reviewed = boards.count()
    page.locator("#whole").click()
    expect(page.locator("svg.graph")).to_have_count(reviewed)
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("details.momentbox .detail").last).to_be_visible()
    page.emulate_media(media="screen")
    page.goto("/")
    page.locator("section", has_text="Your last review").get_by_role("link").click()
    page.wait_for_url(re.compile("/review/session"))


def test_a_suit_of_the_table_and_its_plan_are_asked_beside_the_votes(page: Page) -> None:
    page.goto("/play/starter/218?at=1&said=DK")
    answered(page)
    first = page.locator("article.precedent").first
    first.hover()
    expect(page.locator("#table .differs").first).to_be_visible()
    page.locator("#precedent-1").click()
    expect(page.locator("#beside .diagram")).to_have_count(2)
    page.locator("#show-plan").click()
    steps = page.locator("section[aria-labelledby=plan] ol.steps li")
    expect(steps.nth(2)).to_be_visible(timeout=PATIENCE)
    expect(page.locator("ol.steps li.now")).to_have_count(1)
    here = page.url
    for _ in range(9):  # the table's card is played: its step is behind us
        before = page.url
        page.locator("#step-on").click()
        expect(page).not_to_have_url(before)
        if page.get_by_role("heading", name="Which card?").count():
            break
    page.locator("#table a.card").first.click()
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)
    answered(page)
    expect(page.locator("ol.steps li:is(.done, .left)").first).to_be_visible()
    page.goto(here)
    answered(page)
    page.locator("summary", has_text="Only this player's decisions").click()
    page.locator("#like").fill("<b>Nobody</b>")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(
        "No decision of <b>Nobody</b> was learned", timeout=PATIENCE
    )
    page.get_by_role("link", name="Ask everybody").click()
    expect(page.locator("article.precedent").first).to_be_visible(timeout=PATIENCE)
    page.locator("#table a.card.mine").click()  # the chosen card once more: it is played
    expect(page).to_have_url(re.compile("/on"))


def test_a_strategy_is_played_on_the_board_and_every_game_can_be_chosen(page: Page) -> None:
    page.goto("/games")
    answered(page)
    names = page.locator("#game option").all_inner_texts()
    assert {"Six men's morris", "Trio", "Five in a row"} <= set(names)
    refuted = page.locator(".strategies li", has_text="Refuted").first
    refuted.get_by_role("link").click()
    expect(page.get_by_role("status").first).to_contain_text("How it loses")
    while page.locator("#step-next").count():
        before = page.url
        page.keyboard.press("ArrowRight")
        expect(page).not_to_have_url(before)
    page.locator("#to-contest").click()
    expect(page.locator("#status")).to_be_visible()
    for game in ("trio", "five-in-a-row"):
        page.locator("#game").select_option(game)
        page.get_by_role("button", name="New contest").click()
        page.wait_for_url(re.compile(game))
        page.locator(".boardfelt a").first.click()
        expect(page.locator("#status")).to_contain_text("The other side played")


def kept_cards(folder: Path, number: int) -> list[Drill]:
    """Slips of one player made into cards, as a review leaves them."""
    found = table("starter:1")
    names = Players.of(("Me", "A", "B", "C"))
    record = replace(found, citation=replace(found.citation, players=names))
    sitting = Sitting(record, Seat.NORTH)
    slips: list[Slip] = []
    for card in range(2, len(record.play)):
        state = sitting.state(card)
        if state.turn is Seat.NORTH and len(state.legal_actions) > 2 and len(slips) < number:
            did, *_, experts = state.legal_actions
            slips.append(
                Slip("declarer", card, str(did), str(experts), 0.95, "discards", 0.5, 16,
                     str(record.deal), 1.0, 8, 0.9, 1)
            )  # fmt: skip
    review = TableReview({}, {}, {}, {}, tuple(slips))
    cards = list(cards_from([Reviewed(sitting, review)]))
    with PracticeStore.open(folder / "mygame.kibitz") as store:
        store.add_cards("me", cards)
    return [Drill.of(content) for _, _, content, _ in cards]


def test_drills_are_done_today_come_back_tomorrow_and_keep_the_streak(
    chromium: Browser, tmp_path: Path
) -> None:
    drills = {drill.number: drill for drill in kept_cards(tmp_path, 2)}
    clock = MovedClock(datetime.now().astimezone() + timedelta(minutes=1))
    with page_with(tmp_path, clock) as address:
        context = chromium.new_context(base_url=address)
        page = context.new_page()
        page.goto("/")
        due = page.locator("section", has_text="2 cards due in practice")
        due.get_by_role("link", name="Practise").click()
        for left in (1, 0):
            shown = page.locator("#table [data-card]").count()
            assert shown > 0
            options = {button.get_attribute("value") for button in page.locator(".answer").all()}
            [drill] = [d for d in drills.values() if {str(o) for o in d.options} == options][:1]
            page.locator(f'.answer[value="{drill.experts}"]').click()
            expect(page.get_by_role("status")).to_contain_text("Right")
            expect(page.locator(".chip").first).to_have_text(f"{left} due of 2")
        expect(page.locator("main")).to_contain_text("Streak: 1 day")
        clock.now += timedelta(days=1)
        page.goto("/practice")
        for _ in range(20):  # the first repetition of a new card is some days away at most
            if page.locator(".answer").count():
                break
            clock.now += timedelta(days=1)
            page.reload()
        page.keyboard.press("1")
        expect(page.get_by_role("status")).to_contain_text("experts choose")
        expect(page.locator("main")).to_contain_text("Streak: ")
        assert page.locator(".list tbody tr").count() == 1
        context.close()


def test_a_table_is_played_and_an_evening_reviewed_without_scripts(
    chromium: Browser, address: str, tables: Path, tmp_path: Path
) -> None:
    context = chromium.new_context(base_url=address, java_script_enabled=False)
    context.set_default_timeout(60_000)
    page = context.new_page()

    page.goto("/play/starter/218?at=1")
    reload_until(page, "#table a.card")
    page.locator("#table a.card").last.click()  # no other lies on it
    reload_until(page, "#double-dummy")
    # the card clicked may be the one that was played
    expect(page.locator("#verdict")).to_have_text(re.compile("You said .+ played|: so did "))
    page.goto("/review")
    reload_until(page, "#file")
    evening = tmp_path / "evening.lin"
    evening.write_text(some_of(tables, 2), encoding="utf-8")
    page.locator("#file").set_input_files(evening)
    page.locator("main button.main").click()
    reload_until(page, "nav.boards a >> nth=1")
    expect(page.locator("nav.boards a")).to_have_count(2)
    expect(page.locator("main h1")).to_contain_text("2 boards")
    context.close()


def test_suits_in_four_colours_and_the_dark_are_kept_from_visit_to_visit(page: Page) -> None:
    page.goto("/suit")
    ink = "getComputedStyle(document.documentElement).getPropertyValue('--clubs')"
    before = page.evaluate(ink)
    page.locator(".pop summary").click()
    page.locator("#four-colours").check()
    page.locator("label", has=page.locator("#theme-dark")).click()
    assert page.evaluate(ink) != before
    page.goto("/lead")
    expect(page.locator("#four-colours")).to_be_checked()
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(scheme) == "dark"
