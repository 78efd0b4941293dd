"""The suit that partner's double asks for."""

from __future__ import annotations

import pytest

from kibitz.cardplay.inferences.asked import KINDS, asked
from kibitz.cardplay.inferences.rates import Rates
from kibitz.games.bridge.auction import Auction


@pytest.mark.parametrize(
    ("auction", "sentence"),
    [
        ("N: 1N P 2C X 2S P 3N P P P", "Partner doubled 2♣, Stayman: he asks for a club."),
        ("E: 1N P 2H X 2S P 4S P P P",
         "Partner doubled 2♥, a transfer to spades: he asks for a heart."),
        ("E: 1C 1D 1H 3D X P 4D P 4S P 6S X P P P",
         "a Lightner double for an unusual lead, not our suit, as a rule dummy's first: a heart."),
        ("N: 1D P 1H P 1N P 3N X P P P",
         "Partner doubled 3NT: it asks for dummy's first suit: a heart."),
        ("N: 1D P 1H 1S 2D P 3N X P P P", None),
        ("N: 1S P 2H P 2S P 3S P 4N P 5D X 6S P P P", "a diamond."),
        ("N: 1N P 2C P 2S P 3N P P P", None),
        ("N: 1H X 3H P 4H P P P", None),
        ("N: 1C P 1S X 4S P P P", None),
        ("N: 2C X 2D P 2N P 3N P P P", None),
        ("N: 1S 2H 4S 5H 6S X P P P", None),
    ],
)  # fmt: skip
def test_partner_asks_with_a_double(auction: str, sentence: str | None) -> None:
    heard = Auction.parse(auction)
    assert heard.contract is not None
    found = asked(heard, heard.contract.leader)
    if sentence is None:
        assert found is None
    else:
        assert found is not None
        assert found.sentence.endswith(sentence)


def test_one_asks_the_leader_alone() -> None:
    heard = Auction.parse("N: 1N P 2C X 2S P 3N P P P")
    assert heard.contract is not None
    for seat in (heard.contract.leader.next, heard.contract.leader.partner):
        assert asked(heard, seat) is None


def test_every_kind_was_counted_and_is_followed() -> None:
    rates = Rates.shipped()
    for kind in KINDS:
        assert rates.of_asked(kind).said >= 20
        assert rates.of_asked(kind).share > 0.4
