"""Well-known conventions come out of experts' hands as players know them."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from heard_tables import SomeTables, prefix
from kibitz.bidding.auctions.arrays import Auctions
from kibitz.bidding.auctions.styles import named_style
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.meanings.hands import Kinship
from kibitz.bidding.meanings.meaning import Sense, Trait, Wanted, find_meaning
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kit import SHARED

RECORDS = SHARED / "data" / "human_players.jsonl.xz"
pytestmark = pytest.mark.skipif(not RECORDS.is_file(), reason="the shared records are not here")

CLUBS, DIAMONDS, HEARTS, SPADES = Suit
_LINES = 120_000
_PASSES = tuple('"P",' * number for number in range(4))


def _has(suit: Suit, least: int, share: float) -> Callable[[Sense], bool]:
    return lambda sense: sum(sense.length(suit).shares[least:]) >= share


def _short(suit: Suit, most: int, share: float) -> Callable[[Sense], bool]:
    return lambda sense: sum(sense.length(suit).shares[most + 1 :]) <= 1 - share


def _is(trait: Trait, share: float) -> Callable[[Sense], bool]:
    return lambda sense: sense.traits[trait] >= share


def _points(least: int, most: int) -> Callable[[Sense], bool]:
    return lambda sense: least <= sense.points.range.least <= sense.points.range.most <= most


CONVENTIONS: dict[str, tuple[str, str, tuple[Callable[[Sense], bool], ...]]] = {
    "transfer to hearts": ("1N P 2D", "transfer pairs", (_has(HEARTS, 5, 0.9),)),
    "transfer to spades": ("1N P 2H", "transfer pairs", (_has(SPADES, 5, 0.9),)),
    "Stayman": ("1N P 2C", "", (_is(Trait.FOUR_CARD_MAJOR, 0.85), _points(4, 16))),
    "weak two in hearts": (
        "2H", "weak-two pairs (hearts)", (_has(HEARTS, 6, 0.75), _points(3, 11)),
    ),
    "weak two in spades": (
        "2S", "weak-two pairs (spades)", (_has(SPADES, 6, 0.75), _points(3, 11)),
    ),
    "takeout double": ("1H X", "", (_short(HEARTS, 3, 0.85), _has(SPADES, 3, 0.85))),
    "Michaels": ("1H 2H", "", (_has(SPADES, 5, 0.8), _short(HEARTS, 3, 0.85))),
    "unusual 2NT": (
        "1S 2N", "", (_is(Trait.TWO_SUITS, 0.75), _has(DIAMONDS, 4, 0.8), _has(CLUBS, 4, 0.8)),
    ),
    "negative double": ("1C 1S X", "", (_has(HEARTS, 4, 0.75), _points(4, 14))),
    "raise by a cue bid": ("1H 1S 2S", "", (_has(HEARTS, 3, 0.85),)),
    "splinter": ("1S P 4C", "", (_short(CLUBS, 1, 0.7), _has(SPADES, 4, 0.75))),
    "strong 2NT": ("2N", "", (_points(17, 24),)),
}  # fmt: skip


def _lines() -> Iterator[dict[str, Any]]:
    wanted = [",".join(map(json.dumps, auction.split())) for auction, _, _ in CONVENTIONS.values()]
    starts = [f'"auction":[{passes}{one}' for one in wanted for passes in _PASSES]
    with lzma.open(RECORDS, "rt") as file:
        for line in islice(file, _LINES):
            if any(start in line for start in starts):
                yield json.loads(line)


@cache
def _tables() -> SomeTables:
    """Tables of experts with one of the conventions, each with its pairs by number."""
    held, pairs = [], list[tuple[int, ...]]()
    numbers: dict[frozenset[str], int] = {}
    for line in _lines():
        if len(line.get("play") or ()) < 20:
            continue
        dealer = Seat.parse(line["dealer"])
        try:
            deal = Deal.of(
                {Seat.parse(seat): Hand.parse(hand) for seat, hand in line["hands"].items()}
            )
            auction = Auction.of(dealer, " ".join(line["auction"]))
        except ValueError:
            continue
        players = [name.casefold() for name in line.get("players") or [""] * 4]
        both = [frozenset((players[s], players[s.partner])) for s in (dealer, dealer.next)]
        pairs.append(
            tuple(numbers.setdefault(one, len(numbers) + 1) * (len(one) == 2) for one in both)
        )
        held.append((deal, auction, Vulnerability.NONE))
    return SomeTables(Auctions.of(held), np.array(pairs), np.empty(0, np.int64))


@pytest.mark.parametrize("name", CONVENTIONS)
def test_it_comes_out_as_players_know_it(name: str) -> None:
    auction, whose, properties = CONVENTIONS[name]
    style = named_style(whose) if whose else None
    wanted = Wanted(prefix(auction), style=style)
    said = find_meaning(_tables(), wanted, CallNetwork.shipped())
    assert said.kinship in (Kinship.SAME, Kinship.OTHER_PASSES)
    for holds in properties:
        assert holds(said.whole), said.whole
