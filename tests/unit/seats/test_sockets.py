"""Over sockets: the same results, split packets, kills of either side, strangers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kibitz.games.bridge.deal import Seat
from kibitz.seats.boards import BoardPlayed, BoardToPlay
from kibitz.seats.client import sit_down
from kibitz.seats.host import LOOPBACK, TableHost
from kibitz.seats.match import play_here
from kibitz.seats.member import TableMember
from kibitz.seats.wire import Wire, WireError
from seated import TEAMS, RandomSeat, boards

pytestmark = pytest.mark.process


def hosted(host: TableHost, guests: Callable[[int], list[Awaitable[object]]]) -> list[BoardPlayed]:
    """Play to the end with guests that are told the port; what they raise is theirs."""

    async def all_of_it() -> None:
        opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(host.serve(0, ready=opened.set_result))
        sitting = [asyncio.ensure_future(one) for one in guests(await opened)]
        await asyncio.gather(*sitting, return_exceptions=True)
        await asyncio.wait_for(serving, 60)

    asyncio.run(all_of_it())
    return host.manager.played


def guest(seat: Seat, port: int) -> Awaitable[None]:
    member = TableMember(seat, TEAMS[seat % 2], RandomSeat())
    return sit_down(member, LOOPBACK, port, patience=30)


def results(played: list[BoardPlayed]) -> list[tuple[object, ...]]:
    return [(one.auction, one.played, one.tricks) for one in played]


def at_home(dealt: list[BoardToPlay]) -> list[BoardPlayed]:
    return play_here(dealt, {seat: (TEAMS[seat % 2], RandomSeat()) for seat in Seat})


@pytest.mark.long
def test_four_programs_over_sockets_play_as_they_do_without() -> None:
    dealt = boards(20)
    host = TableHost(dealt, {}, patience=30)
    played = hosted(host, lambda port: [guest(seat, port) for seat in Seat])
    assert results(played) == results(at_home(dealt))


def test_seats_may_be_held_here() -> None:
    dealt = boards(2)
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}
    host = TableHost(dealt, held, patience=30)
    played = hosted(host, lambda port: [guest(Seat.WEST, port)])
    assert results(played) == results(at_home(dealt))


def test_lines_may_come_in_pieces_and_several_at_once() -> None:
    dealt = boards(1)
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}

    async def in_pieces(port: int) -> None:
        member = TableMember(Seat.WEST, TEAMS[1], RandomSeat())
        reader, writer = await asyncio.open_connection(LOOPBACK, port)

        async def say(lines: list[str]) -> None:
            text = "".join(f"{line}\r\n" for line in lines).encode()
            for at in range(0, len(text), 7):
                writer.write(text[at : at + 7])
                await writer.drain()
                await asyncio.sleep(0)

        await say([member.greeting()])
        while not member.is_over:
            line = await reader.readline()
            await say(member.hear(line.decode()))
        writer.close()

    host = TableHost(dealt, held, patience=30)
    assert results(hosted(host, lambda port: [in_pieces(port)])) == results(at_home(dealt))


def test_a_program_that_dies_loses_its_board_and_may_come_back() -> None:
    dealt = boards(3)
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}

    async def dies_and_comes_back(port: int) -> None:
        member = TableMember(Seat.WEST, TEAMS[1], RandomSeat())
        wire = await Wire.to(LOOPBACK, port, 30)
        await wire.say(member.greeting())
        for _ in range(12):
            for line in member.hear(await wire.line(30)):
                await wire.say(line)
        await wire.close()
        await asyncio.sleep(0.3)
        await guest(Seat.WEST, port)

    host = TableHost(dealt, held, patience=30)
    played = hosted(host, lambda port: [dies_and_comes_back(port)])
    assert [bool(one.broken) for one in played] == [True, False, False]
    assert results(played)[1:] == results(at_home(dealt))[1:]


def test_strangers_are_turned_away_and_harm_nobody() -> None:
    dealt = boards(1)
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}
    said: list[str] = []

    async def strangers(port: int) -> None:
        for greeting in (
            "GET / HTTP/1.1",
            "x" * 5000,
            'Connecting "x" as North using protocol version 18',
        ):
            wire = await Wire.to(LOOPBACK, port, 30)
            await wire.say(greeting)
            try:
                said.append(await wire.line(30))
            except WireError as error:
                said.append(str(error))
            await wire.close()
        await guest(Seat.WEST, port)

    host = TableHost(dealt, held, patience=30)
    played = hosted(host, lambda port: [strangers(port)])
    assert results(played) == results(at_home(dealt))
    assert said[0] == "A program connects first"
    assert said[2] == "Seat was already taken"


def test_a_seat_that_is_kept_for_an_address_is_not_given_to_another() -> None:
    held = {seat: (TEAMS[seat % 2], RandomSeat()) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)}
    answers: list[str] = []

    async def knock(port: int) -> None:
        wire = await Wire.to(LOOPBACK, port, 30)
        await wire.say(TableMember(Seat.WEST, TEAMS[1], RandomSeat()).greeting())
        answers.append(await wire.line(30))
        await wire.close()

    host = TableHost(boards(1), held, {Seat.WEST: "192.0.2.7"}, patience=1)
    assert not hosted(host, lambda port: [knock(port)])
    assert answers == ["This seat is kept for somebody else"]


def test_a_table_that_is_gone_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WireError, match="Nobody answers"):
        asyncio.run(sit_down(TableMember(Seat.NORTH, "a", RandomSeat()), LOOPBACK, 1, patience=5))
