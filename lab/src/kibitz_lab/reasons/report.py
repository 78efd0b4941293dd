"""Reasons for plans and cards: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table, within
from kibitz_lab.plans.report import CHAPTER
from kibitz_lab.reasons import experiment

_ASKED = {
    "plans": {"said": 0.85, "held": 0.97, "same_kind": 0.9, "by_chance": 0.05},
    "cards": {"said": 0.80, "held": 0.97, "same_kind": 0.9, "by_chance": 0.05},
}
_FOR_TENTHS = 90
"""The least number of decisions of which tenths tell anything."""
_NAMES = {
    "said": "a reason said",
    "held": "true on fresh layouts",
    "same_kind": "same kind found from them alone",
    "by_chance": "failures dealt at random that get one",
}


def report(result: Result) -> Iterator[str]:
    """Both sorts of comparison side by side, their kinds, and the confidence of cards."""
    cards = result["cards"]
    yield "### Reasons for plans and cards"
    yield ""
    yield (
        f"Comparisons that answers make by themselves, at {files(result)}, events that no network "
        f"was taught by: {result['deals']} deals planned, {cards['decisions']} decisions about a "
        f"card of {cards['events']} events, half of them declarer's, each the one most in doubt of "
        f"three; {result['layouts']} fresh "
        f"layouts each, seed {result['seed']}. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, list(_rows(result)))
    for name in _ASKED:
        if result[name]["seconds"] is not None:
            yield ""
            yield (
                f"To find the reason of one comparison ({name}): {result[name]['seconds']:.3f} s "
                f"of a core at the median."
            )
    yield ""
    yield from table(_KINDS, list(_kinds(result)))
    for name, found in cards["choices"].items():
        yield ""
        yield from _choice(name, found)


def _rows(result: Result) -> Iterator[Row]:
    for figure, name in _NAMES.items():
        yield {
            "name": name,
            **{one: result[one][figure] for one in _ASKED},
            **{f"{one} asked": asked[figure] for one, asked in _ASKED.items()},
        }


def _share(row: Row, name: str) -> str | None:
    found = row[name]
    if found is None:
        return None
    interval = f"{found['low']:.0%} to {found['high']:.0%}"
    return f"{found['right']} of {found['of']}: {found['share']:.0%} ({interval})"


def _kinds(result: Result) -> Iterator[Row]:
    for name in _ASKED:
        for one in result[name]["kinds"]:
            yield {"of": name, **one}


def _choice(name: str, found: dict[str, Any]) -> Iterator[str]:
    """The cards of one group: what they agree with, what they lose, how sure they were."""
    yield f"**Cards, {name}**: {found['decisions']} decisions at which several cards were tried."
    yield ""
    yield from table(_WAYS, found["rows"])
    sure = found["sure"]
    if sure is not None:
        yield ""
        told = f"Confidence of the joined advice: said {sure['said']:.1%}, true {sure['true']:.1%}"
        if sure["decisions"] < _FOR_TENTHS:
            yield f"{told}."
            return
        yield (
            f"{told}; of its tenths the one furthest off is off by {sure['off']:.1%} (standard "
            f"error {sure['off_error']:.1%}), and {sure['beyond']} of {len(sure['tenths'])} lie "
            "beyond their errors."
        )


_COLUMNS = (
    Column("", "name", left=True),
    Column("plans", lambda row: _share(row, "plans")),
    Column("asked", "plans asked", ".0%"),
    Column("cards", lambda row: _share(row, "cards")),
    Column("asked", "cards asked", ".0%"),
)
_KINDS = (
    Column("of", "of", left=True),
    Column("reason", "kind", left=True),
    Column("said", "said"),
    Column("held on fresh layouts", "held"),
)
_WAYS = (
    Column("card by", "of", left=True),
    Column("is the expert's", lambda row: within(row["agrees"], row["agrees_within"], ".1%")),
    Column("tricks lost, double dummy", lambda row: within(row["lost"], row["lost_within"], ".3f")),
)

STUDIES = (
    Study(
        name="reasons",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="reasons",
        command="lab reasons --records {human_players.jsonl.xz} --deals 150 --decisions 700",
        quick="lab reasons --records {3nt.jsonl} --deals 1 --decisions 4 --layouts 20 "
        "--every-event",
        chapter=CHAPTER,
        report=report,
    ),
)
