"""Results of the experts' leads: how often the contract was beaten, by the suit or card led."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from kibitz.cardplay.leads.explain import results_text
from kibitz.games.bridge.cards import Card, Suit

_FEW = 5  # with fewer results, nothing is said
_RARE = 10  # of so many contracts one must have been made and one beaten


class Led(Protocol):
    """A lead that was made, in the question's suits, and its result."""

    @property
    def stands_for(self) -> Card: ...

    @property
    def result(self) -> int | None:
        """Declarer's overtricks, or undertricks as a negative number; None if not known."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """The number of contracts beaten, out of how many."""

    number: int
    total: int


@dataclass(frozen=True, slots=True)
class LeadResults:
    """The contracts beaten by those who led a suit, or one card of it, and by all others."""

    suit: Suit
    chosen: Beaten
    others: Beaten

    @classmethod
    def of(cls, leads: Iterable[Led], suit: Suit) -> LeadResults | None:
        """Compare the leads of *suit* with all others.

        None if there are few of either, or if hardly any contract was made, or beaten: a memory of
        contracts that were all made says nothing about leads.
        """
        known = [(one.stands_for.suit is suit, one.result < 0) for one in leads
                 if one.result is not None]  # fmt: skip
        beaten = sum(is_beaten for _, is_beaten in known)
        if min(beaten, len(known) - beaten) * _RARE < len(known):
            return None
        chosen, others = (
            [is_beaten for is_chosen, is_beaten in known if is_chosen is which]
            for which in (True, False)
        )
        if min(len(chosen), len(others)) < _FEW:
            return None
        return cls(suit, Beaten(sum(chosen), len(chosen)), Beaten(sum(others), len(others)))

    def __str__(self) -> str:
        return results_text(self)
