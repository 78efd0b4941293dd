"""The calls of a table compared with what experts call with such hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import CallAnswer
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.judging.contracts import (
    ParContract,
    ReachedContract,
    at_other_tables,
    beside_par,
)
from kibitz.bidding.judging.explain import auction_text, call_line
from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.games.bridge.auction import Call, Sign
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.records.record import Record

AGREED = 0.9
"""The share of experts who make one call, from which they count as agreed."""
PLAIN = 0.98
"""The share from which a pass is no real decision."""
_MINORS = {"1C", "1D"}
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
    def is_by_rules(self) -> bool:
        """Whether the answer is that of written rules, and no expert stands behind it."""
        said = self.answer.said
        return isinstance(said, OpeningAnswer) and said.is_by_rules

    @property
    def are_agreed(self) -> bool:
        """Whether experts are agreed; written rules always are, and are not asked."""
        return self._is_one_call and not self.is_by_rules

    @property
    def _is_one_call(self) -> bool:
        return self.answer.best is not None and self.answer.best.weight >= AGREED

    @property
    def is_against_rules(self) -> bool:
        """Whether the rules open otherwise; of two minors either is standard."""
        if not self.is_by_rules or not self._is_one_call or self.call == self.experts:
            return False
        return not {str(self.call), str(self.experts)} <= _MINORS

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
            "by_rules": self.is_by_rules,
            "measure": self.answer.measure.value,
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

    @property
    def against_rules(self) -> tuple[JudgedCall, ...]:
        return tuple(one for one in self.calls if one.is_against_rules)

    def __str__(self) -> str:
        return auction_text(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "calls": [one.to_json() for one in self.calls],
            "real": self.real,
            "agreed": self.agreed,
            "against": [one.number for one in self.against],
            "against_rules": [one.number for one in self.against_rules],
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
