"""What a person does at the page in a browser: wait for an answer, press Tab."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def answered(page: Page) -> None:
    """Work that takes long is waited for, as a person would."""
    expect(page.locator("[data-follow]")).to_have_count(0, timeout=400_000)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
