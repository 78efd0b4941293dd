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
from pathlib import Path

import numpy as np

from kibitz.cardplay import adviser as cardplay
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.plans.answer import PlanAnswer, Step
from kibitz.plans.counting import count_steps
from kibitz.plans.explain import FULL
from kibitz.plans.question import PlanQuestion, Scoring
from kibitz.plans.saying import Saying
from kibitz.plans.trying.layouts import layouts, two_parts
from kibitz.plans.trying.trials import Bench, Players
from kibitz.plans.work import Work
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, cores, unwatched

CHOOSING, STATING = 50, FULL
"""Layouts to choose a course by, and how many equally likely ones those others are worth from
which every number is stated."""


@dataclass(frozen=True)
class PlanAdviser:
    """Plans deals; *cards* is who is asked "Which card?" beside it.

    *tell* hears of each step as soon as it is proved, *watch* of deals played out and how many
    they may be: to stop, either may raise.
    """

    players: Players
    cards: cardplay.Adviser | None = None
    seed: int = 0
    choosing: int = CHOOSING
    stating: int = STATING
    solver: DoubleDummy | None = None
    tell: Callable[[Step], object] = lambda step: None
    watch: Callable[[int, int], object] = lambda done, of: None

    def ask(self, question: PlanQuestion) -> PlanAnswer:
        with (
            nullcontext(self.solver) if self.solver is not None else DoubleDummy(cores()) as solver
        ):
            chosen, stated = replace(self, solver=solver).benches(question)
            saying = Saying(
                question, chosen, stated, self.tell, question.scoring, count_steps(question)
            )
            return Work(saying, self.cards, self.seed, solver).answer()

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

    def __init__(self, watch: Callable[[int, int], object], of: int) -> None:
        self._watch, self._of, self._done = watch, of, 0

    def add(self, number: int) -> None:
        self._done += number
        self._watch(min(self._done, self._of), self._of)


def open_adviser(library: Path | None = None, watch: Watch = unwatched) -> PlanAdviser:
    """An adviser with the networks that ship, and what was learned from the library.

    *watch* hears how far the house's tables are, which are made the first time of all.
    """
    return PlanAdviser(shipped_players(), cardplay.open_adviser(library, watch=watch))


def shipped_players() -> Players:
    """The learned declarer and the learned defenders of the package."""
    defenders = Similarity.shipped_defence()
    if defenders is None:
        raise UsageError("A plan needs the network of defenders, which this package lacks.")
    return Players(Similarity.shipped(), defenders)


def plan(
    position: Record | str,
    card: int | None = None,
    *,
    scoring: Scoring | str = Scoring.TEAMS,
    lead: Card | str | None = None,
    contract: str = "",
    declarer: Seat | str = "",
    auction: str = "",
    dealer: Seat | str = Seat.NORTH,
    vulnerability: Vulnerability | str = Vulnerability.NONE,
    adviser: PlanAdviser | None = None,
) -> PlanAnswer:
    """What is the plan? Of a record before its *card*, of a table in words; or, with a *lead*, of
    two hands written as ``S:AQ7.KJ9.K2.T9843,N:...``.
    """
    if lead is not None:
        if isinstance(position, Record):
            raise UsageError("A record has its lead: name none.")
        question = PlanQuestion.typed(
            position,
            lead=lead,
            contract=contract,
            declarer=declarer,
            auction=auction,
            dealer=dealer,
            vulnerability=vulnerability,
            scoring=scoring,
        )
    elif isinstance(position, Record):
        question = PlanQuestion.of(position, card, scoring)
    else:
        question = PlanQuestion.parse(position)
    return (adviser or open_adviser()).ask(question)
