"""How long does a suit take? All targets and the average, one process, one suit after the other.

Run:  python benchmarks/suits.py [--share 10]

The 650 Encyclopedia-like combinations are as many as the Encyclopedia prints. Explicit holdings
come in 600 for each length, so that the worst of a length is seen and not only its median. Start-up
(import and reading the compiled code, which the very first run makes) is timed apart. Both clocks
are printed: the processor's is the one to compare on a machine that does other things as well.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz.lab.harness.results import result_of, source, write_result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--share", type=int, default=1, help="10: a tenth of everything")
    parser.add_argument("--into", type=Path, help="write the result file into this folder")
    args = parser.parse_args()
    begin = time.perf_counter()
    from kibitz.lab.suits.combinations import encyclopedia_like, holdings

    solve("AQ", "xx")
    found: dict[str, Any] = {"start_up_s": round(time.perf_counter() - begin, 3)}
    share = args.share
    rng = random.Random(1)
    rows = {"Encyclopedia-like": timed(encyclopedia_like(rng) for _ in range(650 // share))}
    for cards in range(10, 4, -1):
        rng = random.Random(cards)
        rows[f"{cards} cards, explicit"] = timed(holdings(rng, cards) for _ in range(600 // share))
    hard = [("KJ53", "97"), ("KT86", "Q4"), ("KJ9742", "-"), ("J9753", "K")]
    for north, south in hard:
        rows[f"{north} {south}"] = timed([(north, south)])
    found["rows"] = rows
    found["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    result = result_of("suits_speed", found, seed=1)
    show(result)
    if args.into:
        write_result(args.into, result)


def solve(north: str, south: str) -> None:
    from kibitz.suits.combination import Combination
    from kibitz.suits.goal import AVERAGE, at_least
    from kibitz.suits.solver.exact import Solver

    solver = Solver(Combination.parse(north, south))
    for tricks in range(1, solver.suit.most_tricks + 1):
        solver.best(at_least(tricks))
    solver.best(AVERAGE)


def timed(problems: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Seconds: processor time of each problem, and the wall clock of all."""
    taken = []
    wall = time.perf_counter()
    for north, south in problems:
        begin = time.process_time()
        solve(north, south)
        taken.append((time.process_time() - begin, f"{north} {south}"))
    wall = time.perf_counter() - wall
    taken.sort()
    times = [seconds for seconds, _ in taken]
    return {
        "problems": len(times),
        "median": times[len(times) // 2],
        "p99": times[min(len(times) - 1, len(times) * 99 // 100)],
        "worst": times[-1],
        "worst_problem": taken[-1][1],
        "total": sum(times),
        "wall": wall,
    }


def show(result: dict[str, Any]) -> None:
    print(source(result))
    print(f"start-up {result['start_up_s']} s, memory {result['memory_mb']} MB\n")
    print(f"{'':<22}{'number':>7}{'median':>9}{'99 %':>9}{'worst':>9}{'total':>9}{'wall':>9}")
    for name, row in result["rows"].items():
        times = [f"{row[key]:>8.3f}s" for key in ("median", "p99", "worst", "total", "wall")]
        print(f"{name:<22}{row['problems']:>7}{''.join(times)}  {row['worst_problem']}")


if __name__ == "__main__":
    main()
