"""A seat at a table elsewhere: the member speaks over a wire until the session is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kibitz.seats.member import TableMember
from kibitz.seats.wire import PATIENCE, Wire

Watch = Callable[[str, str], None]
"""Told each line and where it went: ``>`` for what is said, ``<`` for what is heard."""


async def sit_down(
    member: TableMember,
    host: str,
    port: int,
    watch: Watch = lambda way, line: None,
    patience: float = PATIENCE,
) -> None:
    """Take a seat and keep it to the end of the session; WireError if the table is gone.

    The member thinks in a thread of its own, so that the connection stays alive meanwhile.
    """
    wire = await Wire.to(host, port, patience)
    try:
        await _say(wire, [member.greeting()], watch)
        while not member.is_over:
            line = await wire.line(patience)
            watch("<", line)
            await _say(wire, await asyncio.to_thread(member.hear, line), watch)
    finally:
        await wire.close()


async def _say(wire: Wire, lines: list[str], watch: Watch) -> None:
    for line in lines:
        watch(">", line)
        await wire.say(line)
