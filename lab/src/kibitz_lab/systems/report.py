"""The house system: the command and its section of docs/results.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table, within
from kibitz_lab.systems import experiment

CHAPTER = Chapter("Rules of bidding")


def report(result: Result) -> Iterator[str]:
    """Boards bid against itself, then calls and contracts beside those of others."""
    dealt = result["dealt"]
    yield "### The house system, rules alone"
    yield ""
    yield (
        f"{result['rules']} rules bid {dealt['boards']:,} dealt boards against themselves, seed "
        f"{result['seed']}: {dealt['calls']:,} calls, {dealt['contradictions']} contradictions "
        "(a hand that two rules of equal priority call differently, a call that shows what its "
        "hand has not, a forcing call passed), and "
        f"{dealt['gaps']:,} calls on {dealt['boards_with_gaps']:,} boards where no rule speaks "
        "below game (gaps: those pass). Played double dummy, the contracts reached are "
        f"{within(dealt['away_from_par'], dealt['away_from_par_within'], '.2f')} IMPs a board "
        f"away from par over {dealt['solved']:,} of the boards, and at par on "
        f"{100 * dealt['at_par']:.1f} % of them. "
        f"{source(result)}"
    )
    if not result["tables"]:
        return
    yield ""
    yield (
        f"The rules beside the calls of {files(result)}: of each file the half of the deals that "
        "no rule was written with in view, each auction as it went. Agreement in per cent, with "
        "95 % intervals over tables. IMPs away from par are those of the contract, double dummy, "
        "on the first tables of the same half: the system bidding all four hands, and the players' "
        "own contract."
    )
    yield ""
    yield from table(_COLUMNS, result["tables"])


def _percent(name: str) -> Callable[[Row], str]:
    return lambda row: within(row[name], row[f"{name}_within"], ".1f", 100)


def _imps(name: str, sign: str = "") -> Callable[[Row], str | None]:
    def cell(row: Row) -> str | None:
        if name not in row:
            return None
        return f"{row[name]:{sign}.2f} ± {row[f'{name}_within']:.2f}"

    return cell


_COLUMNS = (
    Column("records", "file", left=True),
    Column("tables", "tables", ","),
    Column("calls", "calls", ","),
    Column("agreed", _percent("all")),
    Column("not pass", _percent("not_pass")),
    Column("openings", "opening", ".1f", scale=100, missing="–"),
    Column("one side", "one_side", ".1f", scale=100, missing="–"),
    Column("both sides", "both_sides", ".1f", scale=100, missing="–"),
    Column("always pass", "always_pass", ".1f", scale=100),
    Column("IMPs from par", _imps("house_away"), missing="–"),
    Column("theirs", _imps("theirs_away"), missing="–"),
    Column("more than theirs", _imps("more_than_theirs_away", "+"), missing="–"),
)

STUDIES = (
    Study(
        name="system",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="system",
        command="lab system --boards 2000 --records {wbridge5.jsonl.gz} "
        "--records {ben_data.jsonl.gz} --records {human_other.jsonl.gz} --solved 400",
        quick="lab system --boards 4 --records {openings.jsonl} --tables 6 --solved 2",
        chapter=CHAPTER,
        report=report,
    ),
)
