"""The house: its commands, result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study
from kibitz_lab.harness.tables import Column, Row, table
from kibitz_lab.house import experiment, library, starter
from kibitz_lab.house.page import KINDS, write_page


def report_starter(result: Result) -> Iterator[str]:
    """The match and the openings in figures."""
    match, openings = result["match"], result["openings"]
    yield (
        f"{source(result)} A match of the house against itself: {match['deals']:,} deals at "
        f"{match['tables']:,} tables, {match['different']:,} of them different, "
        f"{match['passed_out']:,} passed out, {match['doubled']:,} doubled; {match['calls']:,} "
        f"calls; the rooms differ by {match['swing']:.2f} IMPs a deal."
    )
    yield ""
    yield from table(KINDS, match["kinds"])
    yield ""
    calls = ", ".join(f"{name} {count:,}" for name, count in openings["by_call"].items())
    yield (
        f"Openings by the house rules: {openings['cases']:,} decisions on {openings['deals']:,} "
        f"deals, {openings['bids']:,} of them bids: {calls}."
    )
    yield ""
    sizes = ", ".join(f"`{name}` {size:,} bytes" for name, size in result["bytes"].items())
    yield f"In the package: {sizes}."


def report_house(result: Result) -> Iterator[str]:
    """The house beside the experts."""
    points, contracts, tricks = result["imps"], result["contracts"], result["tricks"]
    leads, within_of = result["leads"], partial(_within, form="+.2f")
    yield "### The house beside experts"
    yield ""
    yield (
        f"{result['boards']:,} boards of {result['events']:,} unseen events of {files(result)}, "
        f"seed {result['seed']}, bid and played by the house in all four chairs; 95 % intervals "
        f"over events. {source(result)}"
    )
    yield ""
    apart = (
        f"; two tables of experts lie {points['experts_apart']:.2f} apart "
        f"({points['two_tables']:,} boards)"
        if points["experts_apart"] is not None
        else ""
    )
    yield (
        f"- **Points.** The house's table lies {_within(points, 'apart', '.2f')} IMPs a board from "
        f"the recorded one{apart}. To the side that declared at the recorded table: "
        f"{within_of(points, 'declarers')} IMPs a board."
    )
    yield (
        f"- **Contracts.** The same in {contracts['same']:.0%} of boards, the same strain in "
        f"{contracts['same_strain']:.0%}; games and slams {contracts['games']:.0%}, the experts' "
        f"{contracts['experts_games']:.0%}."
    )
    yield (
        f"- **Tricks.** In the experts' own contracts the house takes {within_of(tricks, 'more')} "
        f"tricks more than they did, and makes {tricks['made']:.0%} of them "
        f"(the experts {tricks['experts_made']:.0%})."
    )
    yield (
        f"- **Leads.** {leads['house']['addolar']:.1%} of the house's give up nothing on average "
        f"over {result['layouts']} layouts (ADDOLAR), of the experts' "
        f"{leads['experts']['addolar']:.1%} "
        f"(more: {_within(leads, 'addolar_more', '+.1%')}); on the actual layout "
        f"{leads['house']['ddolar']:.1%} and {leads['experts']['ddolar']:.1%}."
    )
    yield ""
    yield (
        "Tricks lost double dummy a real decision, in the experts' contracts; the experts' are "
        "counted over the cards recorded:"
    )
    yield ""
    yield from table(_CHAIRS, result["rows"])
    yield ""
    yield (
        "What the starter library alone answers on the same boards, asked as on a fresh machine: "
        "how often a precedent is close, and how often the first choice is the expert's (a card "
        "that touches his counts). With a library of experts' games of one's own the like figures "
        "stand under card play, leads and defence, and calls."
    )
    yield ""
    yield from table(_ANSWERS, result["answers"])


def _within(row: Row, name: str, form: str) -> str:
    half = format(row[f"{name}_within"], form.removeprefix("+"))
    return f"{row[name]:{form}} ± {half}"


_CHAIRS = (
    Column("chair", "chair", left=True),
    Column("decisions", "house_decisions", ","),
    Column("house", "house_lost", ".3f"),
    Column("experts", "experts_lost", ".3f"),
    Column("more than experts, a deal", lambda row: _within(row, "more_a_deal", "+.2f")),
)

_ANSWERS = (
    Column("question", "kind", left=True),
    Column("asked", "asked", ","),
    Column("close precedent, %", "close", ".1f", scale=100),
    Column("as the expert, %", "agrees", ".1f", scale=100),
    Column("where close, %", "agrees_close", ".1f", scale=100),
)

CHAPTER = Chapter("The starter library")

STUDIES = (
    Study(
        name="house",
        task=experiment.Task,
        records=("records",),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report_house,
    ),
    Study(
        name="starter",
        task=starter.Task,
        prepare=starter.prepared,
        run=library.run,
        finish=write_page,
        report=report_starter,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="house",
        command="lab house --records {human_players.jsonl.xz} --boards 300",
        quick="lab house --records {3nt.jsonl} --boards 2",
        chapter=CHAPTER,
        report=report_house,
    ),
    Experiment(
        result="starter",
        command="lab starter --library {made-starter}",
        quick="lab starter --deals 2 --openings 40",
        chapter=CHAPTER,
        report=report_starter,
    ),
)
