"""Statistics of lines that were played out: who led what, and which suit won how often."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.cardplay.lookahead.weighing import Weights
from kibitz.cardplay.similarity.positions import Bytes, Rows
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.play import Play

NO_SUIT = 4


def walk(cards: Bytes, trumps: Suit | None) -> tuple[Rows, Rows, Rows]:
    """The leader (seat from declarer), the suit led and the suit that won, by layout and trick."""
    size = len(cards)
    tricks = cards.reshape(size, 13, 4).astype(np.int64)
    suits, ranks = tricks // 13, tricks % 13
    led = suits[:, :, 0]
    high = np.where(suits == led[:, :, None], ranks, -1)
    if trumps is not None:
        high = np.where(suits == int(trumps), ranks + 13, high)
    winners = high.argmax(axis=2)
    won = np.take_along_axis(suits, winners[:, :, None], axis=2)[:, :, 0]
    leaders = np.empty((size, 14), np.int64)
    leaders[:, 0] = 1
    for trick in range(13):
        leaders[:, trick + 1] = (leaders[:, trick] + winners[:, trick]) % 4
    return leaders, led, won


def led_suits(state: Play, cards: Bytes) -> Rows:
    """The first two suits that declarer's side leads from now on, by layout; 4 for none."""
    leaders, led, _ = walk(cards, state.trumps)
    begun = len(state.played) // 4 + bool(state.trick)
    ours = (leaders[:, :13] % 2 == 0) & (np.arange(13) >= begun)
    number = np.cumsum(ours, axis=1)
    found = np.full((len(cards), 2), NO_SUIT)
    for which in (0, 1):
        at = ours & (number == which + 1)
        rows = at.any(axis=1)
        found[rows, which] = led[rows, at.argmax(axis=1)[rows]]
    return found


def first_suits(state: Play, cards: Bytes) -> Rows:
    """The first suit that declarer's side leads from now on, by layout; 4 for none."""
    return led_suits(state, cards)[:, 0]


def tricks_in(suit: Suit, state: Play, cards: Bytes) -> Rows:
    """The tricks that declarer's side wins with cards of a suit in the whole play, by layout."""
    leaders, _, won = walk(cards, state.trumps)
    found: Rows = ((leaders[:, 1:] % 2 == 0) & (won == int(suit))).sum(axis=1)
    return found


def ruffs_in(suit: Suit, seat: int, state: Play, cards: Bytes) -> Rows:
    """The number of times a hand ruffs a suit in the whole play, by layout."""
    leaders, led, _ = walk(cards, state.trumps)
    places = (seat - leaders[:, :13]) % 4
    tricks = cards.reshape(len(cards), 13, 4).astype(np.int64)
    own = np.take_along_axis(tricks, places[:, :, None], axis=2)[:, :, 0] // 13
    found: Rows = ((led == int(suit)) & (own == state.trumps)).sum(axis=1)
    return found


def shares(values: Rows, weights: Weights) -> Mapping[int, float]:
    """The total weight of each value, largest first."""
    found = np.bincount(values, weights).astype(np.float64)
    order = np.argsort(-found, kind="stable")
    return {int(one): float(found[one]) for one in order if found[one] > 0}
