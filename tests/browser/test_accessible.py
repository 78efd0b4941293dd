"""No serious accessibility fault, in light and dark, on a wide screen and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

PAGES = (
    "/",
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
    "/api",
    "/nowhere",
)
Scheme = Literal["light", "dark"]


@pytest.fixture(params=[("light", 1280), ("dark", 1280), ("light", 390), ("dark", 320)])
def screen(
    request: pytest.FixtureRequest, chromium: Browser, address: str
) -> Iterator[tuple[Page, int]]:
    scheme, width = request.param
    context = chromium.new_context(
        base_url=address, color_scheme=scheme, viewport={"width": width, "height": 800}
    )
    yield context.new_page(), width
    context.close()


def test_no_page_has_a_serious_fault(screen: tuple[Page, int]) -> None:
    page, width = screen
    faults = []
    for path in PAGES:
        page.goto(path)
        expect(page.locator("[data-follow]")).to_have_count(0, timeout=400_000)
        page.wait_for_load_state("networkidle")  # an answer that took long may just be swapped in
        found = Axe().run(page).response["violations"]
        faults += [
            f"{path}: {one['id']}: {node['html'][:120]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            faults.append(f"{path}: {wide} pixels wide on a screen of {width}")
    assert not faults, "\n".join(faults)
