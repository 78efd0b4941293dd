"""``kibitz sit``: a deal bid and played against the house, with a coach."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.sitting.down import WhichDeal
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.games.bridge.deal import Seat
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.coached import CoachedDeal
    from kibitz.sitting.house.memory import SeatPlayer
    from kibitz.sitting.session import TableSession

_LEAVE = ("q", "quit", "exit")
_NOTHING_SEEN = "\x1b[3J\x1b[2J\x1b[H"
"""Clears a terminal, and what was scrolled away, before the other partner looks."""


@command
def sit(
    which: WhichDeal,
    every: Annotated[
        bool, typer.Option("--every", help="Play every card, not the decisions alone.")
    ] = False,
    partner: Annotated[
        bool,
        typer.Option("--partner", help="Two at one screen, South and North, each in turn."),
    ] = False,
    memory: Annotated[
        str,
        typer.Option(metavar="SEATS", help="Seats in which your library's memory plays, as in EW."),
    ] = "",
    moves: Annotated[
        str, typer.Option(help="Your answers beforehand, between commas; then the deal is left.")
    ] = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Sit down: bid and play a deal as South; the house sits in the other chairs.

    The play stops at the decisions that matter. A wrong card is met with a question and a layout on
    which it fails; take it back, or play on. At the end: your score beside others, and one
    lesson; mistakes come back in kibitz drill. Type ? for what may be typed. A deal that is
    left is kept, and --resume goes on with it.

    Example: kibitz sit --deal starter:111 --role declarer
    """
    from kibitz.games.bridge.deal import Seat
    from kibitz.games.bridge.solving import solving
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.deals import with_people
    from kibitz.sitting.house.players import HousePlayer
    from kibitz.sitting.stops import Trials

    places = Places.of(library)
    with solving() as solver:
        house = replace(HousePlayer.shipped(solver), guests=_guests(memory, places))
        coach = Coach(house, Trials(house.playing), every)
        begun = which.begun(coach, solver, places)
        if partner and not which.resume:
            begun = with_people(begun, (Seat.SOUTH, Seat.NORTH))
        _play(begun, coach, solver, places, _answers(moves), as_json)


def _guests(seats: str, places: Places) -> dict[Seat, SeatPlayer]:
    """The library's memory in the seats that are named."""
    from kibitz.asking import Kibitz
    from kibitz.games.bridge.deal import Seat
    from kibitz.sitting.house.memory import MemoryPlayer

    if not seats:
        return {}
    kibitz = Kibitz(places)
    player = MemoryPlayer(kibitz.calls, kibitz.cards)
    return {Seat.parse(one): player for one in seats.upper().replace(" ", "").replace(",", "")}


def _answers(moves: str) -> Iterator[str] | None:
    """The answers given beforehand; None if they are to be read."""
    return iter([one.strip() for one in moves.split(",") if one.strip()]) if moves else None


def _play(
    begun: CoachedDeal,
    coach: Coach,
    solver: DoubleDummy,
    places: Places,
    answers: Iterator[str] | None,
    as_json: bool,
) -> None:
    """Ask and answer until the deal is over or the player leaves."""
    from kibitz.sitting.coached import DealStage
    from kibitz.sitting.keeping import earlier, keep
    from kibitz.sitting.session import Asks, TableSession

    before = earlier(begun.start, places.sittings)
    is_first = before is None or before.stage is not DealStage.OVER or before == begun
    session = TableSession.sit_down(begun, coach, solver)
    said = [*session.lines]
    _tell(session, as_json)
    while session.asks is not Asks.NOTHING:
        with _thinking(session, coach, answers):
            answer = _read(session, answers, as_json)
        if answer is None or answer.lower() in _LEAVE:
            break
        session = session.does(answer)
        said += [f"> {answer}", *session.lines]
        _tell(session, as_json)
        if is_first:
            keep(session.deal, places.sittings)
    if as_json:
        print_json({**session.to_json(), "said": said, "first": is_first})
    if session.asks is Asks.NOTHING and not as_json:
        _tell_field(session, places)
        _tell_expert(session, places)
    if session.asks is Asks.NOTHING and is_first:
        _remember(session, coach, places, as_json)
    elif not as_json and session.asks is not Asks.NOTHING:
        keep(session.deal, places.sittings)
        console().print("Kept: kibitz sit --resume goes on.")


@contextmanager
def _thinking(session: TableSession, coach: Coach, answers: Iterator[str] | None) -> Iterator[None]:
    """While a person at a terminal thinks, try what comes after each card, or on each line."""
    from kibitz.sitting.session import Asks

    if (
        session.asks not in (Asks.CARD, Asks.COUNT, Asks.LINE)
        or answers is not None
        or not sys.stdin.isatty()
    ):
        yield
        return
    answered = threading.Event()

    def ahead() -> None:
        for _ in coach.ahead(session.deal, session.stop):
            if answered.is_set():
                return

    thinker = threading.Thread(target=ahead, daemon=True)
    thinker.start()
    try:
        yield
    finally:
        answered.set()
        thinker.join()


def _tell(session: TableSession, as_json: bool) -> None:
    from kibitz.sitting.session import Asks

    if not as_json:
        if session.asks is Asks.HAND_OVER and sys.stdout.isatty():
            print(_NOTHING_SEEN, end="")
        for line in session.lines:
            console().print(line, soft_wrap=True)


def _read(session: TableSession, answers: Iterator[str] | None, as_json: bool) -> str | None:
    """The next answer; None where there is none any more. What is not typed is shown."""
    if answers is None and sys.stdin.isatty() and not as_json:
        console().print(f"{session.prompt} ", end="")
    line = sys.stdin.readline() if answers is None else next(answers, "")
    if not line:
        return None
    if not as_json and (answers is not None or not sys.stdin.isatty()):
        console().print(f"{session.prompt} {line.strip()}", soft_wrap=True)
    return line.strip()


def _tell_field(session: TableSession, places: Places) -> None:
    """Say how the score compares with the library's other tables of the board."""
    from kibitz.records.library import Library
    from kibitz.records.lookup import tables_of_deal
    from kibitz.sitting.after.field import dealt_as, field_score

    if session.end is None or not places.library.is_file():
        return
    with Library.open(places.library, create=False) as library:
        entries = tables_of_deal(library, dealt_as(session.deal))
    records = [entry.accounts[0] for entry in entries]
    found = field_score(session.deal, session.end.score, records)
    if found is not None:
        console().print(found.text, soft_wrap=True)


def _tell_expert(session: TableSession, places: Places) -> None:
    """Name the table of the library where an expert did what was better, if it was learned."""
    from kibitz.asking import Kibitz
    from kibitz.games.bridge.cards import Card
    from kibitz.sitting.after.experts import expert_table
    from kibitz.sitting.practice import dearest

    if session.end is None or not places.cards.exists():
        return
    drill = dearest(session.end)
    if drill is not None:
        better, record = Card.parse(drill.experts), drill.sitting.record
        said = expert_table(record, drill.number, better, Kibitz(places).cards)
        if said:
            console().print(said, soft_wrap=True)


def _remember(session: TableSession, coach: Coach, places: Places, as_json: bool) -> None:
    """Note the answers of a finished deal, and add its mistakes to the practice cards."""
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.practice import remember
    from kibitz.wording import counted

    if session.end is None:
        return
    with PracticeStore.open(places.practice) as store:
        new = remember(session.end, coach, store, datetime.now().astimezone())
    if new and not as_json:
        console().print(f"Kept for practice: {counted(new, 'position')}. Ask kibitz drill.")
