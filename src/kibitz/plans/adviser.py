"""Who is asked for a plan: lines are tried on layouts, and every sentence is checked on others.

Source:     none; what a plan is to say is docs/plans.md's
Notation:   to *choose* a course some layouts are used, to *state* what it is worth others
Departures: the players are networks; what they would do against each other is what is counted
Checked by: tests/unit/plans, tests/laws/test_every_adviser.py, `kibitz lab plans`
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np

from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.errors import UsageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.plans.answer import PlanAnswer, PlanStep
from kibitz.plans.explain import FULL
from kibitz.plans.question import PlanQuestion
from kibitz.plans.saying import Saying, count_steps
from kibitz.plans.trying.layouts import layouts, two_parts
from kibitz.plans.trying.trials import Bench, LearnedPlayers
from kibitz.plans.work import PlanWork
from kibitz.runtime.running import Watch, cores, unwatched

CHOOSING, STATING = 50, FULL
"""Layouts to choose a course by, and how many equally likely ones those others are worth from
which every number is stated."""


@dataclass(frozen=True)
class PlanAdviser:
    """Plans deals; *cards* is who is asked "Which card?" beside it.

    *tell* hears of each step as soon as it is proved, *watch* of deals played out and how many
    they may be: to stop, either may raise.

    >>> import kibitz
    >>> adviser = kibitz.open().plans
    >>> adviser.choosing, adviser.stating
    (50, 200)
    """

    players: LearnedPlayers
    cards: CardAdviser | None = None
    seed: int = 0
    choosing: int = CHOOSING
    stating: int = STATING
    solver: DoubleDummy | None = None
    tell: Callable[[PlanStep], object] = lambda step: None
    watch: Watch = unwatched

    def ask(self, question: PlanQuestion) -> PlanAnswer:
        with (
            nullcontext(self.solver) if self.solver is not None else DoubleDummy(cores()) as solver
        ):
            chosen, stated = replace(self, solver=solver).benches(question)
            saying = Saying(
                question, chosen, stated, self.tell, question.scoring, count_steps(question)
            )
            return PlanWork(saying, self.cards, self.seed, solver).answer()

    def benches(self, question: PlanQuestion) -> tuple[Bench, Bench]:
        """Layouts to choose by and others to state from."""
        state, rng = question.state, self.rng(question)
        defenders, sizes = self.players.defenders, (self.choosing, self.stating)
        heard = question.auction, question.vulnerability
        found = layouts(state, *heard, defenders, rng, sum(sizes))
        parts = two_parts(found, sizes, rng)
        counter = _Counter(self.watch, 12 * self.choosing + 5 * self.stating)
        one, other = (
            Bench(self.players, state, question.auction, part, counter.add, self.solver)
            for part in parts
        )
        return one, other

    def rng(self, question: PlanQuestion) -> np.random.Generator:
        """Chance follows from the seed and from what declarer sees."""
        state = question.state
        declarer, dummy = state.contract.declarer, state.contract.dummy
        seen = [*state.deal[declarer], *state.deal[dummy], *state.played]
        places = [card.bit.bit_length() - 1 for card in seen]
        return np.random.default_rng([self.seed, *places])


class _Counter:
    """Counts the deals played out."""

    def __init__(self, watch: Watch, of: int) -> None:
        self._watch, self._of, self._done = watch, of, 0

    def add(self, number: int) -> None:
        self._done += number
        self._watch(min(self._done, self._of), self._of)


def shipped_players() -> LearnedPlayers:
    """The learned declarer and the learned defenders of the package."""
    defenders = Similarity.shipped_defence()
    if defenders is None:
        raise UsageError("A plan needs the network of defenders, which this package lacks.")
    return LearnedPlayers(Similarity.shipped(), defenders)
