"""Which suits were bid to play in them: conventions that most pairs play do not count."""

from __future__ import annotations

import pytest

from kibitz.cardplay.inferences.bids import suits_bid
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat

AUCTIONS = [
    # the auction from North, what North, East, South and West bid
    ("1S P 2S P 4S P P P", "S", "", "S", ""),
    ("1N P 2C P 2H P 3N P P P", "H", "", "", ""),
    ("1N P 2C P 2D P 3N P P P", "", "", "", ""),
    ("1N P 2D P 2H P 3N P P P", "", "", "H", ""),
    ("2N P 3H P 3S P 3N P P P", "", "", "S", ""),
    ("1N P 2H P 2S P 3D P 3N P P P", "", "", "DS", ""),
    ("2C P 2D P 2H P 4H P P P", "H", "", "H", ""),
    ("2C P P 2S P P P", "C", "", "", "S"),
    ("2D P 2H P 2S P P P", "S", "", "", ""),
    ("1D 1S 2S P 3N P P P", "D", "S", "", ""),
    ("1H P 3D P 4H P P P", "H", "", "", ""),
    ("1S P 3S P 4C P 4D P 4S P P P", "S", "", "S", ""),
    ("1S P 3S P 4N P 5D P 6S P P P", "S", "", "S", ""),
    ("1N 2D P P P", "", "", "", ""),
    ("1N 2S P P P", "", "S", "", ""),
    ("1N 2H 2S P P P", "", "H", "S", ""),
]


@pytest.mark.parametrize(("calls", "north", "east", "south", "west"), AUCTIONS)
def test_the_suits_each_player_bid(
    calls: str, north: str, east: str, south: str, west: str
) -> None:
    auction = Auction.of(Seat.NORTH, calls)
    bid = ["".join(sorted(map(str, suits_bid(auction, seat)))) for seat in Seat]
    assert bid == [north, east, south, west]


def test_passes_before_the_opening_change_nothing() -> None:
    first = Auction.of(Seat.NORTH, "1N P 2D P 2H P 3N P P P")
    later = Auction.of(Seat.WEST, "P 1N P 2D P 2H P 3N P P P")
    assert [suits_bid(first, seat) for seat in Seat] == [suits_bid(later, seat) for seat in Seat]
