"""A table as the template draws it: plain values, no HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.page.table.guessing import Seen, suits_of, trick_by_seat
from kibitz.records.diagram import doubts
from kibitz.records.library import Entry
from kibitz.records.record import Record
from kibitz.wording import call_text, card_text, contract_text, result_text, vulnerable_text

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
class PlayableView:
    """A card in a hand, and the link that guesses it where it may be played."""

    text: str
    name: str
    href: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class HoldingView:
    name: str
    symbol: str
    cards: tuple[PlayableView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at a moment of the play: what it still holds, if that is seen, and its last card."""

    seat: str
    player: str
    role: str
    holdings: tuple[HoldingView, ...] | None
    played: str
    turn: bool


@dataclass(frozen=True, slots=True)
class MomentView:
    """All that is shown of one moment."""

    title: str
    dealt: str
    contract: str
    seats: tuple[SeatView, ...]
    turn: str
    trick: int
    won: int
    lost: int


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
        title=_title(record) or f"Table {entry.id}",
        dealt=f"{record.dealer.name.capitalize()} dealt; {vulnerable_text(record.vulnerability)}",
        contract=contract_text(record.contract, by=True),
        result=result_text(record.contract, record.tricks),
        hands=tuple(_hand(record, seat) for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)),
        seats=tuple(seat.name.capitalize() for seat in SEATS),
        auction=_auction(record, record.auction.calls),
        notes=(
            *doubts(record),
            *(f"({i}) {words or 'alerted'}" for i, (_, words) in _numbered(record)),
        ),
        tricks=_tricks(record),
        cut=record.cut,
        sources=tuple(_cited(one) for one in entry.accounts),
    )


def opening_view(entry: Entry, calls: Sequence[Call]) -> TableView:
    """A table of which nothing but these *calls* means anything."""
    view = table_view(entry)
    auction = _auction(entry.record, calls)
    return replace(view, contract="", result="", auction=auction, notes=(), tricks=())


def moment_view(seen: Seen, link: Callable[[Card], str]) -> MomentView:
    """A moment as the template draws it; *link* is where a guess leads."""
    record, state = seen.record, seen.state
    on_table = trick_by_seat(state)
    legal = set(state.legal_actions) if seen.must_guess else set()

    def seat_view(seat: Seat) -> SeatView:
        card = on_table.get(seat)
        return SeatView(
            seat.name.capitalize(),
            record.citation.players[seat],
            {state.contract.declarer: "declarer", state.contract.declarer.partner: "dummy"}.get(
                seat, ""
            ),
            _holdings(state, seat, legal, link) if seen.shows(seat) else None,
            "" if card is None else card_text(card),
            not seen.is_over and state.turn is seat,
        )

    return MomentView(
        _title(record) or "A table",
        f"{record.dealer.name.capitalize()} dealt; {vulnerable_text(record.vulnerability)}",
        contract_text(record.contract, by=True),
        tuple(map(seat_view, (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH))),
        state.turn.name.capitalize(),
        min(13, state.tricks + 1),
        state.declarer_tricks,
        state.tricks - state.declarer_tricks,
    )


def _holdings(
    state: Play, seat: Seat, legal: set[Card], link: Callable[[Card], str]
) -> tuple[HoldingView, ...]:
    mine = seat is state.turn
    return tuple(
        HoldingView(
            suit.name.lower(),
            suit.symbol,
            tuple(
                PlayableView(
                    str(card.rank).replace("T", "10"),
                    f"{card.rank.name.lower()} of {suit.name.lower()}",
                    link(card) if mine and card in legal else "",
                    x,
                    y,
                )
                for x, card in enumerate(cards)
            ),
        )
        for y, (suit, cards) in enumerate(suits_of(state, seat))
    )


def table_rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Tables as the rows of a list; nothing of their play or result."""
    return [
        {
            "id": entry.id,
            "board": entry.record.citation.board,
            "title": _title(entry.record) or f"Table {entry.id}",
            "contract": contract_text(entry.record.contract, by=True),
            "players": _declarer(entry.record),
        }
        for entry in entries
        if entry.record.contract is not None and entry.record.play
    ]


def _title(record: Record) -> str:
    """Where the table was played, to begin a line with: *Board 15*."""
    cited = str(record.citation)
    return cited[:1].upper() + cited[1:]


def _declarer(record: Record) -> str:
    assert record.contract is not None
    return record.citation.players[record.contract.declarer]


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


def _auction(record: Record, calls: Sequence[Call]) -> tuple[tuple[str, ...], ...]:
    marks = {place: number for number, (place, _) in _numbered(record)}
    cells = [""] * SEATS.index(record.dealer)
    for place, call in enumerate(calls):
        mark = f" ({marks[place]})" if place in marks else ""
        cells.append(call_text(call) + mark)
    cells += [""] * (-len(cells) % 4)
    rows = tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
    return rows if calls else ()


def _tricks(record: Record) -> tuple[tuple[CardView | None, ...], ...]:
    if record.contract is None:
        return ()
    rows = []
    leader = record.contract.leader
    for start in range(0, len(record.play), 4):
        trick = record.play[start : start + 4]
        winner = trick_winner(trick, record.contract.bid.strain.trumps) if len(trick) == 4 else None
        by_seat = {
            Seat((leader + turn) % 4): CardView(card_text(card), turn == 0, turn == winner)
            for turn, card in enumerate(trick)
        }
        rows.append(tuple(by_seat.get(seat) for seat in SEATS))
        leader = Seat((leader + (winner or 0)) % 4)
    return tuple(rows)
