"""Locality as the paper wished for it: five in a row on a board of nine by nine.

Source:     Lock and Epstein, "Learning and Applying Competitive Strategies", §3: "collect only
            sequences that fall in the same locality"
Notation:   `Vicinity` is their vicinity: actions within so many roads of an earlier one, and
            contexts limited to their surroundings
Departures: the expert is a search of two plies with an evaluation, since the game is not solved;
            the opponent is the same search without one, and so is the player tested: its contexts
            decide among the actions that the search leaves
Checked by: lab/tests/unit/test_locality.py
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, stdev
from typing import Annotated, Any

from kibitz.forms import Said
from kibitz.games.boards import FIVE_IN_A_ROW
from kibitz.games.boards.agents import Agent, Random
from kibitz.games.boards.board import BoardState, Move
from kibitz.games.boards.contests import Score, tournament
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz.strategies.learning import THRESHOLD
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.locality import Everywhere, Locality, Vicinity, around
from kibitz.strategies.sequences.player import (
    VERSION_2,
    ByChance,
    Decision,
    Following,
    SeqPlayer,
)
from kibitz.strategies.sequences.reading import S
from kibitz.strategies.sequences.view import BoardView
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.locality.agents import Searcher

GAME = FIVE_IN_A_ROW
WATCHED, TESTED = 800, 50  # contests
SWEEPS = 8  # how often contexts are made
RADIUS = 2
LENGTHS = (1, 2, 3)
SECONDS_A_RUN = 40.0  # about how long one process takes per run

Run = dict[str, dict[str, float]]


@dataclass(slots=True)
class ContextSearcher(Following):
    """Searches like its opponent, and lets its contexts decide among the actions left.

    They are consulted everywhere, or only near the last action.
    """

    searcher: Searcher = field(default_factory=lambda: Searcher(GAME))
    radius: int | None = None
    known: int = 0  # decisions for which it had a context or a sequence
    decisions: int = 0
    _last: Move | None = None

    def begin(self) -> None:
        Following.begin(self)
        self._last = None

    def saw(self, state: BoardState, action: Move) -> None:
        Following.saw(self, state, action)
        self._last = action

    def decide(self, state: BoardState, rng: random.Random) -> Decision:
        left = self.searcher.best(state)
        heard = left
        if self.radius is not None and self._last is not None:
            area = around(GAME.board, self._last.to, self.radius)
            heard = [location for location in left if location in area]
        self.decisions += 1
        if heard:
            codes = [Move(location).code for location in heard]
            decision = self.player.decide(state, self.under_way, rng, codes)
            if not isinstance(decision, ByChance):
                self.known += 1
                return decision
        return ByChance(Move(rng.choice(left)), len(left))


def learn(locality: Locality, watched: int, seed: str) -> SeqLearner:
    """What is learned by watching the expert against itself, its opponent and a random agent."""
    rng = random.Random(seed)
    learner = SeqLearner(BoardView(GAME), LENGTHS, S, locality=locality)
    expert = Searcher(GAME, taste=True)
    others: tuple[Agent[Any], ...] = (Random(), Searcher(GAME), expert)
    each = max(1, watched // SWEEPS)
    for sweep in range(SWEEPS):
        other = others[sweep % len(others)]
        for contest, seat in tournament(GAME, expert, other, each, rng):
            learner.learn(contest, (seat, 1 - seat) if other is expert else (seat,))
        learner.sweep()
    return learner


def one_run(asked: tuple[int, int], watched: int, tested: int) -> Run:
    """The result of every player, after watching the same contests, against the same search."""
    seed, run = asked
    key = f"locality seed {seed} run {run}"
    rows: Run = {"the same search alone": _row(Searcher(GAME), key, tested)}
    whole = learn(Everywhere(), watched, key)
    local = learn(Vicinity(RADIUS), watched, key)
    for name, learner, radius in (
        ("without locality", whole, None),
        ("with locality", local, None),
        ("with locality, heard near the last action only", local, RADIUS),
    ):
        pairs = learner.pairs()
        player = ContextSearcher(SeqPlayer.of(learner.view, pairs, VERSION_2, S), radius=radius)
        rows[name] = _row(player, key, tested) | {
            "sequences": len(learner.table),
            "pairs": sum(pair.weight >= THRESHOLD for pair in pairs),
            "known": 100 * player.known / max(1, player.decisions),
        }
    return rows


def _row(agent: Agent[Any], key: str, tested: int) -> dict[str, float]:
    rng = random.Random(f"{key} test")
    total, plies = Score(), 0
    for contest, seat in tournament(GAME, agent, Searcher(GAME), tested, rng):
        won, drawn = contest.winner == seat, contest.winner is None
        total += Score(won, drawn, not won and not drawn)
        plies += len(contest.actions)
    return {
        "reliability": total.reliability,
        "power": total.power,
        "plies": plies / tested,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Watch five in a row on nine by nine, then play a search of two plies: locality or none.

    Example: kibitz lab locality --runs 2 --watched 80
    """

    runs: Annotated[int, Said("Runs.", bounds=(2, 1000))] = 10
    watched: Annotated[int, Said("Contests watched in a run.", bounds=(8, None))] = WATCHED
    tested: Annotated[int, Said("Contests against the search.", bounds=(2, None))] = TESTED
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """The runs to make, and where finished ones are kept."""

    task: Task
    parts: Parts

    @property
    def stages(self) -> list[Stage]:
        seconds = SECONDS_A_RUN * self.task.watched / WATCHED
        return [Stage(self.task.runs, min(self.task.runs, len(self.parts)), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    return Prepared(task, parts_of("locality", task.seed, task.watched, task.tested))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """Every figure of every player, as mean and spread over the runs."""
    task = ready.task
    tell = begun(watch, "locality", task.runs)
    work = partial(one_run, watched=task.watched, tested=task.tested)
    asked = [(task.seed, number) for number in range(task.runs)]
    found = list(engine.run(work, asked, tell=tell, parts=ready.parts))
    return {
        "game": GAME.name,
        "runs": len(found),
        "watched": task.watched,
        "tested": task.tested,
        "radius": RADIUS,
        "rows": {
            row: {what: _spread([one[row][what] for one in found]) for what in found[0][row]}
            for row in found[0]
        },
    }


def _spread(values: list[float]) -> dict[str, float]:
    return {"mean": round(fmean(values), 2), "sd": round(stdev(values), 2)}
