"""What the SIBL runs say together: means with intervals, significance, the paper's claims."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kibitz.lab.harness.statistics import Estimate, sign_flip_p
from kibitz.lab.sibl.deals import Material
from kibitz.lab.sibl.experiment import (
    AVERAGING,
    COMBINATION,
    FIXED,
    IB2,
    MAKERS,
    MEASURES,
    PAPER,
    PAPER_MIX,
    VOTE,
    Legality,
    Protocol,
    Run,
)
from kibitz.precedents.sequential import Metric

CLAIMS = (
    *((f"{maker} below IB3", IB2, maker) for maker in FIXED),
    ("vote above IB3", VOTE, IB2),
    ("SSM averaging above vote", AVERAGING, VOTE),
    ("SSM combination above averaging", COMBINATION, AVERAGING),
)
"""The paper's claims: the first maker named does better than the second (section 5)."""

LEVEL = 0.05
"""Rows whose difference would come about by chance more often than this are not told apart."""


def summary(
    runs: Sequence[Run],
    legalities: Sequence[Legality],
    material: Material,
    seed: int,
    protocol: Protocol,
) -> dict[str, Any]:
    """The whole experiment as plain data."""
    return {
        "records": [material.cited],
        "runs": len(runs),
        "models": protocol.models,
        "training_deals": protocol.training,
        "testing_deals": protocol.testing,
        "real_share": Estimate.of([run.real for run in runs]).mean,
        "measures": list(MEASURES),
        "paper": PAPER,
        "stored": {
            maker: round(sum(run.stored[maker] for run in runs) / len(runs))
            for maker in runs[0].stored
        },
        "readings": {legality.value: _reading(runs, legality, seed) for legality in legalities},
        "deciding_metrics": {
            "paper": {metric.name.lower(): share for metric, share in PAPER_MIX.items()},
            "scaled": _shares(run.mix for run in runs),
            "unscaled": _shares(run.raw_mix for run in runs),
        },
    }


def _reading(runs: Sequence[Run], legality: Legality, seed: int) -> dict[str, Any]:
    return {
        "makers": {maker: _maker(runs, legality, maker, seed) for maker in MAKERS},
        "claims": [_claim(runs, legality, claim, seed) for claim in CLAIMS],
    }


def _maker(runs: Sequence[Run], legality: Legality, maker: str, seed: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column, measure in enumerate(MEASURES):
        ends = [float(run.marks[legality, maker][-1, column]) for run in runs]
        estimate = Estimate.of(ends)
        found[measure] = {
            "mean": estimate.mean,
            "within": estimate.within,
            "by_run": ends,
            "p_against_ib3": _p(runs, legality, maker, IB2, column, seed),
            "curve": [
                float(sum(run.marks[legality, maker][tenth, column] for run in runs) / len(runs))
                for tenth in range(len(runs[0].marks[legality, maker]))
            ],
        }
    return found


def _claim(
    runs: Sequence[Run], legality: Legality, claim: tuple[str, str, str], seed: int
) -> dict[str, Any]:
    name, better, worse = claim
    found = {}
    for column, measure in enumerate(MEASURES):
        differences = _differences(runs, legality, better, worse, column)
        estimate = Estimate.of(differences)
        p = sign_flip_p(differences, random.Random(seed))
        verdict = "holds" if estimate.mean > 0 else "the reverse holds"
        found[measure] = {
            "difference": estimate.mean,
            "within": estimate.within,
            "p": p,
            "verdict": verdict if p < LEVEL else "not told apart",
        }
    return {"claim": name, **found}


def _p(
    runs: Sequence[Run], legality: Legality, one: str, other: str, column: int, seed: int
) -> float:
    return sign_flip_p(_differences(runs, legality, one, other, column), random.Random(seed))


def _differences(
    runs: Sequence[Run], legality: Legality, one: str, other: str, column: int
) -> list[float]:
    return [
        float(run.marks[legality, one][-1, column] - run.marks[legality, other][-1, column])
        for run in runs
    ]


def _shares(counters: Any) -> dict[str, float]:
    total: Counter[Metric] = Counter()
    for counter in counters:
        total.update(counter)
    return {metric.name.lower(): total[metric] / max(1, sum(total.values())) for metric in Metric}
