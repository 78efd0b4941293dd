"""Learning from contests: the paper's cycle of tournaments, watched from start to end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.games.boards.agents import agent_named, perfect_agent
from kibitz.games.boards.board import Contest
from kibitz.games.boards.contests import tournament
from kibitz.games.boards.lines import LineGame, LineState
from kibitz.games.boards.solving.ranking import index_of
from kibitz.games.boards.solving.solution import open_solution, solution_path
from kibitz.runtime.running import Stage
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.memory import StrategyMemory, best_first
from kibitz.strategies.search.proof import verify
from kibitz.strategies.sequences.learner import SeqLearner
from kibitz.strategies.sequences.reading import DEFAULT, L_MORRIS, PaperReading
from kibitz.strategies.sequences.view import BoardView

CYCLE = ("random", "novice", "expert", "perfect")  # §2: this order, twice
CYCLES = 2
TOURNAMENTS = CYCLES * len(CYCLE)
LENGTHS = {"lose-tic-tac-toe": (3,), "tic-tac-toe": (3,)}  # §2; morris: 3 and 5
CONTESTS = {"lose-tic-tac-toe": 20, "tic-tac-toe": 20}  # §2, a tournament; morris: 40
THRESHOLD = 0.55  # §1.3: pairs of less weight decide nothing, and are forgotten
_SECONDS_A_STATE = 9e-7  # that is solved, about
_SECONDS_A_CONTEST = (1.5e-3, 1.4e-2)  # without sliding, and with it, about


def lengths_for(game: LineGame) -> tuple[int, ...]:
    return LENGTHS.get(game.name, (3, 5))


def default_for(game: LineGame) -> PaperReading:
    """The default reading: in games with slides sequences recur less often, and contexts stay."""
    return L_MORRIS if game.slides else DEFAULT


def contests_for(game: LineGame) -> int:
    """How many contests the paper's training tournament has."""
    return CONTESTS.get(game.name, 40)


def rounded(contests: int) -> int:
    """The number of contests, rounded up to eight tournaments of equal length."""
    return -(-contests // TOURNAMENTS) * TOURNAMENTS


def stages(game: LineGame, contests: int) -> list[Stage]:
    """The work to be done: the game is solved first, unless it already is."""
    states = index_of(game).size
    return [
        Stage(1, int(solution_path(game).exists()), _SECONDS_A_STATE * states),
        Stage(contests, 0, _SECONDS_A_CONTEST[game.slides]),
    ]


@dataclass(frozen=True, slots=True)
class Watched:
    """One contest, its experts (the first one judges), and whether it ends a tournament."""

    contest: Contest
    experts: tuple[int, ...]
    last: bool


def watch(game: LineGame, contests: int, rng: random.Random, *, narrow: bool) -> Iterator[Watched]:
    """The eight tournaments of a training stage, of *contests* contests each."""
    perfect = perfect_agent(game, narrow=narrow)
    for level in CYCLE * CYCLES:
        other = agent_named(level, game, narrow=narrow)
        for number, (contest, seat) in enumerate(
            tournament(game, perfect, other, contests, rng), start=1
        ):
            experts = (seat, 1 - seat) if level == "perfect" else (seat,)
            yield Watched(contest, experts, number == contests)


def learn_sequences(
    game: LineGame,
    contests: int,
    rng: random.Random,
    *,
    narrow: bool,
    reading: PaperReading,
    closed: int = 1,
    features: tuple[tuple[int, ...], ...] = (),
) -> SeqLearner:
    """A SeqLearner that has watched a training stage, with combinations of locations or without."""
    learner = _learner(BoardView(game, features), reading, narrow=narrow, closed=closed)
    for seen in watch(game, contests, rng, narrow=narrow):
        learner.learn(seen.contest, seen.experts)
        if seen.last:
            learner.sweep()
    return learner


def learn_all(
    game: LineGame,
    contests: int,
    seed: int,
    *,
    narrow: bool = False,
    reading: PaperReading | None = None,
    tell: Callable[[], object] = lambda: None,
) -> StrategyMemory:
    """Sequences, contexts, held states and judgement from watching about *contests* contests.

    The eight tournaments are of equal length, so the number is rounded up to a multiple of eight.
    """
    each = rounded(contests) // TOURNAMENTS
    reading = default_for(game) if reading is None else reading
    learner = _learner(BoardView(game), reading, narrow=narrow)
    knowledge = Knowledge(Held(), Judgement(game))
    for seen in watch(game, each, random.Random(seed), narrow=narrow):
        learner.learn(seen.contest, seen.experts)
        knowledge.learn(seen.contest, seen.experts)
        if seen.last:
            learner.sweep()
        tell()
    solution = open_solution(game)
    pairs = best_first(
        [
            verify(pair, learner.view, solution)
            for pair in learner.pairs()
            if pair.weight >= THRESHOLD
        ]
    )
    return StrategyMemory(game, each * TOURNAMENTS, seed, reading, pairs, knowledge)


def _learner(
    view: BoardView, reading: PaperReading, *, narrow: bool, closed: int = 1
) -> SeqLearner:
    """A SeqLearner that knows the moves its teacher draws from."""
    game = view.game
    assert isinstance(game, LineGame)  # the games that have a perfect agent
    perfect = perfect_agent(game, narrow=narrow)

    def best_moves(state: LineState) -> list[int]:
        return [move.code for move in perfect.best(state)]

    return SeqLearner(view, lengths_for(game), reading, best_moves, closed)
