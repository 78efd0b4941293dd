"""The question "what do I call?": a hand, the auction so far, and the vulnerability."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.typed import typed_auction, typed_hand, typed_seat, typed_vulnerability
from kibitz.records.record import Record
from kibitz.wording import vulnerable_text

_WRITTEN = re.compile(
    r"(?P<hand>.+?),? after (?P<dealer>[NESW]):(?P<calls>[^,]*)"
    r"(?:, (?P<vul>[^,]+?) vulnerable)?(?:, pair (?P<pair>.+?))?(?:, system (?P<system>.+?))?",
    re.DOTALL,
)
_VULNERABLE = {"nobody": "none", "north-south": "ns", "east-west": "ew", "everybody": "both"}


@dataclass(frozen=True, slots=True)
class CallQuestion:
    """A decision of the player to call.

    >>> print(CallQuestion.typed("AQ7.KJ985.K2.T43", "1S P"))
    AQ7.KJ985.K2.T43 after N: 1S P, nobody vulnerable
    """

    hand: Hand
    auction: Auction
    vulnerability: Vulnerability = Vulnerability.NONE
    pair: str = ""
    """The player and his partner by name; their other boards tell what they play."""
    system: str = ""
    """What they play, if no pair is named."""
    record: Record | None = field(default=None, compare=False)
    """The table where the decision was made, if any; it is never its own precedent."""

    def __post_init__(self) -> None:
        if len(self.hand) != 13:
            raise UsageError(f"a hand has 13 cards, not {len(self.hand)}: {self.hand}")
        if self.auction.is_over:
            raise UsageError(f"the auction is over, there is nothing to call: {self.auction}")
        if self.pair and self.system:
            raise UsageError("Name either the pair or its system, not both.")

    @classmethod
    def typed(
        cls,
        hand: Hand | str,
        auction: Auction | str = "",
        *,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        seat: Seat | str | None = None,
        pair: str = "",
        system: str = "",
    ) -> CallQuestion:
        """Read what people type; a *seat* is only checked against whose turn it is."""
        held = typed_hand(hand)
        calls = typed_auction(auction, dealer)
        asked = cls(held, calls, typed_vulnerability(vulnerability), pair.strip(), system.strip())
        if seat is not None and typed_seat(seat) is not calls.turn:
            turn, named = calls.turn.name.capitalize(), typed_seat(seat).name.capitalize()
            raise UsageError(f"that would be out of turn: it is {turn}'s call, not {named}'s")
        return asked

    @classmethod
    def of(cls, record: Record, number: int) -> CallQuestion:
        """The decision of a record's call with this *number*, counted from 1."""
        calls = record.auction.calls
        if not 1 <= number <= len(calls):
            raise UsageError(f"there is no call {number}: {len(calls)} are recorded")
        auction = Auction(record.dealer, calls[: number - 1])
        return cls(
            record.deal[auction.turn], auction, vulnerability=record.vulnerability, record=record
        )

    @classmethod
    def parse(cls, text: str) -> CallQuestion:
        """Read a question as `str` writes it; if no dealer is named, it is North.

        >>> CallQuestion.parse("AQ7.KJ985.K2.T43 after 1S P").auction.turn
        Seat.SOUTH
        """
        written = _WRITTEN.fullmatch(text.strip())
        if written is not None:
            vul = (written["vul"] or "nobody").lower()
            return cls.typed(
                written["hand"],
                written["calls"],
                dealer=written["dealer"],
                vulnerability=_VULNERABLE.get(vul, vul),
                pair=written["pair"] or "",
                system=written["system"] or "",
            )
        hand, after, calls = text.partition(" after ")
        if not after:
            raise UsageError("name a hand and the auction, as in AQ7.KJ985.K2.T43 after 1S P")
        return cls.typed(hand.rstrip(" ,"), calls)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.auction.turn

    @property
    def is_opening(self) -> bool:
        """Whether nobody has bid yet."""
        return all(call is Sign.PASS for call in self.auction.calls)

    @property
    def colours(self) -> Colours:
        return Colours.seen_from(self.seat, self.vulnerability)

    @property
    def situation(self) -> Situation:
        """The hand and its seat, as in a question about an opening."""
        return Situation(self.hand, len(self.auction.calls) % 4 + 1, self.colours)

    def __str__(self) -> str:
        whose = f", pair {self.pair}" if self.pair else ""
        plays = f", system {self.system}" if self.system else ""
        vulnerable = vulnerable_text(self.vulnerability)
        return f"{self.hand} after {self.auction}, {vulnerable}{whose}{plays}"
