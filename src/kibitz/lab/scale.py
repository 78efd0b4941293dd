"""Does SIBL's similarity learn from more deals? Real agreement from 24 training deals to all.

Run:      kibitz lab scale --records FILE
Writes:   sibl-scale.json and sibl-scale.svg, from which docs/results.md is made
Method:   every training decision is stored once, under its canonical names (no 48 copies); the
          nearest cases whose suit may be played vote, each for the closest holding; cards that
          come to the same share their votes, and equal votes go to the nearest case's card
Splits:   by event; testing decisions are real ones, and intervals are over testing events
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.encoding import Decisions, encode
from kibitz.cardplay.features import SCHEMA, WINDOW, decisions
from kibitz.cardplay.scoring import Marks, are_equal, is_real
from kibitz.cardplay.symbols import SYMBOLS, closest_holding
from kibitz.cardplay.symmetry import canonical, named_back, renamed
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import Play
from kibitz.lab.deals import Material
from kibitz.lab.splits import held_out
from kibitz.lab.statistics import Estimate, clustered
from kibitz.precedents.columns import NONE
from kibitz.precedents.distance import Sequences
from kibitz.precedents.nearest import Memory

SIZES = (24, 72, 240, 720, 2_400, 7_200, 24_000)
"""Training deals; the last point is all there are."""

NEIGHBOURS = 20
TESTING_DEALS = 1_000
QUESTIONS = 2_000
_DRAWS = 5  # small training sets are drawn anew, as long as they are under a thousand deals

VOTERS = ("1 neighbour", "20 neighbours", "20 neighbours of each length")


@dataclass(frozen=True, slots=True)
class Question:
    """A real decision of an expert, in a state of declarer's side."""

    state: Play
    expert: Card
    group: int

    def card_for(self, symbols: Sequence[int]) -> Card | None:
        """The card that votes for *symbols*, nearest case first, elect."""
        legal = self.state.legal_actions
        ballots = [card for number in symbols if (card := closest_holding(number, legal))]
        support = {
            card: sum(are_equal(self.state, card, other) for other in ballots)
            for card in dict.fromkeys(ballots)
        }
        return max(support, key=support.__getitem__, default=None)

    def agrees(self, symbols: Sequence[int]) -> bool:
        card = self.card_for(symbols)
        return card is not None and are_equal(self.state, card, self.expert)


def measure(
    material: Material, *, seed: int, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """The whole curve as plain data."""
    rng = random.Random(seed)
    grouped = material.groups
    group_of = {deal: number for number, group in enumerate(grouped) for deal in group}
    training, testing = held_out(grouped, TESTING_DEALS, rng)
    rng.shuffle(training)
    questions, asked = _questions(material, testing, group_of, rng)
    lessons = encode(material.arrays()[np.array(training)])
    points = []
    for size in (*(size for size in SIZES if size < len(training)), len(training)):
        draws = _DRAWS if size < 1000 else 1
        votes = [
            _agreement(lessons, _drawn(len(training), size, draw, rng), questions, asked)
            for draw in range(draws)
        ]
        agreed = np.mean([vote[0] for vote in votes], axis=0)
        points.append(_point(size, votes[0][1], agreed, questions))
        step()
    return {
        "experiment": "sibl-scale",
        "records": material.cited,
        "seed": seed,
        "testing_deals": len(testing),
        "testing_events": len({question.group for question in questions}),
        "questions": len(questions),
        "neighbours": NEIGHBOURS,
        "lengths": WINDOW,
        "random_legal": _random_legal(questions),
        "points": points,
    }


def steps(material: Material) -> int:
    """How many points the curve has."""
    return sum(size < len(material.plays) - TESTING_DEALS for size in SIZES) + 1


def _questions(
    material: Material, testing: Sequence[int], group_of: dict[int, int], rng: random.Random
) -> tuple[list[Question], Sequences]:
    every, rows = [], []
    plays = [material.plays[deal] for deal in testing]
    encoded = encode(material.arrays()[np.array(testing)])
    row = 0
    for deal, play in zip(testing, plays, strict=True):
        for state, card in decisions(play.start, play.cards):
            if is_real(state):
                every.append(Question(state, card, group_of[deal]))
                rows.append(row)
            row += 1
    picked = sorted(rng.sample(range(len(every)), min(QUESTIONS, len(every))))
    chosen = np.array([rows[index] for index in picked])
    return [every[index] for index in picked], encoded.sequences[chosen]


def _drawn(available: int, size: int, draw: int, rng: random.Random) -> npt.NDArray[np.int64]:
    """Which training deals are used: the first ones, or others for another draw."""
    chosen = range(size) if draw == 0 else rng.sample(range(available), size)
    return np.array(sorted(chosen))


def _agreement(
    lessons: Decisions,
    deals: npt.NDArray[np.int64],
    questions: Sequence[Question],
    asked: Sequences,
) -> tuple[npt.NDArray[np.float64], int]:
    """Whether each voter agrees on each question, and how many cases were stored."""
    used = lessons[np.flatnonzero(np.isin(lessons.deals, deals))]
    memory = Memory(SCHEMA, WINDOW)
    stored, names = canonical(used.sequences)
    memory.append(stored, renamed(used.actions, names))
    wanted, suits = canonical(asked)
    found = memory.search(wanted, NEIGHBOURS, admitted=_admitted(questions, suits))
    symbols = named_back(
        memory.actions(found.cases).reshape(len(questions), -1).astype(np.int64), suits
    ).reshape(found.cases.shape)
    agreed = np.zeros((len(VOTERS), len(questions)))
    for row, question in enumerate(questions):
        ranked = [
            symbols[row, length][found.cases[row, length] != NONE].tolist()
            for length in range(WINDOW)
        ]
        ballots = (ranked[0][:1], ranked[0], [number for each in ranked for number in each])
        agreed[:, row] = [question.agrees(ballot) for ballot in ballots]
    return agreed, len(memory)


def _admitted(questions: Sequence[Question], suits: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which canonical symbols have a suit that may be played."""
    admitted = np.zeros((len(questions), SYMBOLS), np.bool_)
    for row, question in enumerate(questions):
        for suit in {card.suit for card in question.state.legal_actions}:
            first = 7 * int(suits[row, suit])
            admitted[row, first : first + 7] = True
    return admitted


def _point(
    size: int, cases: int, agreed: npt.NDArray[np.float64], questions: Sequence[Question]
) -> dict[str, Any]:
    groups = [question.group for question in questions]
    voters = {}
    for voter, values in zip(VOTERS, agreed.tolist(), strict=True):
        estimate = clustered(values, groups)
        voters[voter] = {"mean": estimate.mean, "within": estimate.within}
    return {"deals": size, "cases": cases, "real_agreement": voters}


def _random_legal(questions: Sequence[Question]) -> dict[str, float]:
    shares = []
    for question in questions:
        marks = Marks.of(question.state, question.expert)
        shares.append(float((marks.share * marks.agrees).sum()))
    estimate: Estimate = clustered(shares, [question.group for question in questions])
    return {"mean": estimate.mean, "within": estimate.within}
