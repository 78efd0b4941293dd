"""How often each method opens as the experts did, on deals it has not learned from.

Run:      kibitz lab openings --train FILE --test FILE, or --train FILE alone for several splits
Writes:   docs/results/openings-*.json with --into, from which docs/results.md is made
Departs:  baselines are always passing, the written house rules, and gradient boosting on the same
          features; settings were chosen by cross-validation inside training deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Annotated, Any

import numpy as np

from kibitz.bidding.openings.cases import CALL_NUMBER, OpeningCase, opening_cases
from kibitz.bidding.openings.rules import house_call
from kibitz.bidding.openings.similarity.calibration import cross_vote
from kibitz.bidding.openings.similarity.cbridge import Cases
from kibitz.bidding.openings.similarity.columns import Bytes, SituationColumns, columns_of
from kibitz.bidding.openings.similarity.features import describe
from kibitz.bidding.openings.similarity.forest import MISSING, MissingExtraError
from kibitz.bidding.openings.similarity.voters import VOTERS, teach
from kibitz.cli.learn.openings import records_of
from kibitz.errors import UsageError
from kibitz.forms import Said
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine, Stage
from kibitz_lab.harness.options import Methods, ResultName, methods_named
from kibitz_lab.harness.provenance import parts_of
from kibitz_lab.harness.results import cited
from kibitz_lab.harness.study import Found, StageWatch, begun
from kibitz_lab.openings.scores import MethodAnswers, paired, scored

BASELINES = ("always-pass", "rules", "boosting")
METHODS = (*BASELINES, *VOTERS)
SECONDS_A_CASE = 2e-3  # about how long one process takes per case and method
PRECEDENTS, BOOSTING = "forest", "boosting"


@dataclass(frozen=True, slots=True)
class OpeningSide:
    """Cases as arrays: one side of a split."""

    columns: SituationColumns
    calls: Bytes
    deals: Cases

    @classmethod
    def of(cls, cases: Sequence[OpeningCase]) -> OpeningSide:
        columns, calls = columns_of(cases)
        return cls(columns, calls, np.array([case.deal for case in cases], dtype=np.int64))

    def __getitem__(self, chosen: Any) -> OpeningSide:
        return OpeningSide(self.columns[chosen], self.calls[chosen], self.deals[chosen])

    def __len__(self) -> int:
        return len(self.calls)


def disjoint(train: OpeningSide, test: OpeningSide) -> OpeningSide:
    """The training cases whose hand is in no test case, so that no board is on both sides."""
    apart = ~np.isin(train.columns.hands, test.columns.hands)
    return train[np.flatnonzero(apart)]


def split(cases: OpeningSide, seed: int, share: float = 0.2) -> tuple[OpeningSide, OpeningSide]:
    """Split the cases into training and test, by deal."""
    names, places = np.unique(cases.deals, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(names))
    tests = (order < share * len(names))[places]
    return cases[np.flatnonzero(~tests)], cases[np.flatnonzero(tests)]


def answers(
    method: str, train: OpeningSide, test: OpeningSide, *, seed: int, jobs: int = 1
) -> MethodAnswers:
    """A method's calls, timed for answering, not for learning."""
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


