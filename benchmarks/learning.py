"""How long does it take to learn the paper's model: 24 deals under 48 relabellings, five states?

Deals are played at random, which is harder to foresee than expert play: more cases are stored and
searched. Each lesson is tried against all stored before it, as Table 1 of the SIBL paper says.

Run: python benchmarks/learning.py [--rounds 3] [--deals 24] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from statistics import median

import numpy as np

from kibitz.cardplay.sibl.encoding import Deals, encode
from kibitz.cardplay.sibl.features import SCHEMA
from kibitz.cardplay.sibl.symmetry import varied
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play
from kibitz.precedents.sequences.learners import (
    ChoiceRule,
    Fixed,
    Learner,
    MajorityVote,
    MostSimilar,
)
from kibitz_lab.harness.results import result_of, write_result

RULES: dict[str, ChoiceRule] = {
    "fixed 1": Fixed(1),
    "fixed 5": Fixed(5),
    "vote": MajorityVote(),
    "SSM": MostSimilar(),
}


def played(rng: random.Random) -> Play:
    deal = Deal.shuffled(rng)
    state = Play.start(deal, Contract.parse("3N by S"))
    while not state.is_over:
        state = state.after(rng.choice(state.legal_actions))
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    rng = random.Random(0)
    plays = [played(rng) for _ in range(given.deals)]
    deals = Deals.of([(Play.start(play.deal, play.contract), play.played) for play in plays])
    lessons = varied(encode(deals))
    lessons = lessons[np.random.default_rng(0).permutation(len(lessons))]
    rows = []
    for name, rule in RULES.items():
        Learner(SCHEMA, rule).learn(lessons.sequences[:300], lessons.actions[:300], rng)  # warm up
        wall, cpu, stored = [], [], 0
        for _ in range(given.rounds):
            learner = Learner(SCHEMA, rule)
            start, used = time.perf_counter(), time.process_time()
            learner.learn(lessons.sequences, lessons.actions, random.Random(1))
            wall.append(time.perf_counter() - start)
            cpu.append(time.process_time() - used)
            stored = len(learner.memory)
        rows.append(
            {
                "rule": name,
                "lessons": len(lessons),
                "stored": stored,
                "seconds": median(wall),
                "fastest": min(wall),
                "slowest": max(wall),
                "cpu_seconds": median(cpu),
            }
        )
        print(
            f"{name:<8} {len(lessons):,} lessons, {stored:,} stored: {median(wall):.1f} s"
            f" ({min(wall):.1f} to {max(wall):.1f}), {median(cpu):.1f} s of CPU",
            flush=True,
        )
    if given.into:
        write_result(given.into, result_of("learning", {"rows": rows}, seed=1))


if __name__ == "__main__":
    main()
