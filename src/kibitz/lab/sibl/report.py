"""SIBL: what is run, and its part of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.lab.harness.experiment import Chapter, Experiment, Result
from kibitz.lab.harness.results import source
from kibitz.lab.harness.tables import Column, Row, named, table, within
from kibitz.lab.sibl.figures import draw_curves, draw_scale

CHAPTER = Chapter("SIBL: card play by the most similar sequence of states")

_MEASURES = {"score": "score", "identical": "identical symbol", "real": "real agreement"}


def report(result: Result) -> Iterator[str]:
    """The paper's experiment: every decision maker, the claims, and which metric decided."""
    [records] = result["records"]
    yield "### The paper's experiment on expert deals"
    yield ""
    yield (
        f"{result['runs']} runs; each draws {result['models']} models of"
        f" {result['training_deals']} deals and {result['testing_deals']} test deals, every deal"
        f" of another event, from {records['deals']:,} deals of three no-trump that made,"
        f" played to the end ({records['file']}; {records['refused']} tables"
        " refused). In per cent, mean and 95 % interval over runs; p is the exact sign-flip test"
        " of the score against the paper's IB3, paired by run. Real decisions are"
        f" {result['real_share']:.0%} of all. The paper's figures are for other deals, which are"
        " not published."
    )
    for reading, found in result["readings"].items():
        yield from ("", f"Legality read as *{reading}*:", "")
        yield from table(_makers(result), named(found["makers"]))
        yield ""
        yield from table(_CLAIMS, found["claims"])
    yield from ("", "![Learning curves](results/sibl.svg)", "")
    yield from ("Which metric decided, in per cent of the decisions of SSM:", "")
    yield from _mix(result["deciding_metrics"])
    yield ""
    yield (
        "*Scaled* is the method as run: all metrics in [0, 1]. *Unscaled* asks which metric would"
        " have decided the same decisions had distances not been brought into [0, 1] before they"
        " were rounded to tenths."
    )
    yield ""
    yield source(result)


def report_scale(result: Result) -> Iterator[str]:
    """The same similarity with more deals."""
    yield "### The same similarity with more deals"
    yield ""
    yield (
        f"Real agreement in per cent on {result['questions']:,} real decisions of"
        f" {result['testing_deals']:,} deals of {result['testing_events']:,} other events;"
        " intervals are over events. Every case is stored once under its canonical names. Random"
        f" legal play: {_spread(result['random_legal'])}."
    )
    yield ""
    voters = (_voter(voter) for voter in result["points"][0]["real_agreement"])
    sizes = (Column("deals", "deals", ","), Column("cases", "cases", ","))
    yield from table((*sizes, *voters), result["points"])
    yield from ("", "![Real agreement against training deals](results/sibl-scale.svg)", "")
    yield source(result)


def _makers(result: Result) -> list[Column]:
    def p(row: Row) -> float | None:
        return None if row["name"] == "IB3 of the paper" else row["score"]["p_against_ib3"]

    return [
        Column("decision maker", "name", left=True),
        Column("paper", lambda row: result["paper"].get(row["name"]), ".0f", scale=100),
        *(_measure(title, name) for name, title in _MEASURES.items()),
        Column("p", p, ".3f"),
        Column("cases stored", lambda row: result["stored"].get(row["name"]) or None, ","),
    ]


def _measure(title: str, name: str) -> Column:
    return Column(title, lambda row: _spread(row[name]))


def _voter(name: str) -> Column:
    return Column(name, lambda row: _spread(row["real_agreement"][name]))


def _claim(title: str, name: str) -> Column:
    def cell(row: Row) -> str:
        found = row[name]
        return f"{found['verdict']} ({100 * found['difference']:+.1f}, p {found['p']:.3f})"

    return Column(title, cell, left=True)


_CLAIMS = (
    Column("the paper's claim", "claim", left=True),
    *(_claim(title, name) for name, title in _MEASURES.items()),
)


def _mix(mix: Row) -> Iterable[str]:
    shares = [Column(how, how, ".0f", scale=100) for how in mix]
    metrics = {
        metric: {how: row.get(metric) for how, row in mix.items()} for metric in mix["scaled"]
    }
    return table((Column("metric", "name", left=True), *shares), named(metrics))


def _spread(found: Row) -> str:
    return within(found["mean"], found["within"], ".1f", scale=100)


EXPERIMENTS = (
    Experiment(
        result="sibl",
        command="lab sibl --records {human_3nt_made.jsonl.gz} --runs 10 --seed 2",
        quick="lab sibl --records {3nt.jsonl} --runs 2 --training 2 --testing 3",
        chapter=CHAPTER,
        report=report,
        draw=draw_curves,
    ),
    Experiment(
        result="sibl-scale",
        command="lab scale --records {human_3nt_made.jsonl.gz} --seed 1",
        quick="lab scale --records {3nt.jsonl} --testing 20 --questions 60",
        chapter=CHAPTER,
        report=report_scale,
        draw=draw_scale,
    ),
)
