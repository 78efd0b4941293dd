"""The ladder on the page: nineteen rows, what was done, and a way to the table."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kibitz.page.server import create_app
from kibitz.places import Places
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.keeping import keep
from kibitz.sitting.ladder.rungs import rungs_of
from kibitz.sitting.ladder.themes import ladder_theme, ladder_themes
from kibitz.sitting.moves import chosen

HOST = {"host": "127.0.0.1"}


@pytest.fixture
def places(bare_home: Path) -> Places:
    assert not bare_home.exists()
    return Places.of()


def _page(places: Places) -> str:
    with TestClient(create_app(places)) as client:
        answer = client.get("/ladder", headers=HOST)
    assert answer.status_code == 200
    return unescape(answer.text)


def test_every_theme_has_a_row_that_leads_to_the_table(places: Places) -> None:
    page = _page(places)
    for theme in ladder_themes().values():
        assert theme.name in page
        assert theme.says in page
        if rungs_of(theme):
            first = rungs_of(theme)[0]
            assert (
                f'<a href="/table?deal={first.place.replace(":", "%3A")}">{theme.name}</a>' in page
            )
    assert "<script src" not in page.partition("<main")[2].partition("</main>")[0]
    assert page.count('class="here"') == 1


def test_what_was_done_is_shown_and_given_as_data(places: Places) -> None:
    theme = ladder_theme("after-1nt")
    one, two = rungs_of(theme, 1)[:2]
    keep(chosen(CoachedDeal.at(one.start), one.right), places.sittings)
    keep(chosen(CoachedDeal.at(two.start), two.rival), places.sittings)
    page = _page(places)
    row = re.search(rf'<th scope="row"><a [^>]*>{theme.name}</a>.*?</tr>', page, re.DOTALL)
    assert row is not None
    assert 'class="right"></span><span class="missed"></span><span class="next">' in row[0]
    assert f"2 of {len(rungs_of(theme, 1))} played, 1 right first time" in row[0]
    assert "of 2" in row[0]
    with TestClient(create_app(places)) as client:
        data = client.get("/api/ladder", headers=HOST).json()
    [found] = [each for each in data["themes"] if each["key"] == theme.key]
    assert [each["state"] for each in found["deals"][:3]] == ["right", "missed", "new"]
