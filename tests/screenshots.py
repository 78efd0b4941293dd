"""Pictures of every place for the docs, taken in Chromium from a page over an empty home.

Run: make screenshots, or python tests/screenshots.py docs page-plan for one of them
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from kibitz.records.formats.lines import write_lines
from kibitz.records.lookup import table
from serving import ARGUMENTS, browser_path, served

PLACES = {
    "page": "/",  # before anything was reviewed: today as a newcomer finds it
    "page-play": "/play/starter/218?at=1&said=DK&plan=1",
    "page-suit": "/suit?north=KJ95&south=A732&tricks=4",
    "page-practice": "/suit/practice?number=3",
    "page-opening": "/opening?hand=KQJ84.5.AJ72.T93",
    "page-lead": "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N",
    "page-call": "/call?hand=KJ4.Q85.A962.T73&auction=1H+P",
    "page-meaning": "/meaning?auction=1N+P+2D",
    "page-plan": "/plan?hand=A83.A64.KQ5.T852&dummy=K72.52.A74.AQJ94&contract=3NT&lead=HK",
    "page-deal": "/deal?south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S"
    "&played=HQ",
    "page-review": "/review/starter/2",
    "page-session": "/review/session?shelf=starter&tables=1,2,3,4,5,6",
    "page-games": "/games?game=five-mens-morris&moves=1,16,2,15,3x16,9",
    "page-explore": "/explore?auction=1N+P",
    "page-library": "/library",
}

STORY = "/table?seed=2"
"""The deal of the picture story: bid, planned, misplayed at one card, and played to its end."""
SMALL = {"width": 1280, "height": 800}

BROUGHT = 120
"""Tables in the library of its picture."""


def bring(page: Page, folder: Path) -> None:
    """Some tables of the house's match as a library of one's own."""
    file = folder / "house.jsonl"
    file.write_text("".join(write_lines([table(f"starter:{n}") for n in range(1, BROUGHT + 1)])))
    page.goto("/library")
    page.locator("#files").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#job")).to_contain_text("your library", timeout=60_000)


def take(page: Page, path: str, file: Path) -> None:
    """One picture, once all work on the page is done."""
    page.goto(path)
    expect(page.locator("[data-follow]")).to_have_count(0, timeout=900_000)
    if path.startswith("/suit/practice"):
        page.locator("#choice-1").click()
        expect(page.get_by_role("status")).to_be_visible(timeout=900_000)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=file)


def said(page: Page, button: str) -> None:
    """Press a button at the table, and wait for the next moment of the deal."""
    old = page.locator("[name=stamp]").get_attribute("value")
    page.locator(button).first.click()
    page.wait_for_function(
        "old => { const one = document.querySelector('[name=stamp]');"
        " return one && one.value !== old; }",
        arg=old,
    )


def tell_the_story(page: Page, docs: Path) -> None:
    """One deal at the table, in four pictures."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    page.goto(STORY)
    page.wait_for_selector("form[data-table]", timeout=900_000)
    said(page, ".box [value='1D']")
    page.screenshot(path=docs / "table-1.jpg", quality=80)
    said(page, ".box [value='2C']")
    while page.locator(".box").count():
        said(page, ".box [value=P]")
    said(page, ".counts [value='3']")
    page.screenshot(path=docs / "table-2.jpg", quality=80)
    said(page, ".lines [value='1']")
    while not page.locator("#table.supposed").count():
        said(page, "#hand button")
    page.screenshot(path=docs / "table-3.jpg", quality=80)
    while not page.locator(".allhands").count():
        going = page.locator(".go [value=on]").count()
        said(page, ".go [value=on]" if going else "#hand button")
    page.screenshot(path=docs / "table-4.jpg", quality=80)


def main(docs: Path, home: Path, names: list[str]) -> None:
    with served(home) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 900})
        for name, path in PLACES.items():
            if names and name not in names:
                continue
            if name == "page-library":
                bring(page, home)
            take(page, path, docs / f"{name}.png")
        if not names or "table" in names:
            tell_the_story(page, docs)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1]), Path(folder), sys.argv[2:])
