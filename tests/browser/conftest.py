"""The page in a real Chromium: the one on the path, asked over a real socket.

Where there is none these tests are skipped, unless KIBITZ_BROWSER_TESTS says ``required``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    expect,
    sync_playwright,
)

from kibitz.records.formats.lin import write_lin
from kit import random_record
from serving import ARGUMENTS, BROWSERS, browser_path, served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """``kibitz serve``, as a user starts it, over an empty home."""
    with served(tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = browser_path()
    if path is None:
        words = f"no browser is on the path; one of {', '.join(BROWSERS)} is needed"
        if os.environ.get("KIBITZ_BROWSER_TESTS") == "required":
            pytest.fail(words)
        pytest.skip(words)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=address, viewport={"width": 1100, "height": 800})
    context.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)  # on a busy machine too: what is expected, not how soon
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A fresh page; that it complains of nothing and asks no other host is checked at the end."""
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []

    def hear(told: ConsoleMessage) -> None:
        if told.type == "error":
            complaints.append(told.text)

    def refuse(dialog: Dialog) -> None:
        complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", refuse)
    page.on("request", lambda request: asked.append(request.url))
    yield page
    assert not complaints
    assert not [url for url in asked if not url.startswith((address, "data:"))]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of tables to bring in."""
    records = [random_record(random.Random(seed)) for seed in range(30)]
    path = tmp_path_factory.mktemp("files") / "club.lin"
    path.write_text("".join(write_lin(records)), encoding="utf-8")
    return path
