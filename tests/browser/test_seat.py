"""Deals bid and played at the table: by mouse, by keys, on a phone, without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from serving import ALIKE, MovedClock, faults, page_with, reload_until

PATIENCE = 400_000
"""Milliseconds: on a busy machine too, what is expected, not how soon."""
MOST = 60
"""More answers than any deal asks for."""
DECLARER, DEFENDER, AUCTION = "/table?seed=2&part=declarer", "/table?seed=6&part=defender", 2


@pytest.fixture(scope="module")
def tables_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page over an empty home."""
    clock = MovedClock(datetime.now().astimezone())
    with page_with(tmp_path_factory.mktemp("home"), clock) as address:
        yield address


def seated(chromium: Browser, address: str, width: int = 1280, **more: bool) -> Page:
    context = chromium.new_context(
        base_url=address,
        viewport={"width": width, "height": 844},
        **more,  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    return context.new_page()


def sit(page: Page, path: str) -> None:
    """Sit down; at the first deal of a page the house has to wake up."""
    page.goto(path)
    page.wait_for_selector("form[data-table]")


def after(page: Page, does: str, what: str = "click") -> None:
    """Press what is named, or a key of the keyboard, and wait for the next moment of the deal."""
    old = page.locator("[name=stamp]").get_attribute("value")
    if what == "key":
        page.keyboard.press(does)
    else:
        page.locator(does).first.click()
    page.wait_for_function(
        "old => { const one = document.querySelector('[name=stamp]');"
        " return one && one.value !== old; }",
        arg=old,
    )


def say(value: str) -> str:
    return f'[name=say][value="{value}"]:not([disabled])'


def is_over(page: Page) -> bool:
    return page.locator(".allhands").count() > 0


def asked(page: Page) -> str:
    return page.locator(".say h2").inner_text()


def cards(page: Page) -> list[str]:
    """The cards that may be played now."""
    return [str(one.get_attribute("value")) for one in page.locator("#hand button").all()]


def to_a_question(page: Page) -> str:
    """Try the cards at each decision, taking back what was no mistake, until one is asked about;
    the card."""
    for _ in range(MOST):
        for card in cards(page):
            after(page, "#hand " + say(card))
            if page.locator("#table.supposed").count():
                return card
            if is_over(page):
                break
            after(page, say("back"))
        after(page, "#hand " + say(cards(page)[0]))
        assert not is_over(page), "no card of the deal is a mistake"
    raise AssertionError("the deal never ends")


def test_an_error_is_asked_about_taken_back_and_a_claim_is_refused_then_agreed(
    chromium: Browser, tables_at: str
) -> None:
    page = seated(chromium, tables_at)
    sit(page, DECLARER)
    assert asked(page) == "How many winners can you count on top?"
    after(page, ".counts " + say("3"))
    expect(page.locator(".chip.good")).to_have_text("You counted 3")
    after(page, ".lines " + say("1"))
    assert "sit:" not in page.content()
    wrong = to_a_question(page)
    assert asked(page).startswith("What if ")
    assert faults(page, *ALIKE) == []
    page.set_viewport_size({"width": 1280, "height": 844})
    after(page, ".go " + say("back"))
    expect(page.locator("#table.supposed")).to_have_count(0)
    assert wrong in cards(page)
    while not page.locator(".claims").count():
        on = ".go " + say("on")
        after(page, on if page.locator(on).count() else "#hand button")
    page.locator(".claims summary").click()
    after(page, ".claims button")
    expect(page.locator(".hinted").first).to_be_visible()
    page.locator(".claims summary").click()
    after(page, say("claim 0"))
    assert is_over(page)
    expect(page.locator(".decisions .chip.mistake").first).to_have_text("slip")
    assert faults(page, *ALIKE) == []
    page.set_viewport_size({"width": 1280, "height": 844})
    page.locator("#trick").select_option("1")
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".boardline")).to_contain_text("For yourself")
    page.context.close()


def test_a_deal_is_bid_and_played_by_keys_alone(chromium: Browser, tables_at: str) -> None:
    page = seated(chromium, tables_at)
    sit(page, f"/table?seed={AUCTION}")
    page.keyboard.press("7")
    after(page, "n", "key")
    assert asked(page).startswith("Experts ")
    after(page, "u", "key")
    for level, strain in (("1", "d"), ("2", "c")):
        page.keyboard.press(level)
        after(page, strain, "key")
    while page.locator(".box").count():
        after(page, "p", "key")
    page.keyboard.press("a")
    expect(page.locator("#live")).to_contain_text("one diamond")
    for _ in range(MOST):
        if is_over(page):
            break
        if page.locator(".go.choices").count():
            after(page, "p", "key")
        elif page.locator("#hand").count():
            page.keyboard.press("End")
            page.keyboard.press("Home")
            page.locator('#hand [tabindex="0"]').wait_for()
            after(page, "1", "key")
        else:
            after(page, "1", "key")
    assert is_over(page)
    page.keyboard.press("g")
    expect(page.locator("#live")).to_contain_text("You have won")
    page.context.close()


def test_a_card_that_cannot_be_played_says_why(chromium: Browser, tables_at: str) -> None:
    page = seated(chromium, tables_at)
    sit(page, DECLARER.replace("seed=2", "seed=3"))
    for _ in range(MOST):
        if is_over(page) or page.locator("#hand span[data-why]").count():
            break
        for one in (
            ".go " + say("on"),
            ".lines " + say("1"),
            ".counts " + say("5"),
            "#hand button",
        ):
            if page.locator(one).count():
                after(page, one)
                break
    odd = page.locator("#hand span[data-why]").first
    if odd.count():
        odd.click()
        expect(page.locator("#live")).to_contain_text("were led")
    page.context.close()


def test_a_defender_plays_on_a_phone(chromium: Browser, tables_at: str) -> None:
    page = seated(chromium, tables_at, 390)
    sit(page, DEFENDER)
    for _ in range(MOST):
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        if is_over(page):
            break
        one = ".go " + say("on")
        after(page, one if page.locator(one).count() else "#hand button")
    assert is_over(page)
    expect(page.locator(".lessonline")).to_be_visible()
    page.context.close()


def test_a_browser_is_closed_at_a_question_and_the_deal_goes_on(
    chromium: Browser, tables_at: str
) -> None:
    page = seated(chromium, tables_at)
    sit(page, "/table?seed=4")
    after(page, say("7N"))
    question = asked(page)
    page.context.close()
    page = seated(chromium, tables_at)
    page.goto("/")
    page.get_by_role("link", name="Go on").click()
    page.wait_for_selector("form[data-table]")
    assert asked(page) == question
    page.context.close()


def test_a_deal_is_played_without_scripts(chromium: Browser, tables_at: str) -> None:
    page = seated(chromium, tables_at, java_script_enabled=False)
    page.goto("/table?seed=5&part=declarer")
    for _ in range(MOST):
        reload_until(page, "form[data-table]")
        if is_over(page):
            break
        for one in (
            ".go " + say("on"),
            ".lines " + say("1"),
            ".counts " + say("5"),
            "#hand button",
        ):
            if page.locator(one).count():
                page.locator(one).first.click()
                break
    assert is_over(page)
    page.context.close()
