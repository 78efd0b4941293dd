"""What Kibitz says is what the golden book says; ``make book`` writes it anew."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import pytest

from golden.book import CHAPTERS, kept

SHOWN = 60


def _changes(name: str, before: str, after: str) -> str:
    """The first lines that differ on a page."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), f"{name} (book)", f"{name} (now)", "", "", 1, ""
    )
    return "\n".join(line[:400] for line, _ in zip(lines, range(SHOWN), strict=False))


LONG = ("answers of plans", "decisions", "places, cards", "places, learned")
"""What chapters begin with that take seconds."""


@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(name, marks=[pytest.mark.long] if name.startswith(LONG) else [])
        for name in CHAPTERS
    ],
)
def test_kibitz_says_what_the_golden_book_says(chapter: str) -> None:
    book: Mapping[str, str] = kept()
    made = CHAPTERS[chapter]()
    changed = [
        _changes(name, book.get(name, ""), text)
        for name, text in made.items()
        if book.get(name) != text
    ]
    assert not changed, "\n\n".join(changed)
