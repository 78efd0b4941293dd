"""Which card is asked about: as the play stands, in a record, or the lead from a hand alone."""

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
class Question:
    """A state in which somebody is to play; a record's own table does not speak for itself.

    Only what the seat to play can know is ever read from the state's deal.

    >>> print(Question.parse("starter:111, card 27"))
    Kibitz house match, board 111, open room, card 27
    >>> print(Question.lead("KQT94.73.862.J54", "1N P 3N"))
    KQT94.73.862.J54 on lead after N: 1N P 3N P P P
    """

    state: Play
    auction: Auction | None = None
    record: Record | None = None
    vulnerability: Vulnerability | None = None
    considered: Card | None = None
    """A card that the player has in mind, about which a word is wanted."""

    def __post_init__(self) -> None:
        if self.state.is_over:
            raise UsageError("all cards are played")
        if self.considered is not None and self.considered not in self.state.legal_actions:
            held = self.considered in self.state.holding(self.seat)
            why = "may not be played now" if held else "is not in the hand"
            raise UsageError(f"{card_text(self.considered)} {why}")

    @classmethod
    def of(cls, record: Record, card: int | None = None) -> Question:
        """The decision about a card of a record, counted from 1.

        Without a number: the card that follows the recorded play; where all were played, the last
        one with a choice.
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
    ) -> Question:
        """The opening lead, from a hand and an auction alone; closing passes may be left out.

        The *seat* need not be given: it is the one at declarer's left. The other three hands are
        filled with the other cards, and never read.
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
    def at(cls, table: KnownTable, considered: Card | None = None) -> Question:
        """The card to play at a table of which some hands are known: those the player sees."""
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
    def parse(cls, text: str, library: Path | None = None) -> Question:
        """From words: ``match.lin:12, open room, card 27``; room and card may be left out.

        Or a lead: ``KQT94.73.862.J54 on lead after N: 1N P 3N``; a dealer not named is North.
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
        """Which card of the play it is, from 1."""
        return len(self.state.played) + 1

    @property
    def seat(self) -> Seat:
        """Who is to play."""
        return self.state.turn

    @property
    def chair(self) -> Chair:
        """The part that the seat to play has in the deal."""
        return Chair.of(self.state)

    def __str__(self) -> str:
        if self.record is None and self.auction is not None and self.chair is Chair.OPENING_LEAD:
            return f"{self.state.deal[self.seat]} on lead after {self.auction}"
        where = str(self.record.citation) if self.record is not None else ""
        return f"{where or contract_text(self.state.contract, by=True)}, card {self.number}"


def table_at(place: str, room: str = "", library: Path | None = None) -> Record:
    """The table that was named; of several boards one must be."""
    records = [entry.record for entry in tables_at(place, library)]
    boards = list(dict.fromkeys(record.citation.board for record in records))
    if len(boards) > 1:
        raise UsageError(f"{place} holds {len(boards)} boards: name one, as in {place}:{boards[0]}")
    rooms = [record for record in records if record.citation.room.lower() == room.lower()]
    if room and not rooms:
        raise UsageError(f"{place} has no {room} room")
    return (rooms or records)[0]


def check_card(record: Record, number: int) -> None:
    """Refuse the number of a card, from 1, that was not played and is not the next."""
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
