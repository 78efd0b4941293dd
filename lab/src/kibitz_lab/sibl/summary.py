"""The summary of the SIBL runs: means with intervals, significance, the paper's claims."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.precedents.sequences.sequential import Metric
from kibitz_lab.harness.statistics import MeanEstimate, sign_flip_p
from kibitz_lab.sibl.deals import Material
from kibitz_lab.sibl.exam import MEASURES
from kibitz_lab.sibl.experiment import MIXES, Protocol, SiblRun
from kibitz_lab.sibl.pupils import AVERAGING, COMBINATION, FIXED, IB2, MAKERS, VOTE
from kibitz_lab.sibl.readings import TARGET_SEEN, TRIED, Legality, SiblReading

PAPER_FIGURES = {IB2: 0.197, VOTE: 0.25, AVERAGING: 0.36, COMBINATION: 0.43}
"""Sections 5 and 7: 43 % is "118 % more often" than IB3, the vote "27 % more often"."""

PAPER_MIX = {
    Metric.DISTANCE: 0.80,
    Metric.CONVERGENCE: 0.17,
    Metric.CONSISTENCY: 0.02,
    Metric.RECENCY: 0.01,
}
"""Section 5; its last hundredth is recency or chance."""

LEVEL = 0.01
"""The paper's "99% confidence level"."""

_LAST = 2
"""The last of ten tests, where curves "appear to flatten in the last 10-20% of training"."""

Difference = Callable[[SiblRun, int], float]
"""The margin by which a claim holds in one run, by one measure."""


@dataclass(frozen=True, slots=True)
class PaperClaim:
    """A claim of section 5: it holds where its difference is positive."""

    text: str
    makers: tuple[str, ...]
    difference: Difference


def claims(reading: SiblReading) -> Iterator[PaperClaim]:
    """All claims that the paper makes about its Figure 2, in order."""
    learners = (IB2, *FIXED, VOTE, AVERAGING, COMBINATION)
    pairs = (
        *((f"{maker} above random", maker, reading.random) for maker in learners),
        *((f"{maker} below IB3", IB2, maker) for maker in FIXED),
        *((f"{maker} above IB3", maker, IB2) for maker in (VOTE, AVERAGING, COMBINATION)),
        ("SSM averaging above vote", AVERAGING, VOTE),
        ("SSM combination above vote", COMBINATION, VOTE),
        ("SSM combination above averaging", COMBINATION, AVERAGING),
    )
    for text, better, worse in pairs:
        yield PaperClaim(text, (better, worse), _above(reading, better, worse))
    for maker in learners:
        yield PaperClaim(f"the curve of {maker} flattens", (maker,), _flattening(reading, maker))


def _above(reading: SiblReading, better: str, worse: str) -> Difference:
    def difference(run: SiblRun, column: int) -> float:
        one, other = (run.marks[reading.name, maker] for maker in (better, worse))
        return float(one[-1, column] - other[-1, column])

    return difference


def _flattening(reading: SiblReading, maker: str) -> Difference:
    """How much more each tenth of the training added before the last fifth than in it."""

    def difference(run: SiblRun, column: int) -> float:
        curve = run.marks[reading.name, maker][:, column]
        if len(curve) <= _LAST + 1:
            return 0.0
        gains = np.diff(curve)
        return float(gains[:-_LAST].mean() - gains[-_LAST:].mean())

    return difference


def summary(
    runs: Sequence[SiblRun],
    readings: Sequence[SiblReading],
    material: Material,
    seed: int,
    protocol: Protocol,
) -> dict[str, Any]:
    """The whole experiment as plain data."""
    first = [each.name for each in readings if each.legality is not Legality.CANDIDATES]
    return {
        "records": [material.cited],
        "runs": len(runs),
        "models": protocol.models,
        "training_deals": protocol.training,
        "testing_deals": protocol.testing,
        "real_share": MeanEstimate.of([run.real for run in runs]).mean,
        "measures": list(MEASURES),
        "paper": PAPER_FIGURES,
        "tried": TRIED if readings[0] in TARGET_SEEN else len(readings),
        "stored": {
            maker: round(sum(run.stored[maker] for run in runs) / len(runs))
            for maker in runs[0].stored
        },
        "readings": {reading.name: _reading(runs, reading, seed) for reading in readings},
        "deciding_metrics": _mixes(runs, first or [each.name for each in readings]),
    }


def _reading(runs: Sequence[SiblRun], reading: SiblReading, seed: int) -> dict[str, Any]:
    makers = [maker for maker in MAKERS if (reading.name, maker) in runs[0].marks]
    ceiling = MeanEstimate.of([run.ceilings[reading.name] for run in runs])
    return {
        "speaks_for": reading.speaks_for,
        "speaks_against": reading.speaks_against,
        "legality": reading.legality.value,
        "sees_target": reading.sees_target,
        "precision": reading.precision,
        "any_candidate_right": {"mean": ceiling.mean, "within": ceiling.within},
        "makers": {maker: _maker(runs, reading, maker, seed) for maker in makers},
        "claims": [
            _claim(runs, claim, seed) for claim in claims(reading) if {*claim.makers} <= {*makers}
        ],
        "deciding_metrics": _mixes(runs, [reading.name]),
    }


def _maker(runs: Sequence[SiblRun], reading: SiblReading, maker: str, seed: int) -> dict[str, Any]:
    above = _above(reading, maker, IB2)
    row: dict[str, Any] = {}
    for column, measure in enumerate(MEASURES):
        curves = [run.marks[reading.name, maker][:, column] for run in runs]
        ends = [float(curve[-1]) for curve in curves]
        estimate = MeanEstimate.of(ends)
        row[measure] = {
            "mean": estimate.mean,
            "within": estimate.within,
            "by_run": ends,
            "p_against_ib3": sign_flip_p([above(run, column) for run in runs], random.Random(seed)),
            "curve": [float(sum(tenth) / len(runs)) for tenth in zip(*curves, strict=True)],
        }
    return row


def _claim(runs: Sequence[SiblRun], claim: PaperClaim, seed: int) -> dict[str, Any]:
    found = {}
    for column, measure in enumerate(MEASURES):
        differences = [claim.difference(run, column) for run in runs]
        estimate = MeanEstimate.of(differences)
        p = sign_flip_p(differences, random.Random(seed))
        verdict = "holds" if estimate.mean > 0 else "the reverse holds"
        found[measure] = {
            "difference": estimate.mean,
            "within": estimate.within,
            "p": p,
            "verdict": verdict if p < LEVEL else "not told apart",
        }
    return {"claim": claim.text, **found}


def _mixes(runs: Sequence[SiblRun], readings: Sequence[str]) -> dict[str, dict[str, float]]:
    """How often each metric decided, by every way of counting, beside the paper's figures."""
    paper = {metric.name.lower(): share for metric, share in PAPER_MIX.items()}
    counted = {
        how: _shares(run.mixes[reading, how] for run in runs for reading in readings)
        for how in MIXES
    }
    return {"paper": paper, **counted}


def _shares(counters: Iterable[Counter[Metric]]) -> dict[str, float]:
    total: Counter[Metric] = Counter()
    for counter in counters:
        total.update(counter)
    return {metric.name.lower(): total[metric] / max(1, sum(total.values())) for metric in Metric}
