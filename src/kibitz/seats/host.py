"""A table that programs connect to; seats that nobody connects to are held here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping

from kibitz.games.bridge.deal import Seat
from kibitz.seats.boards import BoardPlayed, BoardToPlay
from kibitz.seats.manager import TableManager
from kibitz.seats.member import SeatAdviser, TableMember
from kibitz.seats.messages import Connecting, Seated
from kibitz.seats.reading import heard
from kibitz.seats.wire import PATIENCE, Wire, WireError

LOOPBACK = "127.0.0.1"
TEAMS = ("Kibitz NS", "Kibitz EW")
"""The names of the pairs that are held here."""
Log = Callable[[str], None]


class TableHost:
    """One table over sockets: who is connected where, and whose lines go to whom."""

    def __init__(
        self,
        boards: Iterable[BoardToPlay],
        held: Mapping[Seat, tuple[str, SeatAdviser]],
        allowed: Mapping[Seat, str] = {},
        ended: Callable[[BoardPlayed], None] | None = None,
        log: Log = lambda line: None,
        patience: float = PATIENCE,
        plain: bool = False,
    ) -> None:
        self.manager = TableManager(boards, time.monotonic, ended, plain)
        self._allowed, self._log, self._patience = dict(allowed), log, patience
        self._wires: dict[Seat, Wire] = {}
        self._members = {
            seat: TableMember(seat, team, adviser) for seat, (team, adviser) in held.items()
        }
        self._talks = set[asyncio.Task[None]]()
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()

    async def serve(
        self, port: int, host: str = LOOPBACK, ready: Callable[[int], None] = lambda port: None
    ) -> None:
        """Play all boards; *ready* is given the port as soon as it is open (0 takes a free one)."""
        server = await asyncio.start_server(self._connected, host, port, limit=4096)
        async with server:
            ready(server.sockets[0].getsockname()[1])
            for seat, member in self._members.items():
                await self._join_member(seat, member)
            await self._watch()
        async with self._lock:  # the last lines are on their way
            for wire in self._wires.values():
                await wire.close()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def _watch(self) -> None:
        """Wait for the end; a seat that says nothing for too long is lost, at last the session."""
        while not self.manager.is_over:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), self._patience)
            except TimeoutError:
                seat = self.manager.waits_for
                if seat is None:
                    return
                if seat in self._members:
                    continue
                wire = self._wires.get(seat)
                if wire is None:
                    self._log(f"# {seat.name.capitalize()} did not come: the session ends")
                    async with self._lock:
                        await self._deliver(self.manager.close())
                    return
                self._log(f"# {seat.name.capitalize()} said nothing for {self._patience:g} seconds")
                await wire.close()
                await self._lost(seat, wire)

    async def _join_member(self, seat: Seat, member: TableMember) -> None:
        asked = heard(member.greeting())
        assert isinstance(asked, Connecting)
        answer = self.manager.join(asked)
        assert not isinstance(answer, str), answer
        async with self._lock:
            await self._deliver([(seat, str(answer))])

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(reader, writer)
        seat: Seat | None = None
        talk = asyncio.current_task()
        if talk is not None:
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)
        try:
            asked = heard(await wire.line(self._patience))
            if not isinstance(asked, Connecting):
                await wire.say("A program connects first")
                return
            answer = self._answer(asked, wire.peer)
            self._log(f"# {asked} -> {answer}")
            if isinstance(answer, str):
                await wire.say(answer)
                return
            seat = answer.seat
            self._wires[seat] = wire
            await wire.say(str(answer))
            while not self.manager.is_over:
                line = await wire.line(None)
                self._log(f"{seat}> {line}")
                async with self._lock:
                    await self._deliver(self.manager.hear(seat, line))
        except WireError as error:
            self._log(f"# {seat.name.capitalize() if seat is not None else 'somebody'}: {error}")
        finally:
            if seat is not None and not self.manager.is_over:
                await self._lost(seat, wire)
            await wire.close()

    def _answer(self, asked: Connecting, peer: str) -> Seated | str:
        """A seat, or why not; a seat may be kept for one address."""
        wanted = self._allowed.get(asked.seat, "") if asked.seat is not None else ""
        if wanted and wanted != peer:
            return "This seat is kept for somebody else"
        return self.manager.join(asked)

    async def _lost(self, seat: Seat, wire: Wire) -> None:
        """A connection is gone: its seat is free for the next program of that team."""
        if self._wires.get(seat) is not wire:
            return
        del self._wires[seat]
        async with self._lock:
            await self._deliver(self.manager.lose(seat))

    async def _deliver(self, lines: list[tuple[Seat, str]]) -> None:
        """Send lines; what members held here answer is heard at once, until nobody answers."""
        waiting = list(lines)
        while waiting:
            seat, line = waiting.pop(0)
            self._log(f"{seat}< {line}")
            member, wire = self._members.get(seat), self._wires.get(seat)
            if member is not None:
                for said in await asyncio.to_thread(member.hear, line):
                    self._log(f"{seat}> {said}")
                    waiting += self.manager.hear(seat, said)
            elif wire is not None:
                try:
                    await wire.say(line)
                except WireError as error:
                    self._log(f"# {seat.name.capitalize()}: {error}")
        self._changed.set()
