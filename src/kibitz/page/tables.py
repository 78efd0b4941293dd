"""A table as the template draws it: plain values, no HTML."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import trick_winner
from kibitz.records.library import Entry
from kibitz.records.record import Record
from kibitz.wording import call_text, contract_text, result_text, vulnerable_text

SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


@dataclass(frozen=True, slots=True)
class SuitView:
    name: str
    symbol: str
    ranks: str


@dataclass(frozen=True, slots=True)
class HandView:
    seat: str
    player: str
    suits: tuple[SuitView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    text: str
    led: bool
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """All that is shown of one table."""

    title: str
    dealt: str
    contract: str
    result: str
    hands: tuple[HandView, ...]
    seats: tuple[str, ...]
    auction: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    tricks: tuple[tuple[CardView | None, ...], ...]
    cut: str
    sources: tuple[str, ...]


def table_view(entry: Entry) -> TableView:
    record = entry.record
    return TableView(
        title=str(record.citation) or f"Table {entry.id}",
        dealt=f"{record.dealer.name.capitalize()} dealt; {vulnerable_text(record.vulnerability)}",
        contract=contract_text(record, by=True),
        result=result_text(record),
        hands=tuple(_hand(record, seat) for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)),
        seats=tuple(seat.name.capitalize() for seat in SEATS),
        auction=_auction(record),
        notes=tuple(f"({i}) {words or 'alerted'}" for i, (_, words) in _numbered(record)),
        tricks=_tricks(record),
        cut=record.cut,
        sources=tuple(_cited(told) for told in entry.told),
    )


def _cited(record: Record) -> str:
    cited = str(record.citation)
    return f"{cited} ({record.source})" if cited else str(record.source)


def _numbered(record: Record) -> list[tuple[int, tuple[int, str]]]:
    return list(enumerate(record.alerts, start=1))


def _hand(record: Record, seat: Seat) -> HandView:
    suits = tuple(
        SuitView(suit.name.lower(), suit.symbol, record.deal[seat].ranks(suit).replace("T", "10"))
        for suit in reversed(Suit)
    )
    return HandView(seat.name.capitalize(), record.citation.players[seat], suits)


def _auction(record: Record) -> tuple[tuple[str, ...], ...]:
    marks = {place: number for number, (place, _) in _numbered(record)}
    cells = [""] * SEATS.index(record.dealer)
    for place, call in enumerate(record.auction.calls):
        mark = f" ({marks[place]})" if place in marks else ""
        cells.append(call_text(call) + mark)
    cells += [""] * (-len(cells) % 4)
    rows = tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
    return rows if record.auction.calls else ()


def _tricks(record: Record) -> tuple[tuple[CardView | None, ...], ...]:
    if record.contract is None:
        return ()
    rows = []
    leader = record.contract.leader
    for start in range(0, len(record.play), 4):
        trick = record.play[start : start + 4]
        winner = trick_winner(trick, record.contract.bid.strain.trumps) if len(trick) == 4 else None
        by_seat = {
            Seat((leader + turn) % 4): CardView(
                card.suit.symbol + str(card.rank).replace("T", "10"), turn == 0, turn == winner
            )
            for turn, card in enumerate(trick)
        }
        rows.append(tuple(by_seat.get(seat) for seat in SEATS))
        leader = Seat((leader + (winner or 0)) % 4)
    return tuple(rows)
