"""One suit: the command, its result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.wording import percent
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, named, table
from kibitz_lab.suits import study

CHAPTER = Chapter("FINESSE: one suit")


def report_tactics(result: Result) -> Iterator[str]:
    """What the paper's tactics lose."""
    yield "### What the tree of tactics loses against the exact line"
    yield ""
    yield (
        f"{result['problems']} combinations drawn like the Encyclopedia's, seed {result['seed']}; "
        f"chances, and for the average tricks. {source(result)}"
    )
    yield ""
    yield from table(_TACTICS, named(result["goals"]))


def report_texts(result: Result) -> Iterator[str]:
    """How many texts are FINESSE's own."""
    yield "### Our plans beside FINESSE's texts"
    yield ""
    yield (
        f"{result['same']} of the {result['legible']} legible texts are the same once case, "
        "punctuation, spelling and 10/ten are folded; the others, in our words. "
        f"{source(result)}"
    )
    yield ""
    yield from table(_TEXTS, result["different"])


def report_plans(result: Result) -> Iterator[str]:
    """How long plans are."""
    yield "### How long plans are"
    yield ""
    yield (
        f"All {result['combinations']:,} combinations like the Encyclopedia's, each for its most "
        f"tricks: {result['told']:,} have a plan in words ({result['plans']:,} different ones), "
        f"{result['played_out']:,} of them played out against every layout and defence; "
        f"{percent(result['eight'], 2)} of them in at "
        f"most eight lines, {percent(result['three'], 1)} in at most three; the longest has "
        f"{result['longest']}. {source(result)}"
    )
    if "average" in result:
        row = result["average"]
        yield ""
        yield (
            f"For the best average {row['told']:,} have a plan in words, "
            f"{percent(row['eight'], 2)} of them in at most eight lines; the longest has "
            f"{row['longest']}."
        )
    if "note" in result:
        yield ""
        yield result["note"]


_TACTICS = (
    Column("goal", "name", left=True),
    Column("questions", "questions", ","),
    Column("as good", lambda row: percent(row["as_good"], 1)),
    Column("mean loss", "mean_loss", ".4f"),
    Column("sd", "spread_of_loss", ".4f"),
    Column("mean where worse", "mean_loss_where_worse", ".4f"),
    Column("largest", "largest_loss", ".4f"),
)
_TEXTS = (
    Column("#", "number"),
    Column("cards", "cards", left=True),
    Column("chance", "chance", ".2%"),
    Column("our text", lambda row: "; ".join(line.strip() for line in row["text"]), left=True),
    Column("why it differs", "reason", left=True),
)


def report(result: Result) -> Iterator[str]:
    """The report of the experiment that was run."""
    by_name = {"suits_texts": report_texts, "suits_table": report_plans}
    yield from by_name.get(result["experiment"], report_tactics)(result)


STUDIES = (
    Study(
        name="suits",
        task=study.Task,
        records=("texts",),
        prepare=study.prepared,
        run=study.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="suits",
        command="lab suits --problems 650 --seed 1",
        quick="lab suits --problems 8",
        chapter=CHAPTER,
        report=report_tactics,
    ),
    Experiment(
        result="suits_texts",
        command="lab suits --texts {../suits/finesse_problems.json}",
        quick="lab suits --texts {texts.json}",
        chapter=CHAPTER,
        report=report_texts,
    ),
    Experiment(
        result="suits_table",
        command="lab suits --plans",
        quick="lab suits --plans --problems 64",
        chapter=CHAPTER,
        report=report_plans,
    ),
)
