"""LIN, the format of BBO: single boards and two-room vugraph files, in and out.

A LIN file is a row of ``tag|value|`` pairs. Of the tags these matter here: ``vg`` (event), ``rs``
(list of results), ``pn`` (names, South first; a second four for the closed room), ``qx`` (room and
board), ``ah`` (board), ``md`` (dealer and hands), ``sv`` (vulnerability), ``mb`` (call), ``an``
(its explanation), ``pc`` (card), ``mc`` (claim), ``ub`` and ``up`` (calls and cards taken back).
Comments, the other room's auction and all else are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from kibitz.games.bridge.auction import CALLS
from kibitz.games.bridge.cards import CARDS, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.formats.draft import Draft
from kibitz.records.record import Citation, Players, Record, RecordError, Refusal, Source, plain

_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_DEALERS = {str(number): seat for number, seat in enumerate(_ORDER, start=1)}
_VULNERABILITY = {
    **dict.fromkeys("oO0-", Vulnerability.NONE),
    **dict.fromkeys("nN", Vulnerability.NORTH_SOUTH),
    **dict.fromkeys("eE", Vulnerability.EAST_WEST),
    **dict.fromkeys("bB", Vulnerability.BOTH),
}
_LETTER = {
    Vulnerability.NONE: "o",
    Vulnerability.NORTH_SOUTH: "n",
    Vulnerability.EAST_WEST: "e",
    Vulnerability.BOTH: "b",
}
_ROOMS = {"o": "open", "c": "closed"}
CALL = re.compile(r"[1-7](?:NT|[CDHSN])|P(?:ASS)?|DBL|REDBL|RDBL|XX|[DXR]", re.ASCII)
_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.ASCII)
_RESULT = re.compile(r"([1-7][CDHSN])T?([NESW])(x{0,2})(=|[+-]\d{1,2})", re.ASCII)
_TAG = re.compile(r"[A-Za-z0-9]{2}$")


@dataclass(slots=True)
class _File:
    """What holds for the tables to come."""

    name: str
    origin: str
    event: str = ""
    first_board: int = 1
    names: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    tables: int = 0
    _line: int = 1
    _counted: int = 0

    def line_of(self, pieces: list[str], place: int) -> int:
        """The line on which a piece of the text ends; asked for in rising order."""
        self._line += "".join(pieces[self._counted : place]).count("\n")
        self._counted = place
        return self._line


@dataclass(slots=True)
class _Table:
    """The table being read."""

    line: int
    names: tuple[str, ...]
    room: str = ""
    board: str = ""
    number: int | None = None
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    calls: list[str] = field(default_factory=list)
    alerts: list[tuple[int, str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claim: str = ""
    dealt: bool = False
    trouble: RecordError | None = None

    @property
    def has_begun(self) -> bool:
        return self.dealt or bool(self.calls or self.cards)

    def again(self, line: int) -> _Table:
        """The same board dealt once more."""
        return _Table(line, self.names, self.room, self.board, self.number)


def read_lin(text: str, *, file: str, origin: str = "") -> Iterator[Record | Refusal]:
    """Every table of a LIN text, sound or refused, in order."""
    for draft in _drafts(text, file, origin):
        yield draft.judged()


def _drafts(text: str, name: str, origin: str) -> Iterator[Draft]:
    about = _File(name, origin)
    table = _Table(1, ())
    pieces = text.split("|")
    for index, (before, value) in enumerate(zip(pieces[::2], pieces[1::2], strict=False)):
        tag = before if before in ("pc", "mb") else _tag(before)
        if tag == "pc":
            table.cards += _CARDS.get(value) or _cards(value)
        elif tag == "mb":
            _call(table, value)
        elif tag in _STARTS:
            line = about.line_of(pieces, 2 * index + 1)
            if table.has_begun and (tag != "md" or table.calls or table.cards):
                yield _draft(about, table)
                table = _Table(line, ()) if tag != "md" else table.again(line)
            _start(about, table, tag, value, line)
        elif tag == "rs":
            about.results = tuple(item.strip() for item in value.split(","))
        else:
            _follow(table, tag, value)
    if table.has_begun:
        yield _draft(about, table)


def _tag(before: str) -> str:
    """The tag that stands before a value; garbage in front of it is passed over."""
    tag = before.strip()
    if len(tag) != 2:
        found = _TAG.search(tag)
        tag = found[0] if found else ""
    return tag.lower()


_STARTS = ("vg", "pn", "qx", "md")
"""The tags with which a table may start."""


def _start(about: _File, table: _Table, tag: str, value: str, line: int) -> None:
    if tag == "vg":
        about.event, about.first_board = _event(value)
        about.results = ()
    elif tag == "pn":
        names = tuple(name.strip() for name in value.split(","))
        if len(names) > 4 or not about.names:
            about.names = names
        table.names = names
    elif tag == "qx":
        _place(table, value)
        table.line = line
    else:
        if not table.room:
            table.line = line
        _deal(table, value)


def _call(table: _Table, value: str) -> None:
    table.calls += _CALLS.get(value) or _calls(value)
    if value.endswith("!") and table.calls:
        table.alerts.append((len(table.calls) - 1, ""))


def _follow(table: _Table, tag: str, value: str) -> None:
    """Take in one tag that belongs to the table."""
    if tag == "sv":
        table.vulnerability = _VULNERABILITY.get(value.strip(), table.vulnerability)
    elif tag == "ah" and not table.calls:
        board = re.fullmatch(r"\s*board\s+(\S+)\s*", value, re.IGNORECASE)
        table.board = board[1] if board else table.board
    elif tag == "an" and table.calls:
        last = len(table.calls) - 1
        table.alerts = [alert for alert in table.alerts if alert[0] != last]
        table.alerts.append((last, value))
    elif tag == "mc":
        table.claim = value.strip()
    elif tag in ("ub", "up"):
        undone = table.calls if tag == "ub" else table.cards
        count = int(value) if value.isascii() and value.isdigit() else 1
        del undone[max(0, len(undone) - count) :]
        table.alerts = [alert for alert in table.alerts if alert[0] < len(table.calls)]


def _event(value: str) -> tuple[str, int]:
    """Title with segment, and the first board; only the title may hold commas."""
    parts = [part.strip() for part in value.split(",")]
    if len(parts) >= 9:
        parts = [", ".join(parts[:-8]), *parts[-8:]]
    title, segment = parts[0], parts[1] if len(parts) > 1 else ""
    first = parts[3] if len(parts) > 3 else ""
    number = int(first) if first.isascii() and first.isdigit() and len(first) < 6 else 1
    return " / ".join(" ".join(part.split()) for part in (title, segment) if part), number


def _place(table: _Table, value: str) -> None:
    """Room and board from ``o12``, ``c12`` or ``o12,BOARD 52``."""
    label = value.split(",")[0].strip()
    table.room = _ROOMS.get(label[:1].lower(), "")
    number = label[1:] if table.room else label
    if number.isascii() and number.isdigit() and len(number) < 6:
        table.number = int(number)
    table.board = number


def _deal(table: _Table, value: str) -> None:
    """Dealer and hands: South, West, North and, where it is not left out, East."""
    table.dealt = True
    text = value.strip()
    table.dealer = _DEALERS.get(text[:1])
    try:
        table.hands, table.trouble = _hands(text.lstrip("0123456789")), None
    except RecordError as error:
        table.hands, table.trouble = {}, error


@lru_cache(maxsize=64)  # the two rooms of a board are dealt the same cards
def _hands(text: str) -> dict[Seat, Hand]:
    hands = text.split(",")
    if len(hands) > 4:
        raise RecordError("deal:bad character", f"{len(hands)} hands")
    return {seat: parse_lin_hand(hand) for seat, hand in zip(_ORDER, hands, strict=False)}


def parse_lin_hand(text: str) -> Hand:
    """Read ``SKT96H3DKT72CAQT8``; suits may be in any order and missing."""
    bits, suit = 0, -1
    for letter in text.upper().replace("10", "T"):
        if letter in _SUIT_OF:
            suit = _SUIT_OF[letter]
        elif suit >= 0 and letter in _RANK_OF:
            bit = 1 << (13 * suit + _RANK_OF[letter])
            if bits & bit:
                raise RecordError("deal:duplicate card", f"{Suit(suit)}{letter}")
            bits |= bit
        elif not letter.isspace():
            raise RecordError("deal:bad character", repr(letter))
    return Hand(bits)


_SUIT_OF = {str(suit): int(suit) for suit in Suit}
_RANK_OF = {str(rank): rank - 2 for rank in Rank}
_CALL_NAMES = {"PASS": "P", "D": "X", "DBL": "X", "R": "XX", "REDBL": "XX", "RDBL": "XX"}


def call_name(text: str) -> str:
    """One call in our notation.

    >>> call_name("1nt"), call_name("d"), call_name("pass")
    ('1N', 'X', 'P')
    """
    upper = text.upper()
    return _CALL_NAMES.get(upper, upper.replace("NT", "N"))


def _calls(value: str) -> list[str]:
    """The calls written in one value, mostly one; what is no call stays as it is."""
    upper = value.upper().replace("!", "").replace("?", "").strip()
    calls = CALL.findall(upper)
    return [call_name(call) for call in calls] if "".join(calls) == upper else [value.strip()]


def _cards(value: str) -> list[str]:
    upper = value.upper().strip()
    cards = _CARD.findall(upper)
    if "".join(cards) != upper or not cards:
        return [value.strip()]
    return [card.replace("10", "T") for card in cards]


_CARDS = {
    form: [name] for name in CARDS for form in (name, name.lower(), name[0].lower() + name[1])
}
"""The cards as almost every file writes them; what else occurs is taken apart."""

_CALLS = {form: [name] for name in CALLS for form in (name, name.lower())}
_CALLS |= {"d": ["X"], "D": ["X"], "r": ["XX"], "R": ["XX"]}


def _draft(about: _File, table: _Table) -> Draft:
    about.tables += 1
    citation = Citation(
        event=plain(about.event),
        board=plain(table.board),
        room=table.room,
        players=_players(about, table),
    )
    return Draft(
        source=Source(about.name, about.tables, about.origin),
        line=table.line,
        citation=citation,
        hands=table.hands,
        dealer=table.dealer,
        vulnerability=table.vulnerability,
        calls=table.calls,
        alerts=table.alerts,
        cards=table.cards,
        total=table.claim,
        listed=_listed(about, table),
        trouble=table.trouble,
    )


def _players(about: _File, table: _Table) -> Players:
    """Names of this room; a closed room that repeats the open room's four has the file's others."""
    names = table.names or about.names
    if table.room == "closed" and len(about.names) > 4 and names[:4] == about.names[:4]:
        names = about.names[4:]
    south, west, north, east = (*names, "", "", "", "")[:4]
    return Players.of((north, east, south, west))


def _listed(about: _File, table: _Table) -> tuple[str, int | None] | None:
    """This table's place in the list of results: open and closed room of each board in turn."""
    if table.number is None or not table.room:
        return None
    place = 2 * (table.number - about.first_board) + (table.room == "closed")
    if not 0 <= place < len(about.results) or not about.results[place]:
        return None
    text = about.results[place]
    if text.upper() in ("P", "PASS"):
        return "PASS", None
    found = _RESULT.fullmatch(text)
    if not found:
        return None
    bid, declarer, doubled, margin = found.groups()
    made = int(bid[0]) + 6 + (0 if margin == "=" else int(margin))
    return f"{bid}{doubled} by {declarer}", made


