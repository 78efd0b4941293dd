"""A table as players draw it: the four hands, the auction, the play, the result."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.bridge.auction import Call, Contract
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import tricks_of
from kibitz.records.record import Conflict, Record
from kibitz.wording import call_text, contract_text, result_text, vulnerable_text

_COLOURS = {Suit.SPADES: "blue", Suit.HEARTS: "red", Suit.DIAMONDS: "yellow", Suit.CLUBS: "green"}
_BIDDING_ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def diagram(record: Record) -> RenderableType:
    """The whole table, coloured where the terminal can."""
    parts: list[RenderableType] = [_title(record), Text(), _hands(record)]
    if record.auction.calls:
        parts += [Text(), _auction(record)]
        parts += [Text(f"  {note}") for note in _notes(record)]
        parts += [Text(doubt, style="italic") for doubt in doubts(record)]
    result = _colon(result_text(record.contract, record.tricks))
    parts += [Text(), Text(f"{contract_text(record.contract, by=True)}{result}")]
    if record.play:
        parts += [Text(), _play(record)]
    if record.cut:
        parts.append(Text(f"the play is cut here: {record.cut}", style="italic"))
    return Group(*parts)


def drawn(record: Record) -> str:
    """The diagram as plain text."""
    page = Console(width=100, color_system=None, markup=False, emoji=False, highlight=False)
    with page.capture() as text:
        page.print(diagram(record))
    return "\n".join(line.rstrip() for line in text.get().splitlines())


def doubts(record: Record) -> list[str]:
    """What a reader should know before believing a table."""
    if record.is_filler:
        return [
            "Nobody watched this room: the auction only states the contract, it was not bid so."
        ]
    if Conflict.CONTRACT in record.conflicts:
        bid, played = record.auction.contract, record.contract
        return [
            f"The record contradicts itself: the auction ends in {contract_text(bid, by=True)}, "
            f"but {contract_text(played, by=True)} was played."
        ]
    return []


def _colon(text: str) -> str:
    return f": {text}" if text else ""


def _title(record: Record) -> Text:
    cite = record.citation
    dealt = f"{record.dealer.name.capitalize()} dealt; {vulnerable_text(record.vulnerability)}"
    lines = [str(cite) or str(record.source), dealt]
    return Text("\n".join(line for line in lines if line), style="bold")


def _hands(record: Record) -> Table:
    grid = Table.grid(padding=(0, 3))
    for _ in range(3):
        grid.add_column(min_width=16)
    grid.add_row("", _hand(record, Seat.NORTH), "")
    grid.add_row(_hand(record, Seat.WEST), "", _hand(record, Seat.EAST))
    grid.add_row("", _hand(record, Seat.SOUTH), "")
    return grid


def _hand(record: Record, seat: Seat) -> Text:
    name = record.citation.players[seat]
    text = Text(f"{seat.name.capitalize()}{f' ({name})' if name else ''}\n", style="bold")
    lines = [_holding(record.deal[seat], suit) for suit in reversed(Suit)]
    return text.append_text(Text("\n").join(lines))


def _holding(hand: Hand, suit: Suit) -> Text:
    text = Text()
    text.append(suit.symbol, style=_COLOURS[suit])
    return text.append(f" {hand.ranks(suit).replace('T', '10') or '-'}", style="not bold")


def _auction(record: Record) -> Table:
    table = Table(box=None, pad_edge=False)
    for seat in _BIDDING_ORDER:
        table.add_column(seat.name.capitalize(), min_width=6)
    marks = {place: index for index, (place, _) in enumerate(record.alerts, start=1)}
    cells = [Text()] * _BIDDING_ORDER.index(record.dealer)
    cells += [_call(call, marks.get(place)) for place, call in enumerate(record.auction.calls)]
    for start in range(0, len(cells), 4):
        table.add_row(*cells[start : start + 4])
    return table


def _notes(record: Record) -> list[str]:
    return [f"({i}) {words or 'alerted'}" for i, (_, words) in enumerate(record.alerts, start=1)]


def _call(call: Call, mark: int | None) -> Text:
    text = Text(call_text(call))
    for suit, colour in _COLOURS.items():
        text.highlight_words([suit.symbol], style=colour)
    return text.append(f" ({mark})") if mark else text


def _play(record: Record) -> Table:
    """A row for each trick, a column for each seat; the lead is marked, the winner is bold."""
    contract: Contract = record.contract  # type: ignore[assignment]  # cards need a contract
    table = Table(box=None, pad_edge=False)
    table.add_column("trick", justify="right")
    for seat in _BIDDING_ORDER:
        table.add_column(seat.name.capitalize(), min_width=6)
    for number, trick in enumerate(tricks_of(contract, record.play), 1):
        by_seat = {
            seat: _card(card, led=seat is trick.leader, won=seat is trick.winner)
            for seat, card in trick.by_seat.items()
        }
        table.add_row(str(number), *(by_seat.get(seat, Text()) for seat in _BIDDING_ORDER))
    return table


def _card(card: Card, *, led: bool, won: bool) -> Text:
    text = Text("›" if led else " ")
    text.append(card.suit.symbol, style=_COLOURS[card.suit])
    text.append(str(card.rank).replace("T", "10"))
    text.append("*" if won else "", style="bold")
    return text
