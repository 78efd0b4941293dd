"""What calls mean: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.meanings import experiment

CHAPTER = Chapter("What calls mean")


def report(result: Result) -> Iterator[str]:
    """Whether the ranges hold, and how wide they are."""
    yield "### Stated ranges on events that nobody learned from"
    yield ""
    yield (
        f"The {result['calls']} calls that come up most often among the first two of each player, "
        f"at {result['tested']:,} tables of {result['events']} events of {files(result)}; ranges "
        f"stated from {result['memory']:,} tables of other events. Systems are told apart for "
        f"{result['told_apart']} of the calls. Then {result['rare']} calls after auctions that are "
        "too rare among the tables that teach: from hands of auctions that mean the same, the "
        "share stated being that of auctions left out in turn, or as the network of calls reads "
        f"them. Over all hands, whatever was called, such ranges "
        f"hold {result['prior']['points']:g} numbers of points and "
        f"{result['prior']['lengths']:g} lengths of a suit. Every range counts the same; "
        f"intervals over events. {source(result)}"
    )
    yield ""
    yield from table(
        (Column("", "whose", left=True), Column("of", "of", left=True), *_FIGURES), result["rows"]
    )
    yield ""
    yield "Of all pairs, ranges that state much the same share together:"
    yield ""
    yield from table((Column("stated", _bin, left=True), *_FIGURES), result["calibration"])


def report_claims(result: Result) -> Iterator[str]:
    """Whether what a call is said to show is so."""
    yield "### What a call is said to show"
    yield ""
    yield (
        f"{result['shown_calls']:,} calls, each at a place drawn by the seed from tables spread "
        f"evenly over {result['tested']:,} tables of {result['events']} events for testing, of "
        f"{files(result)}: what is claimed of the hand behind it, from at least forty hands after "
        f"the same auction among {result['memory']:,} tables of other events, or else from what "
        "the network of calls reads. A claim said plainly must hold 95 times in 100, one said with "
        "*usually* 90 times. Traits are those of a whole hand, such as a four-card major. Every "
        f"claim counts the same; intervals over events. {source(result)}"
    )
    yield ""
    yield from table(_CLAIMS, result["shown"])


def _bin(row: Row) -> str:
    return f"{row['from']:.0%} to {row['to']:.0%}"


def _gap(row: Row) -> str:
    return f"{100 * (row['held'] - row['stated']):+.1f} ± {100 * row['difference_within']:.1f}"


def _within(row: Row) -> str:
    return f"{100 * row['held']:.1f} ± {100 * row['within']:.1f}"


_CLAIMS = (
    Column("said", lambda row: "plainly" if row["sure"] else "usually", left=True),
    Column("of", "of", left=True),
    Column("from", lambda row: row["source"], left=True),
    Column("claims", "claims", ","),
    Column("held, %", _within),
)

_FIGURES = (
    Column("ranges", "ranges", ","),
    Column("hands tested", "hands", ","),
    Column("stated to hold, %", "stated", ".1f", scale=100),
    Column("held, %", "held", ".1f", scale=100),
    Column("difference", _gap),
    Column("numbers in a range", "width", ".1f"),
)

_AUCTIONS = "{made-auctions.kibitz}"
_PACK = f"lab pack-auctions --records {{human_players.jsonl.xz}} --into {_AUCTIONS};"

STUDIES = (
    Study(
        name="meanings",
        task=experiment.Task,
        records=("train", "test"),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="meanings",
        command=f"{_PACK} lab meanings --train {_AUCTIONS} --test {_AUCTIONS}",
        quick="lab meanings --train {3nt.jsonl} --test {3nt.jsonl} --calls 4 --rare 4",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="meanings-shown",
        command=f"{_PACK} lab meanings --train {_AUCTIONS} --test {_AUCTIONS} --calls 0 --rare 0"
        " --shown 1500 --name meanings-shown",
        quick="lab meanings --train {3nt.jsonl} --test {3nt.jsonl} --calls 0 --rare 0 --shown 40"
        " --name meanings-shown",
        chapter=CHAPTER,
        report=report_claims,
    ),
)
