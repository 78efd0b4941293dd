"""From the nearest cases to one call: the vote, and CBridge1a's longest-suit adaptation.

Source:     Bellamy-McIntyre 2008, sections 4.3, 4.4 and 4.6
Departures: 1. A tie goes to the call of the most similar case (stated for two cases only). 2. If
            suits are equally long, each counts as the case's longest; in the question's hand, the
            suit named stays if it is one of the longest, else the highest is taken (not stated).
            3. Votes may be weighted by similarity; CBridge's are equal.
Checked by: lab/tests/papers/test_cbridge.py, kibitz_lab/cbridge/experiment.py
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.bidding.openings.cases import OPENING_CALLS
from kibitz.bidding.openings.similarity.cbridge import NearestHands
from kibitz.bidding.openings.similarity.columns import Bytes, Reals, SituationColumns

_PASS = 0


@dataclass(frozen=True, slots=True)
class OpeningVotes:
    """The winning call of each question, by number, and its share of the vote."""

    calls: Bytes
    shares: Reals
    unanimous: npt.NDArray[np.bool_]


def vote(proposed: Bytes, found: NearestHands, *, power: int = 0) -> OpeningVotes:
    """Count the calls *proposed* by the cases found, each weighted by a *power* of similarity."""
    weights = np.where(found.cases >= 0, found.similarities**power, 0.0)
    rows = np.arange(len(proposed))
    score = np.zeros((len(proposed), len(OPENING_CALLS)))
    for place in range(proposed.shape[1]):
        score[rows, proposed[:, place]] += weights[:, place]
    won = score.max(axis=1)
    # rounding must not decide: nearly equal is a tie, and the nearest case breaks it
    tied = score >= won[:, None] * (1 - 1e-12)
    winners = tied[rows[:, None], proposed] & (found.cases >= 0)
    first = winners.argmax(axis=1)
    total = weights.sum(axis=1)
    shares = np.minimum(np.divide(won, total, out=np.zeros(len(won)), where=total > 0), 1.0)
    calls = proposed[rows, first]
    agree = (proposed == calls[:, None]) | (found.cases < 0)
    return OpeningVotes(calls, shares, agree.all(axis=1))


def adapted(
    calls: Bytes, cases: SituationColumns, asked: SituationColumns, found: NearestHands
) -> Bytes:
    """The calls of the cases found, adapted to the longest suit of the question's hand.

    A bid of the case's longest suit becomes the same bid in the question's longest suit; all other
    calls stay.
    """
    proposed = calls[found.cases]
    lengths = cases.lengths[found.cases]
    strain = (proposed.astype(np.int64) - 1) % 5
    suit = np.minimum(strain, 3)
    held = np.take_along_axis(lengths, suit[:, :, None], axis=2)[:, :, 0]
    named_longest = (proposed != _PASS) & (strain < 4) & (held == lengths.max(axis=2))
    own = asked.lengths.astype(np.int64)
    longest = (own * 4 + np.arange(4)).argmax(axis=1)
    own_of_suit = np.take_along_axis(own, suit, axis=1)
    moves = named_longest & (own_of_suit < own.max(axis=1)[:, None])
    return np.where(moves, proposed + longest[:, None] - suit, proposed).astype(np.uint8)
