"""The question "what came next?": an auction so far, and whose tables count."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Bid, Call, Sign
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.typed import typed_auction, typed_seat, typed_vulnerability
from kibitz.wording import call_text

_SIDES = {"we": "ns", "they": "ew"}
_LED = re.compile(r"lead against (?P<auction>.+)", re.DOTALL | re.IGNORECASE)
_ACROSS = re.compile(r"\s*,\s*|\s+[-–]\s+")
_VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NORTH_SOUTH: "the first caller's side vulnerable",
    Vulnerability.EAST_WEST: "the other side vulnerable",
    Vulnerability.BOTH: "both sides vulnerable",
}
LONGEST = 100
"""The most characters of a name."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Which tables count; an empty field means any.

    *pair* and *player* are the ones to act, by parts of their names; case does not matter.
    """

    pair: tuple[str, str] | None = None
    player: str = ""
    event: str = ""
    vulnerability: Vulnerability | None = None
    """North-South stands for the side that made the first call of the question."""
    dealer: Seat | None = None

    def __post_init__(self) -> None:
        if self.pair is not None and not all(self.pair):
            raise UsageError("A pair is two names, as in 'Helgemo, Helness'.")
        if self.pair is not None and self.player:
            raise UsageError("Ask about a pair or about a player, not both.")
        if any(len(name) > LONGEST for name in (*(self.pair or ()), self.player, self.event)):
            raise UsageError(f"A name has at most {LONGEST} letters.")

    @classmethod
    def of(
        cls,
        pair: str = "",
        player: str = "",
        event: str = "",
        vulnerability: str = "",
        dealer: str = "",
    ) -> Whose:
        """Read what people type: ``Helgemo, Helness``; ``none``, ``we``, ``they`` or ``both``."""
        one, *others = _ACROSS.split(pair.strip(), maxsplit=1)
        spelled = vulnerability.strip().lower()
        return cls(
            (one, "".join(others)) if pair.strip() else None,
            player.strip(),
            event.strip(),
            typed_vulnerability(_SIDES.get(spelled, spelled)) if spelled else None,
            typed_seat(dealer) if dealer.strip() else None,
        )

    @property
    def names_players(self) -> bool:
        return bool(self.pair or self.player)

    def words(self, turn: str) -> str:
        """The conditions in words; *turn* is "to call" or "on lead"."""
        who = " or ".join(self.pair) if self.pair else self.player
        parts = (
            f"with {who} {turn}" if who else "",
            f"at events named {self.event}" if self.event else "",
            _VULNERABLE[self.vulnerability] if self.vulnerability else "",
            f"dealt by {self.dealer.name.capitalize()}" if self.dealer is not None else "",
        )
        return ", ".join(part for part in parts if part)


EVERYBODY = Whose()


class By(Enum):
    """How the tables are grouped."""

    NOBODY = ""
    PAIR = "pair"
    PLAYER = "player"
    EVENT = "event"

    @classmethod
    def parse(cls, text: str) -> By:
        try:
            return cls(text.strip().lower())
        except ValueError:
            raise UsageError(f"Group by pair, player or event, not by {text!r}.") from None


@dataclass(frozen=True, slots=True)
class ExplorerQuestion:
    """What came next after these calls; or, if the auction is over, what was led.

    The first call is the dealer's, at any seat. With *any_seat* it is the opening bid in any
    seat: passes before it do not count, neither here nor at the tables.

    >>> print(ExplorerQuestion.parse("1nt pass"))
    1N P
    >>> print(ExplorerQuestion.parse("lead against 1N P 3N"))
    lead against 1N P 3N P P P
    """

    calls: tuple[Call, ...] = ()
    whose: Whose = EVERYBODY
    any_seat: bool = False
    by: By = By.NOBODY

    def __post_init__(self) -> None:
        if self.any_seat and self.calls[:1] == (Sign.PASS,):
            raise UsageError("Counted from the opening bid, no auction begins with a pass.")
        if Auction(Seat.NORTH, self.calls).is_passed_out:
            raise UsageError("The board is passed out: nothing comes next, and nobody leads.")

    @classmethod
    def of(
        cls,
        auction: str,
        *,
        lead: bool = False,
        whose: Whose = EVERYBODY,
        any_seat: bool = False,
        by: str = "",
    ) -> ExplorerQuestion:
        """Read the calls as people type them; for a *lead*, the last passes may be left out."""
        calls = typed_auction(auction, Seat.NORTH).calls
        if any_seat:
            calls = calls[passes_before_opening(calls) :]
        asked = cls(calls, whose, any_seat, By.parse(by))
        return replace(asked, calls=_closed(calls)) if lead else asked

    @classmethod
    def parse(cls, text: str) -> ExplorerQuestion:
        """Read ``1N P`` or ``lead against 1N P 3N``; everybody's tables count."""
        led = _LED.fullmatch(text.strip())
        return cls.of(led["auction"] if led else text, lead=led is not None)

    @property
    def auction(self) -> Auction:
        """The calls, as if North had made the first."""
        return Auction(Seat.NORTH, self.calls)

    @property
    def is_lead(self) -> bool:
        """Whether the auction is over, so that the lead comes next."""
        return self.auction.is_over

    @property
    def closed(self) -> str:
        """The calls with the passes that would end the auction; empty if nobody has bid."""
        has_bid = any(isinstance(call, Bid) for call in self.calls)
        return " ".join(map(str, _closed(self.calls))) if has_bid else ""

    def goes_on(self, came: Call | Suit) -> bool:
        """Whether the auction continues after this: not after a lead or when all have passed."""
        return not isinstance(came, Suit) and not self.auction.after(came).is_passed_out

    @property
    def spelled(self) -> str:
        """The calls as people type them."""
        return " ".join(map(str, self.calls))

    @property
    def conditions(self) -> str:
        """Everything but the calls, in words."""
        seat = "opened in any seat" if self.any_seat and self.calls else ""
        whose = self.whose.words("on lead" if self.is_lead else "to call")
        apart = f"by {self.by.value}" if self.by is not By.NOBODY else ""
        return ", ".join(part for part in (seat, whose, apart) if part)

    @property
    def said(self) -> str:
        """The question in words, without the passes that end an auction."""
        calls = self.calls[:-3] if self.is_lead else self.calls
        words = " ".join(map(call_text, calls))
        if not calls:
            words = "The opening bids in any seat" if self.any_seat else "The first calls"
        else:
            words = f"{'Against' if self.is_lead else 'After'} {words}"
        return ", ".join(part for part in (words, self.conditions) if part)

    def __str__(self) -> str:
        words = f"lead against {self.spelled}" if self.is_lead else self.spelled
        return ", ".join(part for part in (words or "first call", self.conditions) if part)


def passes_before_opening(calls: tuple[Call, ...]) -> int:
    """
    >>> passes_before_opening((Sign.PASS, Sign.PASS, Bid.parse("1N"), Sign.PASS))
    2
    """
    return next((place for place, call in enumerate(calls) if isinstance(call, Bid)), len(calls))


def _closed(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The calls with the passes that end the auction."""
    auction = Auction(Seat.NORTH, calls)
    if not any(isinstance(call, Bid) for call in calls):
        raise UsageError("Nobody leads against this: there is no bid in it.")
    while not auction.is_over:
        auction = auction.after(Sign.PASS)
    return auction.calls
