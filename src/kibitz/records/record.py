"""A record: one table's deal, auction, play and result as written down, with its source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from kibitz.errors import KibitzError, UsageError
from kibitz.games.bridge.auction import Auction, Bid, Contract
from kibitz.games.bridge.cards import Card, Named
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play, replay

LONGEST_TEXT = 300
"""The most characters that are kept of a name, a title or an explanation."""


@lru_cache(maxsize=4096)  # names and titles come again and again
def plain(text: str) -> str:
    """One line of printable text: no control characters, single blanks, bounded.

    >>> plain("  a\\x1b[31m\\tb ")
    'a [31m b'
    """
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())[:LONGEST_TEXT].rstrip()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record can be looked up again: a file, and the table's number in it, from 1."""

    file: str
    game: int = 0
    origin: str = ""
    """The collection that the file belongs to, if it is stated."""

    def __str__(self) -> str:
        where = f"{self.origin}: {self.file}" if self.origin else self.file
        return f"{where}, table {self.game}" if self.game else where


class ResultSource(Named, Enum):
    """Where the result comes from: the cards, a claim or stated total, or a list of results."""

    PLAY = "play"
    CLAIM = "claim"
    LIST = "list"


class Conflict(Named, Enum):
    """Two statements of a file that disagree; the record follows the one named first."""

    CLAIM = "claim"  # the play to the last trick, and the stated total
    LIST = "list"  # the record, and the file's list of results
    CONTRACT = "contract"  # the contract that was played, and the auction (both are kept)


def _refuse_unless_plain(*texts: str) -> None:
    for text in texts:
        if text != plain(text):
            raise UsageError(f"not one plain line of text: {text!r}")


@dataclass(frozen=True, slots=True)
class Players:
    """The names at the table; an empty name is not known."""

    north: str = ""
    east: str = ""
    south: str = ""
    west: str = ""

    def __post_init__(self) -> None:
        _refuse_unless_plain(self.north, self.east, self.south, self.west)

    @classmethod
    def of(cls, names: Iterable[str]) -> Players:
        """Names in the order North, East, South, West, as any file may write them."""
        return cls(*(plain(name) for name in names))

    def __getitem__(self, seat: Seat) -> str:
        return (self.north, self.east, self.south, self.west)[seat]

    def __bool__(self) -> bool:
        return bool(self.north or self.east or self.south or self.west)


@dataclass(frozen=True, slots=True)
class Citation:
    """How people name a table, as it is cited with a precedent."""

    event: str = ""
    date: str = ""
    board: str = ""
    room: str = ""
    players: Players = Players()
    kind: str = ""
    """``human``, ``robot:NAME``, ``generated``, or empty where it is not stated."""
    system: str = ""
    level: str = ""

    def __post_init__(self) -> None:
        _refuse_unless_plain(self.event, self.date, self.board, self.room)
        _refuse_unless_plain(self.kind, self.system, self.level)

    def __str__(self) -> str:
        board = f"board {self.board}" if self.board else ""
        room = f"{self.room.lower()} room" if self.room.lower() in ("open", "closed") else self.room
        return ", ".join(part for part in (self.event, board, room) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One table; what cannot have happened cannot be built.

    The auction may be missing where a file states only the contract. *play* is legal from the
    opening lead on, and may stop early: then *tricks*, where it is known, was claimed or stated.
    *cut* says why a card and all after it were left out.

    >>> from kibitz.records.lookup import table
    >>> record = table("starter:111")
    >>> str(record.citation), record.contract, record.made
    ('Kibitz house match, board 111, open room', Contract.parse('3N by S'), True)
    """

    source: Source
    deal: Deal
    auction: Auction
    vulnerability: Vulnerability
    contract: Contract | None
    play: tuple[Card, ...] = ()
    tricks: int | None = None
    result_source: ResultSource | None = None
    citation: Citation = Citation()
    alerts: tuple[tuple[int, str], ...] = ()
    """Explanations of calls: the call's place in the auction, from 0, and the words."""
    conflicts: tuple[Conflict, ...] = ()
    cut: str = ""

    def __post_init__(self) -> None:
        if self.auction.calls:
            if not self.auction.is_over:
                raise UsageError("the auction is unfinished")
            agrees = self.contract == self.auction.contract
            if agrees == (Conflict.CONTRACT in self.conflicts):
                raise UsageError(f"the auction does not end in {self.contract}")
        _refuse_unless_plain(self.cut, *(words for _, words in self.alerts))
        if any(not 0 <= index < len(self.auction.calls) for index, _ in self.alerts):
            raise UsageError("an alert belongs to a call")
        if (self.tricks is None) != (self.result_source is None):
            raise UsageError("a result has a source")
        if self.contract is None:
            if self.play or self.tricks is not None:
                raise UsageError("without a contract nothing is played")
            return
        played = replay(self.deal, self.contract, self.play)
        if played.problem is not None:
            raise UsageError(f"{played.problem}: card {played.cards + 1}")
        if self.tricks is not None:
            least, most = played.tricks, played.tricks + 13 - len(self.play) // 4
            if not least <= self.tricks <= most:
                raise UsageError(f"{self.tricks} tricks are impossible: from {least} to {most}")

    def __str__(self) -> str:
        """The table as players draw it."""
        from kibitz.records.diagram import drawn  # rich takes a while to import

        return drawn(self)

    @property
    def dealer(self) -> Seat:
        return self.auction.dealer

    @property
    def is_passed_out(self) -> bool:
        return self.auction.is_passed_out

    @property
    def is_filler(self) -> bool:
        """Whether the auction only states a contract, and nobody bid it like that.

        Vugraph files do so to fill in the room of a match that was not watched: one bid, a
        result, and not one card.
        """
        return (
            self.citation.room.lower() in ("open", "closed")
            and self.citation.kind in ("", "human")
            and self.tricks is not None
            and not self.play
            and sum(isinstance(call, Bid) for call in self.auction.calls) == 1
        )

    @property
    def is_witness(self) -> bool:
        """Whether its auction can be learned from: it was bid, and ends in what was played."""
        agrees = Conflict.CONTRACT not in self.conflicts
        return bool(self.auction.calls) and agrees and not self.is_filler

    @property
    def claim(self) -> int | None:
        """Declarer's total where the play stopped before it was certain."""
        return None if self.result_source is ResultSource.PLAY else self.tricks

    @property
    def is_complete(self) -> bool:
        """Whether all is known: passed out, or played with a known result."""
        return self.is_passed_out or (bool(self.play) and self.tricks is not None)

    @property
    def made(self) -> bool | None:
        """Whether declarer made the contract; None where that is not known."""
        if self.contract is None or self.tricks is None:
            return None
        return self.tricks >= self.contract.target

    def opening_state(self) -> Play:
        """The state before the opening lead; passed-out tables have none."""
        if self.contract is None:
            raise UsageError("nothing was played at this table")
        return Play.start(self.deal, self.contract)


class RecordError(KibitzError, ValueError):
    """A table is not sound; *reason* is of the form ``auction:insufficient bid``."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason} ({detail})" if detail else reason)
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True)
class Refusal:
    """A table (or line, or file) that was not kept: where it stands and why.

    >>> print(Refusal("match.lin", 7, "12", "auction:insufficient bid", "1H over 1S"))
    match.lin:7: board 12: auction:insufficient bid (1H over 1S)
    """

    file: str
    line: int
    board: str
    reason: str
    detail: str = ""

    def __str__(self) -> str:
        board = f" board {self.board}:" if self.board else ""
        detail = f" ({self.detail})" if self.detail else ""
        return f"{self.file}:{self.line}:{board} {self.reason}{detail}"
