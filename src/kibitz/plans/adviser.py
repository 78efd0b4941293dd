"""The adviser on plans: it tries lines on some layouts and checks every sentence on others.

Source:     none; what a plan is to say is docs/plans.md's
Notation:   some layouts are used to *choose* a course, others to *state* what it is worth
Departures: the players are networks, and the results count their play against each other
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
from kibitz.plans.question import PlanQuestion
from kibitz.plans.saying import Saying, count_steps
from kibitz.plans.trying.layouts import layouts, two_parts
from kibitz.plans.trying.players import LearnedPlayers
from kibitz.plans.trying.trials import Bench
from kibitz.plans.work import PlanWork
from kibitz.runtime.running import Watch, cores, unwatched

CHOOSING, STATING = 600, 600
"""The number of layouts to choose a course by, and the effective number (as if they were equally
likely) of the layouts from which the total is stated."""


@dataclass(frozen=True)
class PlanAdviser:
    """Plans deals; *cards* is the adviser that is asked "Which card?" as well.

    *tell* is called with each step as soon as it is proved, *watch* with the number of deals played
        out and the most there may be. Either may raise, to stop the work.

        >>> import kibitz
        >>> adviser = kibitz.open().plans
        >>> adviser.choosing, adviser.stating
        (600, 600)
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
                question, chosen, stated, self.tell, question.scoring, steps=count_steps(question)
            )
            return PlanWork(saying, self.cards, self.seed, solver).answer()

    def benches(self, question: PlanQuestion) -> tuple[Bench, Bench]:
        """Two sets of layouts: those to choose by, and those to state from."""
        state, rng = question.state, self.rng(question)
        defenders, sizes = self.players.defenders, (self.choosing, self.stating)
        heard = question.auction, question.vulnerability
        found = layouts(state, *heard, defenders, rng, self.choosing / 2 + self.stating)
        parts = two_parts(found, sizes, rng)
        counter = _Counter(self.watch, 4 * self.choosing + 3 * self.stating)
        players = self.players.remembering
        one, other = (
            Bench(players, state, question.auction, part, counter.add, self.solver)
            for part in parts
        )
        return one, other

    def rng(self, question: PlanQuestion) -> np.random.Generator:
        """A random generator fixed by the seed and by what declarer sees."""
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
