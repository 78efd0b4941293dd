"""How often each method opens as the experts did, on deals it has not learned from.

Run:      kibitz lab openings --train FILE --test FILE, or --train FILE alone for several splits
Writes:   docs/results/openings-*.json with --into, from which docs/results.md is made
Departs:  baselines are always passing, the written house rules, and gradient boosting on the same
          features; settings were chosen by cross-validation inside training deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

import numpy as np

from kibitz.bidding.openings.cases import CALL_NUMBER, OpeningCase
from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.openings.similarity.calibration import cross_vote
from kibitz.bidding.openings.similarity.cbridge import Cases
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns, columns_of
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import MISSING, MissingExtraError
from kibitz.bidding.openings.similarity.voters import VOTERS, teach
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz_lab.openings.scores import MethodAnswers, paired, scored

BASELINES = ("always-pass", "rules", "boosting")
METHODS = (*BASELINES, *VOTERS)
SECONDS_A_CASE = 2e-3  # what a case takes a method and one process, about
PRECEDENTS, BOOSTING = "forest", "boosting"


@dataclass(frozen=True, slots=True)
class Part:
    """Cases as arrays: one side of a split."""

    columns: SituationColumns
    calls: Bytes
    deals: Cases

    @classmethod
    def of(cls, cases: Sequence[OpeningCase]) -> Part:
        columns, calls = columns_of(cases)
        return cls(columns, calls, np.array([case.deal for case in cases], dtype=np.int64))

    def __getitem__(self, chosen: Any) -> Part:
        return Part(self.columns[chosen], self.calls[chosen], self.deals[chosen])

    def __len__(self) -> int:
        return len(self.calls)


def disjoint(train: Part, test: Part) -> Part:
    """The training cases whose hand is in no test case: no board may be on both sides."""
    apart = ~np.isin(train.columns.hands, test.columns.hands)
    return train[np.flatnonzero(apart)]


def split(cases: Part, seed: int, share: float = 0.2) -> tuple[Part, Part]:
    """Training and test, by deal."""
    names, places = np.unique(cases.deals, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(names))
    tests = (order < share * len(names))[places]
    return cases[np.flatnonzero(~tests)], cases[np.flatnonzero(tests)]


def answers(method: str, train: Part, test: Part, *, seed: int, jobs: int = 1) -> MethodAnswers:
    """What a method calls; its time is that of answering, not of learning."""
    if method == "always-pass":
        return MethodAnswers(method, np.zeros(len(test), dtype=np.uint8), 0.0)
    if method == "rules":
        return _timed(method, lambda: _by_rule(test.columns))
    if method == BOOSTING:
        model = boost(train, seed)
        return _timed(method, lambda: model.predict(describe(test.columns)[1]).astype(np.uint8))
    voter, scale = teach(method, train.columns, train.calls, seed=seed, jobs=jobs), None
    if method == PRECEDENTS:
        crossed = cross_vote(train.columns, train.calls, train.deals, seed=seed, jobs=jobs)
        voter, scale = replace(voter, power=crossed.power), crossed.calibration
    start = perf_counter()
    votes = voter.votes(test.columns)
    seconds = perf_counter() - start
    calls = MethodAnswers(method, votes.calls, seconds, votes.shares, votes.unanimous)
    if scale is None:
        return calls
    confidence = np.array([scale.chance(share) for share in votes.shares])
    return replace(calls, confidence=confidence, power=voter.power)


def boost(train: Part, seed: int) -> Any:
    """scikit-learn's gradient boosting, with the penalty that keeps rare calls from wrecking it."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise MissingExtraError(MISSING) from None

    model = HistGradientBoostingClassifier(
        learning_rate=0.1, l2_regularization=5, max_iter=60, early_stopping=False,
        random_state=seed,
    )  # fmt: skip
    with threadpool_limits(1):  # on a busy machine its threads wait for each other
        return model.fit(describe(train.columns)[1], train.calls)


def _timed(method: str, ask: Callable[[], Bytes]) -> MethodAnswers:
    start = perf_counter()
    calls = ask()
    return MethodAnswers(method, calls, perf_counter() - start)


def _by_rule(asked: SituationColumns) -> Bytes:
    calls = [CALL_NUMBER[house_call(asked.situation(row))] for row in range(len(asked))]
    return np.array(calls, dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """One method, taught and tested in one run."""

    method: str
    seed: int
    train: Part
    test: Part
    jobs: int

    @property
    def key(self) -> tuple[str, int]:
        return self.method, self.seed


def _tried(trial: _Trial) -> dict[str, Any]:
    """The row of a method, and its calls."""
    given = answers(trial.method, trial.train, trial.test, seed=trial.seed, jobs=trial.jobs)
    row = scored(given, trial.test.calls, trial.test.deals, trial.seed)
    return {"row": row, "calls": given.calls.tolist()}


def over_seeds(
    parts_of: Callable[[int], tuple[Part, Part]],
    methods: Sequence[str],
    *,
    seeds: Sequence[int],
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """A run for each seed: every row, means with spread, and the paired tests.

    *parts_of* gives the training and the test cases of a seed.
    """
    engine = engine or Engine()
    sides = {seed: parts_of(seed) for seed in seeds}
    sides = {seed: (disjoint(train, test), test) for seed, (train, test) in sides.items()}
    alone = engine.jobs if len(seeds) * len(methods) == 1 else 1  # else the methods share them
    trials = [_Trial(method, seed, *sides[seed], alone) for seed in seeds for method in methods]
    found = engine.run(_tried, trials, tell=tell, parts=parts, key=lambda trial: trial.key)
    given = {trial.key: outcome for trial, outcome in zip(trials, found, strict=True)}
    runs, tests = [], []
    for seed, (train, test) in sides.items():
        rows = [given[method, seed]["row"] for method in methods]
        runs.append({"seed": seed, "train": len(train), "rows": rows})
        if PRECEDENTS in methods and BOOSTING in methods:
            one, other = (
                np.array(given[method, seed]["calls"], np.uint8) == test.calls
                for method in (PRECEDENTS, BOOSTING)
            )
            tests.append(paired(one, other, test.deals, seed))
    return {"mean": _means(runs), "precedents_less_boosting": tests, "runs": runs}


def _means(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each method's figures over the runs: mean and standard deviation."""
    means = []
    for place, first in enumerate(runs[0]["rows"]):
        row: dict[str, Any] = {"method": first["method"]}
        for name, value in first.items():
            if isinstance(value, float) or name == "decisions":
                values = [run["rows"][place][name] for run in runs if name in run["rows"][place]]
                row[name] = round(fmean(values), 5)
                row[f"{name}_sd"] = round(stdev(values), 5) if len(values) > 1 else 0.0
        means.append(row)
    return means


def ceiling(cases: Sequence[OpeningCase]) -> dict[str, Any]:
    """How often two openers with the same hand, seat and colours make the same call."""
    held: dict[Any, list[OpeningCase]] = {}
    for case in cases:
        held.setdefault(case.situation, []).append(case)
    pairs = agreed = bids = agreed_bids = 0
    for group in held.values():
        for place, one in enumerate(group):
            for other in group[place + 1 :]:
                pairs += 1
                agreed += one.call == other.call
                if CALL_NUMBER[one.call]:
                    bids += 1
                    agreed_bids += one.call == other.call
    return {
        "method": "two experts agree",
        "decisions": pairs,
        "accuracy": round(agreed / pairs, 5) if pairs else 0.0,
        "non_pass": round(agreed_bids / bids, 5) if bids else 0.0,
    }
