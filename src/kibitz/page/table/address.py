"""The two addresses of a table: a moment of its record, and a moment of the player's own play."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kibitz.games.bridge.deal import Seat
from kibitz.page.shelves import TableShelves
from kibitz.page.table.playthrough import Playthrough


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A moment of a table; after *number*, the fields of the query string in its order."""

    shelf: str
    number: int
    at: int = 0
    said: str = ""
    own: str | None = None
    """Every card since the player left the record; None: he follows it."""
    choice: str = ""
    """The card that he is thinking of, off the record."""
    to: int = 0
    """The card that a link of the slider jumps to."""
    open: int = 0
    """1: the hidden hands are shown."""
    seat: str = ""
    like: str = ""
    """The player whose decisions alone are asked; empty: everybody's."""
    plan: int = 0
    """1: the plan of the deal is shown beside the votes."""

    @property
    def table(self) -> str:
        """The path of the table: ``/play/library/1``, or ``/play/library/1/on`` off the record."""
        return f"/play/{self.shelf}/{self.number}{'' if self.own is None else '/on'}"

    @property
    def fields(self) -> dict[str, Any]:
        """The query string as a form sends it.

        >>> TableAddress("library", 1, 0, "HK", open=1).fields
        {'at': 0, 'said': 'HK', 'open': 1}
        """
        named = asdict(self)
        del named["shelf"], named["number"]
        return {name: value for name, value in named.items() if value or name == "at"}

    def __str__(self) -> str:
        return f"{self.table}?{urlencode(self.fields)}"

    def followed(self, at: int, said: str) -> TableAddress:
        """The record after *at* cards, with the guesses *said* so far."""
        return replace(self, at=at, said=said, own=None, choice="")

    def left(self, own: str, choice: str = "") -> TableAddress:
        """Off the record, where the player's *own* cards have led."""
        return replace(self, own=own, choice=choice)

    @property
    def position(self) -> TableAddress:
        """The same without the fields that do not change any card's worth, to work it out once."""
        said = self.said if self.own is None else ""
        return TableAddress(self.shelf, self.number, self.at, said, self.own, seat=self.seat)

    @property
    def player(self) -> Seat | None:
        """The seat whose cards the player guesses; None: declarer's."""
        return Seat.parse(self.seat) if self.seat else None

    def read(self, shelves: TableShelves) -> Playthrough:
        """The table as it stands at this address."""
        record = shelves.entry(self.shelf, self.number).record
        return Playthrough.of(
            record,
            self.at,
            self.said,
            self.own,
            self.choice,
            is_open=bool(self.open),
            player=self.player,
        )
