"""``kibitz review``: tables compared with what experts did in the most similar positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.asking import at
from kibitz.cardplay.form import PlaceText
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import console, print_json
from kibitz.cli.progress import Bars, bars
from kibitz.cli.run import Run
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.adviser import CardAdviser
    from kibitz.cardplay.review import Review
    from kibitz.plans.review import PlanReview
    from kibitz.records.record import Record

_SECONDS = 5  # roughly, for a table in one process

PlanToo = Annotated[
    bool, typer.Option("--plan", help="Also plan each deal, and say where declarer left the plan.")
]


@command
def review(
    place: PlaceText,
    room: Annotated[str, typer.Option(help="open or closed; without it, both.")] = "",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page to hand out.")
    ] = None,
    plan: PlanToo = False,
    library: LibraryOption = None,
    *,
    run: Run,
) -> None:
    """Review a table: what experts did, how unusual each card was, and what it cost.

    The auction comes first: calls that experts agree on but the table did not make, the contract
    compared with par and with other tables of the same deal in your library. Declarer's play
    follows, then the opening lead and the defence: one line where a player did what experts did,
    and all that is known where he did not: first why it cost a trick, if a cause is found, and what
    calls or cards told surely or usually that would have changed it. If a file is named without
    :BOARD, all of its tables are reviewed. Costs are tricks given away double dummy. On a cluster,
    the library and KIBITZ_HOME must be at the same path on every machine.

    Example: kibitz review match.lin:12 --html review.html
    """
    from kibitz.cardplay.explain.report import page
    from kibitz.cardplay.explain.reviews import session_summary
    from kibitz.runtime.storage import write_atomically

    played = _played(place, room, library)
    if run.dry_run:
        run.announce("review", len(played), _SECONDS)
        return
    workers = run.workers.for_at_most(len(played))
    out, reviews = console(), []
    with bars() as watch:
        kibitz = at(_absolute(Places.of(library)))
        kibitz.watch = partial(watch.reached, "the house's tables")
        cards = kibitz.cards  # made once here, before worker processes start
        tables = partial(watch, "tables", len(played))
        tables(0)
        within = partial(_within, watch, len(played)) if workers.alone else _unwatched
        tell = partial(tables, 0 if workers.alone else 1)
        reviewing = partial(_review, kibitz.places, within)
        for one in workers.run(reviewing, enumerate(played), tell=tell):
            reviews.append(one)
            if not run.as_json:
                with watch.aside():
                    out.print(str(one))
                    out.print()
    if html is not None:
        write_atomically(html, page(reviews).encode())
    plans = [_planned(cards, one.record) for one in reviews] if plan else []
    if run.as_json:
        print_json(_as_data(reviews, plans))
        return
    for planned in plans:
        out.print(f"{planned}\n")
    if len(reviews) > 1:
        out.print(session_summary(reviews))
    if html is not None:
        out.print(f"written: {html}")


def _as_data(reviews: Sequence[Review], plans: Sequence[PlanReview]) -> list[dict[str, Any]]:
    """The reviews as data, each with its plan if plans were asked for."""
    if not plans:
        return [one.to_json() for one in reviews]
    return [
        {**one.to_json(), "plan": plan.to_json()} for one, plan in zip(reviews, plans, strict=True)
    ]


def _played(place: str, room: str, library: Path | None) -> list[Record]:
    """The tables at *place*, in one room or in both, whose play is recorded."""
    from kibitz.records.lookup import tables_at

    found = [entry.record for entry in tables_at(place, Places.of(library).library)]
    records = [record for record in found if not room or record.citation.room.lower() == room]
    played = [record for record in records if record.play]
    if not records:
        raise UsageError(f"{place} has no {room} room.")
    if not played:
        raise UsageError(f"No play is recorded at {place}.")
    return played


def _absolute(places: Places) -> Places:
    """The same places with absolute paths, for processes with another working folder."""
    return replace(places, library=places.library.absolute(), folder=places.folder.absolute())


def _review(
    places: Places,
    watch: Callable[[int, int, int], None],
    numbered: tuple[int, Record],
) -> Review:
    """Review one table; runs in this process or in a worker's."""
    from kibitz.cardplay.review import review_record
    from kibitz.games.bridge.solving import solving

    number, record = numbered
    with solving() as solver:
        kibitz = at(places)
        return review_record(
            record, kibitz.cards, solver, partial(watch, number), calls=kibitz.calls
        )


def _planned(adviser: CardAdviser, record: Record) -> PlanReview:
    from kibitz.plans.adviser import PlanAdviser, shipped_players
    from kibitz.plans.review import review_plan

    return review_plan(record, PlanAdviser(shipped_players(), adviser))


def _within(watch: Bars, tables: int, before: int, done: int, of: int) -> None:
    """Show the progress: *before* tables are finished, and *done* of *of* decisions of the next."""
    watch.reached("tables", before + done / of, tables)


def _unwatched(before: int, done: int, of: int) -> None:
    """Ignore the progress within a table: another process reports whole tables only."""
