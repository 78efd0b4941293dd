"""What is known of a pair is summed over its boards, and a board can be taken out again."""

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, number_of
from kibitz.bidding.auctions.pairs import SITUATIONS, WIDTH, Entries, features, summed, usual
from kibitz.games.bridge.auction import Auction, parse_call
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability

DEAL = Deal.parse("N:AKQ52.K84.Q93.62 J74.QJ95.KT5.T84 T93.A72.AJ42.K73 86.T63.876.AQJ95")


def entries(*auctions: str) -> Entries:
    held = [(DEAL, Auction.of(Seat.NORTH, text), Vulnerability.NONE) for text in auctions]
    return Entries.of(Auctions.of(held))


def met(text: str) -> set[tuple[int, str, str]]:
    """Who met which situation with which call."""
    found = entries(text)
    calls = ("P", "X", "1C", "1D", "1H", "1S", "1N", "2C", "2D", "2H", "2S")
    names = {number_of(parse_call(call)): call for call in calls}
    return {
        (int(seat), SITUATIONS[number][0], names.get(SITUATIONS[number][1], "?"))
        for seat, number in zip(found.seat, found.situation, strict=True)
    }


def test_situations_are_found_where_they_come_up() -> None:
    assert met("1S P 2S P P P") == {
        (0, "opens early", "1S"), (1, "over 1S", "P"), (2, "answers 1S", "2S"),
    }  # fmt: skip
    assert (2, "opens late", "1N") in met("P P 1N 2C P P P")
    assert (3, "over 1NT", "2C") in met("P P 1N 2C P P P")
    assert (0, "answers 1NT", "2C") in met("P P 1N P 2C P 2S P P P")


def test_the_sums_are_of_the_hands() -> None:
    found = entries("1S P 2S P P P", "1S P 2S P P P", "P 1C P P P")
    sums = summed(found, np.zeros(len(found.table), np.int64), 1)
    opened = sums[0, SITUATIONS.index(("opens early", number_of(parse_call("1S"))))]
    assert opened.tolist() == [2, 2 * DEAL.north.points, 4, 6, 6, 10]


def test_what_a_board_contributed_can_be_taken_out() -> None:
    both, one = entries("1S P 2S P P P", "1N P P P"), entries("1N P P P")
    whole = summed(both, np.zeros(len(both.table), np.int64), 1)
    first = both.table == 0
    gone = np.zeros_like(whole)
    np.add.at(gone[0], both.situation[first], both.sums[first])
    left = summed(one, np.zeros(len(one.table), np.int64), 1)
    assert np.array_equal(whole - gone, left)


def test_nothing_known_is_nothing() -> None:
    found = entries("1S P 2S P P P", "1N P P P")
    sums = summed(found, np.zeros(len(found.table), np.int64), 2)
    told = features(sums, usual(sums))
    assert told.shape == (2, WIDTH)
    assert told[0].any()
    assert not told[1].any()
