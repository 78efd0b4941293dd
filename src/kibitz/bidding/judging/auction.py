"""The calls of a table compared with what experts call with such hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import CallAnswer, CallVote, Reading
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.judging.contracts import (
    ParContract,
    ReachedContract,
    at_other_tables,
    beside_par,
)
from kibitz.bidding.judging.explain import (
    EXPERTS,
    NETWORK,
    RULES,
    THE_HOUSE,
    auction_text,
    call_line,
)
from kibitz.games.bridge.auction import Call, Sign
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.records.record import Record

AGREED = 0.9
"""The share of experts who make one call, from which they count as agreed."""
PLAIN = 0.98
"""The share from which a pass is no real decision."""
_NAMED = 3  # the most calls given with their shares


@dataclass(frozen=True)
class JudgedCall:
    """A call that was made, and the adviser's answer to that decision."""

    number: int
    """Counted from 1."""
    seat: Seat
    call: Call
    answer: CallAnswer
    """What experts do, without the player's own cases."""

    @property
    def experts(self) -> Call | None:
        """The call of most experts."""
        return self.answer.best.action if self.answer.best is not None else None

    @property
    def judge(self) -> str:
        """Who was asked: experts, the house, its written rules, or the network of calls."""
        match self.answer.said:
            case CallVote() as vote:
                return THE_HOUSE if vote.is_house else EXPERTS
            case Reading():
                return NETWORK
            case opening:
                return EXPERTS if opening.is_watched else RULES

    @property
    def are_agreed(self) -> bool:
        return self.answer.best is not None and self.answer.best.weight >= AGREED

    @property
    def is_against(self) -> bool:
        """Whether experts are agreed on another call."""
        return self.are_agreed and self.call != self.experts

    @property
    def is_real(self) -> bool:
        """Whether there was something to decide; a pass by nearly everyone is not a decision."""
        return self.call is not Sign.PASS or not (
            self.experts is Sign.PASS and self.answer.choices[0].weight >= PLAIN
        )

    @property
    def share(self) -> float:
        """The share of experts who make the table's call."""
        made = (one.weight for one in self.answer.choices if one.action == self.call)
        return next(made, 0.0)

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "seat": str(self.seat),
            "call": str(self.call),
            "experts_call": None if self.experts is None else str(self.experts),
            "share": round(self.share, 4),
            "agreed": self.are_agreed,
            "real": self.is_real,
            "against": self.is_against,
            "measure": self.answer.measure.value,
            "judge": self.judge,
            "shares": {
                str(one.action): round(one.weight, 4) for one in self.answer.choices[:_NAMED]
            },
            "text": call_line(self),
        }


@dataclass(frozen=True)
class AuctionReview:
    """An auction judged: its calls, its contract against par, and other tables with the deal."""

    calls: tuple[JudgedCall, ...]
    par: ParContract | None
    """None if the deal was not solved."""
    elsewhere: tuple[ReachedContract, ...]
    """The contracts at other tables of the library with the same deal."""

    @property
    def real(self) -> int:
        """The number of real decisions."""
        return sum(one.is_real for one in self.calls)

    @property
    def agreed(self) -> int:
        """The number of real decisions on which experts are agreed."""
        return sum(one.are_agreed and one.is_real for one in self.calls)

    @property
    def against(self) -> tuple[JudgedCall, ...]:
        return tuple(one for one in self.calls if one.is_against)

    def __str__(self) -> str:
        return auction_text(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "calls": [one.to_json() for one in self.calls],
            "real": self.real,
            "agreed": self.agreed,
            "against": [one.number for one in self.against],
            "par": None if self.par is None else self.par.to_json(),
            "elsewhere": [one.to_json() for one in self.elsewhere],
            "text": auction_text(self),
        }


def review_auction(
    record: Record, adviser: CallAdviser, solver: DoubleDummy | None
) -> AuctionReview | None:
    """Judge every call of an auction; None if none was recorded."""
    if not record.auction.calls:
        return None
    judged = []
    for number, call in enumerate(record.auction.calls, start=1):
        question = CallQuestion.of(record, number)
        answer = replace(adviser.ask(question), lead=None)
        judged.append(JudgedCall(number, question.seat, call, answer))
    elsewhere = at_other_tables(record, adviser.library)
    return AuctionReview(tuple(judged), beside_par(record, solver), elsewhere)
