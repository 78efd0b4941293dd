"""Which card? The command, its result files and their section of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.cardplay import run
from kibitz_lab.cardplay.alikeness import ASPECTS
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study, rows_of
from kibitz_lab.harness.tables import Column, Row, table

CHAPTER = Chapter("Which card? Agreement with experts on events not learned from")

_TITLES = {
    "cardplay": "Three no-trump",
    "cardplay-trumps": "Contracts in a suit",
    "cardplay-two-cores": "A similarity trained on two cores",
}


def report(result: Result) -> Iterator[str]:
    """Agreement with experts by method, and how far confidence can be trusted."""
    tested = ", ".join(f"`{name}`" for name in result["test"])
    yield f"### {_TITLES.get(result['experiment'], 'Cards')}"
    yield ""
    yield (
        f"{result['decisions']:,} decisions at {result['tested']:,} tables of {tested} "
        f"({result['events']:,} groups of events, {result['refused']:,} tables refused because the "
        f"similarity `{result['similarity']}` was made from their deals); precedents from "
        f"{result['learned']:,} tables of other events; seed {result['seed']}. Equal cards count "
        "as one, a question declined as wrong; the interval (95 %, resampled events) and the share "
        "answered are those of real decisions. Tricks lost are "
        f"double dummy, with their interval, on a sample; a dash: not measured. {source(result)}"
    )
    yield ""
    yield from table(_COLUMNS, result["rows"])
    for row in result["rows"]:
        if row["method"] == "learned":
            yield ""
            yield (
                "Confidence of precedents, in tenths of the decisions (said / true, %): "
                + ", ".join(f"{100 * t['said']:.0f} / {100 * t['true']:.0f}" for t in row["tenths"])
                + f"; the worst tenth is {100 * row['calibration_error']:.1f} points off. "
                f"It is 90 % or more in {100 * row['sure']:.1f} % of real decisions."
            )

    if result.get("alike"):
        yield ""
        yield from _alike(result["alike"])


def _alike(alike: Result) -> Iterator[str]:
    """How similar the precedents shown are."""
    before, after = alike["before"], alike["after"]
    yield (
        f"How alike precedents are: of the {alike['shown']} shown for each of "
        f"{alike['decisions']:,} real decisions, the share (%) that is alike in each aspect. "
        "Before: the nearest of all cases, as in 0.1.0; now: of the same kind of decision, a wider "
        "kind filling in. Honours alike: the four of the suit in question lie where they lie here; "
        "tricks needed alike: as many, or one more or less."
    )
    yield ""
    yield from table(_ALIKE, [{"name": "before", **before}, {"name": "now", **after}])


def _interval(row: Row) -> str:
    low, high = row["interval"]
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _lost(row: Row) -> str | None:
    if row["tricks_lost"] is None:
        return None
    interval = row["tricks_lost_interval"]
    spread = f"{interval[0]:.3f} to {interval[1]:.3f}; " if interval else ""
    return f"{row['tricks_lost']:.3f} ({spread}{row['sampled']})"


_COLUMNS = (
    Column("method", "method", left=True),
    Column("decisions", "decisions", ","),
    Column("all", "agreement_all", ".1f", scale=100),
    Column("real", "agreement_real", ".1f", scale=100),
    Column("interval", _interval),
    Column("answered", "answered_real", ".1f", scale=100),
    Column("top 2", "top2", ".1f", scale=100),
    Column("paper's score", "paper_score", ".3f"),
    Column("tricks lost", _lost),
    Column("ms each", "seconds_per_decision", ".1f", scale=1000, missing="–"),
    Column("MB", "memory_mb", ".0f", missing="–"),
)

_ALIKE = (
    Column("precedents", "name", left=True),
    *(Column(aspect, aspect, ".1f", scale=100) for aspect in ASPECTS),
    Column("all five of the kind", "all_of_kind", ".1f", scale=100),
)

_CARDS = "--train {human_3nt_made.jsonl.gz} --test {human_3nt_made.jsonl.gz}"
_TRUMPS = "--train {human_trumps.jsonl.gz} --test {human_trumps.jsonl.gz}"
_FEW_CARDS = "--train {3nt.jsonl} --test {3nt.jsonl}"
_FEW_TRUMPS = "--train {4s.jsonl} --test {4s.jsonl}"

STUDIES = (
    Study(
        name="cardplay",
        task=run.Task,
        records=("train", "test"),
        prepare=run.prepared,
        run=run.run,
        report=report,
        plain=rows_of,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="cardplay",
        command=f"lab cardplay {_CARDS} --limit-test 24000",
        quick=f"lab cardplay {_FEW_CARDS} --limit-test 200 --sample 4",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="cardplay-trumps",
        command=f"lab cardplay {_TRUMPS} --limit-test 24000 --name cardplay-trumps",
        quick=f"lab cardplay {_FEW_TRUMPS} --limit-test 200 --sample 4 --name cardplay-trumps",
        chapter=CHAPTER,
        report=report,
    ),
    Experiment(
        result="cardplay-two-cores",
        command="lab train-similarity --records {human_3nt_made.jsonl.gz} --into {made-similarity};"
        f"lab cardplay {_CARDS} --limit-test 10000 --method network --method learned"
        " --similarity {made-similarity/similarity.kibitz} --name cardplay-two-cores",
        quick=f"lab cardplay {_FEW_CARDS} --limit-test 100 --sample 2 --method network"
        " --method learned --name cardplay-two-cores",
        chapter=CHAPTER,
        report=report,
        needs="torch",
    ),
)
