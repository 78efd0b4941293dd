"""How many questions a second: the five hands most like mine, by CBridge's similarity?

Against scikit-learn's brute force over the same similarity, given to it in two ways: as a compiled
metric that it calls for each pair, and as a matrix of distances made by numpy beforehand (its time
counts). The faster of the two is reported. At a million cases one question is enough for a second
of scikit-learn's time; fewer questions there. Times are of the processor, one core: the machine may
be shared. Random hands: real ones lie closer together, which only helps.

Run: python benchmarks/openings.py [--into docs/results]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numba
import numpy as np
from sklearn.neighbors import NearestNeighbors

from kibitz.bidding.openings.similarity.cbridge import UNIT, CBridgeSimilarity
from kibitz.bidding.openings.similarity.columns import SituationColumns
from kibitz_lab.harness.results import result_of, write_result

K = 5
SIZES = {10_000: 200, 100_000: 50, 1_000_000: 10}  # cases: questions
REPEATS = 3


def random_hands(count: int, rng: np.random.Generator) -> SituationColumns:
    pieces = []
    for start in range(0, count, 100_000):
        size = min(100_000, count - start)
        cards = np.argsort(rng.random((size, 52)), axis=1)[:, :13].astype(np.uint64)
        pieces.append((np.uint64(1) << cards).sum(axis=1, dtype=np.uint64))
    hands = np.concatenate(pieces)
    return SituationColumns.from_arrays(hands, np.ones(count, np.uint8), np.zeros(count, np.uint8))


def rows(columns: SituationColumns) -> Any:
    """A hand as numbers a metric can read: points, four lengths, 52 cards."""
    cards = columns.cards.reshape(-1, 52)
    return np.column_stack([columns.points, columns.lengths, cards]).astype(np.float64)


@numba.njit(cache=True)
def metric(one: Any, other: Any) -> float:
    alike = 0.0
    for place in range(5):
        low, high = min(one[place], other[place]), max(one[place], other[place])
        alike += (51.0 if place == 0 else 9.0) * (1.0 if low == high else low / high)
    for place in range(5, 57):
        alike += one[place] * other[place]
    return 100.0 - alike


def distances(
    cases: SituationColumns, asked: SituationColumns, similarity: CBridgeSimilarity
) -> Any:
    """All distances by numpy: tables of ratios looked up, shared cards counted in bits."""
    points, lengths = similarity.points / UNIT, similarity.lengths / UNIT
    alike = points[asked.points][:, cases.points]
    for suit in range(4):
        alike += lengths[asked.lengths[:, suit]][:, cases.lengths[:, suit]]
    alike += np.bitwise_count(asked.hands[:, None] & cases.hands[None, :])
    return 100.0 - alike


def by_matrix(apart: Any) -> Any:
    """scikit-learn's own search for given distances, without its square matrix of all cases.

    `NearestNeighbors(metric="precomputed")` wants the distances between all cases to be fitted;
    what it then does with a row of distances is this partition and sort.
    """
    nearest = np.argpartition(apart, K - 1, axis=1)[:, :K]
    order = np.argsort(np.take_along_axis(apart, nearest, axis=1), axis=1)
    return np.take_along_axis(nearest, order, axis=1)


def per_second(ask: Any, questions: int) -> list[float]:
    """The median, the slowest and the fastest of the repeats."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        ask()
        times.append(process_time() - start)
    return [questions / seconds for seconds in (median(times), max(times), min(times))]


def measured(size: int, questions: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    cases, asked = random_hands(size, rng), random_hands(questions, rng)
    similarity = CBridgeSimilarity.over(cases)
    found = similarity.nearest(asked, K)
    ours = per_second(lambda: similarity.nearest(asked, K), questions)

    few = asked[: max(1, questions // 10)]
    neighbours = NearestNeighbors(n_neighbors=K, algorithm="brute", metric=metric).fit(rows(cases))
    called = per_second(lambda: neighbours.kneighbors(rows(few)), len(few))
    precomputed = per_second(lambda: by_matrix(distances(cases, few, similarity)), len(few))
    theirs, _ = neighbours.kneighbors(rows(few))
    same = np.allclose(100.0 - theirs, 100.0 * found.similarities[: len(few)])
    figures = {"kibitz": ours, "callable_metric": called, "precomputed": precomputed}
    return {
        "cases": size,
        **{name: middle for name, [middle, *_] in figures.items()},
        "spread": {name: extremes for name, [_, *extremes] in figures.items()},
        "sklearn": max(called[0], precomputed[0]),
        "same_neighbours": bool(same),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    given = parser.parse_args()
    into = given.into
    sizes = map(int, given.sizes.split(","))
    rows = [measured(size, SIZES.get(size, 100)) for size in sizes]
    for row in rows:
        assert row["same_neighbours"], row
        print(row)
    if into:
        write_result(into, result_of("openings-speed", {"k": K, "rows": rows}, seed=1))


if __name__ == "__main__":
    main()
