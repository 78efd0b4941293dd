"""Leads and defence: their commands, result files and sections of docs/results.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz_lab.defending import experiment, whole_deals
from kibitz_lab.harness.experiment import Chapter, Experiment, Result
from kibitz_lab.harness.results import files, source
from kibitz_lab.harness.study import Study, rows_of
from kibitz_lab.harness.tables import Column, Row, table, within

CHAPTER = Chapter("Leads and defence")


def report_leads(result: Result) -> Iterator[str]:
    """Agreement on opening leads, and what the leads are worth."""
    yield from _opening(result, "Opening leads", "opening leads")
    yield (
        "DDOLAR: the share of leads that give up no trick double dummy on the actual layout; "
        "ADDOLAR: the same on average over 40 layouts that the leader cannot rule out, drawn apart "
        f"from those of lookahead; over {result['sampled']:,} leads."
    )
    yield ""
    yield from table((*_AGREEMENT, *_OF_LEADS), result["rows"])
    yield from _confidence(result)


def report_defence(result: Result) -> Iterator[str]:
    """Agreement on the cards after the lead, and the tricks they lose."""
    yield from _opening(result, "Defence after the lead", "real decisions of defenders")
    yield (
        "Leading, following and discarding: both, over the decisions of that kind. Tricks lost a "
        f"decision are double dummy, with their interval, over {result['sampled']:,} decisions."
    )
    yield ""
    yield from table((*_AGREEMENT, *_OF_DEFENCE), result["rows"])
    yield from _confidence(result)


def report_defend(result: Result) -> Iterator[str]:
    """The tricks that each method gives away per deal."""
    yield "### Deals defended to the end"
    yield ""
    yield (
        f"{result['deals']:,} deals of {files(result)}, seed {result['seed']}, of events that the "
        f"similarity `{result['similarity']}` has not seen, against a declarer who sees all four "
        "hands; what the experts gave is counted over the cards recorded, against people. "
        f"Precedents of {result['memory']:,} tables of other events. Differences are on the same "
        f"deals; 95 % intervals over events. {source(result)}"
    )
    yield ""
    yield from table(_OF_DEALS, result["rows"])


def _opening(result: Result, title: str, decisions: str) -> Iterator[str]:
    events = "validation events" if result["validation"] else "events"
    yield f"### {title}"
    yield ""
    yield (
        f"{result['decisions']:,} {decisions} at {result['tested']:,} tables of "
        f"{result['events']:,} {events} of {files(result)}; {result['refused']:,} tables of "
        f"{result['refused_events']:,} events refused because the similarity "
        f"`{result['similarity']}` was made from them; precedents from {result['memory']:,} tables "
        f"of other events; seed {result['seed']}. Touch: touching cards are equal; both: and the "
        "cards from the nine down of a suit are one. A question declined is wrong; the interval "
        f"(95 %, resampled events) is that of touch. Lookahead is asked on a sample, with "
        f"{result['layouts']} layouts, a trick weighing {result['weight']:g} beside the votes. "
        f"{source(result)}"
    )
    yield ""


def _confidence(result: Result) -> Iterator[str]:
    learned = result["calibration"].get("learned")
    if learned is not None and learned["calibration_error"] is not None:
        yield ""
        yield (
            "Confidence of precedents, in tenths of the decisions (said / true, %): "
            + ", ".join(f"{100 * t['said']:.0f} / {100 * t['true']:.0f}" for t in learned["tenths"])
            + f"; the worst tenth is {100 * learned['calibration_error']:.1f} points off."
        )


def _interval(row: Row) -> str | None:
    if row["interval"] is None:
        return None
    low, high = row["interval"]
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _spread(title: str, name: str, form: str, scale: float = 1) -> Column:
    """A figure with its interval."""

    def cell(row: Row) -> str | None:
        if row[name] is None:
            return None
        interval = row[f"{name}_interval"]
        ends = " to ".join(f"{scale * end:{form}}" for end in interval or ())
        return f"{scale * row[name]:{form}}" + (f" ({ends})" if ends else "")

    return Column(title, cell, missing="–")


def _estimated(name: str) -> Callable[[Row], str]:
    return lambda row: within(row[name], row[f"{name}_within"], ".2f")


def _share(name: str) -> Column:
    return Column(name, name, ".1f", scale=100, missing="–")


_AGREEMENT = (
    Column("method", "method", left=True),
    Column("against", "strain", left=True),
    Column("decisions", "decisions", ","),
    *map(_share, ("exact", "touch")),
    Column("interval", _interval, missing="–"),
    _share("both"),
)
_OF_LEADS = (
    _share("suit"),
    _spread("DDOLAR", "ddolar", ".1f", 100),
    _spread("ADDOLAR", "addolar", ".1f", 100),
    _spread("over the experts'", "addolar_over_experts", "+.1f", 100),
)
_OF_DEFENCE = (
    *map(_share, ("leading", "following", "discarding")),
    _spread("tricks lost", "tricks_lost", ".3f"),
    _spread("over the experts'", "tricks_lost_over_experts", "+.3f"),
)
_OF_DEALS = (
    Column("method", "method", left=True),
    Column("tricks given a deal", _estimated("given_a_deal")),
    Column("less than lookahead", _estimated("less_than_lookahead")),
    Column("less than the experts", _estimated("less_than_experts")),
)

_PACK = "lab pack-tables --records {human_players.jsonl.xz} --into {made-tables.kibitz};"
_TABLES = "--train {made-tables.kibitz} --test {made-tables.kibitz} --limit-train 100000"
_FEW = "--train {3nt.jsonl} --train {4s.jsonl} --test {3nt.jsonl} --test {4s.jsonl}"

STUDIES = (
    Study(
        name="leads",
        task=experiment.Leads,
        records=("draw.train", "draw.test"),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report_leads,
        plain=rows_of,
    ),
    Study(
        name="defence",
        task=experiment.Defence,
        records=("draw.train", "draw.test"),
        prepare=experiment.prepared,
        run=experiment.run,
        report=report_defence,
        plain=rows_of,
    ),
    Study(
        name="defend",
        task=whole_deals.Task,
        records=("records", "train"),
        prepare=whole_deals.prepared,
        run=whole_deals.run,
        report=report_defend,
    ),
)

EXPERIMENTS = (
    Experiment(
        result="leads",
        command=f"{_PACK}lab leads {_TABLES} --limit-test 20000 --sample 1000",
        quick=f"lab leads {_FEW} --limit-test 100 --sample 3",
        chapter=CHAPTER,
        report=report_leads,
    ),
    Experiment(
        result="defence",
        command=f"{_PACK}lab defence {_TABLES} --limit-test 20000 --sample 1000",
        quick=f"lab defence {_FEW} --limit-test 200 --sample 4",
        chapter=CHAPTER,
        report=report_defence,
    ),
    Experiment(
        result="defend",
        command=f"{_PACK}lab defend --records {{made-tables.kibitz}} --limit-train 100000",
        quick="lab defend --records {3nt.jsonl} --deals 2",
        chapter=CHAPTER,
        report=report_defend,
    ),
)
