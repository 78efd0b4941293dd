"""How long do learning and playing board games take, and the games' exact solutions?

The workloads are the paper's: 160 contests of lose tic-tac-toe and 320 of five men's morris are one
training stage, 50 contests against the perfect agent a quarter of a testing stage; then the whole
tables, whose goals for 20 runs are a minute and ten minutes. Contests a second are of wall time and
of processor time, since the machine may be shared: medians of repeats, with the extremes.

Run: python benchmarks/boards.py [--games NAME,...] [--repeats 3] [--runs 20] [--into docs/results]
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, LineGame, game_named
from kibitz.games.boards.agents import Agent, Random, agent_named
from kibitz.games.boards.contests import score
from kibitz.games.boards.solving.ranking import index_of
from kibitz.games.boards.solving.retrograde import solve
from kibitz.games.boards.solving.solution import open_solution
from kibitz.runtime.running import Engine, cores
from kibitz.strategies.judgement.held_states import Held
from kibitz.strategies.judgement.player import BoardPlayer, Knowledge
from kibitz.strategies.judgement.weights import Judgement
from kibitz.strategies.learning import (
    TOURNAMENTS,
    contests_for,
    default_for,
    learn_sequences,
    watch,
)
from kibitz.strategies.sequences.player import VERSION_2, Following, SeqPlayer
from kibitz_lab.harness.results import result_of, write_result
from kibitz_lab.seqlearner.experiment import runs

TESTED = 50
GOALS = {LOSE_TIC_TAC_TOE.name: 60, FIVE_MENS_MORRIS.name: 600}
"""Seconds that 20 runs may take."""


def timed(work: Callable[[], object], repeats: int) -> tuple[list[float], list[float]]:
    """Seconds by the clock and of the processor, after one unmeasured round."""
    work()
    wall, busy = [], []
    for _ in range(repeats):
        started, used = time.perf_counter(), time.process_time()
        work()
        wall.append(time.perf_counter() - started)
        busy.append(time.process_time() - used)
    return wall, busy


def per_second(contests: int, work: Callable[[], object], repeats: int) -> dict[str, Any]:
    """Contests a second; the slowest and the fastest by processor."""
    wall, busy = timed(work, repeats)
    return {
        "contests": contests,
        "wall": contests / median(wall),
        "processor": contests / median(busy),
        "spread": [contests / max(busy), contests / min(busy)],
    }


def one_game(game: LineGame, repeats: int) -> Iterator[dict[str, Any]]:
    each = contests_for(game)
    total = TOURNAMENTS * each
    perfect = agent_named("perfect", game)

    def watch_only() -> None:
        for _ in watch(game, each, random.Random(1), narrow=False):
            pass

    def learn() -> None:
        learn_sequences(game, each, random.Random(1), narrow=False, reading=default_for(game))

    def row(what: str, contests: int, work: Callable[[], object]) -> dict[str, Any]:
        return {"game": game.name, "what": what, **per_second(contests, work, repeats)}

    yield row("watching, nothing learned", total, watch_only)
    yield row("watching and learning sequences", total, learn)
    learner = learn_sequences(game, each, random.Random(1), narrow=False, reading=default_for(game))
    knowledge = Knowledge(Held(), Judgement(game))
    for seen in watch(game, each, random.Random(1), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    players: dict[str, Agent[Any]] = {
        "a random agent": Random(),
        "Version 2": Following(SeqPlayer.of(learner.view, learner.pairs(), VERSION_2)),
        "held states and judgement": BoardPlayer(0, knowledge.held, None, knowledge.judgement),
        "the same after 4 plies": BoardPlayer(4, knowledge.held, None, knowledge.judgement),
    }
    for name, player in players.items():
        contests = partial(score, game, player, perfect, TESTED, random.Random(2))
        yield row(f"{name} against perfect", TESTED, contests)


def solving(game: LineGame, repeats: int) -> dict[str, Any]:
    index = index_of(game)
    wall, busy = timed(partial(solve, game, index), repeats)
    return {
        "game": game.name,
        "states": index.size,
        "reachable": int((open_solution(game).reachable > 0).sum()),
        "wall": median(wall),
        "processor": median(busy),
        "spread": [min(busy), max(busy)],
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def full_table(game: LineGame, count: int) -> dict[str, Any]:
    """The paper's table: so many runs with a narrow teacher and as many with a uniform one."""
    started = time.perf_counter()
    done = len(list(runs("paper", game.name, count, 1, engine=Engine(cores()))))
    wall = time.perf_counter() - started
    return {"game": game.name, "runs": done, "wall": wall, "goal": GOALS[game.name] * count / 20}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GOALS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {"solving": [], "rows": [], "tables": []}
    for game in map(game_named, given.games.split(",")):
        found["solving"].append(solving(game, given.repeats))
        found["rows"] += one_game(game, given.repeats)
        found["tables"].append(full_table(game, given.runs))
    for part in found.values():
        print(*part, sep="\n")
    if given.into:
        write_result(given.into, result_of("boards", found, seed=1))


if __name__ == "__main__":
    main()
