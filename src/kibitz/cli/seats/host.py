"""``kibitz host``: a table that bridge programs connect to."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.output import Json, console, print_json, progress_console
from kibitz.cli.seats.seat import PatienceOption, SecondsOption
from kibitz.errors import UsageError
from kibitz.wording import contract_text, result_text

if TYPE_CHECKING:
    from kibitz.games.bridge.deal import Seat
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.records.record import Record
    from kibitz.seats.boards import BoardPlayed, BoardToPlay
    from kibitz.seats.kept import KeptBoards

BoardsOption = Annotated[
    str, typer.Option(metavar="FILE|NUMBER", help="A file of boards, or how many to deal.")
]
IntoOption = Annotated[
    Path | None, typer.Option(help="Keep the tables here (.pbn, .lin); a file that exists goes on.")
]
_CHAIR = "house, quick, open (a program connects), or the address that may connect."


def host(
    boards: BoardsOption = "8",
    north: Annotated[str, typer.Option(help=_CHAIR)] = "open",
    east: Annotated[str, typer.Option(help=_CHAIR)] = "open",
    south: Annotated[str, typer.Option(help=_CHAIR)] = "open",
    west: Annotated[str, typer.Option(help=_CHAIR)] = "open",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 2000,
    listen: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    into: IntoOption = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Then every board once more, one seat further.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Deals from this number.")] = 1,
    seconds: SecondsOption = None,
    patience: PatienceOption = 300,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="No times, no explanations: some programs know neither."),
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="Print each line of the protocol.")] = False,
    as_json: Json = False,
) -> None:
    """Host a table for bridge programs, by the table-manager protocol, version 18.

    Seats that are not open are held by the house. A board that a program breaks is begun again
    once; a program that is gone may come back under the same name for the next board.

    Example: kibitz host --boards 4 --north house --south house --port 2000
    """
    from kibitz.games.bridge.solving import solving

    order = _TablesToPlay.of(boards_named(boards, seed), into, replay, quiet=as_json)
    chairs = (north, east, south, west)
    with solving() as solver:
        _serve(order, chairs, solver, (listen, port), (seconds, patience), (plain, log))
    if as_json:
        tables = [_told(record) for record in order.kept.records]
        print_json({"tables": tables, "broken": order.broken})


def _serve(
    order: _TablesToPlay,
    chairs: Sequence[str],
    solver: DoubleDummy,
    at: tuple[str, int],
    times: tuple[float | None, float],
    ways: tuple[bool, bool],
) -> None:
    """Hold the table until all boards are played."""
    import asyncio

    from kibitz.games.bridge.deal import Seat
    from kibitz.seats.advisers import ADVISERS, adviser_named
    from kibitz.seats.host import TEAMS, TableHost
    from kibitz.seats.member import SeatAdviser

    by_seat = dict(zip(Seat, chairs, strict=True))
    (listen, port), (seconds, patience), (plain, log) = at, times, ways

    def show(line: str) -> None:
        if log or line.startswith("#"):
            progress_console().print(line)

    def ready(taken: int) -> None:
        progress_console().print(f"The table waits at {listen}:{taken}.")

    held: dict[Seat, tuple[str, SeatAdviser]] = {
        seat: (TEAMS[seat % 2], adviser_named(who, solver, seconds=seconds))
        for seat, who in by_seat.items()
        if who in ADVISERS
    }
    allowed = {seat: _address(who) for seat, who in by_seat.items() if who not in ADVISERS}
    table = TableHost(
        [*order.wanted, *(one.turned for one in order.again)],
        held,
        allowed,
        lambda played: order.ended(played, table.manager.teams),
        show,
        patience,
        plain,
    )
    asyncio.run(table.serve(port, listen, ready))


@dataclass
class _TablesToPlay:
    """The boards of a session, what the file holds of them, and what is still to be played."""

    kept: KeptBoards
    wanted: list[BoardToPlay]
    again: list[BoardToPlay]
    """Those that are played once more, one seat further."""
    quiet: bool
    broken: list[str] = field(default_factory=list)
    done: int = 0

    @classmethod
    def of(
        cls, dealt: list[BoardToPlay], into: Path | None, replay: bool, quiet: bool
    ) -> _TablesToPlay:
        from kibitz.seats.kept import KeptBoards
        from kibitz.seats.match import ROOMS

        kept = KeptBoards(into)
        wanted = [one for one in dealt if kept.find(one.number, ROOMS[0]) is None]
        again = [one for one in dealt if replay and kept.find(one.number, ROOMS[1]) is None]
        return cls(kept, wanted, again, quiet)

    def ended(self, played: BoardPlayed, teams: Mapping[Seat, str]) -> None:
        """Keep what came of a board, and say it."""
        from kibitz.games.bridge.deal import Seat
        from kibitz.seats.boards import citation
        from kibitz.seats.match import ROOMS

        room = self.done >= len(self.wanted)
        if room:
            played = played.turned_back(self.again[self.done - len(self.wanted)])
            teams = {seat: teams.get(seat.next, "") for seat in Seat}
        self.done += 1
        cite = citation(played.board, teams, "Kibitz table", ROOMS[room])
        record = played.record("table", len(self.kept.records) + 1, cite)
        if record is None:
            self.broken.append(f"board {played.board.number}: {played.broken}")
        else:
            self.kept.add(record)
        if not self.quiet:
            result = f"was broken: {played.broken}" if record is None else _result(record)
            where = f"Board {played.board.number}, {ROOMS[room].lower()} room"
            console().print(f"{where}: {result}")


def _address(text: str) -> str:
    """The only address that may take a seat; empty if any may."""
    if text == "open":
        return ""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise UsageError(f"not somebody for a seat: {text!r} ({_CHAIR})") from None


def _result(record: Record) -> str:
    if record.contract is None:
        return "passed out"
    result = "" if record.tricks is None else f" {result_text(record.contract, record.tricks)}"
    return f"{contract_text(record.contract)} by {record.contract.declarer}{result}"


def _told(record: Record) -> dict[str, object]:
    cite = record.citation
    contract = None if record.contract is None else str(record.contract)
    return {"board": cite.board, "room": cite.room, "contract": contract, "tricks": record.tricks}


def boards_named(text: str, seed: int) -> list[BoardToPlay]:
    """The boards of a file, or so many dealt from a seed."""
    from kibitz.records.formats.reading import read_path
    from kibitz.records.record import Record
    from kibitz.seats.boards import dealt, recorded

    if text.isascii() and text.isdigit() and not Path(text).exists():
        if not 0 < int(text) <= 100_000:
            raise UsageError(f"between 1 and 100,000 boards, not {text}")
        return list(islice(dealt(seed), int(text)))

    if not Path(text).is_file():
        raise UsageError(f"There is no file {text}.")

    def sound() -> Iterator[Record]:
        for found in read_path(Path(text)):
            if isinstance(found, Record):
                yield found

    boards = list(recorded(sound()))
    if not boards:
        raise UsageError(f"There are no boards in {text}.")
    return boards
