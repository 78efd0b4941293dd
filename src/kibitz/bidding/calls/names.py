"""The names of the calls that may be made here, and of the last calls that are not natural."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.naming import CallEvidence, named, names
from kibitz.games.bridge.auction import Auction, Call, Sign
from kibitz.games.bridge.cards import Hand


@dataclass(frozen=True, slots=True)
class CallNames:
    """The conventions of a decision: those that may be called, and those just called."""

    calls: Mapping[Call, NamedCall] = field(default_factory=dict)
    """For the calls that are a convention with this hand."""
    partners: NamedCall | None = None
    """Partner's last call, if it is a convention rather than natural."""
    theirs: NamedCall | None = None
    """The same of the player before."""

    def to_json(self) -> dict[str, Any]:
        heard = {"partner": self.partners, "they": self.theirs}
        return {
            "calls": {str(call): one.to_json() for call, one in self.calls.items()},
            **{who: None if one is None else one.to_json() for who, one in heard.items()},
        }


def call_names(question: CallQuestion, calls: Iterable[Call]) -> CallNames:
    """The names of these *calls* with the hand in question, and of what was just called."""
    auction, hand = question.auction, question.hand
    found = ((call, with_hand(auction, call, hand)) for call in calls)
    heard = names(auction)
    return CallNames(
        {call: one for call, one in found if one is not None},
        _artificial(heard[-2] if len(heard) > 1 else None),
        _artificial(heard[-1] if heard else None),
    )


@lru_cache(maxsize=1 << 10)
def with_hand(auction: Auction, call: Call, hand: Hand) -> NamedCall | None:
    """The convention that a call is, made with this hand."""
    return named(auction.after(call), beside=CallEvidence(hands={auction.turn: hand}))


def _artificial(one: NamedCall | None) -> NamedCall | None:
    return one if one is not None and not one.is_natural and one.call is not Sign.PASS else None
