"""Each place of the page, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from serving import answered, tab_to

SCRIPT = "<script>alert(1)<script>"
HAND = "AQ7.KJ985.K2.T43"


def test_the_doors_lead_to_every_place_and_stand_at_the_foot_of_a_phone(page: Page) -> None:
    page.goto("/")
    doors = page.locator("nav.places a")
    names = doors.all_inner_texts()
    assert names[0] == "Today"
    for name in names:
        doors.get_by_text(name, exact=True).click()
        expect(page.locator("nav.places a[aria-current]")).to_have_text(name)
    page.locator("nav.places a", has_text="Ask").click()
    row = page.locator("nav.groupnav a").all_inner_texts()
    for name in row:
        page.locator("nav.groupnav a").get_by_text(name, exact=True).click()
        expect(page.locator("nav.groupnav a[aria-current=page]")).to_have_text(name)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    foot = doors.first.bounding_box()
    assert foot is not None
    assert foot["y"] > 740


def test_the_line_at_the_front_door_knows_what_is_asked(page: Page, tables: Path) -> None:
    for words, place in (
        ("KJ95 opposite A732", "/suit?north=KJ95&south=A732"),
        ("♠KQJ84 ♥5 ♦AJ72 ♣1093", "/opening?hand=KQJ84.5.AJ72.T93"),
        ("nobody of this name", "/asked?text="),
    ):
        page.goto("/")
        page.locator("#q").fill(words)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(re.escape(place)))
    page.goto("/")
    page.locator("#ask-file").set_input_files(tables)
    expect(page.get_by_role("heading", name="The tables you brought")).to_be_visible()


def test_a_suit_by_mouse(page: Page) -> None:
    page.goto("/suit")
    page.locator("main a", has_text="AKQ9 opposite xxx").click()
    answered(page)
    expect(page.locator(".targets")).to_contain_text("47.7 %")
    expect(page.locator(".targets meter")).to_have_count(4)
    page.locator("#want-3").click()
    expect(page.locator("#plan")).to_have_text("The plan for 3 tricks", timeout=400_000)
    page.locator("summary", has_text="The whole line").click()
    expect(page.locator(".tree summary").first).to_be_visible()
    page.get_by_role("button", name="Copy as text").click()
    assert "AKQ9 opposite xxx" in page.evaluate("navigator.clipboard.readText()")
    page.locator("[data-json]").click()
    assert json.loads(page.locator("body").inner_text())["targets"][3]["exact"] == "549/1150"


def test_a_suit_by_keyboard(page: Page) -> None:
    page.goto("/suit")
    tab_to(page, "#north")
    page.keyboard.type("AKQ9")
    page.keyboard.press("Tab")
    page.keyboard.type("xxx")
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator(".targets")).to_contain_text("47.7 %")
    tab_to(page, "#line")
    page.keyboard.press("Enter")
    expect(page.locator(".tree summary").first).to_be_visible()


def test_a_layout_is_played_out_card_by_card(page: Page) -> None:
    page.goto("/suit?north=KJ95&south=A732&tricks=4")
    answered(page)
    page.locator(".layout a").first.click()
    expect(page.locator("#table [role=status]")).to_contain_text("Card 1 of")
    for _ in range(40):
        if not page.locator("#step-next").count():
            break
        before = page.url
        page.keyboard.press("ArrowRight")
        expect(page).not_to_have_url(before)
    expect(page.locator("#table [role=status]")).to_contain_text("4 tricks in this layout")
    page.locator("#close-layout").click()
    expect(page.locator(".ghosts")).to_be_visible()


def test_practice_with_a_suit_by_mouse_and_keyboard(page: Page) -> None:
    page.goto("/suit")
    page.get_by_role("link", name="Practise").click()
    answered(page)
    assert page.locator("meter").count() == 0
    page.locator("#choice-1").click()
    answered(page)
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^Right: |costs [\d.]+ %"))
    tab_to(page, "#next")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Practice 2")
    tab_to(page, "#choice-2")
    page.keyboard.press("Enter")
    expect(page.locator("meter").first).to_be_visible()


def test_an_opening_by_mouse(page: Page) -> None:
    page.goto("/opening")
    page.locator("summary", has_text="Click the cards").click()
    names = {"T": "10"}
    for suit, ranks in zip(("spades", "hearts", "diamonds", "clubs"), HAND.split("."), strict=True):
        for rank in ranks:
            name = f"{names.get(rank, rank)} of {suit}"
            page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#held")).to_have_text("13 of 13 cards")
    page.get_by_role("button", name="Ask").click()
    answered(page)
    expect(page.get_by_role("heading", name="Open 1♥")).to_be_visible()
    page.locator("#precedent-1").click()
    expect(page.locator(".beside .hand")).to_have_count(4)
    expect(page.locator(".beside .auction")).to_be_visible()
    page.locator(".beside").get_by_role("link", name="Ask about this hand").click()
    answered(page)
    expect(page.locator("main h2").first).to_contain_text(re.compile("Open|Pass"))


def test_an_opening_by_keyboard(page: Page) -> None:
    page.goto("/opening")
    tab_to(page, "#hand")
    page.keyboard.type(HAND)
    tab_to(page, "#seat")
    page.keyboard.type("Second")
    tab_to(page, "main button")
    page.keyboard.press("Enter")
    answered(page)
    expect(page.get_by_role("heading", name="Open 1♥")).to_be_visible()
    assert "seat=2" in page.url
    tab_to(page, "#precedent-2")
    page.keyboard.press("Enter")
    expect(page.locator(".beside .hand")).to_have_count(4)
    assert page.evaluate("document.activeElement.id") == "precedent-2"


def test_what_needs_scripts_is_not_shown_without_them(chromium: Browser, address: str) -> None:
    context = chromium.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/suit?north=AKQ9&south=xxx")
    for _ in range(600):
        if page.locator("[data-copy]").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(page.locator("[data-copy]")).to_be_hidden()
    context.close()


def test_a_call_of_any_auction_leads_to_what_it_means(page: Page) -> None:
    page.goto("/play/starter/1")
    answered(page)
    last = page.locator(".auction td a").last
    spelled = last.get_attribute("href") or ""
    assert spelled.startswith("/meaning?auction=")
    last.click()
    page.wait_for_url(re.compile(re.escape("/meaning?auction=")))
    answered(page)
    expect(page.get_by_role("heading", name="What does it mean?")).to_be_visible()
    expect(page.locator(".chart svg")).to_have_count(5)
    page.locator(".auction td a").first.click()
    expect(page).not_to_have_url(re.compile(re.escape(spelled)))


def test_a_meaning_by_keyboard(page: Page) -> None:
    page.goto("/meaning")
    tab_to(page, "#auction")
    page.keyboard.type("1N P 2D")
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator(".chart.points")).to_be_visible()
    tab_to(page, ".auction td a")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("auction=1N&"))


def test_the_games_are_watched_anew_in_place(page: Page) -> None:
    page.goto("/games?game=tic-tac-toe")
    answered(page)
    page.get_by_role("button", name="Watch anew").click()
    expect(page.get_by_text("Learned here.")).to_be_visible()
    assert page.url.endswith("/games?game=tic-tac-toe")


def test_a_contest_by_mouse(page: Page) -> None:
    page.goto("/games?game=lose-tic-tac-toe&against=perfect")
    answered(page)
    page.locator("#at-5").click()
    expect(page.locator("#status")).to_contain_text("The other side played")
    assert re.search(r"moves=5,\d", page.url)
    page.locator("#advice").click()
    expect(page.locator(".advice")).to_be_visible()
    assert page.locator(".strategies .lit").count() > 0
    while page.locator(".board a").count():
        before = page.url
        page.locator(".board a").first.click()
        expect(page).not_to_have_url(before)
        answered(page)
    expect(page.locator("#status")).to_contain_text(re.compile(r"wins|draw"))


def test_a_contest_by_keyboard(page: Page) -> None:
    page.goto("/games?game=five-mens-morris&against=random&seed=3")
    answered(page)
    tab_to(page, ".board a")
    for _ in range(5):
        before = page.url
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.matches('.board a')")
        while page.url == before:
            page.keyboard.press("Enter")
            page.wait_for_timeout(400)
        answered(page)
    assert len(page.url.partition("moves=")[2].split("&")[0].split(",")) >= 6
    page.go_back()
    expect(page.locator(".board.small").first).to_be_visible()


def test_the_library_by_mouse_and_what_a_file_says_stays_text(page: Page, tables: Path) -> None:
    odd = tables.with_name("<img src=x onerror=alert(1)>.lin")
    text = tables.read_text("utf-8").replace("pn|", "pn|<b onclick=alert(1)>", 1)
    odd.write_text(text + "qx|o1|md|1SAKQ,,|mb|1S|\n", encoding="utf-8")
    page.goto("/library")
    page.locator("#files").set_input_files(odd)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#job")).to_contain_text("1 table was refused", timeout=60_000)
    expect(page.locator("#job li")).to_contain_text("<img src=x onerror=alert(1)>.lin")
    expect(page.locator("main")).not_to_contain_text("Your library is empty")
    page.locator("summary", has_text="More to search by").click()
    page.locator("#q-result").fill("made")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("found")
    page.get_by_role("button", name="Copy as text").click()
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert copied[0].startswith("table  event")
    assert len(copied) == 2 + page.locator("main tbody tr").count()
    with page.expect_download() as download:
        page.get_by_role("link", name="pbn").click()
    assert '[Deal "' in Path(download.value.path()).read_text("utf-8")
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    assert page.locator("img, [onclick]").count() == 0


def test_files_are_dropped_into_the_library(page: Page, tables: Path) -> None:
    page.goto("/library")
    files = page.evaluate_handle(
        """text => { const it = new DataTransfer();
        it.items.add(new File([text], 'dropped.lin')); return it; }""",
        tables.read_text("utf-8"),
    )
    page.dispatch_event("#upload", "drop", {"dataTransfer": files})
    expect(page.locator("#job")).to_contain_text("your library", timeout=60_000)


def test_the_library_by_keyboard(page: Page) -> None:
    page.goto("/library")
    tab_to(page, "#q-text")
    page.keyboard.type(SCRIPT)
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("0 found")
    expect(page.locator("#q-text")).to_have_value(SCRIPT)
