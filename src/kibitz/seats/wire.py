"""Lines over a socket: of bounded length, in time, whole."""

from __future__ import annotations

import asyncio
import contextlib

from kibitz.errors import KibitzError
from kibitz.seats.messages import LONGEST

PATIENCE = 300.0
"""Seconds in which a program has to say something if it is its turn to."""


class WireError(KibitzError):
    """The other side is gone, says nothing, or says too much at once."""


class Wire:
    """One connection; each line that is sent ends in CR LF, and either end is accepted."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @property
    def peer(self) -> str:
        """The address of the other side."""
        peer = self._writer.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    @classmethod
    async def to(cls, host: str, port: int, patience: float = PATIENCE) -> Wire:
        try:
            opening = asyncio.open_connection(host, port, limit=LONGEST)
            return cls(*await asyncio.wait_for(opening, patience))
        except (OSError, TimeoutError):
            raise WireError(f"Nobody answers at {host}:{port}.") from None

    async def line(self, patience: float | None = PATIENCE) -> str:
        """The next line, without its end; WireError if there is none."""
        try:
            line = await asyncio.wait_for(self._reader.readuntil(b"\n"), patience)
        except TimeoutError:
            raise WireError(f"nothing was said for {patience:g} seconds") from None
        except asyncio.IncompleteReadError:
            raise WireError("the connection was closed") from None
        except asyncio.LimitOverrunError:
            raise WireError(f"a line was longer than {LONGEST} bytes") from None
        except OSError as error:
            raise WireError(f"the connection broke: {error}") from None
        return line.decode("ascii", "replace").strip("\r\n\0 ")

    async def say(self, line: str) -> None:
        try:
            self._writer.write(line.encode("ascii", "replace") + b"\r\n")
            await asyncio.wait_for(self._writer.drain(), PATIENCE)
        except (OSError, TimeoutError) as error:
            raise WireError(f"the connection broke: {error}") from None

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), 1)
