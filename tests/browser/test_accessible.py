"""No fault that axe finds, in light and dark, on a wide screen, on a phone, on a small phone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from kibitz.records.formats.lines import write_lines
from kibitz.records.lookup import table
from kibitz.records.record import Players
from serving import ALIKE, answered, faults

PAGES = (
    "/",
    "/ask",
    "/table",
    "/table?seed=4",
    "/suit",
    "/suit?north=AKQ9&south=xxx",
    "/suit/practice?number=3",
    "/opening?hand=AQ7.KJ985.K2.T43&beside=house-8923-S",
    "/play",
    "/play/starter/1?at=5",
    "/play/starter/1?at=3&said=--",
    "/play/starter/1/on?at=3&own=DQ",
    "/play/starter/1?at=0&seat=E",
    "/play/starter/1?at=52",
    "/plan",
    "/plan?hand=A83.A64.KQ5.T852&dummy=K72.52.A74.AQJ94&contract=3NT&lead=HK",
    "/deal",
    "/deal?south=AK4.K43.AQ72.K42&dealer=S&auction=1N+P",
    "/deal?south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S",
    "/deal?south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S&played=HQ",
    "/call",
    "/call?hand=KJ4.Q85.A962.T73&auction=1H+P",
    "/me",
    "/practice",
    "/meaning",
    "/meaning?auction=1C+1S+X+P+2H",
    "/lead?hand=KQT94.73.862.J54&auction=1N+P+3N",
    "/review",
    "/review/starter/1",
    "/review/session?shelf=starter&tables=1,2",
    "/review/session?shelf=starter&tables=1,2&whole=1",
    "/games?moves=5,1&advice=1",
    "/games?game=five-mens-morris&moves=1,16,2,15",
    "/games?game=five-in-a-row&moves=41",
    "/games?show=4&step=2",
    "/explore",
    "/explore?auction=1N+P",
    "/explore?auction=1N+P+3N+P+P+P",
    "/lead",
    "/opening",
    "/library",
    "/library?text=a",
    "/opening?hand=AQ7.KJ985.K2.T43&seat=3",
    "/api",
    "/nowhere",
)


WHOLE = ("/", "/play/starter/1?at=3&said=--", "/suit?north=AKQ9&south=xxx")
"""Where the colours of cards and of what stands around every page are judged too."""
OWN = ("/me?player=Ann", "/practice?player=Ann", "/library/1", "/library?event=house")
"""What there is to be seen once somebody has brought tables of his own."""


def test_axe_finds_no_fault_and_nothing_is_too_wide(
    context: BrowserContext, tmp_path: Path
) -> None:
    """One page for all places, looked at again and again as the screen changes."""
    page, found = context.new_page(), []
    for path in PAGES:
        page.goto(path)
        answered(page)
        found += faults(page, *(() if path in WHOLE else ALIKE))
    page.goto("/library")
    page.locator("#files").set_input_files(_tables_of_ann(tmp_path))
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#job")).to_contain_text("your library")
    for path in OWN:
        page.goto(path)
        answered(page)
        found += faults(page, *ALIKE)
    assert not found, "\n".join(found)


def _tables_of_ann(folder: Path) -> Path:
    """A table with names, in a file."""
    names = Players.of(("Ann", "Bob", "Cyd", "Dot"))
    record = table("starter:1")
    named = replace(record, citation=replace(record.citation, players=names))
    file = folder / "ann.jsonl"
    file.write_text("".join(write_lines([named])), encoding="utf-8")
    return file
