"""A coached deal: what was dealt, who sits where, and all that was called, played and noted.

It is immutable, and holds no clock and no opinion; `moves` changes it, `sight` says what may be
seen of it, and the same deal with the same moves is the same value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz.cardplay.chairs import viewer_of
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Call, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play


class DealStage(StrEnum):
    """How far a deal has come."""

    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


class MarkKind(StrEnum):
    """What is noted beside calls and cards."""

    HINT = "hint"
    BACK = "back"
    """A card or call was taken back."""
    COUNT = "count"
    """The number of winners that was guessed."""
    LINE = "line"
    """The line that was chosen when dummy came down, by its number; 0 for none."""
    OFFERED = "offered"
    """The contract of the house's own auction, whether it was taken or not."""
    REFUSED = "refused"
    """A claim that does not hold."""
    OPEN = "open"
    """A question about the last call or card was asked; with the number 0: it was answered."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A note at a *moment*, the number of calls and cards until then; *number* is what was said."""

    kind: MarkKind
    moment: int
    number: int = 0


class AnswerVerdict(StrEnum):
    """What an answer was, by what could be known."""

    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    """The card was given as a hint."""


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The first card played at a decision that was asked; a second try changes nothing of it."""

    before: tuple[Card, ...]
    """The cards played until then."""
    did: Card
    best: Card
    verdict: AnswerVerdict


@dataclass(frozen=True, slots=True)
class FirstCall:
    """The first call where experts would not all call the same; a second one changes nothing."""

    before: tuple[Call, ...]
    """The calls until then."""
    did: Call
    experts: Call
    verdict: AnswerVerdict


@dataclass(frozen=True, slots=True)
class DealStart:
    """A deal as it comes to the table: from where it comes, who sits down, and what is given.

    *people* are the seats of those who play here; the house plays all others. *seed* fixes the
    house's luck. *turned* is by how many seats the deal was turned, so that its player is South.
    *auction* and *cards* are given: they were called and played before anybody sat down. *again* is
    a deal that is replayed for oneself, from a trick on.
    """

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    seed: int = 0
    people: tuple[Seat, ...] = (Seat.SOUTH,)
    origin: str = ""
    turned: int = 0
    auction: tuple[Call, ...] = ()
    cards: tuple[Card, ...] = ()
    again: bool = False

    def __post_init__(self) -> None:
        if len(set(self.people)) < len(self.people):
            raise UsageError("a seat is named twice")
        opened = Auction(self.dealer, self.auction)
        if self.cards:
            if opened.contract is None:
                raise UsageError("cards are given, but the auction is not over")
            Play.start(self.deal, opened.contract).after_all(self.cards)


@dataclass(frozen=True, slots=True)
class CoachedDeal:
    """A deal at the table, after some calls and cards.

    >>> start = DealStart(Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 "
    ...     "763.T743.63.Q765"), Seat.SOUTH, Vulnerability.NONE)
    >>> CoachedDeal.at(start).turn, CoachedDeal.at(start).is_persons
    (Seat.SOUTH, True)
    """

    start: DealStart
    auction: Auction
    play: Play | None
    """None until somebody has bought the contract."""
    claimed: int | None = None
    """Declarer's tricks, once a claim was accepted."""
    own: tuple[int, ...] = ()
    """The moments at which a person chose, and not the house or the rules for him."""
    marks: tuple[Mark, ...] = ()
    answers: tuple[FirstAnswer, ...] = ()
    spoken: tuple[FirstCall, ...] = ()

    @classmethod
    def at(cls, start: DealStart) -> CoachedDeal:
        """The deal as it comes to the table."""
        begun = cls(start, Auction(start.dealer), None).called(*start.auction)
        return begun.played(*start.cards)

    def called(self, *calls: Call) -> CoachedDeal:
        """The deal after further calls; with the last of an auction the play begins."""
        auction = Auction(self.auction.dealer, (*self.auction.calls, *calls))
        contract = auction.contract
        play = None if contract is None else Play.start(self.start.deal, contract)
        return replace(self, auction=auction, play=play)

    def played(self, *cards: Card) -> CoachedDeal:
        """The deal after further cards."""
        if not cards:
            return self
        if self.play is None:
            raise UsageError("nothing is played before the auction is over")
        return replace(self, play=self.play.after_all(cards))

    def until(self, moment: int) -> CoachedDeal:
        """The deal as it was at an earlier moment, but for what was noted."""
        calls = self.auction.calls[:moment]
        bare = CoachedDeal(self.start, Auction(self.start.dealer), None).called(*calls)
        earlier = bare.played(*self.cards[: max(0, moment - len(calls))])
        own = tuple(one for one in self.own if one < moment)
        return replace(earlier, own=own, marks=self.marks, answers=self.answers, spoken=self.spoken)

    @property
    def deal(self) -> Deal:
        return self.start.deal

    @property
    def contract(self) -> Contract | None:
        return None if self.play is None else self.play.contract

    @property
    def cards(self) -> tuple[Card, ...]:
        """Those played so far."""
        return () if self.play is None else self.play.played

    @property
    def moment(self) -> int:
        """The number of calls and cards so far."""
        return len(self.auction.calls) + len(self.cards)

    @property
    def given(self) -> int:
        """How many of them were called and played before anybody sat down."""
        return len(self.start.auction) + len(self.start.cards)

    @property
    def stage(self) -> DealStage:
        if not self.auction.is_over:
            return DealStage.BIDDING
        if self.play is None or self.claimed is not None or self.play.is_over:
            return DealStage.OVER
        return DealStage.PLAY

    @property
    def tricks(self) -> int | None:
        """Declarer's tricks, once the deal is over and was not passed out."""
        if self.claimed is not None or self.play is None:
            return self.claimed
        return self.play.declarer_tricks if self.play.is_over else None

    @property
    def turn(self) -> Seat:
        """The hand that calls or plays next."""
        return self.auction.turn if self.play is None else self.play.turn

    @property
    def decider(self) -> Seat:
        """The seat that decides on the next call or card.

        Declarer plays dummy's cards; a person whose partner of the house declares plays for him.
        """
        if self.play is None:
            return self.auction.turn
        decider, dummy = viewer_of(self.play), self.play.contract.dummy
        takes_over = decider is self.play.contract.declarer and decider not in self.start.people
        return dummy if takes_over and dummy in self.start.people else decider

    @property
    def is_persons(self) -> bool:
        """Whether a person decides next, and not the house."""
        return self.stage is not DealStage.OVER and self.decider in self.start.people

    @property
    def is_open(self) -> bool:
        """Whether a question about the last call or card was asked and not answered."""
        last = self.marks[-1] if self.marks else None
        if last is None or (last.kind, last.moment) != (MarkKind.OPEN, self.moment):
            return False
        return last.number > 0

    def defends(self, seat: Seat) -> bool:
        """Whether this seat plays against the contract."""
        return self.contract is not None and not seat.is_with(self.contract.declarer)
