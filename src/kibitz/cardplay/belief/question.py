"""The question "Who holds what?": a seat, and what it has seen and heard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.question import check_card, table_at
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.typed import typed_auction, typed_hand, typed_seat, typed_vulnerability
from kibitz.records.record import Players, Record

_HAND = re.compile(r"(?P<hand>.+?),? after (?P<auction>.+?)(?:, seat (?P<seat>[NESW]))?", re.DOTALL)
_TABLE = re.compile(r"(?P<place>.+?)(?:,? card (?P<card>\d{1,3}))?,? seat (?P<seat>[NESW])")


@dataclass(frozen=True, slots=True)
class BeliefQuestion:
    """A viewer, the calls heard and the cards seen; it contains no hidden card.

    >>> print(BeliefQuestion.hand("KQT94.73.862.J54", "1N P 3N", seat="W"))
    West with KQT94.73.862.J54 after N: 1N P 3N
    """

    viewer: Seat
    seen: SeatKnowledge
    auction: Auction
    vulnerability: Vulnerability | None = None
    where: str = ""
    """The name of the table, if it is from a record."""
    contract: Contract | None = None
    played: tuple[Card, ...] = ()
    """The cards played so far; none without a contract."""
    players: Players = Players()
    """Their names, if it is from a record that has them."""

    @classmethod
    def hand(
        cls,
        hand: Hand | str,
        auction: Auction | str,
        *,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        seat: Seat | str | None = None,
    ) -> BeliefQuestion:
        """From thirteen cards and the calls so far; by default the viewer calls next."""
        held = typed_hand(hand)
        if len(held) != 13:
            raise UsageError(f"a hand has 13 cards, not {len(held)}: {held}")
        calls = typed_auction(auction, dealer)
        viewer = calls.turn if seat is None else typed_seat(seat)
        return cls(viewer, _alone(viewer, held), calls, typed_vulnerability(vulnerability))

    @classmethod
    def of(
        cls, record: Record, seat: Seat | str, card: int | None = None, calls: int | None = None
    ) -> BeliefQuestion:
        """At a table: before a *card*, from 1, or after so many *calls*; else before the lead.

        After the lead, declarer and dummy see both their hands, a defender their own and dummy's.
        """
        viewer = typed_seat(seat)
        if card is not None and calls is not None:
            raise UsageError("Give either a card or a number of calls, not both.")
        where = str(record.citation) or str(record.source)
        if calls is not None:
            if not 0 <= calls <= len(record.auction.calls):
                raise UsageError(f"There are {len(record.auction.calls)} calls, not {calls}.")
            heard = Auction(record.dealer, record.auction.calls[:calls])
            return cls(
                viewer, _alone(viewer, record.deal[viewer]), heard, record.vulnerability,
                f"{where}, after {calls} calls",
            )  # fmt: skip
        seen, played = _seen_at(record, viewer, card or 1), record.play[: (card or 1) - 1]
        return cls(
            viewer, seen, record.auction, record.vulnerability, f"{where}, card {card or 1}",
            record.contract, played, record.citation.players,
        )  # fmt: skip

    @classmethod
    def parse(cls, text: str, library: Path | None = None) -> BeliefQuestion:
        """From words: ``match.lin:12, card 9, seat W`` or ``HAND after N: 1N P 3N, seat W``."""
        found = _HAND.fullmatch(text.strip())
        if found is not None:
            dealer, colon, calls = found["auction"].partition(":")
            if not colon:
                dealer, calls = "N", found["auction"]
            return cls.hand(found["hand"], calls, dealer=dealer, seat=found["seat"])
        table = _TABLE.fullmatch(text.strip())
        if table is None:
            raise UsageError("Name a table and a seat, as in starter:111, card 9, seat W.")
        card = None if table["card"] is None else int(table["card"])
        return cls.of(table_at(table["place"], "", library), table["seat"], card)

    def __str__(self) -> str:
        viewer = self.viewer.name.capitalize()
        if self.where:
            return f"{self.where}, seat {self.viewer}"
        return f"{viewer} with {self.seen.open_hands[self.viewer]} after {self.auction}"


def _alone(viewer: Seat, hand: Hand) -> SeatKnowledge:
    """Thirteen cards are seen, and nothing of the other three hands."""
    others = [Seat((viewer + away) % 4) for away in (1, 2, 3)]
    none: dict[Seat, frozenset[Suit]] = dict.fromkeys(others, frozenset())
    return SeatKnowledge({viewer: hand}, dict.fromkeys(others, Hand()), none)


def _seen_at(record: Record, viewer: Seat, card: int) -> SeatKnowledge:
    """The hands that the viewer sees before a card of the play."""
    if card != len(record.play) + 1:  # after the last card one may still ask: nothing is hidden
        check_card(record, card)
    if record.contract is None or card == 1:
        return _alone(viewer, record.deal[viewer])
    declarer, dummy = record.contract.declarer, record.contract.dummy
    both = (declarer, dummy) if viewer in (declarer, dummy) else (viewer, dummy)
    state = record.opening_state().after_all(record.play[: card - 1])
    return SeatKnowledge.by(state, both)
