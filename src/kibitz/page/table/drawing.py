"""Tables in lists and in the library, as plain values for a template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kibitz.games.bridge.auction import Auction, Call, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import tricks_of
from kibitz.games.bridge.typed import typed_auction
from kibitz.page.words import WORDS, seat_name
from kibitz.records.diagram import doubts
from kibitz.records.library import Entry
from kibitz.records.record import Record
from kibitz.wording import call_text, card_text, contract_text, result_text, vulnerable_text

SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


@dataclass(frozen=True, slots=True)
class HandView:
    letter: str
    seat: str
    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallView:
    text: str
    words: str = ""
    """How the players explained the call."""
    is_alerted: bool = False
    meaning: str = ""
    """The address that asks what the call means."""
    name: str = ""
    """What players call it: "a transfer to hearts"."""

    @property
    def label(self) -> str:
        """The call with its name, to be read aloud; empty if it has none."""
        return f"{self.text}, {self.name}" if self.name else ""

    @property
    def title(self) -> str:
        """The name, and the players' own words; empty if there is neither."""
        own = WORDS["table"]["explained_as"].format(words=self.words) if self.words else ""
        return "; ".join(part for part in (self.label, own) if part)


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The calls in rows, West first, and the letters of the vulnerable seats."""

    rows: tuple[tuple[CallView | None, ...], ...]
    vulnerable: tuple[str, ...]

    @property
    def explained(self) -> list[CallView]:
        return [call for row in self.rows for call in row if call and call.words]


@dataclass(frozen=True, slots=True)
class CardView:
    text: str
    led: bool
    won: bool
    parts: bool = False
    """Whether this is where another play of the same deal differs."""


TricksView = tuple[tuple[CardView | None, ...], ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that is shown of one table."""

    title: str
    dealt: str
    contract: str
    result: str
    hands: tuple[HandView, ...]
    auction: AuctionView | None
    notes: tuple[str, ...]
    tricks: TricksView
    cut: str
    sources: tuple[str, ...]


def table_view(entry: Entry) -> TableView:
    record = entry.record
    return TableView(
        title=title_of(record) or WORDS["table"]["number"].format(number=entry.id),
        dealt=_dealt(record),
        contract=contract_text(record.contract, by=True),
        result=result_text(record.contract, record.tricks),
        hands=tuple(_hand(record, seat) for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)),
        auction=auction_view(record, record.auction.calls),
        notes=tuple(doubts(record)),
        tricks=tricks_view(record.contract, record.play) if record.contract else (),
        cut=record.cut,
        sources=tuple(_cited(one) for one in entry.accounts),
    )


def opening_view(entry: Entry, calls: Sequence[Call]) -> TableView:
    """A table of which only these *calls* are shown."""
    view = table_view(entry)
    auction = auction_view(entry.record, calls)
    return replace(view, contract="", result="", auction=auction, notes=(), tricks=())


def table_rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Tables as rows of a list, without their play and result."""
    return [
        {
            "id": entry.id,
            "board": entry.record.citation.board,
            "title": title_of(entry.record) or WORDS["table"]["number"].format(number=entry.id),
            "contract": contract_text(entry.record.contract, by=True),
            "players": _declarer(entry.record),
        }
        for entry in entries
        if entry.record.contract is not None and entry.record.play
    ]


def title_of(record: Record) -> str:
    """Where the table was played, as the start of a line: *Board 15*."""
    cited = str(record.citation)
    return cited[:1].upper() + cited[1:]


def _dealt(record: Record) -> str:
    words = WORDS["table"]["dealt_at"]
    return words.format(
        seat=seat_name(record.dealer), colours=vulnerable_text(record.vulnerability)
    )


def _declarer(record: Record) -> str:
    assert record.contract is not None
    return record.citation.players[record.contract.declarer]


def _cited(record: Record) -> str:
    cited = str(record.citation)
    return f"{cited} ({record.source})" if cited else str(record.source)


def _hand(record: Record, seat: Seat) -> HandView:
    held = sorted(record.deal[seat], key=lambda card: (-card.suit, -card.rank))
    name = seat_name(seat)
    return HandView(str(seat), name, record.citation.players[seat], tuple(map(str, held)))


def auction_view(record: Record, calls: Sequence[Call]) -> AuctionView | None:
    """These *calls* of a record in rows, with the players' explanations; None for no calls."""
    if not calls:
        return None
    red = tuple(str(s) for s in Seat if record.vulnerability.includes(s))
    return AuctionView(auction_rows(record.dealer, calls, dict(record.alerts)), red)


def typed_view(calls: str, dealer: str) -> AuctionView | None:
    """An auction as a player typed it, without vulnerability; None for no calls."""
    auction = typed_auction(calls, dealer)
    return (
        AuctionView(auction_rows(auction.dealer, auction.calls, {}), ()) if auction.calls else None
    )


def auction_rows(
    dealer: Seat, calls: Sequence[Call], words: Mapping[int, str]
) -> tuple[tuple[CallView | None, ...], ...]:
    """Rows of four, West first; *words* are explanations by the call's index."""
    from kibitz.bidding.conventions.naming import CallEvidence, names

    cells: list[CallView | None] = [None] * SEATS.index(dealer)
    named = names(Auction(dealer, tuple(calls)), CallEvidence(words=words))
    for place, call in enumerate(calls):
        meaning = meaning_address(calls[: place + 1], dealer)
        said, one = words.get(place, ""), named[place]
        name = "" if one is None else one.short
        cells.append(CallView(call_text(call), said, place in words, meaning, name))
    cells += [None] * (-len(cells) % 4)
    return tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))


def meaning_address(calls: Sequence[Call], dealer: Seat) -> str:
    """The address that asks what the last of these calls means.

    >>> from kibitz.games.bridge.auction import parse_call
    >>> meaning_address([parse_call("1N"), parse_call("P")], Seat.EAST)
    '/meaning?auction=1N+P&dealer=E'
    """
    spelled = {"auction": " ".join(map(str, calls)), "dealer": str(dealer)}
    return f"/meaning?{urlencode(spelled)}"


def tricks_view(contract: Contract, play: Sequence[Card], parts_at: int = -1) -> TricksView:
    """A play, one row per trick, West first; *parts_at* is the index of a card to mark."""
    rows = []
    for number, trick in enumerate(tricks_of(contract, play)):
        by_seat = {
            seat: CardView(
                card_text(card),
                seat is trick.leader,
                seat is trick.winner,
                4 * number + turn == parts_at,
            )
            for turn, (seat, card) in enumerate(trick.by_seat.items())
        }
        rows.append(tuple(by_seat.get(seat) for seat in SEATS))
    return tuple(rows)
