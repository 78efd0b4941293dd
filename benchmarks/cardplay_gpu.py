"""How many questions a second does a GPU answer, exactly, over 28 million cases?

28 million is every decision in a million and more tables: all that has been recorded in public
archives, and more than twenty times what one user's library holds. Codes are drawn like those of
decisions (a few legal cards share the chances); three in ten are no-trump, as in the archives,
and questions are mixed alike: no-trump is asked under 24 namings of suits, trumps under 6. Some
answers are compared with a plain scan in whole numbers before anything is timed.

Needs numpy and torch alone. Where torch sees no GPU it says so; --device cpu tries it out.

Run: PYTHONPATH=src python benchmarks/cardplay_gpu.py [--cases 28000000] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import permutations
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz_lab.cardplay.gpu_neighbours import Resident
from kibitz_lab.harness.results import result_of, write_result

K = 64
NO_TRUMPS = 4
NOTRUMP_SHARE = 0.3
POOL = 1 << 18  # descriptions that are drawn; cases are these under other suits, a little changed
CHECKED = 8  # questions whose answers are compared with the scan's
FAR = 1 << 40
WAYS = np.array(list(permutations(range(4))))

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]


def drawn(rng: np.random.Generator, size: int) -> Bytes:
    """Descriptions of decisions: the roots of the chances of two to ten legal cards, in 255ths."""
    weights = rng.gamma(0.4, size=(size, 52))
    legal = rng.random((size, 52)).argsort(axis=1) < rng.integers(2, 11, (size, 1))
    chances = weights * legal + 1e-9 * legal
    chances /= chances.sum(axis=1, keepdims=True)
    return np.round(np.sqrt(chances) * 255).astype(np.uint8).reshape(-1, 4, 13)


def spread(rng: np.random.Generator, pool: Bytes, size: int) -> tuple[Bytes, Bytes]:
    """So many cases made of the pool's, and their trumps."""
    codes = np.empty((size, 4, 13), np.uint8)
    for first in range(0, size, POOL):
        some = codes[first : first + POOL]
        chosen = pool[rng.integers(0, len(pool), len(some))]
        ways = WAYS[rng.integers(0, 24, len(some))]
        named = np.take_along_axis(chosen, ways[:, :, None], axis=1)
        noise = rng.integers(-8, 9, named.shape) * (named > 0)
        some[:] = np.clip(named.astype(np.int16) + noise, 0, 255)
    trumps = rng.integers(0, 4, size).astype(np.uint8)
    trumps[rng.random(size) < NOTRUMP_SHARE] = NO_TRUMPS
    return codes, trumps


def scanned(asked: Bytes, trumps: int, cases: Bytes, theirs: Bytes, device: str) -> Rows:
    """The squares of the nearest cases by a plain scan in whole numbers."""
    import torch

    kept = torch.empty(0, dtype=torch.int64, device=device)
    for first in range(0, len(cases), POOL):
        alike = (theirs[first : first + POOL] == NO_TRUMPS) == (trumps == NO_TRUMPS)
        part = torch.from_numpy(cases[first : first + POOL][alike]).to(device).int()
        suits = np.minimum(theirs[first : first + POOL][alike], 3)
        best = torch.full((len(part),), FAR, dtype=torch.int64, device=device)
        for way in WAYS:
            gaps = part - torch.from_numpy(asked[way]).to(device).int()
            squares = (gaps * gaps).sum(dim=(1, 2), dtype=torch.int64)
            if trumps != NO_TRUMPS:
                squares[torch.from_numpy(way[suits] != trumps).to(device)] = FAR
            best = torch.minimum(best, squares)
        kept = torch.cat([kept, best]).sort().values[:K]
    nearest: Rows = kept.cpu().numpy()
    return nearest


def check(held: Resident, asked: Bytes, trumps: Bytes, cases: Bytes, theirs: Bytes) -> None:
    answers = held.nearest(asked, trumps, K)
    for row in range(len(asked)):
        expected = scanned(asked[row], int(trumps[row]), cases, theirs, held.device)
        if not np.array_equal(answers.squares[row], expected):
            raise SystemExit(f"question {row} was answered wrongly")


def timed(held: Resident, asked: Bytes, trumps: Bytes, rounds: int) -> dict[str, float]:
    """Questions a second: median, least and most of some rounds."""
    rates = []
    held.nearest(asked, trumps, K)
    for _ in range(rounds):
        before = time.perf_counter()
        held.nearest(asked, trumps, K)
        rates.append(len(asked) / (time.perf_counter() - before))
    return {
        "questions_per_second": round(median(rates), 1),
        "least": round(min(rates), 1),
        "most": round(max(rates), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=28_000_000)
    parser.add_argument("--questions", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    import torch

    if given.device == "cuda" and not torch.cuda.is_available():
        print("torch sees no GPU here: nothing was measured")
        return
    torch.set_float32_matmul_precision("high")  # short factors: exact for these numbers
    rng = np.random.default_rng(given.seed)
    pool = drawn(rng, POOL)
    cases, theirs = spread(rng, pool, given.cases)
    asked, trumps = spread(rng, pool, given.questions)
    before = time.perf_counter()
    held = Resident(cases, theirs, given.device)
    loading = time.perf_counter() - before
    check(held, asked[:CHECKED], trumps[:CHECKED], cases, theirs)
    found: dict[str, Any] = {
        "torch": torch.__version__,
        "cases": given.cases,
        "k": K,
        "loading_seconds": round(loading, 1),
        "all": timed(held, asked, trumps, given.rounds),
    }
    for name, kind in (("no_trump", trumps == NO_TRUMPS), ("trumps", trumps != NO_TRUMPS)):
        found[name] = timed(held, asked[kind], trumps[kind], given.rounds)
    if given.device == "cuda":
        found["peak_gib"] = round(torch.cuda.max_memory_allocated() / 2**30, 1)
    name = torch.cuda.get_device_name() if given.device == "cuda" else "cpu"
    result = result_of("cardplay-gpu", found, seed=given.seed, device=name)
    print(json.dumps(result, indent=1))
    if given.into is not None:
        write_result(given.into, result)


if __name__ == "__main__":
    main()
