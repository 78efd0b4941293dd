"""How long does a suit take, today and in 0.1.0? One suit after the other, each in one process.

Run:  python benchmarks/suits.py [--share 10] [--alone]

The chances of a suit are every target and the average; a whole answer has the plan and its reasons
too. The 650 Encyclopedia-like combinations are as many as the Encyclopedia prints; explicit
holdings come in 600 for each length, so that the worst of a length is seen and not only its median.

0.1.0 is taken out of the history and asked in turn with today's code, question by question, so that
whatever else the machine does weighs on both. Processor time is counted in each process. Where the
history is not at hand, or with --alone, only today's code runs. The first answer is that of a
process on a machine that has no compiled code anywhere.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

BEFORE = "08ccb73"
"""The last commit of version 0.1.0."""
HERE = Path(__file__).resolve().parents[1]
HARD = [("KJ53", "97"), ("KT86", "Q4"), ("KJ9742", "-"), ("J9753", "K")]
WORST = [("J9xx", "K8xx")]
"""In 0.1.0 the slowest whole answer of the shipped table."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--share", type=int, default=1, help="10: a tenth of everything")
    parser.add_argument("--alone", action="store_true", help="leave 0.1.0 out")
    parser.add_argument("--into", type=Path, help="write the result file into this folder")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
        return
    from kibitz_lab.harness.results import result_of, write_result

    with tempfile.TemporaryDirectory() as folder:
        before = None if args.alone else tree_of_0_1_0(Path(folder))
        found = measure(args.share, before, Path(folder))
    result = result_of("suits_speed", found, seed=1)
    show(result)
    if args.into:
        write_result(args.into, result)


def tree_of_0_1_0(folder: Path) -> Path | None:
    """The sources of 0.1.0, put into *folder*; None where the history does not have them."""
    packed = subprocess.run(
        ["git", "archive", BEFORE, "src"], cwd=HERE, capture_output=True, check=False
    )
    if packed.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder / "0.1.0", filter="data")
    return folder / "0.1.0" / "src"


def measure(share: int, before: Path | None, folder: Path) -> dict[str, Any]:
    from kibitz_lab.suits.combinations import encyclopedia_like, holdings

    first = first_answer(folder, 1 + 4 // share)
    today = Worker(HERE / "src", folder / "today")
    begin = time.perf_counter()
    today.ask("chances", "AQ", "xx")
    start_up = time.perf_counter() - begin
    rng = random.Random(1)
    like = [encyclopedia_like(rng) for _ in range(650 // share)]
    whole = [encyclopedia_like(rng) for _ in range(max(200 // share, 2))]
    rows = {"Encyclopedia-like": timed(today, like)}
    for cards in range(10, 4, -1):
        rng = random.Random(cards)
        asked = [holdings(rng, cards) for _ in range(600 // share)]
        rows[f"{cards} cards, explicit"] = timed(today, asked)
    for north, south in HARD:
        rows[f"{north} {south}"] = timed(today, [(north, south)])
    found: dict[str, Any] = {"start_up_s": round(start_up, 3), "first_answer": first, "rows": rows}
    if before is not None:
        found["before"] = BEFORE
        found["against"] = against(Worker(before, folder / "before"), today, like, whole)
    found["memory_mb"] = today.close()
    return found


class Worker:
    """One tree of sources, asked in a process of its own."""

    def __init__(self, source: Path, home: Path) -> None:
        environment = {**os.environ, **_fresh(home), "PYTHONPATH": str(source)}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *question: str) -> float:
        """The processor time of one question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> int:
        """The memory it took, in megabytes."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def _fresh(home: Path) -> dict[str, str]:
    """No compiled code anywhere."""
    return {"KIBITZ_HOME": str(home), "NUMBA_CACHE_DIR": str(home / "numba")}


def serve() -> None:
    """Answer questions from standard input, and say what processor time each took."""
    from kibitz import suit

    for line in sys.stdin:
        kind, north, south = json.loads(line)
        begin = time.process_time()
        if kind == "chances":
            chances(north, south)
        else:
            suit(north, south)
        print(time.process_time() - begin, flush=True)


def chances(north: str, south: str) -> None:
    from kibitz.suits.combination import Combination
    from kibitz.suits.goal import AVERAGE, at_least
    from kibitz.suits.solver.exact import SuitSolver

    solver = SuitSolver(Combination.parse(north, south))
    for tricks in range(1, solver.suit.most_tricks + 1):
        solver.best(at_least(tricks))
    solver.best(AVERAGE)


def first_answer(folder: Path, times: int) -> dict[str, Any]:
    """Seconds until the command line has answered on a machine without compiled code."""
    wall, processor = [], []
    for number in range(times):
        environment = {**os.environ, **_fresh(folder / f"first{number}")}
        environment["PYTHONPATH"] = str(HERE / "src")
        used, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "kibitz", "suit", "KJ9x", "A8xx"]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        wall.append(time.perf_counter() - begin)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime)
    return {"times": times, "wall": median(wall), "processor": median(processor)}


def timed(worker: Worker, problems: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Seconds: processor time of each problem, and the wall clock of all."""
    begin = time.perf_counter()
    taken = sorted((worker.ask("chances", *each), " ".join(each)) for each in problems)
    wall = time.perf_counter() - begin
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


def against(
    before: Worker, today: Worker, like: Sequence[tuple[str, str]], whole: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """The same questions to both, in turn."""
    for worker in (before, today):
        worker.ask("answer", "AQ", "xx")
    sets = {"chances": ("chances", like), "answers": ("answer", whole), "worst": ("answer", WORST)}
    found = {}
    for name, (kind, asked) in sets.items():
        pairs = [(before.ask(kind, *each), today.ask(kind, *each)) for each in asked]
        old, new = zip(*pairs, strict=True)
        ratios = sorted(one / other for one, other in pairs)
        found[name] = {
            "problems": len(pairs),
            "before_total": sum(old),
            "today_total": sum(new),
            "before_median": median(old),
            "today_median": median(new),
            "times_total": sum(old) / sum(new),
            "times_median": median(old) / median(new),
            "times_low": ratios[len(ratios) // 20],
            "times_high": ratios[-1 - len(ratios) // 20],
        }
    before.close()
    return found


def show(result: dict[str, Any]) -> None:
    from kibitz_lab.harness.results import source

    first = result["first_answer"]
    print(source(result))
    print(f"start-up {result['start_up_s']} s, memory {result['memory_mb']} MB")
    print(f"first answer {first['wall']:.2f} s, of the processor {first['processor']:.2f} s\n")
    print(f"{'':<22}{'number':>7}{'median':>9}{'99 %':>9}{'worst':>9}{'total':>9}{'wall':>9}")
    for name, row in result["rows"].items():
        times = [f"{row[key]:>8.3f}s" for key in ("median", "p99", "worst", "total", "wall")]
        print(f"{name:<22}{row['problems']:>7}{''.join(times)}  {row['worst_problem']}")
    for name, row in result.get("against", {}).items():
        spread = f"{row['times_low']:.1f} to {row['times_high']:.1f}"
        print(
            f"{name:<10}{row['problems']:>5}  median {row['before_median']:.4f} -> "
            f"{row['today_median']:.4f} s ({row['times_median']:.2f} times), total "
            f"{row['before_total']:.2f} -> {row['today_total']:.2f} s "
            f"({row['times_total']:.2f} times), each {spread} times"
        )


if __name__ == "__main__":
    main()
