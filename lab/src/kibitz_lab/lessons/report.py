"""Lesson deals: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, named, table
from kibitz_lab.lessons import experiment
from kibitz_lab.plans.report import CHAPTER

_BARS = {"line": 0.8, "count": 0.95, "reason": 0.7}
_DEFENCE_BAR = 0.75


def report(result: Result) -> Iterator[str]:
    """Plans by theme, cards in defence by theme, and the lessons that were missed."""
    yield "### Sixty lessons"
    yield ""
    yield (
        f"Deals of our own that teach one thing (`tests/lessons`), {len(result['lessons'])} of "
        f"them, {result['layouts']} layouts in defence, seed {result['seed']}. "
        f"{source(result)}"
    )
    themes = {name: row for name, row in result["themes"].items() if _is_of(result, name)}
    others = {name: row for name, row in result["themes"].items() if name not in themes}
    if themes:
        yield ""
        yield from table(_DECLARER, [*named(themes), {"name": "**all**", **result["declarer"]}])
        yield ""
        yield _bars(result["declarer"], _BARS)
    if others:
        yield ""
        yield from table(_DEFENCE, [*named(others), {"name": "**all**", **result["defence"]}])
        yield ""
        yield _bars(result["defence"], {"line": _DEFENCE_BAR})
    if proofs := [one["proof"] for one in result["lessons"] if "proof" in one]:
        gains = sorted(one["right"] - one["rival"] for one in proofs)
        yield ""
        yield (
            f"Proved double dummy: {sum(one['holds'] for one in proofs)} of {len(proofs)}, better "
            f"than the student's line by {gains[0]:.0%} to {gains[-1]:.0%} of the layouts."
        )


def _is_of(result: Result, theme: str) -> bool:
    """Whether a theme is one of declarer's play."""
    return any(one["theme"] == theme and not one["defence"] for one in result["lessons"])


def _bars(found: Row, bars: dict[str, float]) -> str:
    words = {"line": "lines", "count": "counts", "reason": "kinds of reason"}
    return "Asked for: " + ", ".join(
        f"{words[name]} {bar:.0%} ({'reached' if found[name]['share'] >= bar else 'missed'})"
        for name, bar in bars.items()
        if found[name] is not None
    )


def _of(name: str) -> Callable[[Row], Any]:
    def cell(row: Row) -> str | None:
        found = row[name]
        if found is None:
            return None
        return f"{found['right']} of {found['of']} ({found['low']:.0%} to {found['high']:.0%})"

    return cell


_DECLARER = (
    Column("declarer's play", "name", left=True),
    Column("line right", _of("line")),
    Column("part of it", "partly"),
    Column("count right", _of("count")),
    Column("kind of reason", _of("reason")),
)
_DEFENCE = (
    Column("defence", "name", left=True),
    Column("card right", _of("line")),
    Column("kind of reason", _of("reason")),
)

STUDIES = (
    Study(
        name="lessons",
        task=experiment.Task,
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="lessons",
        command="lab lessons --prove 200",
        quick="lab lessons --theme Covering --layouts 4 --prove 4",
        chapter=CHAPTER,
        report=report,
    ),
)
