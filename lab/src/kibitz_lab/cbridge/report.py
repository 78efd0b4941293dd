"""The dissertation's tables: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kibitz_lab.cbridge import experiment, paper
from kibitz_lab.harness.experiment import Experiment, Result
from kibitz_lab.harness.results import source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.openings.report import CHAPTER


def report(result: Result) -> Iterator[str]:
    """The dissertation's tables beside ours, under their heading."""
    yield "### The dissertation's tables, leave-one-out"
    yield ""
    yield from tables(result)


def tables(result: Result) -> Iterator[str]:
    """Everything measured, as tables of Markdown."""
    share = result["passes"] / result["cases"]
    counted = f"{result['cases']:,} cases, {result['passes']:,} passes"
    yield f"{counted}: always passing is right {share:.2%} of the time. {source(result)}"
    for name, rows in result["tables"].items():
        yield ""
        yield f"**{name}**"
        yield ""
        shown = [row for row in rows if row["k"] <= paper.MOST or row["k"] % 10 == 0]
        yield from table((*_OURS, *(_PAPER if "paper" in rows[0] else ())), shown)
    yield from _limit(result)
    yield from _attempts(result)
    yield from _nodes(result)
    yield from _readings(result)
    yield from _mismatch(result)


def _limit(result: Result) -> Iterator[str]:
    yield ""
    yield "**CBridge1 with ever more neighbours**: in the end, it says, every call is a pass."
    yield ""
    columns = (
        Column("K", "k", ","),
        Column("correct", "correct", ","),
        Column("passes", "passes", ","),
    )
    yield from table(columns, result["limit"])


def _attempts(result: Result) -> Iterator[str]:
    yield ""
    yield (
        "**What section 4.6 says was tried too**: other weights (of the points, of each suit's "
        "length, of each card in both hands), majors and minors apart, a bias against passing. "
        "Correct calls, and passes, for a few K."
    )
    yield ""
    ks = [row["k"] for row in result["attempts"][0]["rows"]]
    yield from table(
        (
            Column("attempt", "name", left=True),
            *(Column(f"K = {k}", _at(k, "correct"), ",") for k in ks),
            *(Column(f"passes, K = {k}", _at(k, "passes"), ",") for k in (ks[0], ks[-1])),
        ),
        result["attempts"],
    )


def _at(k: int, name: str) -> Callable[[Row], Any]:
    return lambda row: next(one[name] for one in row["rows"] if one["k"] == k)


def _nodes(result: Result) -> Iterator[str]:
    yield ""
    yield (
        "**Inside a node** (section 4.8): only cases of the question's own shape and band of "
        "points are compared, by CBridge1's similarity; a node with fewer than K is filled up from "
        "the rest. *Full* are the questions whose node holds K others."
    )
    for node in result["nodes"]:
        yield ""
        shape = "the suits in their order" if node["ordered"] else "the suits in any order"
        yield f"Shape with {shape}: {node['nodes']:,} nodes hold a case."
        yield ""
        yield from table(
            (
                Column("K", "k"),
                Column("correct", "correct", ","),
                Column("full", "full", ","),
                Column("of them right", _full_right, ".2%"),
            ),
            node["rows"],
        )


def _full_right(row: Row) -> float | None:
    return row["full_right"] / row["full"] if row["full"] else None


def _readings(result: Result) -> Iterator[str]:
    rows = result["readings"]
    described = next(place for place, row in enumerate(rows, start=1) if row["described"])
    yield ""
    yield (
        "**The column of average similarities as a fingerprint.** It hangs on the hands and the "
        f"similarity, not on the bids. Of {len(rows)} readings of section 4.3 the closest first, "
        f"and the one that is described, which is number {described}; the distance is the root of "
        "the mean squared gap over the printed column. A reading at the head of this list was "
        "chosen because it fits. None of them is wrong as often as the dissertation says: the "
        "similarity is not the cause of that."
    )
    yield ""
    shown = [
        row for place, row in enumerate(rows, start=1) if place <= _READINGS or row["described"]
    ]
    yield from table(
        (
            Column("points", "points", left=True),
            Column("lengths", "lengths", left=True),
            Column("cards", "cards", left=True),
            Column("K = 1", _similarity(1), ".2%"),
            Column("K = 10", _similarity(10), ".2%"),
            Column("K = 20", _similarity(20), ".2%"),
            Column("distance", "distance", ".2%"),
            Column("correct, K = 1", "correct", ","),
        ),
        [*shown, _printed()],
    )


