"""Lookahead at one decision: the command, its result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.runtime.running import Engine
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Found, StageWatch, Study
from kibitz_lab.harness.tables import Column, table, within
from kibitz_lab.lookahead import every_chair, experiment
from kibitz_lab.lookahead.experiment import Task

CHAPTER = Chapter("Lookahead")


def report(result: Result) -> Iterator[str]:
    """What lookahead adds at one decision."""
    yield "### One real decision at a time"
    yield ""
    yield (
        f"{result['decisions']:,} real decisions, one a table, of {result['events']} events of "
        f"{files(result)} that nothing was learned from; {result['layouts']} layouts; "
        f"similarity {result['similarity']}, precedents of {result['precedents']:,} tables; the "
        f"logarithm of the votes plus {result['trick_weight']:g} times the tricks. Intervals over "
        f"events. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])


_COLUMNS = (
    Column("method", "method", left=True),
    Column(
        "agrees with the expert",
        lambda row: within(row["agreement_real"], row["agreement_within"], ".1%"),
    ),
    Column(
        "tricks lost a decision, double dummy",
        lambda row: within(row["tricks_lost"], row["tricks_lost_within"], ".3f"),
    ),
)


def report_layouts(result: Result) -> Iterator[str]:
    """What is gained by weighing the calls, and the cards played."""
    yield "### Layouts by the calls and the cards"
    yield ""
    yield (
        f"{result['decisions']:,} real decisions, one a table, of {result['events']} events of "
        f"{files(result)} that taught no network, half of declarer's side and half of the "
        f"defenders'; lookahead alone, {result['layouts']} layouts, drawn by how likely the calls "
        "and the cards played make them, by the calls alone, and by rules about single calls. "
        "Tricks lost a decision, double dummy; what is saved decision by decision, intervals over "
        f"events. {source(result)}"
    )
    yield ""
    yield from table(_LAYOUTS, result["rows"])
    yield ""
    yield (
        "The same decisions: of the cards whose hand nothing seen settles, how many are in the "
        "hand thought the likeliest. Where not all layouts that there are were weighed: how many "
        "equally likely ones the median belief is worth, and how many are worth fewer than thirty."
    )
    yield ""
    yield from table(_PLACED, result["rows"])


def _lost(title: str, name: str) -> Column:
    return Column(title, lambda row: within(row[name], row[f"{name}_within"], ".3f"))


def _share(title: str, name: str) -> Column:
    return Column(title, lambda row: within(row[name], row[f"{name}_within"], ".1%"))


_LAYOUTS = (
    Column("", "of", left=True),
    Column("decisions", "decisions", ","),
    _lost("lost, calls and cards", "lost_cards"),
    _lost("lost, calls", "lost_calls"),
    _lost("lost, rules", "lost_rules"),
    _lost("saved by the calls", "saved"),
    _lost("saved by the cards", "saved_by_cards"),
)

_PLACED = (
    Column("", "of", left=True),
    _share("placed, calls and cards", "placed_cards"),
    _share("placed, calls", "placed_calls"),
    _share("more", "more_placed"),
    Column("not all layouts", "sampled", ","),
    Column("worth", "worth", ".0f"),
    Column("under thirty", "thin", ","),
)


def prepare(task: Task, watch: StageWatch) -> experiment.Prepared | every_chair.Prepared:
    """Read the files and draw from them, for either experiment."""
    if task.every_chair:
        return every_chair.prepared(task, watch)
    return experiment.prepared(task, watch)


def run(
    ready: experiment.Prepared | every_chair.Prepared, *, engine: Engine, watch: StageWatch
) -> Found:
    if isinstance(ready, every_chair.Prepared):
        return every_chair.run(ready, engine=engine, watch=watch)
    return experiment.run(ready, engine=engine, watch=watch)


def report_either(result: Result) -> Iterator[str]:
    """The report of the experiment that was run."""
    return (report_layouts if result["experiment"] == "layouts" else report)(result)


STUDIES = (
    Study(
        name="lookahead",
        task=Task,
        records=("train", "test"),
        prepare=prepare,
        run=run,
        report=report_either,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="lookahead",
        command="lab lookahead --train {human_3nt_made.jsonl.gz} --test {human_3nt_made.jsonl.gz}"
        " --sample 1200",
        quick="lab lookahead --train {3nt.jsonl} --test {3nt.jsonl} --sample 3 --layouts 2",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="layouts",
        command="lab pack-tables --records {human_players.jsonl.xz} --into {made-tables.kibitz}; "
        "lab lookahead --every-chair --test {made-tables.kibitz} --sample 80",
        quick="lab lookahead --every-chair --test {4s.jsonl} --sample 4 --layouts 2",
        chapter=CHAPTER,
        report=report_layouts,
    ),
)
