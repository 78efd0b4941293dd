"""Which suit of a precedent stands for which suit of the question, where that is left open.

A description does not contain suits that cannot be played, so two descriptions may be equally close
under several namings of the suits. Then the naming with the smallest SIBL distance between the two
positions is chosen; the result does not depend on how the suits happen to be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.encoding import Deals, encode
from kibitz.cardplay.sibl.features import SCHEMA, UNKNOWN, state_features
from kibitz.cardplay.sibl.symbols import STEPS
from kibitz.cardplay.similarity.neighbours import WAYS
from kibitz.cardplay.similarity.positions import Bytes
from kibitz.games.bridge.auction import Bid, Contract, Strain
from kibitz.games.bridge.cards import DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record

_STRENGTHS, _TRICK, _TURN = slice(0, 16), slice(16, 20), 20
_SUITS = np.arange(4)


@dataclass(frozen=True, slots=True)
class Renaming:
    """The same play under other suit names: ``suits[s]`` is the new name of suit *s*.

    >>> hearts_for_spades = Renaming((Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS))
    >>> str(hearts_for_spades.card(Card.parse("SA")))
    'HA'
    """

    suits: tuple[Suit, Suit, Suit, Suit]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Renaming:
        clubs, diamonds, hearts, spades = (Suit(int(number)) for number in numbers)
        return cls((clubs, diamonds, hearts, spades))

    def card(self, card: Card) -> Card:
        return DECK[13 * self.suits[card.suit] + card.rank - 2]

    def hand(self, hand: Hand) -> Hand:
        return Hand(sum(hand.holding(suit) << (13 * self.suits[suit]) for suit in Suit))

    def contract(self, contract: Contract) -> Contract:
        trumps = contract.bid.strain.trumps
        if trumps is None:
            return contract
        bid = Bid(contract.bid.level, Strain(self.suits[trumps]))
        return Contract(bid, contract.doubling, contract.declarer)

    def play(self, play: Play) -> Play:
        return Play(
            Deal.of({seat: self.hand(play.deal[seat]) for seat in Seat}),
            self.contract(play.contract),
            tuple(map(self.card, play.played)),
            tuple(map(self.card, play.trick)),
            play.turn,
            play.declarer_tricks,
            self.hand(play.gone),
        )


@dataclass(frozen=True, slots=True, eq=False)
class SuitFeatures:
    """The features of a position, split by suit."""

    strengths: npt.NDArray[np.float64]
    """(4, 4): what declarer and dummy hold in each suit, and what the defenders have shown."""
    trick: tuple[int, ...]
    turn: int
    trumps: int | None

    @classmethod
    def of(cls, play: Play) -> SuitFeatures:
        return cls._of(state_features(play, len(play.played)), play.trumps)

    @classmethod
    def of_decisions(cls, decisions: Sequence[tuple[Record, int]]) -> list[SuitFeatures]:
        """The features at decisions, each a record and the number of cards played before it."""
        if not decisions:
            return []
        starts = [(record.opening_state(), record.play[: ply + 1]) for record, ply in decisions]
        made = encode(Deals.of(starts))
        last = np.flatnonzero(np.append(np.diff(made.deals) != 0, True))
        rows = made.codes[last, 0].tolist()
        return [cls._of(row, start.trumps) for row, (start, _) in zip(rows, starts, strict=True)]

    @classmethod
    def _of(cls, features: Sequence[int], trumps: Suit | None) -> SuitFeatures:
        strengths = np.array(features[_STRENGTHS], np.float64).reshape(4, 4) / SCHEMA.unit
        number = None if trumps is None else int(trumps)
        return cls(strengths, tuple(features[_TRICK]), features[_TURN], number)


def best_naming(
    code: Bytes, case: Bytes, here: SuitFeatures, there: SuitFeatures
) -> tuple[Renaming, float]:
    """The naming under which a *case* is closest to the question's *code*, and SIBL's distance."""
    ways = WAYS if here.trumps is None else WAYS[WAYS[:, there.trumps] == here.trumps]
    dots = case.reshape(4, 13).astype(np.int64) @ code.reshape(4, 13).astype(np.int64).T
    squares, plain = _squares(here, there)
    alike = dots[_SUITS, ways].sum(axis=1)
    costs = np.where(alike == alike.max(), squares[_SUITS, ways].sum(axis=1), np.inf)
    best = int(costs.argmin())
    return Renaming.of(ways[best].tolist()), float(np.sqrt(max(0.0, costs[best] + plain)))


def _squares(here: SuitFeatures, there: SuitFeatures) -> tuple[npt.NDArray[np.float64], float]:
    """What each suit there costs as each suit here, and the rest of the squared distance."""
    gaps = there.strengths[:, :, None] - here.strengths[:, None, :]
    squares: npt.NDArray[np.float64] = (gaps * gaps).sum(axis=0)
    plain = float(here.turn != there.turn)
    for ours, theirs in zip(here.trick, there.trick, strict=True):
        if ours == theirs == UNKNOWN:
            continue
        plain += 1  # unless it proves to be the same card
        known = ours != UNKNOWN and theirs != UNKNOWN
        if known and ours % len(STEPS) == theirs % len(STEPS):
            squares[theirs // len(STEPS), ours // len(STEPS)] -= 1
    return squares, plain