def _similarity(k: int) -> Callable[[Row], float | None]:
    return lambda row: row["similarity"][k - 1] if k <= len(row["similarity"]) else None


def _printed() -> dict[str, Any]:
    return {
        "points": "the dissertation prints",
        "lengths": "",
        "cards": "",
        "similarity": [similarity / 100 for _, similarity, _ in paper.CBRIDGE1],
        "distance": 0.0,
        "correct": paper.CBRIDGE1[0][0],
    }


def _mismatch(result: Result) -> Iterator[str]:
    rows = result["mismatch"]
    best = min(rows, key=lambda row: row["distance"])
    yield ""
    yield (
        "**A hypothesis: hands beside other hands' bids.** The bids of a share of the cases are "
        "exchanged at random, and the method is run as described. The distance is the root of the "
        "mean squared gap to the forty printed figures of CBridge1, in bids; CBridge1a and the "
        f"calls other than pass at K = 1 (he has {paper.RIGHT_BIDS}) were not fitted. Nearest is a "
        f"share of {best['share']:.0%}: chosen because it fits, of {len(rows)} tried. It says that "
        "the numbers fit, not that it was so, and it cannot explain why at K = 1 an adaptation "
        "changed the number of passes."
    )
    yield ""
    ks = [row["k"] for row in rows[0]["rows"]]
    yield from table(
        (
            Column("share", "share", ".0%"),
            *(Column(f"correct, K = {k}", _at(k, "correct"), ",.0f") for k in ks),
            *(Column(f"passes, K = {k}", _at(k, "passes"), ",.0f") for k in ks),
            Column("bids right, K = 1", "right_bids", ",.0f"),
            Column("distance", "distance", ".0f"),
            Column("CBridge1a", "adapted_distance", ".0f"),
        ),
        [*(row for row in rows if _is_shown(row, best)), _printed_bids(ks)],
    )


def _is_shown(row: Row, best: Row) -> bool:
    """Whether a row is shown: every fifth, and those around the best."""
    return bool(round(row["share"] * 20) % 4 == 0 or abs(row["share"] - best["share"]) < 0.06)


def _printed_bids(ks: list[int]) -> dict[str, Any]:
    figures = paper.CBRIDGE1
    rows = [{"k": k, "correct": figures[k - 1][0], "passes": figures[k - 1][2]} for k in ks]
    return {
        "share": None,
        "rows": rows,
        "right_bids": paper.RIGHT_BIDS,
        "distance": None,
        "adapted_distance": None,
    }


_READINGS = 8  # that are shown


def _correct(row: Row) -> str:
    return f"{row['correct']:,} ({row['share']:.2%})"


def _paper_correct(row: Row) -> str | None:
    printed = row.get("paper")
    return f"{printed['correct']:,} ({printed['correct'] / paper.CASES:.2%})" if printed else None


_OURS = (
    Column("K", "k"),
    Column("correct", _correct),
    Column("similarity", "similarity", ".2%"),
    Column("passes", "passes", ","),
    Column("non-pass", "non_pass", ".2%"),
    Column("balanced", "balanced", ".2%"),
)
_PAPER = (
    Column("paper: correct", _paper_correct),
    Column("similarity", lambda row: row.get("paper", {}).get("similarity"), ".2%"),
    Column("passes", lambda row: row.get("paper", {}).get("passes"), ","),
)

STUDIES = (
    Study(
        name="cbridge",
        task=experiment.Task,
        records=("files",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=tables,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="cbridge",
        command="lab cbridge {wbridge5.jsonl.gz}",
        quick="lab cbridge {openings.jsonl} --cases 200",
        chapter=CHAPTER,
        report=report,
    ),
)
