"""Who sits where, and how a sentence about a reason calls them."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.because.facts import Particulars
from kibitz.because.story import DECLARERS
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import card_text

DUMMY = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """Who sits where, and how the rival is called.

    *you* is the seat of the player who is told, counted from declarer; *rest* is what the plan
    falls back on, in words, and *than* the card of the rival, where two cards are compared.
    """

    declarer: Seat
    rival: str
    you: int = 0
    kind: str = "first"
    rest: str = ""
    card: Card | None = None
    than: Card | None = None
    tabled: tuple[Card, ...] = ()
    """The cards of the trick so far, where two cards are compared."""
    trumps: Suit | None = None
    throws: bool = False
    """Whether both cards would be thrown away."""

    @property
    def declares(self) -> bool:
        return self.you % 2 == DECLARERS

    def name(self, seat: int) -> str:
        """An opponent: "East", or "declarer" and "dummy" where they are."""
        if self.declares:
            return Seat((self.declarer + seat) % 4).name.capitalize()
        return "dummy" if seat == DUMMY else "declarer"

    def hand(self, seat: int) -> str:
        """A hand of ours."""
        if seat == self.you:
            return "your hand"
        return "dummy" if self.declares else "your partner's hand"

    def player(self, seat: int) -> str:
        """Who plays a hand of ours, as the subject of a sentence."""
        if seat == self.you:
            return "you"
        return "dummy" if self.declares else "your partner"

    @property
    def they(self) -> str:
        return "they" if self.declares else "declarer"

    def verb(self, plural: str) -> str:
        """A verb for *they*: declarer is one person."""
        return plural if self.declares else f"{plural}s"

    def get_in(self, facts: Particulars) -> str:
        """``East gets in with ♦Q and they take``, ``they get in and take``."""
        with_it = entry_words(facts)
        if facts.seat is None:
            return f"{self.they} {self.verb('get')} in{with_it} and {self.verb('take')}"
        if not self.declares and facts.seat != DUMMY:
            return f"declarer gets in{with_it} and takes"
        return f"{self.name(facts.seat)} gets in{with_it} and {self.they} {self.verb('take')}"


def entry_words(facts: Particulars) -> str:
    """With what somebody gets in: `` with ♦Q``, `` with a diamond``, or nothing."""
    if facts.card is not None:
        return f" with {card_text(facts.card)}"
    return "" if facts.via is None else f" with a {facts.via.name.lower()[:-1]}"
