"""What the calls and cards of a table tell of each seat, with how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from kibitz.cardplay.inferences.heard import Clue, heard
from kibitz.cardplay.inferences.played import played
from kibitz.cardplay.inferences.promised import promised
from kibitz.cardplay.inferences.rates import Certainty, Rates, RuleRate
from kibitz.cardplay.inferences.shape import shape
from kibitz.cardplay.inferences.statements import Length, Points, SidePoints, Statement
from kibitz.cardplay.inferences.strength import strength
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play


@dataclass(frozen=True, slots=True)
class Inference:
    """A statement about a seat that is surely or usually true, by a measured rule."""

    seat: Seat
    place: int
    did: str
    """What shows it: "overcalled 1♠"."""
    statement: Statement
    rule: str
    rate: RuleRate

    @property
    def certainty(self) -> Certainty:
        return self.rate.certainty

    @property
    def says(self) -> str:
        """What is so and how surely: "usually five spades or more"."""
        return f"{self.certainty.value} {self.statement}"

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": str(self.seat),
            "did": self.did,
            "says": self.says,
            "rule": self.rule,
            "held": self.rate.held,
            "of": self.rate.said,
        }


def every_rule(auction: Auction) -> Iterator[Clue]:
    """What every rule reads from an auction, likely or not."""
    one = heard(auction)
    return chain(promised(one), shape(one), strength(one))


@lru_cache(maxsize=1 << 8)  # every suit and every sentence of a lead asks again
def told_by_calls(auction: Auction) -> tuple[Inference, ...]:
    """What a finished auction tells surely or usually, call by call; last, of a side together.

    >>> for one in told_by_calls(Auction.parse("N: 1S P P P")):
    ...     print(one.seat, one.did, "-", one.says)
    N opened 1♠ - usually five spades or more
    S passed partner's 1♠ - usually at most 6 points
    N stopped in 1♠ - usually at most 24 points between them
    """
    return tuple(sorted(_telling(_likely(every_rule(auction))), key=lambda one: one.place))


def told_by_cards(state: Play) -> tuple[Inference, ...]:
    """What the cards of the first trick tell surely or usually."""
    return tuple(_likely(played(state)))


def _likely(told: Iterable[Clue]) -> Iterator[Inference]:
    rates = Rates.shipped()
    for one in told:
        for rule, statement in one.readings:
            rate = rates.of(rule)
            if rate.certainty is not Certainty.UNSAID:
                yield Inference(one.seat, one.place, one.did, statement, rule, rate)
                break


def _telling(found: Iterable[Inference]) -> Iterator[Inference]:
    """Of statements about the same thing, those that no other one includes; of equals the first."""
    every = list(found)
    for number, one in enumerate(every):
        others = (
            other
            for place, other in enumerate(every)
            if place != number and other.seat.is_with(one.seat)
        )
        if not any(
            _includes(other.statement, one.statement)
            and not (other.statement == one.statement and every.index(other) > number)
            for other in others
        ):
            yield one


def _includes(one: Statement, other: Statement) -> bool:
    """Whether one statement tells all that another does."""
    if one == other:
        return True
    if isinstance(one, Length) and isinstance(other, Length):
        same = (one.seat, one.suit) == (other.seat, other.suit)
        return same and one.least >= other.least and one.most <= other.most
    if isinstance(one, Points) and isinstance(other, Points):
        same_seat = one.seat is other.seat
        return same_seat and one.least >= other.least and one.most <= other.most
    if isinstance(one, SidePoints) and isinstance(other, SidePoints):
        return one.least >= other.least and one.most <= other.most
    return False