def write_lin(records: Iterable[Record]) -> Iterator[str]:
    """LIN text, one line a table; a line with the event stands before the tables it holds for."""
    event: str | None = None
    for record in records:
        if record.citation.event != event:
            event = record.citation.event
            yield _header(event)
        yield "".join(f"{tag}|{value}|" for tag, value in _table_pairs(record)) + "\n"


def _header(event: str) -> str:
    title, slash, segment = _plain(event).rpartition(" / ")
    if not slash or "," in segment:
        title, segment = _plain(event), ""
    return f"vg|{title},{segment},I,1,1,,0,,0|pg||\n"


def _table_pairs(record: Record) -> Iterator[tuple[str, str]]:
    cite = record.citation
    names = [_plain(cite.players[seat]).replace(",", " ") for seat in _ORDER]
    yield "pn", ",".join(names)
    room = {"open": "o", "closed": "c"}.get(cite.room.lower())
    if room and cite.board:
        yield "qx", room + _plain(cite.board).replace(",", " ")
    yield "st", ""
    hands = [_lin_hand(record.deal[seat]) for seat in _ORDER]
    yield "md", f"{_ORDER.index(record.dealer) + 1}{','.join(hands)}"
    if cite.board:
        yield "ah", f"Board {_plain(cite.board)}"
    yield "sv", _LETTER[record.vulnerability]
    explained = dict(record.alerts)
    for index, call in enumerate(record.auction.calls):
        text = {"X": "d", "XX": "r", "P": "p"}.get(str(call), str(call))
        yield "mb", text + ("!" if index in explained else "")
        if explained.get(index):
            yield "an", _plain(explained[index])
    for card in record.play:
        yield "pc", str(card)
    if record.claim is not None:
        yield "mc", str(record.claim)
    yield "pg", ""


def _lin_hand(hand: Hand) -> str:
    return "".join(f"{suit}{hand.ranks(suit)}" for suit in reversed(Suit))


def _plain(text: str) -> str:
    """Text that cannot break the format."""
    return " ".join(text.replace("|", "/").split())
