"""Calls and belief: their commands, result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_lab.calls import belief, experiment
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study, rows_of
from kibitz_lab.harness.tables import Column, Row, table

CHAPTER = Chapter("The whole auction")

_TITLES = {
    "calls": "Calls of human experts",
    "calls-wbridge5": "Calls of WBridge5, its training deals taught to the experts' network",
}


def report_calls(result: Result) -> Iterator[str]:
    """Agreement with the experts' calls, by kind of decision."""
    yield f"### {_TITLES.get(result['experiment'], 'Calls')}"
    yield ""
    split = "deals" if result["events"] == 1 else f"{result['events']:,} events"
    yield (
        f"{result['decisions']:,} real decisions at {result['tested']:,} tables of {split} for "
        f"testing, of {files(result)}; precedents from {result['memory']:,} tables that teach; "
        f"seed {result['seed']}. Known: the method is also told what the pairs did on other "
        "boards. Experts: another table's call with the same hand after the same calls, over all "
        "tables for testing. Natural: a page of natural bidding. Rules: those of the house system, "
        "pass where none applies; rules+cases: the rule where one applies, else the precedents. "
        "A question declined is wrong; the interval (95 %) resamples "
        f"{'deals' if result['events'] == 1 else 'events'}. {source(result)}"
    )
    yield ""
    yield from table(_CALLS, result["rows"])
    for row in result["rows"]:
        if row["method"] == "learned":
            yield ""
            yield (
                f"Confidence of precedents, pairs {_pair(row) or 'unknown'}, in tenths of the "
                "decisions (said / true, %): "
                + ", ".join(f"{100 * t['said']:.1f} / {100 * t['true']:.1f}" for t in row["tenths"])
                + f"; the worst tenth is {100 * row['calibration_error']:.1f} points off."
            )


def report_belief(result: Result) -> Iterator[str]:
    """How well hidden hands are known after the auction."""
    yield "### Who holds what, after the auction"
    yield ""
    yield (
        f"Each player of {result['tested']:,} tables of {result['events']:,} events for testing, "
        f"of {files(result)}, about each of the three hidden hands; seed {result['seed']}. Errors "
        "are mean distances from the mean of what is believed, with 95 % intervals over events; "
        "80 % ranges are from the tenth to the ninetieth percentile, randomised over whole "
        f"numbers, their width in whole numbers. {source(result)}"
    )
    yield ""
    yield from table(_BELIEF, result["rows"])


def _pair(row: Row) -> str:
    return "known" if row["known"] else ""


def _interval(name: str, form: str, scale: float) -> Column:
    def cell(row: Row) -> str | None:
        if row[name] is None:
            return None
        low, high = row[name]
        return f"{scale * low:{form}} to {scale * high:{form}}"

    return Column("95 %", cell, missing="–")


def _share(title: str, name: str) -> Column:
    return Column(title, name, ".1f", scale=100, missing="–")


def _kind(name: str) -> Column:
    """Agreement on all calls of a kind, and on those other than pass."""

    def cell(row: Row) -> str | None:
        every, bids = row[name], row[f"{name}_non_pass"]
        if every is None:
            return None
        return f"{100 * every:.1f}" + ("" if bids is None else f" / {100 * bids:.1f}")

    return Column(name, cell, missing="–")


_METHOD = (Column("method", "method", left=True), Column("pair", _pair, left=True))
_CALLS = (
    *_METHOD,
    Column("decisions", "decisions", ","),
    _share("all", "all"),
    _interval("interval", ".1f", 100),
    _share("not pass", "non_pass"),
    _share("first three", "top3"),
    *map(_kind, ("opening", "response", "rebid", "overcall", "competitive")),
    _share("worst tenth", "calibration_error"),
)
_BELIEF = (
    *_METHOD,
    Column("players", "decisions", ","),
    Column("points", "hcp_error", ".2f"),
    _interval("hcp_interval", ".2f", 1),
    Column("lengths", "length_error", ".3f"),
    _interval("length_interval", ".3f", 1),
    _share("points in range", "cover80"),
    Column("its width", "width80", ".1f"),
    _share("lengths in range", "length_cover80"),
    Column("its width", "length_width80", ".1f"),
    _share("cards placed", "cards_placed"),
)

_PACK = "lab pack-auctions --records {human_players.jsonl.xz} --into {made-auctions.kibitz};"
_BOTH = "--train {made-auctions.kibitz} --test {made-auctions.kibitz}"
_FEW = "--train {3nt.jsonl} --test {3nt.jsonl} --limit-test 100"

STUDIES = (
    Study(
        name="calls",
        task=experiment.Task,
        records=("draw.train", "draw.test"),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report_calls,
        plain=rows_of,
    ),
    Study(
        name="belief",
        task=belief.Task,
        records=("draw.train", "draw.test"),
        prepare=belief.prepared,
        run=belief.run,
        report=report_belief,
        plain=rows_of,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="calls",
        command=f"{_PACK}lab calls {_BOTH}",
        quick=f"lab calls {_FEW}",
        chapter=CHAPTER,
        report=report_calls,
    ),
    Experiment(
        result="calls-wbridge5",
        command="lab train-calls --records {wbridge5.jsonl.gz} --setting one-system"
        " --into {made-wb};"
        "lab calls --train {wbridge5.jsonl.gz} --test {wbridge5.jsonl.gz} --limit-test 0"
        " --network {made-wb}/calls.kibitz --name calls-wbridge5",
        quick=f"lab calls {_FEW} --name calls-wbridge5",
        chapter=CHAPTER,
        report=report_calls,
        needs="torch",
    ),
    Experiment(
        result="belief",
        command=f"{_PACK}lab belief {_BOTH} --limit-test 100000",
        quick=f"lab belief {_FEW}",
        chapter=CHAPTER,
        report=report_belief,
    ),
)
