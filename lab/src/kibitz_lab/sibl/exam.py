"""The test decisions of a SIBL run, and the worth of each possible answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.scoring import Marks, is_real
from kibitz.cardplay.sibl.encoding import Deals, PlayDecisions, encode
from kibitz.cardplay.sibl.features import decisions
from kibitz.precedents.sequences.columns import NONE
from kibitz_lab.sibl.deals import ExpertPlay
from kibitz_lab.sibl.readings import RANDOM_SYMBOL, Legality, SiblReading

MEASURES = ("score", "identical", "real")

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SiblExam:
    """The questions, and the worth of an answer by symbol."""

    asked: PlayDecisions
    identical: Reals
    landed: Reals
    recommended: Reals
    played: Reals
    agrees: Reals
    legal: npt.NDArray[np.bool_]
    share: Reals
    real: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, plays: Sequence[ExpertPlay]) -> SiblExam:
        asked = [pair for play in plays for pair in decisions(play.start, play.cards)]
        marks = [Marks.of(state, card) for state, card in asked]
        return cls(
            encode(Deals.of([(play.start, play.cards) for play in plays])),
            np.stack([m.identical for m in marks]),
            np.stack([m.landed for m in marks]),
            np.stack([m.recommended for m in marks]),
            np.stack([m.played for m in marks]),
            np.stack([m.agrees for m in marks]),
            np.stack([m.legal for m in marks]),
            np.stack([m.share for m in marks]),
            np.array([is_real(state) for state, _ in asked]),
        )

    def at_random(self, who: str, reading: SiblReading) -> Reals:
        """The three measures of random play, as exact expectations."""
        symbols = self.legal / self.legal.sum(axis=1, keepdims=True)
        return self.expected(symbols if who == RANDOM_SYMBOL else self.share, reading)

    def marked(self, actions: Sequence[int], reading: SiblReading) -> Reals:
        """Score, identical symbols and real agreement of one answer per question."""
        given = np.array(actions)
        weights = np.zeros_like(self.share)
        weights[given != NONE, given[given != NONE]] = 1
        return self.expected(weights, reading)

    def expected(self, weights: Reals, reading: SiblReading) -> Reals:
        """The three measures if symbols are answered with these *weights*, (questions, 28)."""
        repaired = reading.legality is Legality.RETRIEVAL
        credit = self.played if repaired else self.recommended
        identical = self.landed if repaired else self.identical
        return np.array(
            [
                (weights * credit).sum(axis=1).mean(),
                (weights * identical).sum(axis=1).mean(),
                (weights * self.agrees).sum(axis=1)[self.real].mean(),
            ]
        )
