"""Sampled decisions solved double dummy: the worth of each card, and lookahead's choice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.cardplay.lookahead.evaluation import look_ahead, ranked
from kibitz.cardplay.lookahead.sampling import layouts as sampled_layouts
from kibitz.cardplay.lookahead.weighing import hear
from kibitz.cardplay.similarity.positions import NO_CARD, Rows, Views, number
from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import costs
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, chance
from kibitz_lab.cardplay.precedent_votes import Precedents, PrecedentVotes
from kibitz_lab.defending.answers import LOOKAHEAD, GivenCards, MethodKnowledge, states
from kibitz_lab.harness.study import StageWatch, begun

Floats = npt.NDArray[np.float64]

AVERAGED = 40
"""Layouts by which a lead is judged; lookahead draws its own."""
SECONDS_A_LAYOUT = 0.03
"""About how long one core takes to draw and solve a layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceExam:
    """How sampled decisions are examined; *averaged* is 0 if only the actual layout counts."""

    layouts: int
    averaged: int
    weights: Sequence[float]
    """Weights of a sampled trick beside the votes, tried besides the one in use."""
    seed: int

    @property
    def seconds(self) -> float:
        """About how long one core takes for a decision."""
        return SECONDS_A_LAYOUT * (1 + self.layouts + self.averaged)


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """What each card loses at sampled decisions, and in which share of layouts nothing."""

    lost: Mapping[int, Mapping[int, int]]
    kept: Mapping[int, Mapping[int, float]]
    ahead: Sequence[GivenCards]
    """Lookahead's choice with each weight."""

    def among(self, given: GivenCards) -> GivenCards:
        """A method's answers at the solved decisions."""
        known = np.isin(given.rows, list(self.lost)) & (given.cards != NO_CARD)
        return GivenCards(given.method, given.rows[known], given.cards[known])

    def tricks_lost(self, given: GivenCards) -> Floats:
        """The tricks that each answer loses double dummy."""
        return _looked_up(self.lost, given)

    def shares_kept(self, given: GivenCards) -> Floats:
        """The share of layouts in which each answer loses nothing."""
        return _looked_up(self.kept, given)


def _looked_up(found: Mapping[int, Mapping[int, float]], given: GivenCards) -> Floats:
    pairs = zip(given.rows.tolist(), given.cards.tolist(), strict=True)
    return np.array([found[row][card] for row, card in pairs if row in found], np.float64)


def solve(
    views: Views,
    rows: Rows,
    exam: DefenceExam,
    knowledge: MethodKnowledge | None,
    *,
    engine: Engine,
    watch: StageWatch,
    parts: Parts,
) -> Solved:
    """Solve the sampled decisions; one that crashes the solver is left out."""
    asked = (
        (row, state, auction)
        for row, (state, auction) in zip(rows.tolist(), states(views[rows]), strict=True)
    )
    found = engine.run(
        partial(_solved, exam, knowledge),
        asked,
        tell=begun(watch, "solving double dummy", len(rows)),
        parts=parts,
        key=lambda task: task[0],
    )
    done = {row: one for row, one in zip(rows.tolist(), found, strict=True) if one is not None}
    names = dict.fromkeys(name for one in done.values() for name in one["ahead"])
    there = np.array(list(done), np.int64)
    return Solved(
        {row: _by_card(one["lost"]) for row, one in done.items()},
        {row: _by_card(one["kept"]) for row, one in done.items() if one["kept"]},
        [
            GivenCards(
                name, there, np.array([one["ahead"][name] for one in done.values()], np.uint8)
            )
            for name in names
        ],
    )


def _by_card(found: Mapping[str, Any]) -> dict[int, Any]:
    return {int(card): value for card, value in found.items()}


def _solved(
    exam: DefenceExam, knowledge: MethodKnowledge | None, task: tuple[int, Play, Auction | None]
) -> dict[str, dict[str, Any]] | None:
    """What each card loses, and lookahead's choice, as plain JSON."""
    row, state, auction = task
    with solving() as solver:
        try:
            lost = costs(state, solver)
            rng = chance(f"judged apart {exam.seed}", row)
            kept = share_kept(state, auction, exam.averaged, rng, solver)
            ahead = _ahead(state, auction, exam, knowledge, solver)
        except SolverError:
            return None
    return {
        "lost": {str(number(card)): tricks for card, tricks in lost.items()},
        "kept": {str(number(card)): share for card, share in kept.items()},
        "ahead": {name: number(card) for name, card in ahead.items()},
    }


def share_kept(
    state: Play, auction: Auction | None, count: int, rng: random.Random, solver: DoubleDummy
) -> dict[Card, float]:
    """For each card, the share of layouts possible to the player in which it loses no trick."""
    if not count:
        return {}
    plays = [replace(state, deal=deal) for deal in sampled_layouts(state, auction, count, rng)]
    answers = solver.solve_all(plays)
    found = [solution for solution in answers if isinstance(solution, Solution)]
    if not found:
        raise SolverError("no layout could be solved")
    return {
        card: sum(one.tricks[card] == one.best for one in found) / len(found)
        for card in state.legal_actions
    }


def _ahead(
    state: Play,
    auction: Auction | None,
    exam: DefenceExam,
    knowledge: MethodKnowledge | None,
    solver: DoubleDummy,
) -> dict[str, Card]:
    """The choice of precedents with lookahead, for each weight of a trick."""
    if knowledge is None or knowledge.precedents is None:
        return {}
    votes = PrecedentVotes(knowledge.similarity, Precedents.at(knowledge.precedents))
    shares = votes(state, auction)
    ahead = look_ahead(
        state, auction, layouts=exam.layouts, seed=exam.seed, solver=solver,
        believer=hear(auction, None),
    )  # fmt: skip
    tried = {weight_named(weight): ranked(shares, ahead, weight)[0] for weight in exam.weights}
    return {LOOKAHEAD: ranked(shares, ahead)[0], **tried}


def weight_named(weight: float) -> str:
    """The name of lookahead with another weight of a trick."""
    return f"{LOOKAHEAD}, a trick {weight:g}"
