"""The place of the explorer: a tree to click, over the library of the page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import LONG, ask, opened

WORDS = [str(call) for call in LONG.auction.calls]


def links(shown: str) -> list[str]:
    """Where the lines of the table lead."""
    return re.findall(r'<th scope="row"><a href="(/explore[^"]*)"', unescape(shown))


def test_the_tree_is_clicked_from_the_first_call_to_the_lead(coach: TestClient) -> None:
    address = "/explore"
    for place in range(len(WORDS)):
        shown = ask(coach, address).text
        address, *_ = links(shown)  # the player's own tables come first, the house's below
        assert f"auction={'+'.join(WORDS[: place + 1])}" in address
    shown = unescape(ask(coach, address).text)
    assert links(shown) == []
    assert "Against " in shown
    assert re.search(r'href="/library/1"[^>]*led', shown)
    [trail] = re.findall(r'<nav class="trail".*?</nav>', shown)
    assert trail.count('class="bidcard ') == len(WORDS)
    assert re.search(
        r'<td class="led"><span class="row ledcards"><span class="ledcard"><span class="card ',
        shown,
    )


def test_the_leads_are_a_click_away_before_the_auction_is_over(coach: TestClient) -> None:
    auction = " ".join(WORDS[:-3])
    shown = unescape(ask(coach, "/explore", {"auction": auction}).text)
    [leads] = re.findall(r'href="([^"]*)">Leads if all pass now', shown)
    assert "Against " in ask(coach, leads).text


def test_the_page_shows_what_the_data_says(coach: TestClient) -> None:
    told = ask(coach, "/api/explore", {"auction": WORDS[0]}).json()
    shown = unescape(ask(coach, "/explore", {"auction": WORDS[0]}).text)
    assert told["text"] in shown
    assert told["next"][0]["next"] == WORDS[1]
    assert told["measure"] == "share of the tables"
    assert f'value="{told["next"][0]["share"]:.4f}"' in shown


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"auction": "<b>"}, "not a call: '<B>'"),
        ({"auction": "1S 1H"}, "the auction is not legal"),
        ({"pair": "Helgemo"}, "A pair is two names"),
        ({"player": "Nobody At All"}, "No player in the library has 'Nobody At All' in the name."),
        ({"vul": "red"}, "not a vulnerability: 'red'"),
    ],
)
def test_a_mistake_is_said_and_can_be_mended(
    coach: TestClient, asked: dict[str, str], problem: str
) -> None:
    shown = ask(coach, "/explore", asked).text
    assert problem in unescape(shown)
    assert "<b>" not in shown
    assert 'name="auction"' in shown


def test_before_anything_is_imported_the_houses_match_is_explored(tmp_path: Path) -> None:
    with opened(tmp_path) as page:
        shown = unescape(ask(page, "/explore").text)
    assert "of the house's match" in shown
    assert 'href="/play/starter/' in shown
    assert 'href="/library"' in shown
