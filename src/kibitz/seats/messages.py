"""The messages of the table-manager protocol, Blue Chip Bridge's version 18 of 2005.

As text each is spelled strictly; `reading` reads them as liberally as programs write.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability

VERSION = 18
LONGEST = 4096
"""Bytes of a line, its end included."""
LONGEST_NAME, LONGEST_WORDS = 60, 1000
DUMMY = "dummy"
"""Whose cards and whose turn it may be, beside the four seats."""

_SAID = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NORTH_SOUTH: "N/S",
    Vulnerability.EAST_WEST: "E/W",
    Vulnerability.BOTH: "Both",
}
_SYMBOLS = str.maketrans("♠♥♦♣“”’–", 'SHDC""\'-')

Who: TypeAlias = Seat | None
"""A seat, or dummy's if it is named so."""


class Step(StrEnum):
    """What a seat says that it is ready for."""

    TEAMS = "ready for teams"
    START = "ready to start"
    DEAL = "ready for deal"
    CARDS = "ready for cards"
    DUMMY = "ready for dummy"


@dataclass(frozen=True, slots=True)
class Connecting:
    """A program asks for a seat; without one, for any that is free."""

    team: str
    seat: Seat | None
    version: int = VERSION

    def __str__(self) -> str:
        seat = "ANYPL" if self.seat is None else _said(self.seat)
        return (
            f'Connecting "{plain_name(self.team)}" as {seat} using protocol version {self.version}'
        )


@dataclass(frozen=True, slots=True)
class Seated:
    seat: Seat
    team: str

    def __str__(self) -> str:
        return f'{_said(self.seat)} ("{plain_name(self.team)}") seated'


@dataclass(frozen=True, slots=True)
class ReadyFor:
    """A seat waits for the next step; some programs give their team's name instead of the seat."""

    seat: Who
    step: Step

    def __str__(self) -> str:
        return f"{'' if self.seat is None else _said(self.seat)} {self.step}".strip()


@dataclass(frozen=True, slots=True)
class ReadyForCall:
    seat: Seat
    caller: Seat

    def __str__(self) -> str:
        return f"{_said(self.seat)} ready for {_said(self.caller)}'s bid"


@dataclass(frozen=True, slots=True)
class ReadyForCard:
    seat: Seat
    player: Who
    trick: int

    def __str__(self) -> str:
        who = DUMMY if self.player is None else _said(self.player)
        return f"{_said(self.seat)} ready for {who}'s card to trick {self.trick}"


@dataclass(frozen=True, slots=True)
class Teams:
    north_south: str
    east_west: str

    def __str__(self) -> str:
        return (
            f'Teams : N/S : "{plain_name(self.north_south)}" E/W : "{plain_name(self.east_west)}"'
        )


@dataclass(frozen=True, slots=True)
class StartOfBoard:
    def __str__(self) -> str:
        return "Start of board"


@dataclass(frozen=True, slots=True)
class BoardDealt:
    number: int
    dealer: Seat
    vulnerability: Vulnerability

    def __str__(self) -> str:
        vulnerable = _SAID[self.vulnerability]
        return f"Board number {self.number}. Dealer {_said(self.dealer)}. {vulnerable} vulnerable."


@dataclass(frozen=True, slots=True)
class CardsOf:
    """The thirteen cards of a seat, or of dummy."""

    whose: Who
    hand: Hand

    def __str__(self) -> str:
        suits = (
            f"{suit} {' '.join(self.hand.ranks(suit)) or '-'}."
            for suit in sorted(Suit, reverse=True)
        )
        who = "Dummy" if self.whose is None else _said(self.whose)
        return f"{who}'s cards : {' '.join(suits)}"


@dataclass(frozen=True, slots=True)
class Calls:
    """A call; if it is alerted, with the words that explain it."""

    seat: Seat
    call: Call
    explained: str = ""
    alerted: bool = False

    def __str__(self) -> str:
        words = plain_words(self.explained)
        end = " Alert." if self.alerted else " Infos." if words else ""
        return f"{_said(self.seat)} {_call_words(self.call)}{end}{' ' if words else ''}{words}"

    @property
    def plain(self) -> Calls:
        """As the caller's partner is told it."""
        return Calls(self.seat, self.call)


@dataclass(frozen=True, slots=True)
class PlaysCard:
    seat: Who
    card: Card

    def __str__(self) -> str:
        who = "Dummy" if self.seat is None else _said(self.seat)
        return f"{who} plays {self.card.rank}{self.card.suit}"


@dataclass(frozen=True, slots=True)
class ToLead:
    seat: Who

    def __str__(self) -> str:
        return f"{'Dummy' if self.seat is None else _said(self.seat)} to lead"


@dataclass(frozen=True, slots=True)
class Timing:
    """The seconds that each side took: for the board, and in all."""

    board: tuple[int, int]
    total: tuple[int, int]

    def __str__(self) -> str:
        sides = (
            f"{side} : this board  {_minutes(board)},  total  {_hours(total)}."
            for side, board, total in zip(("N/S", "E/W"), self.board, self.total, strict=True)
        )
        return f"Timing - {'  '.join(sides)}"


@dataclass(frozen=True, slots=True)
class EndOfSession:
    def __str__(self) -> str:
        return "End of session"


@dataclass(frozen=True, slots=True)
class Unheard:
    """A line that is no message of the protocol."""

    text: str

    def __str__(self) -> str:
        return self.text


Message: TypeAlias = (
    Connecting | Seated | ReadyFor | ReadyForCall | ReadyForCard | Teams | StartOfBoard | BoardDealt
    | CardsOf | Calls | PlaysCard | ToLead | Timing | EndOfSession | Unheard
)  # fmt: skip


def _said(seat: Seat) -> str:
    return seat.name.capitalize()


def _call_words(call: Call) -> str:
    if isinstance(call, Bid):
        return f"bids {call.level}{'NT' if call.strain is Strain.NOTRUMP else call.strain}"
    return {Sign.PASS: "passes", Sign.DOUBLE: "doubles", Sign.REDOUBLE: "redoubles"}[call]


def _ascii(text: str) -> str:
    plain = text.translate(_SYMBOLS)
    return "".join(c if " " <= c <= "~" else "?" for c in plain).strip()


def plain_name(text: str) -> str:
    return _ascii(text).replace('"', "'")[:LONGEST_NAME]


def plain_words(text: str) -> str:
    return _ascii(text)[:LONGEST_WORDS]


def _minutes(seconds: int) -> str:
    return f"{seconds // 60:02}:{seconds % 60:02}"


def _hours(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
