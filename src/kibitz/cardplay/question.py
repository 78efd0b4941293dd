"""The question "Which card?": in a position, at a card of a record, or on lead with a hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.scoring import is_real
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.typed import (
    typed_auction,
    typed_card,
    typed_hand,
    typed_seat,
    typed_vulnerability,
)
from kibitz.records.lookup import tables_at
from kibitz.records.record import Record
from kibitz.wording import card_text, contract_text

_WRITTEN = re.compile(
    r"(?P<place>.+?)(?:,? (?P<room>open|closed) room)?(?:,? card (?P<card>\d{1,3}))?", re.DOTALL
)
_LEAD = re.compile(r"(?P<hand>.+?),? on lead after (?P<auction>.+)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class CardQuestion:
    """A position in which a card is to be played; a record is never a precedent for itself.

    Of the state's deal, only what the seat to play can know is ever read.

    >>> print(CardQuestion.parse("starter:111, card 27"))
    Kibitz house match, board 111, open room, card 27
    >>> print(CardQuestion.lead("KQT94.73.862.J54", "1N P 3N"))
    KQT94.73.862.J54 on lead after N: 1N P 3N P P P
    """

    state: Play
    auction: Auction | None = None
    record: Record | None = None
    vulnerability: Vulnerability | None = None
    considered: Card | None = None
    """A card the player has in mind, on which the answer should comment."""

    def __post_init__(self) -> None:
        if self.state.is_over:
            raise UsageError("all cards are played")
        if self.considered is not None and self.considered not in self.state.legal_actions:
            held = self.considered in self.state.holding(self.seat)
            why = "may not be played now" if held else "is not in the hand"
            raise UsageError(f"{card_text(self.considered)} {why}")

    @classmethod
    def of(cls, record: Record, card: int | None = None) -> CardQuestion:
        """The decision about a card of a record, counted from 1.

        Without a number, it is the card after the recorded play; if all were played, it is the last
        with a choice.
        """
        if record.contract is None:
            raise UsageError("the board was passed out: there is no card to play")
        number = _next_decision(record) if card is None else card
        check_card(record, number)
        state = record.opening_state().after_all(record.play[: number - 1])
        return cls(state, record.auction, record, record.vulnerability)

    @classmethod
    def lead(
        cls,
        hand: Hand | str,
        auction: Auction | str,
        *,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        seat: Seat | str | None = None,
        considered: Card | str | None = None,
    ) -> CardQuestion:
        """The opening lead, from a hand and an auction alone; closing passes may be left out.

        The *seat* is optional, as it is the one to declarer's left. The other three hands are
        filled with the remaining cards, and never read.
        """
        held = typed_hand(hand)
        if len(held) != 13:
            raise UsageError(f"a hand has 13 cards, not {len(held)}: {held}")
        calls = typed_auction(auction, dealer)
        contract = KnownTable({}, calls).contract
        leader = contract.leader
        if seat is not None and typed_seat(seat) is not leader:
            asked = typed_seat(seat).name.capitalize()
            raise UsageError(
                f"{asked} is not on lead: against {contract_text(contract, by=True)} "
                f"{leader.name.capitalize()} leads"
            )
        table = KnownTable({leader: held}, calls, (), typed_vulnerability(vulnerability))
        return cls.at(table, None if considered is None else typed_card(considered))

    @classmethod
    def at(cls, table: KnownTable, considered: Card | None = None) -> CardQuestion:
        """The card to play at a table where only the hands that the player sees are known."""
        state = table.state
        needed = {state.turn, state.contract.dummy} if state.played else {state.turn}
        if state.turn is state.contract.dummy:
            needed.add(state.contract.declarer)
        for seat in sorted(needed):
            if table.hides(seat):
                raise UsageError(
                    f"{seat.name.capitalize()}'s cards are not known: "
                    f"{state.turn.name.capitalize()}, who is to play, sees them"
                )
        return cls(state, table.closed, None, table.vulnerability, considered)

    @classmethod
    def parse(cls, text: str, library: Path | None = None) -> CardQuestion:
        """From words: ``match.lin:12, open room, card 27``; room and card may be left out.

        Or a lead: ``KQT94.73.862.J54 on lead after N: 1N P 3N``; the dealer is North by default.
        """
        lead = _LEAD.fullmatch(text.strip())
        if lead is not None:
            dealer, colon, calls = lead["auction"].partition(":")
            return (
                cls.lead(lead["hand"], calls, dealer=dealer) if colon else cls.lead(*lead.groups())
            )
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise UsageError("name a table, and the card of it that you ask about")
        record = table_at(found["place"], found["room"] or "", library)
        return cls.of(record, None if found["card"] is None else int(found["card"]))

    @property
    def number(self) -> int:
        """The number of the card in the play, from 1."""
        return len(self.state.played) + 1

    @property
    def seat(self) -> Seat:
        """The seat to play."""
        return self.state.turn

    @property
    def chair(self) -> Chair:
        """The part of the seat to play in the deal."""
        return Chair.of(self.state)

    def __str__(self) -> str:
        if self.record is None and self.auction is not None and self.chair is Chair.OPENING_LEAD:
            return f"{self.state.deal[self.seat]} on lead after {self.auction}"
        where = str(self.record.citation) if self.record is not None else ""
        return f"{where or contract_text(self.state.contract, by=True)}, card {self.number}"


def table_at(place: str, room: str = "", library: Path | None = None) -> Record:
    """The table named; if there are several boards, one of them must be named."""
    records = [entry.record for entry in tables_at(place, library)]
    boards = list(dict.fromkeys(record.citation.board for record in records))
    if len(boards) > 1:
        raise UsageError(f"{place} holds {len(boards)} boards: name one, as in {place}:{boards[0]}")
    rooms = [record for record in records if record.citation.room.lower() == room.lower()]
    if room and not rooms:
        raise UsageError(f"{place} has no {room} room")
    return (rooms or records)[0]


def check_card(record: Record, number: int) -> None:
    """Refuse the number of a card, from 1, unless it was played or is the next."""
    played = len(record.play)
    if not 1 <= number <= min(52, played + 1):
        following = f"; the next is card {played + 1}" if played < 52 else ""
        raise UsageError(f"There is no card {number}: {played} were played{following}.")


def _next_decision(record: Record) -> int:
    if len(record.play) < 52:
        return len(record.play) + 1
    number, state = 1, record.opening_state()
    for ply, card in enumerate(record.play):
        if is_real(state):
            number = ply + 1
        state = state.after(card)
    return number
