"""How long does the advice on a call take over two million cases?

The memory is that of the house's match, its decisions repeated until there are enough of them:
every one is compared, so that the time is that of as many of one's own. Each question is a call of
the match; everything is read and compiled before the clock starts.

Run: python benchmarks/calls.py [--cases 2000000] [--questions 100] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.likeness.decisions import CallDecisions
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.starter import make_starter_memory
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz_lab.harness.results import result_of, write_result


def questions(library: Path, number: int) -> list[CallQuestion]:
    """Calls after the opening, of tables drawn by chance."""
    rng = random.Random(1)
    with Library.open(library) as shelf:
        records = [entry.record for entry in shelf.entries()]
    chosen = rng.sample([one for one in records if len(one.auction.calls) > 6], number)
    return [CallQuestion.of(one, rng.randrange(4, len(one.auction.calls))) for one in chosen]


def spread(times: Sequence[float]) -> dict[str, float]:
    """The median, and a tenth and nine tenths of the questions."""
    tenths = quantiles(times, n=10)
    return {"median": median(times), "tenth": tenths[0], "nine_tenths": tenths[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2_000_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    house = make_starter_memory(Places.of())
    assert house is not None, "this package was built without the house's match"
    own = house.memory.decisions
    times = -(-given.cases // len(own))
    memory = replace(house.memory, decisions=CallDecisions.joined([own] * times))
    adviser = CallAdviser(CallNetwork.shipped(), memory, house.library)
    asked = questions(house.library, given.questions + 1)
    adviser.ask(asked.pop())
    walls, processors = [], []
    for question in asked:
        start, processor = time.perf_counter(), time.process_time()
        adviser.ask(question)
        walls.append(time.perf_counter() - start)
        processors.append(time.process_time() - processor)
    found = {
        "cases": len(memory),
        "questions": len(asked),
        "seconds": spread(walls),
        "processor_seconds": spread(processors),
    }
    print(found)
    if given.into:
        write_result(given.into, result_of("calls-speed", found, seed=1))


if __name__ == "__main__":
    main()
