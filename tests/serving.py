"""``kibitz serve`` as a user starts it, and the browser to look at it with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from kibitz.page.server import create_app
from kibitz.places import Places

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox"]
"""A container has no user namespace for the sandbox, and no page but ours is visited."""


def browser_path() -> str | None:
    """The first of the browsers that is on the path."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def served(home: Path, *options: str) -> Iterator[str]:
    """The address of a page over *home*."""
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json", *options]
    environment = {**os.environ, "KIBITZ_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        try:
            yield told["address"].rstrip("/")
        finally:
            server.terminate()


@dataclass
class MovedClock:
    """A clock that is moved by hand."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def page_with(folder: Path, clock: MovedClock) -> Iterator[str]:
    """The page over *folder* by that clock, on a port of its own."""
    app = create_app(Places.of(folder / "library.kibitz", folder), now=clock)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def answered(page: Page) -> None:
    """Work that takes long is waited for, as a person would."""
    from playwright.sync_api import expect

    expect(page.locator("[data-follow]")).to_have_count(0, timeout=400_000)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def reload_until(page: Page, selector: str) -> None:
    """Without scripts, work under way is looked after by loading the page again."""
    for _ in range(200):
        if page.locator(selector).count():
            return
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError(f"{selector} never comes")


SCREENS = ((1280, "light"), (1280, "dark"), (320, "light"), (320, "dark"))
PHONE = 390
"""Its styles are those of the smallest screen, so that only the width is looked at."""
ALIKE = (".card", "header.top", "footer.foot")
"""What has the same colours on every page."""
_COLOURS = {"type": "rule", "values": ["color-contrast"]}
_JUDGE = "([left, more]) => axe.run({ exclude: left }, { resultTypes: ['violations'], ...more })"


def faults(page: Page, *alike: str) -> list[str]:
    """What axe finds wrong with a page on every screen, and where it is too wide.

    The dark changes nothing but colours, and those of what is *alike* were judged elsewhere.
    """
    page.evaluate(_axe())
    found, last = set(_too_wide(page, PHONE)), 0
    for width, scheme in SCREENS:
        found |= set(_too_wide(page, width))
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        judged = page.evaluate(_JUDGE, [[[one] for one in alike], {"runOnly": _COLOURS}])
        if width != last:
            rest = {"rules": {"color-contrast": {"enabled": False}}}
            judged["violations"] += page.evaluate(_JUDGE, [[], rest])["violations"]
        last = width
        found |= {
            f"{page.url} at {width}, {scheme}: {one['id']}: {node['html'][:120]}"
            for one in judged["violations"]
            for node in one["nodes"]
        }
    return sorted(found)


def _too_wide(page: Page, width: int) -> list[str]:
    """The screen is made so wide; whether the page then is wider."""
    page.set_viewport_size({"width": width, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [f"{page.url}: {wide} pixels wide on a screen of {width}"] if wide > width else []


@cache
def _axe() -> str:
    from axe_playwright_python.sync_playwright import Axe

    script: str = Axe().axe_script
    return script
