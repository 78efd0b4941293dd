"""A method's rows of the table: how often it finds the expert's card, and its cards' worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import NO_CARD, NO_TRUMPS, Bools, Bytes, Rows, Views
from kibitz_lab.defending.answers import EXPERTS, GivenCards
from kibitz_lab.defending.sample import Asked
from kibitz_lab.defending.solved import Solved
from kibitz_lab.harness.splits import Digests
from kibitz_lab.harness.statistics import resampled, tenths

_NINE = 7  # its place among the ranks
_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class CardAgreement:
    """Whether cards agree with the expert's: the very card, one that touches it, one that tells no
    more (both from the nine down), one of its suit. Each includes the one before."""

    exact: Bools
    touch: Bools
    both: Bools
    suit: Bools

    @classmethod
    def of(cls, views: Views, cards: Bytes) -> CardAgreement:
        """`NO_CARD`, where a method declines, agrees with nothing."""
        expert = views.chosen
        there = cards != NO_CARD
        given = np.where(there, cards, 0).astype(np.uint8)
        suit = there & (given // 13 == expert // 13)
        touch = suit & _are_alike(views, given, expert)
        small = suit & (np.maximum(given % 13, expert % 13) <= _NINE)
        return cls(there & (given == expert), touch, touch | small, suit)


def _are_alike(views: Views, ones: Bytes, others: Bytes) -> Bools:
    found = np.empty(len(views), np.bool_)
    for first in range(0, len(views), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        found[part] = Choices.of(views[part]).are_alike(ones[part], others[part])
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """What methods are scored by: the decisions, their events, and what was solved."""

    asked: Asked
    views: Views
    events: Digests
    """The event of each tested table."""
    solved: Solved
    memory: int
    """The number of tables that precedents come from."""
    seed: int

    def rows(self, given: GivenCards) -> list[dict[str, Any]]:
        """A method's rows: against no-trump and against suit contracts."""
        agreement = CardAgreement.of(self.views[given.rows], given.cards)
        is_notrump = self.views.trumps[given.rows] == NO_TRUMPS
        strains = {"NT": np.flatnonzero(is_notrump), "suit": np.flatnonzero(~is_notrump)}
        return [
            self._row(given, agreement, strain, places)
            for strain, places in strains.items()
            if len(places)
        ]

    def _row(
        self, given: GivenCards, agreement: CardAgreement, strain: str, places: Rows
    ) -> dict[str, Any]:
        rows = given.rows[places]
        events = self.events[self.views.table[rows]]
        right = agreement.touch[places]
        sure = None if given.sure is None else [given.sure[place] for place in places.tolist()]
        part = GivenCards(given.method, rows, given.cards[places])
        return {
            "method": given.method,
            "strain": strain,
            "memory": self.memory,
            "decisions": len(places),
            "exact": float(agreement.exact[places].mean()),
            "touch": float(right.mean()),
            "both": float(agreement.both[places].mean()),
            "interval": resampled(right, events, self.seed),
            **_calibration(sure, right, part.cards != NO_CARD),
            **(
                self._of_leads(part, agreement.suit[places])
                if self.asked is Asked.LEADS
                else self._of_defence(part, agreement.both[places])
            ),
        }

    def _of_leads(self, given: GivenCards, suit: Bools) -> dict[str, Any]:
        own, experts = self._solved(given)
        right, kept = self.solved.tricks_lost(own) == 0, self.solved.shares_kept(own)
        theirs = self.solved.shares_kept(experts)
        return {
            "suit": float(suit.mean()),
            **self._worth("ddolar", own, right),
            **self._worth("addolar", own, kept),
            **self._worth("addolar_over_experts", own, kept - theirs),
            "sampled": len(own.rows),
        }

    def _of_defence(self, given: GivenCards, both: Bools) -> dict[str, Any]:
        own, experts = self._solved(given)
        lost, theirs = map(self.solved.tricks_lost, (own, experts))
        kinds = _kinds_of_decision(self.views[given.rows])
        return {
            **{name: _mean(both[there]) for name, there in kinds.items()},
            **self._worth("tricks_lost", own, lost),
            **self._worth("tricks_lost_over_experts", own, lost - theirs),
            "sampled": len(own.rows),
        }

    def _solved(self, given: GivenCards) -> tuple[GivenCards, GivenCards]:
        """A method's cards that were solved, and the experts' at the same decisions."""
        own = self.solved.among(given)
        return own, GivenCards(EXPERTS, own.rows, self.views.chosen[own.rows])

    def _worth(self, name: str, given: GivenCards, values: npt.NDArray[Any]) -> dict[str, Any]:
        """A mean over solved decisions, and its interval over events."""
        events = self.events[self.views.table[given.rows]]
        return {name: _mean(values), f"{name}_interval": resampled(values, events, self.seed)}

    def calibration(self, given: GivenCards) -> dict[str, Any]:
        """How reliable a method's confidence is, over all decisions."""
        right = CardAgreement.of(self.views[given.rows], given.cards).touch
        return _calibration(given.sure, right, given.cards != NO_CARD)


def _kinds_of_decision(views: Views) -> dict[str, Bools]:
    """The kind of each decision: leading to a trick, following suit, or discarding and ruffing."""
    leading = views.plies % 4 == 0
    trick = (views.plies - views.plies % 4).astype(np.int64)
    led = views.tables.played[views.table, trick] // 13
    follows = ~leading & (led == views.chosen // 13)
    return {"leading": leading, "following": follows, "discarding": ~leading & ~follows}


def _calibration(sure: Sequence[float] | None, right: Bools, answered: Bools) -> dict[str, Any]:
    """The error of confidence, by tenths of the answered decisions and in the worst tenth."""
    if sure is None or not answered.any():
        return {"calibration_error": None}
    parts = tenths(np.array(sure)[answered].tolist(), right[answered].tolist())
    return {"calibration_error": max(abs(one["gap"]) for one in parts), "tenths": parts}


def _mean(values: Any) -> float | None:
    return float(np.mean(values)) if len(values) else None