def boost(train: OpeningSide, seed: int) -> Any:
    """scikit-learn's gradient boosting, with a penalty against overfitting rare calls."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise MissingExtraError(MISSING) from None

    model = HistGradientBoostingClassifier(
        learning_rate=0.1, l2_regularization=5, max_iter=60, early_stopping=False,
        random_state=seed,
    )  # fmt: skip
    with threadpool_limits(1):  # its threads would wait for each other on a busy machine
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
    """One method, trained and tested in one run."""

    method: str
    seed: int
    train: OpeningSide
    test: OpeningSide
    jobs: int

    @property
    def key(self) -> tuple[str, int]:
        return self.method, self.seed


def _tried(trial: _Trial) -> dict[str, Any]:
    """A method's row of the table, and its calls."""
    given = answers(trial.method, trial.train, trial.test, seed=trial.seed, jobs=trial.jobs)
    row = scored(given, trial.test.calls, trial.test.deals, trial.seed)
    return {"row": row, "calls": given.calls.tolist()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How often each method opens as the experts did, on deals it has not learned from.

    Accuracy, calls other than pass, the mean over calls, calibration, with intervals over deals.

    Example: kibitz lab openings --train wbridge5.jsonl.gz --method forest --method boosting
    """

    train: Annotated[Sequence[Path], Said("Files to learn from; may be given several times.")]
    test: Annotated[
        Sequence[Path], Said("Files of other deals; without them, several splits of --train.")
    ] = ()
    apart: Annotated[bool, Said("Test on the last three of every ten tables of --train.")] = False
    methods: Methods = ()
    system: Annotated[str | None, Said("Only cases of this system.")] = None
    mixed: Annotated[bool, Said("Learn all systems as one: asked for, never by itself.")] = False
    runs: Annotated[
        int | None,
        Said("Seeds: 1 with --test; else 5, each another split.", bounds=(1, 100)),
    ] = None
    most: Annotated[int, Said("At most so many deals of each side.", bounds=(100, None))] = (
        1_000_000
    )
    by: Annotated[str, Said("What a split keeps together: deal, or event (for people).")] = "deal"
    name: ResultName = "openings"
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The cases of both sides, and where finished trials are kept."""

    task: Task
    methods: Sequence[str]
    learning: Sequence[OpeningCase]
    tested: Sequence[OpeningCase]
    """Empty if every seed splits *learning* anew."""
    parts: Parts

    @property
    def seeds(self) -> range:
        return range(self.task.seed, self.task.seed + (self.task.runs or (1 if self.tested else 5)))

    @property
    def stages(self) -> list[Stage]:
        tasks = len(self.seeds) * len(self.methods)
        seconds = SECONDS_A_CASE * len(self.learning)
        return [Stage(tasks, min(tasks, len(self.parts)), seconds)]

    def clear(self) -> None:
        self.parts.clear()


def prepared(task: Task, watch: StageWatch) -> Prepared:
    """Read the files, choose one system's cases, and set apart those to test."""
    methods = methods_named(task.methods, METHODS)
    if task.by not in ("deal", "event"):
        raise UsageError(f"Split by deal or by event, not by {task.by!r}.")
    if task.apart and (task.test or task.by != "deal"):
        raise UsageError("--apart splits --train by deal: give it neither --test nor --by event.")
    learning = of_system(cases_of(task.train, task.most, task.by), task)
    tested = cases_of(task.test, task.most, task.by) if task.test else []
    if tested:
        tested = of_system(tested, task, like=learning)
    elif task.apart:  # of every ten tables seven to learn from; the others are for this test alone
        learning, tested = (
            [one for one in learning if ((one.deal - 1) % 10 < 7) == taught]
            for taught in (True, False)
        )
    files = [cited(file) for file in (*task.train, *task.test)]
    asked = (files, task.system, task.mixed, task.most, task.by, task.apart, bool(task.test))
    return Prepared(task, methods, learning, tested, parts_of("openings", *asked))


def run(ready: Prepared, *, engine: Engine, watch: StageWatch) -> Found:
    """The table of methods, over all seeds."""
    part, asked = OpeningSide.of(ready.learning), OpeningSide.of(ready.tested)
    found = over_seeds(
        lambda seed: (part, asked) if ready.tested else split(part, seed),
        ready.methods,
        seeds=ready.seeds,
        engine=engine,
        parts=ready.parts,
        tell=begun(watch, "methods", len(ready.seeds) * len(ready.methods)),
    )
    found["splits"] = not ready.tested
    found["ceiling"] = ceiling(ready.tested or ready.learning)
    return found


def cases_of(files: Sequence[Path], most: int = 1_000_000, by: str = "deal") -> list[OpeningCase]:
    """The opening decisions of files, or else of the library, numbered by table or by event."""
    cases, events = list[OpeningCase](), dict[str, int]()
    for table, record in enumerate(islice(records_of(list(files), None), most), start=1):
        event = events.setdefault(record.citation.event, len(events) + 1)
        cases.extend(opening_cases(record, event if by == "event" else table))
    return cases


def of_system(
    cases: list[OpeningCase], task: Task, like: Sequence[OpeningCase] | None = None
) -> list[OpeningCase]:
    """The cases of one system, the one named or the only one; all of them with ``--mixed``.

    With *like*, the cases of the systems found there.
    """
    if task.mixed:
        return cases
    chosen = cases
    if like is not None:
        taught = {case.system for case in like}
        chosen = [case for case in cases if case.system in taught]
    elif task.system is not None:
        wanted = task.system.casefold()
        chosen = [
            case
            for case in cases
            if wanted in (case.system.name.casefold(), str(case.system).casefold())
        ]
    if len({case.system for case in chosen}) == 1:
        return chosen
    names = ", ".join(sorted({repr(str(case.system)) for case in cases}))
    raise UsageError(f"Choose one system with --system, or mix them with --mixed: {names}.")


def over_seeds(
    sides_of: Callable[[int], tuple[OpeningSide, OpeningSide]],
    methods: Sequence[str],
    *,
    seeds: Sequence[int],
    engine: Engine | None = None,
    parts: Parts | None = None,
    tell: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """One run per seed: every row, means with their spread, and paired tests.

    *sides_of* gives the training and the test cases of a seed.
    """
    engine = engine or Engine()
    sides = {seed: sides_of(seed) for seed in seeds}
    sides = {seed: (disjoint(train, test), test) for seed, (train, test) in sides.items()}
    alone = engine.jobs if len(seeds) * len(methods) == 1 else 1  # else methods share them
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
    """Each method's figures over the runs, with mean and standard deviation."""
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
    """How often two openers with the same hand, seat and vulnerability make the same call."""
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
