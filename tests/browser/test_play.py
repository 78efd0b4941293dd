"""The table to play at, by mouse, by keyboard and without scripts."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from serving import answered, reload_until, tab_to


def bring(page: Page, tables: Path) -> None:
    page.goto("/play")
    page.locator("#text").fill(tables.read_text("utf-8"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".tablelist a").first.click()


def test_the_play_by_mouse(page: Page, tables: Path) -> None:
    bring(page, tables)
    expect(page.get_by_label("East").or_(page.get_by_label("West")).first).to_be_visible()
    while not page.locator("a.card").count():
        before = page.url
        page.locator("#step-on").click()
        expect(page).not_to_have_url(before)
    assert page.locator("#double-dummy").count() == 0
    page.locator("a.card").first.click()
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=60_000)
    page.locator("#step-on").click()
    expect(page.locator("#double-dummy")).to_have_count(0)
    page.locator("#step-back").click()
    page.locator("#open").click()
    expect(page.locator(".backs")).to_have_count(0)


def test_a_whole_deal_by_mouse_alone_ends_with_the_moments_that_mattered(
    page: Page, tables: Path
) -> None:
    bring(page, tables)
    over, guesses = page.get_by_text("The record ends here."), 0
    for _ in range(120):
        if over.count():
            break
        before = page.url
        asked = page.locator("a.card").count() and not page.locator("#verdict").count()
        (page.locator("a.card").last if asked else page.locator("#step-on")).click()
        guesses += bool(asked)
        expect(page).not_to_have_url(before)
    expect(page.locator("main")).to_contain_text(f"You guessed {guesses} times")
    expect(page.locator(".diagram .hand")).to_have_count(4)
    moments = page.locator(".moments a.moment")
    assert 0 < moments.count() <= guesses
    moments.last.click()
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=60_000)
    page.go_back()
    expect(over).to_be_visible()
    page.locator("#next").click()
    expect(page.locator("#table")).to_be_visible()


def test_a_whole_deal_by_keyboard_alone(page: Page, tables: Path) -> None:
    """Figures play the cards, the arrow goes on; Home and End come to the ends."""
    bring(page, tables)
    guesses = 0
    for _ in range(120):
        if page.get_by_text("The record ends here.").count():
            break
        before = page.url
        asked = page.locator("#table [data-key]").count() and not page.locator("#verdict").count()
        page.keyboard.press("1" if asked else "ArrowRight")
        guesses += bool(asked)
        expect(page).not_to_have_url(before)
    expect(page.get_by_text("The record ends here.")).to_be_visible()
    assert guesses > 5
    expect(page.locator(".tricks thead th[data-won]").first).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("form[data-slide] output")).to_have_text("Trick 1, card 1")
    page.keyboard.press("End")
    expect(page.get_by_text("The record ends here.")).to_be_visible()


def test_the_suit_keys_and_the_list_of_keys(page: Page, tables: Path) -> None:
    bring(page, tables)
    while not page.locator("a.card").count():
        before = page.url
        page.keyboard.press("ArrowRight")
        expect(page).not_to_have_url(before)
    card = page.locator("a.card").last.get_attribute("data-card") or ""
    page.keyboard.press(card[0].lower())
    assert page.evaluate("document.activeElement.dataset.card")[0] == card[0]
    for _ in range(page.locator("a.card").count()):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") == card
    page.keyboard.press("Enter")
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=400_000)
    page.keyboard.press("o")
    expect(page.locator(".backs")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()


def test_a_defender_is_played_by_mouse(page: Page) -> None:
    page.goto("/play/starter/1")
    answered(page)
    page.locator("[role=group] a.chip", has_text="defending").first.click()
    expect(page.locator("a.card")).to_have_count(13)
    page.locator("a.card").first.click()
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=400_000)


def test_a_dropped_file_is_reviewed(page: Page, tables: Path) -> None:
    page.goto("/review")
    answered(page)
    first = tables.read_text("utf-8").split("qx|")[1]
    files = page.evaluate_handle(
        """text => { const it = new DataTransfer();
        it.items.add(new File([text], 'dropped.lin')); return it; }""",
        f"qx|{first}",
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": files})
    page.wait_for_url(re.compile("/review/desk/"))
    answered(page)
    expect(page.locator("svg.graph")).to_be_visible()
    expect(page.get_by_role("heading", name="Moments")).to_be_visible()


def test_only_the_latest_click_changes_the_page(page: Page, tables: Path) -> None:
    bring(page, tables)
    held: list[Route] = []
    page.route(re.compile("at=1"), lambda route: held.append(route))
    with page.expect_request(re.compile("at=1")):
        page.locator("#step-on").click()
    page.locator("#open").click()
    expect(page.locator(".backs")).to_have_count(0)
    here = page.url
    [late] = held
    with page.expect_response(re.compile("at=1")) as answered:
        late.continue_()
    answered.value.finished()
    page.wait_for_timeout(300)
    assert page.url == here


def leave_the_record(page: Page, tables: Path) -> None:
    """Guess until a card is not the table's, then be asked which way to go."""
    bring(page, tables)
    for _ in range(60):
        if page.locator("#step-own").count():
            return
        before = page.url
        on = page.locator("#step-on")
        (on if on.count() else page.locator("a.card").last).click()
        expect(page).not_to_have_url(before)
        answered(page)
    raise AssertionError("every guess was the table's card")


def test_a_table_is_played_on_with_the_own_card_by_mouse(page: Page, tables: Path) -> None:
    leave_the_record(page, tables)
    expect(page.locator("#step-on")).to_have_text("Follow the record")
    record = page.url
    page.locator("#step-own").click()
    for _ in range(60):
        answered(page)
        expect(page.locator("h1")).to_contain_text("played on")
        if page.locator("#outcome").count():
            break
        before = page.url
        on = page.locator("#step-on")
        (on if on.count() else page.locator("a.card").first).click()
        expect(page).not_to_have_url(before)
    expect(page.locator("#outcome")).to_contain_text("You took")
    expect(page.locator("main")).to_contain_text("The record:")
    page.locator("#step-record").click()
    expect(page).to_have_url(record)


def test_a_table_is_played_on_with_the_own_card_by_keyboard(page: Page, tables: Path) -> None:
    leave_the_record(page, tables)
    tab_to(page, "#step-own")
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator("#since")).to_contain_text("the replies")
    tab_to(page, "a.card")
    page.keyboard.press("Enter")
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=60_000)
    tab_to(page, "#step-on")
    page.keyboard.press("Enter")
    expect(page.locator("#double-dummy")).to_have_count(0, timeout=60_000)
    tab_to(page, "#step-back")
    page.keyboard.press("Enter")
    expect(page.locator("#double-dummy")).to_contain_text("yours", timeout=60_000)


def test_a_table_is_played_on_without_scripts(chromium: Browser, address: str) -> None:
    context = chromium.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()

    page.goto("/play/starter/1?at=7&said=----HK")
    reload_until(page, "#step-own")
    page.locator("#step-own").click()
    reload_until(page, "a.card")
    page.locator("a.card").first.click()
    reload_until(page, "#double-dummy")
    page.locator("#step-on").click()
    reload_until(page, "a.card")
    expect(page.locator("h1")).to_contain_text("played on")
    context.close()
