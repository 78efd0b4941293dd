"""A layout of a suit played out against the best its cards can do."""

from __future__ import annotations

from html import unescape

import pytest
from fastapi.testclient import TestClient

from coach import SCRIPT, ask
from kibitz.page.places.suits.layout import RANKS, play_out

ASKED = {"north": "KJ95", "south": "A732", "tricks": "4"}


def test_every_layout_that_wins_wins_and_every_other_loses(coach: TestClient) -> None:
    data = ask(coach, "/api/suit", ASKED).json()
    shown = unescape(ask(coach, "/suit", ASKED).text)
    assert "Q8.T6x" in shown
    for lies, tricks in (("Q8.T6x", 4), ("QT86x.-", 4), ("T86x.Q", 4), ("8x.QT6", 3)):
        played = play_out(data, lies)
        assert (played.tricks >= 4) == (tricks == 4)
        fallen = [card for _, card in played.plays if card]
        assert len(set(fallen)) == len(fallen)
        for seat, card in played.plays:
            assert not card or card in played.hands[seat]
        assert sorted("".join(played.hands.values()), key=RANKS.index) == list(RANKS)


def test_it_is_stepped_through_by_links(coach: TestClient) -> None:
    asked = {**ASKED, "lies": "Q8.T6x"}
    first = unescape(ask(coach, "/suit", {**asked, "step": "1"}).text)
    assert "Card 1 of " in first
    assert 'id="step-next"' in first
    last = unescape(ask(coach, "/suit", {**asked, "step": "60"}).text)
    assert "4 tricks in this layout" in last
    assert 'id="step-next"' not in last


@pytest.mark.parametrize("lies", ["QT", "QT.QT864", "QT.86", SCRIPT[:20], "x.xxxxx"])
def test_a_layout_that_cannot_be_is_refused(coach: TestClient, lies: str) -> None:
    shown = ask(coach, "/suit", {**ASKED, "lies": lies}).text
    assert "does not lay out the missing cards" in unescape(shown)
    assert SCRIPT[:20] not in shown
