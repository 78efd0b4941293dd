"""Scoring a recommended card against the card that an expert played.

So this file decides when two cards are equal, and which decisions are real: those with a choice.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", section 5 (the score)
Notation:   the correct card is the *expert's*; the card SIBL selects is a symbol
Departures: the paper scores the card recommended, which may not be held. Both readings are kept:
            `Marks.recommended` is the symbol's credit as it stands, `Marks.played` that of the
            closest holding, which is what would lie on the table
Checked by: tests/papers/test_sibl_cards.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.sibl.symbols import (
    STEPS,
    SYMBOLS,
    closest_holding,
    step,
    step_of,
    suit_of,
    symbol,
)
from kibitz.games.bridge.cards import Card, Hand, Named, Rank
from kibitz.games.bridge.play import Play


class Sameness(Named, Enum):
    """When two cards of one hand count as the same answer.

    >>> hand = Hand.parse("KQJ.T98.962.8543")
    >>> king, jack, nine, six = map(Card.parse, ("SK", "SJ", "D9", "D6"))
    >>> [each.value for each in Sameness if each.holds(hand, king, jack)]
    ['touch', 'both']
    >>> [each.value for each in Sameness if each.holds(hand, nine, six)]
    ['both']
    """

    EXACT = "exact"
    TOUCH = "touch"
    BOTH = "both"

    def holds(self, out_of_play: Hand, one: Card, other: Card) -> bool:
        """Whether two cards are the same answer; *out_of_play* are cards no other hand can play.

        Two cards touch if all cards between them are out of play; *both* also treats the nine and
        all lower cards as equal.
        """
        if one == other:
            return True
        if self is Sameness.EXACT or one.suit is not other.suit:
            return False
        low, high = sorted((one.rank, other.rank))
        if self is Sameness.BOTH and high <= Rank.NINE:
            return True
        bits = out_of_play.holding(one.suit)
        return all(bits >> (rank - 2) & 1 for rank in range(low + 1, high))


def out_of_play(play: Play) -> Hand:
    """The cards that no other hand can play: in the hand to play, or gone in earlier tricks.

    Cards of the trick in progress are not among them, as they can still win it.
    """
    return play.holding(play.turn) | Hand.of(play.played[: 4 * play.tricks])


def are_touching(play: Play, one: Card, other: Card) -> bool:
    """Whether two cards of the hand to play take the same tricks: nothing between them is out."""
    return Sameness.TOUCH.holds(out_of_play(play), one, other)


def come_to_the_same(play: Play) -> bool:
    """Whether all legal cards take the same tricks."""
    first, *others = play.legal_actions
    return all(are_touching(play, first, card) for card in others)


def are_small(one: Card, other: Card) -> bool:
    """Whether both are of one suit, and nines or lower."""
    return one.suit is other.suit and max(one.rank, other.rank) <= Rank.NINE


def are_equal(play: Play, one: Card, other: Card) -> bool:
    """Whether two cards of the hand to play count as one choice, because they touch.

    On declarer's side, any two cards from the two to the eight are one choice too: records do not
    tell them apart, though they need not take the same tricks. A defender's small cards are
    signals to partner.
    """
    is_ours = play.turn.is_with(play.contract.declarer)
    if is_ours and one.suit is other.suit and max(one.rank, other.rank) <= Rank.EIGHT:
        return True
    return are_touching(play, one, other)


def unequal_cards(play: Play, cards: Iterable[Card] | None = None) -> list[Card]:
    """The legal cards, in the order given, without those equal to an earlier one."""
    unequal: list[Card] = []
    for card in play.legal_actions if cards is None else cards:
        if not any(are_equal(play, card, other) for other in unequal):
            unequal.append(card)
    return unequal


def is_real(play: Play) -> bool:
    """Whether there is a real decision: at least two legal cards that are not equal."""
    first, *others = play.legal_actions
    return any(not are_equal(play, first, card) for card in others) or any(
        not are_equal(play, one, other) for one in others for other in others
    )


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The credit that each of the 28 symbols would earn as the answer in one state."""

    identical: npt.NDArray[np.float64]  # the expert's symbol itself
    landed: npt.NDArray[np.float64]  # the closest holding has the expert's symbol
    recommended: npt.NDArray[np.float64]  # the paper's credit for the symbol as it stands
    played: npt.NDArray[np.float64]  # the paper's credit for the closest holding
    agrees: npt.NDArray[np.float64]  # the closest holding equals the expert's card
    legal: npt.NDArray[np.bool_]  # the symbol's suit may be played
    share: npt.NDArray[np.float64]  # of the legal cards, how many have this symbol

    @classmethod
    def of(cls, play: Play, expert: Card) -> Marks:
        legal = play.legal_actions
        identical, landed, recommended, played, agrees, share = np.zeros((6, SYMBOLS))
        suited = np.zeros(SYMBOLS, np.bool_)
        for card in legal:
            share[symbol(card)] += 1 / len(legal)
        for number in range(SYMBOLS):
            closest = closest_holding(number, legal)
            identical[number] = number == symbol(expert)
            recommended[number] = _recommended(play, number, expert)
            if closest is not None:
                suited[number] = True
                landed[number] = symbol(closest) == symbol(expert)
                agrees[number] = are_equal(play, closest, expert)
                played[number] = credit(play, closest, expert)
        return cls(identical, landed, recommended, played, agrees, suited, share)


def _recommended(play: Play, number: int, expert: Card) -> float:
    if suit_of(number) is not expert.suit:
        return 0.0
    alike = [card for card in play.legal_actions if symbol(card) == number]
    if number == symbol(expert) or any(are_equal(play, card, expert) for card in alike):
        return 1.0
    return _partial(step_of(number), step(expert))


def credit(play: Play, card: Card, expert: Card) -> float:
    """The paper's credit for playing *card* where the expert played another."""
    if card.suit is not expert.suit:
        return 0.0
    return 1.0 if are_equal(play, card, expert) else _partial(step(card), step(expert))


def _partial(one: int, other: int) -> float:
    """Five sixths for the neighbouring step, four for the next, and so on."""
    return 1 - abs(one - other) / (len(STEPS) - 1)
