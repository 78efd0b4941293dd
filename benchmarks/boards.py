"""How long do learning and playing board games take, and the games' exact solutions?

Run: python benchmarks/boards.py [--full]

The workloads are the paper's: 160 contests of lose tic-tac-toe and 320 of five men's morris are one
training stage, 50 contests against the perfect agent a quarter of a testing stage. `--full` adds
the whole 20-run tables, whose goals are a minute and ten minutes. Processor time is printed beside
wall time, since the machine may be shared; medians of repeats, with the extremes.
"""

from __future__ import annotations

import os
import platform
import random
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from kibitz.games.boards import FIVE_MENS_MORRIS, LOSE_TIC_TAC_TOE, LineGame
from kibitz.games.boards.ranking import index_of
from kibitz.games.boards.retrograde import solve
from kibitz.games.boards.solution import solved
from kibitz.lab.agents import Agent, Random, agent_named
from kibitz.lab.contests import score
from kibitz.lab.provenance import commit
from kibitz.lab.seqlearner import runs
from kibitz.lab.watching import TOURNAMENTS, contests_for, learned, watched
from kibitz.running import Engine, cores
from kibitz.strategies.adviser import Adviser, Knowledge
from kibitz.strategies.held import Held
from kibitz.strategies.judgement import Judgement
from kibitz.strategies.player import VERSION_2, Following, SeqPlayer

REPEATS = 3
TESTED = 50


def timed(what: str, contests: int, work: Callable[[], object]) -> None:
    """Contests a second, by wall and by processor time, after one unmeasured round."""
    work()
    wall, busy = [], []
    for _ in range(REPEATS):
        started, used = time.perf_counter(), time.process_time()
        work()
        wall.append(time.perf_counter() - started)
        busy.append(time.process_time() - used)
    print(
        f"{what:58} {contests / median(wall):9,.0f}/s wall  {contests / median(busy):9,.0f}/s cpu"
        f"  ({contests / max(busy):,.0f} to {contests / min(busy):,.0f})"
    )


def one_game(game: LineGame) -> None:
    each = contests_for(game)
    total = TOURNAMENTS * each
    perfect = agent_named("perfect", game)

    def watch_only() -> None:
        for _ in watched(game, each, random.Random(1), narrow=False):
            pass

    def learn() -> None:
        learned(game, each, random.Random(1), narrow=False)

    timed(f"{game.name}: watching {total} contests, nothing learned", total, watch_only)
    timed(f"{game.name}: watching and learning sequences", total, learn)
    learner = learned(game, each, random.Random(1), narrow=False)
    knowledge = Knowledge(Held(), Judgement(game))
    for seen in watched(game, each, random.Random(1), narrow=False):
        knowledge.learn(seen.contest, seen.experts)
    players: dict[str, Agent[Any]] = {
        "a random agent": Random(),
        "Version 2": Following(SeqPlayer.of(learner.view, learner.pairs(), VERSION_2)),
        "held states and judgement": Adviser(0, knowledge.held, None, knowledge.judgement),
        "the same after 4 plies": Adviser(4, knowledge.held, None, knowledge.judgement),
    }
    for name, player in players.items():
        timed(
            f"{game.name}: {name} against perfect",
            TESTED,
            partial(score, game, player, perfect, TESTED, random.Random(2)),
        )


def solving() -> None:
    index = index_of(FIVE_MENS_MORRIS)
    for round_ in ("compiled or loaded", "again"):
        started, used = time.perf_counter(), time.process_time()
        solve(FIVE_MENS_MORRIS, index)
        wall, busy = time.perf_counter() - started, time.process_time() - used
        print(f"five-mens-morris solved, {round_}: {wall:.1f} s wall, {busy:.1f} s cpu")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{index.size:,} states; peak memory {peak:,.0f} MB")
    print(f"reachable states: {solved(FIVE_MENS_MORRIS).reachable():,}")


def full_tables() -> None:
    for game, goal in ((LOSE_TIC_TAC_TOE, 60), (FIVE_MENS_MORRIS, 600)):
        started = time.perf_counter()
        done = len(list(runs("paper", game.name, 20, 1, engine=Engine(cores()))))
        wall = time.perf_counter() - started
        print(f"{game.name}: {done} runs (20 narrow, 20 uniform) in {wall:.0f} s; goal {goal} s")


if __name__ == "__main__":
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
          f"Python {platform.python_version()}, commit {commit()}")  # fmt: skip
    solving()
    for played in (LOSE_TIC_TAC_TOE, FIVE_MENS_MORRIS):
        one_game(played)
    if "--full" in sys.argv:
        full_tables()
