"""How long does a plan take: to its first step, and whole?

The deals that come with the package, planned when dummy is down, one after the other in one
process; everything is read and compiled once before the clock starts.

Run: python benchmarks/plans.py [--deals 20] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from kibitz.asking import Kibitz
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.places import Places
from kibitz.plans.adviser import PlanAdviser
from kibitz.plans.answer import PlanStep
from kibitz.plans.question import PlanQuestion
from kibitz.records.lookup import table
from kibitz_lab.harness.results import result_of, write_result


def timed(adviser: PlanAdviser, question: PlanQuestion) -> tuple[float, float, float, float]:
    """Seconds to the first step, to the next card, and to the end; and of processors here."""
    told: list[float] = []
    kinds: list[str] = []
    start, used = time.perf_counter(), time.process_time()

    def hear(step: PlanStep) -> None:
        told.append(time.perf_counter() - start)
        kinds.append(step.kind)

    replace(adviser, tell=hear).ask(question)
    card = told[kinds.index("card")] if "card" in kinds else told[-1]
    return told[0], card, time.perf_counter() - start, time.process_time() - used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, DoubleDummy() as solver:
        adviser = replace(Kibitz(Places.of(Path(folder) / "library.kibitz")).plans, solver=solver)
        questions = [PlanQuestion.of(table(f"starter:{n + 1}")) for n in range(given.deals)]
        timed(adviser, questions[0])
        times = [timed(adviser, question) for question in questions]
    first, card, whole, used = (sorted(one) for one in zip(*times, strict=True))
    found = {
        "deals": given.deals,
        "first_step": median(first),
        "next_card": median(card),
        "whole": median(whole),
        "nine_in_ten": whole[int(0.9 * (len(whole) - 1))],
        "processor": median(used),
    }
    print(found)
    if given.into:
        write_result(given.into, result_of("plans-speed", found, seed=0))


if __name__ == "__main__":
    main()
