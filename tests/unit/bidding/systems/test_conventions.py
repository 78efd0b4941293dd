"""Each convention by its properties: whatever hand makes the call holds what the call promises."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from kibitz.bidding.systems.bidding import bids, decide, position
from kibitz.bidding.systems.facts import Facts, facts
from kibitz.bidding.systems.file import house_system
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat

C, D, H, S = Suit
SYSTEM = house_system()


SHAPES = ((5, 5, 2, 1), (4, 4, 4, 1), (6, 4, 2, 1), (7, 3, 2, 1), (5, 4, 3, 1), (4, 4, 3, 2))


@cache
def dealt() -> tuple[Facts, ...]:
    """Hands as they come, and as many of shapes that are rarely dealt."""
    rng = random.Random(7)
    hands = [Hand.of(rng.sample(DECK, 13)) for _ in range(1500)]
    for _ in range(3000):
        lengths = rng.sample(rng.choice(SHAPES), 4)
        cards = (
            Card(suit, rank)
            for suit, length in zip(Suit, lengths, strict=True)
            for rank in rng.sample(tuple(Rank), length)
        )
        hands.append(Hand.of(cards))
    return tuple(map(facts, hands))


def callers(auction: str, call: str) -> list[Facts]:
    """The dealt hands that make *call* after *auction*."""
    at = position(SYSTEM, Auction.of(Seat.NORTH, auction))
    return [hand for hand in dealt() if str(decide(SYSTEM, hand, at).call) == call]


def _two_of_five(hand: Facts, first: Suit, second: Suit) -> bool:
    return min(hand.lengths[first], hand.lengths[second]) >= 5


PROMISES: list[tuple[str, str, str, Callable[[Facts], bool]]] = [
    ("a five-card major", "", "1S", lambda h: h.lengths[S] >= 5 and 10 <= h.points <= 21),
    ("no-trump", "", "1N", lambda h: 15 <= h.points <= 17 and h.is_nearly_balanced),
    ("strong two clubs", "", "2C", lambda h: h.points >= 22),
    ("weak two", "", "2H", lambda h: h.lengths[H] == 6 and 6 <= h.points <= 10),
    ("pre-empt", "", "3S", lambda h: h.lengths[S] == 7 and h.points <= 10),
    ("Stayman", "1N P", "2C", lambda h: 4 in (h.lengths[H], h.lengths[S]) and h.points >= 8),
    ("Jacoby transfer", "1N P", "2D", lambda h: h.lengths[H] >= 5),
    ("Jacoby transfer", "1N P", "2H", lambda h: h.lengths[S] >= 5),
    ("Texas transfer", "1N P", "4D", lambda h: h.lengths[H] >= 6 and h.points >= 10),
    ("Texas transfer", "1N P", "4H", lambda h: h.lengths[S] >= 6 and h.points >= 10),
    ("limit raise", "1H P", "3H", lambda h: h.lengths[H] >= 3 and 10 <= h.support_points(H) <= 12),
    ("single raise", "1S P", "2S", lambda h: h.lengths[S] >= 3 and 6 <= h.support_points(S) <= 10),
    ("Jacoby 2NT", "1S P", "2N", lambda h: h.lengths[S] >= 4 and h.support_points(S) >= 13),
    ("splinter", "1S P", "4C", lambda h: h.lengths[S] >= 4 and h.lengths[C] <= 1),
    ("splinter", "1H P", "3S", lambda h: h.lengths[H] >= 4 and h.lengths[S] <= 1),
    ("take-out double", "1S", "X", lambda h: h.points >= 12 + 5 * (h.lengths[H] < 3)),
    ("overcall", "1D", "1S", lambda h: h.lengths[S] >= 5 and 6 <= h.points <= 16),
    ("weak jump overcall", "1C", "2S", lambda h: h.lengths[S] == 6 and 5 <= h.points <= 10),
    ("Michaels", "1D", "2D", lambda h: _two_of_five(h, H, S)),
    ("Michaels", "1H", "2H", lambda h: _two_of_five(h, S, C) or _two_of_five(h, S, D)),
    ("unusual 2NT", "1S", "2N", lambda h: _two_of_five(h, C, D)),
    ("no-trump overcall", "1H", "1N", lambda h: 15 <= h.points <= 18 and h.stops(H)),
    ("balancing no-trump", "1H P P", "1N", lambda h: 11 <= h.points <= 14 and h.stops(H)),
    ("negative double", "1D 1S", "X", lambda h: h.lengths[H] >= 4 and h.points >= 6),
    ("negative double", "1C 1H", "X", lambda h: h.lengths[S] == 4 and h.points >= 6),
    ("cue raise", "1S 2D", "3D", lambda h: h.lengths[S] >= 3 and h.support_points(S) >= 11),
    ("redouble", "1S X", "XX", lambda h: h.points >= 10),
    ("ask over a weak two", "2S P", "2N", lambda h: h.points >= 15),
    ("pre-emptive raise", "2S P", "3S", lambda h: h.lengths[S] >= 3),
    ("double of no-trump", "1N", "X", lambda h: h.points >= 15),
]  # fmt: skip


@pytest.mark.parametrize(
    ("auction", "call", "promise"),
    [case[1:] for case in PROMISES],
    ids=[f"{case[0]}: {case[1]} {case[2]}" for case in PROMISES],
)
def test_whoever_makes_a_call_holds_what_it_promises(
    auction: str, call: str, promise: Callable[[Facts], bool]
) -> None:
    found = callers(auction, call)
    assert found
    assert all(promise(hand) for hand in found)


@pytest.mark.parametrize(
    ("auction", "holding", "calls"),
    [
        ("1N P 2C P", lambda h: h.lengths[H] >= 4, {"2H"}),
        ("1N P 2C P", lambda h: h.lengths[S] >= 4 > h.lengths[H], {"2S"}),
        ("1N P 2C P", lambda h: h.lengths[S] < 4 and h.lengths[H] < 4, {"2D"}),
        ("1N P 2D P", lambda h: True, {"2H", "3H"}),
        ("1N P 2H P", lambda h: True, {"2S", "3S"}),
        ("1N P 4D P", lambda h: True, {"4H"}),
        ("1N P 4H P", lambda h: True, {"4S"}),
    ],
)
def test_a_no_trump_opener_answers_as_asked(
    auction: str, holding: Callable[[Facts], bool], calls: set[str]
) -> None:
    at = position(SYSTEM, Auction.of(Seat.NORTH, auction))
    asked = [hand for hand in callers("", "1N") if holding(hand)]
    assert asked
    assert {str(decide(SYSTEM, hand, at).call) for hand in asked} <= calls


def test_key_cards_are_counted_with_the_king_of_trumps() -> None:
    at = position(SYSTEM, Auction.of(Seat.NORTH, "1S P 3S P 4N P"))
    meant = {"5C": (1, 4), "5D": (0, 3, 5), "5H": (2,), "5S": (2,)}
    seen = set()
    for counted in dealt():
        if counted.lengths[S] < 4:
            continue
        call = str(decide(SYSTEM, counted, at).call)
        assert counted.key_cards(S) in meant[call]
        if counted.key_cards(S) == 2:
            assert (call == "5S") is counted.holds(S, Rank.QUEEN)
        seen.add(call)
    assert seen == set(meant)


def test_the_fourth_suit_is_forcing_to_game_and_no_suit() -> None:
    so_far = Auction.of(Seat.NORTH, "1D P 1H P 1S P 2C P")
    at = position(SYSTEM, so_far)
    assert at.is_forced
    assert at.me % 2 in at.game_forced
    assert at.partner.lengths[C][0] < 4


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("", "AQ7.KJ985.K2.T43", "1H"),
        ("1H P", "Q72.K985.K32.T43", "2H"),
        ("1H P 2H P", "AQ7.KQJ85.K2.J43", "3C"),
        ("1H P 2H P 3C P", "Q72.K985.K543.43", "4H"),
        ("1S P 2N P", "AQ752.K984.K2.43", "4S"),
        ("1S P 2N P", "AQ752.K9854.K2.4", "3C"),
        ("2C P", "Q72.J985.K32.T43", "2D"),
        ("2C P 2D P", "AKQ.AKJ9.KQ3.J43", "2N"),
        ("1D X P", "Q762.K98.543.T43", "1S"),
        ("1D X P", "AQ762.K9.543.K43", "4S"),
        ("1C P 1S P", "KQ72.98.A3.AQJ43", "3S"),
        ("1C P 1H P", "KQ72.98.A3.AJT43", "1S"),
        ("1C P 1H P", "KQ2.98.A73.AJ943", "1N"),
        ("1D P 1S P", "K2.AQ98.AKJ73.54", "2H"),
    ],
)
def test_what_the_house_calls(auction: str, hand: str, call: str) -> None:
    assert str(bids(SYSTEM, Hand.parse(hand), Auction.of(Seat.NORTH, auction)).call) == call
