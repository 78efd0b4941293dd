"""A review of a record: for every decision of all four players, what experts did, and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.judging.auction import AuctionReview, review_auction
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain.reviews import decision_text, review_text
from kibitz.cardplay.inferences.knowable import Knowable, knowable_at
from kibitz.cardplay.leads.signals import signal_text
from kibitz.cardplay.lookahead.comparing import CardComparison
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, are_small, come_to_the_same, is_real
from kibitz.errors import SolverError, UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy, Solution
from kibitz.games.bridge.play import Play
from kibitz.records.record import Record
from kibitz.runtime.running import Watch, unwatched

UNUSUAL = 0.1
"""A card with a smaller share of the vote is called unusual."""
LESSONS = 6
"""The most slips of a table whose cause is looked for: the dearest, of these the first."""


class Verdict(Enum):
    """How a card compares with what experts did."""

    FORCED = "forced"
    AGREES = "agrees"
    DIFFERS = "differs"
    UNUSUAL = "unusual"
    SIGNAL = "a signal"
    UNKNOWN = "no close precedent"


@dataclass(frozen=True)
class JudgedCard:
    """A card that was played, the answer about it, and the double-dummy cost of each legal card.

    *costs* are tricks given away to the other side; None if the solver gave no answer.
    """

    answer: CardAnswer
    played: Card
    costs: Mapping[Card, int] | None
    lesson: CardComparison | None = None
    """Why the experts' card was better; None where it was no slip, or no cause was found."""

    @property
    def state(self) -> Play:
        return self.answer.state

    @property
    def number(self) -> int:
        return self.answer.question.number

    @property
    def chair(self) -> Chair:
        return self.answer.question.chair

    @property
    def share(self) -> float:
        """The share of the vote for this card and those equal to it."""
        return self.answer.candidate(self.played).share

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to decide: all legal cards come to the same, here at least."""
        if is_real(self.state):
            return False
        costs = set(self.costs.values()) if self.costs else {0}
        return come_to_the_same(self.state) or len(costs) == 1

    @property
    def agrees(self) -> bool:
        """Whether the card is the one advised, or equal to it."""
        advised = None if self.answer.is_reading else self.answer.card
        return advised is not None and are_equal(self.state, self.played, advised)

    @property
    def is_unusual(self) -> bool:
        """Whether hardly any precedent chose it."""
        advised = self.answer.card
        if advised is None or self.answer.is_reading or self.agrees or self.is_signal:
            return False
        return self.share < UNUSUAL

    @property
    def is_signal(self) -> bool:
        """Whether it differs from the card advised in what it tells partner alone."""
        advised = self.answer.card
        if advised is None or self.agrees or not self.chair.is_defender:
            return False
        return are_small(self.played, advised) and not self.cost

    @property
    def signal(self) -> str:
        """What the card tells partner, by the agreements; empty if it is no signal."""
        return signal_text(self.state, self.played, self.answer.agreements)

    @property
    def verdict(self) -> Verdict:
        if self.is_forced:
            return Verdict.FORCED
        if self.answer.card is None or self.answer.is_reading:
            return Verdict.UNKNOWN
        if self.agrees:
            return Verdict.AGREES
        if self.is_signal:
            return Verdict.SIGNAL
        return Verdict.UNUSUAL if self.is_unusual else Verdict.DIFFERS

    @property
    def cost(self) -> int | None:
        return None if self.costs is None else self.costs[self.played]

    @property
    def is_slip(self) -> bool:
        """Whether most experts chose another card, and it cost a trick."""
        return self.verdict in (Verdict.DIFFERS, Verdict.UNUSUAL) and bool(self.cost)

    @cached_property
    def knowable(self) -> Knowable | None:
        """What could have been known that would have changed a slip; None if nothing is sure."""
        return knowable_at(self)

    @property
    def needs_a_word(self) -> bool:
        """Whether it deserves more than a line: it was not expected, or cost a trick."""
        return self.verdict in (Verdict.DIFFERS, Verdict.UNUSUAL) or bool(self.cost)

    def __str__(self) -> str:
        return decision_text(self)

    def to_json(self) -> dict[str, Any]:
        by_name = None if self.costs is None else {str(c): cost for c, cost in self.costs.items()}
        return {
            "number": self.number,
            "seat": str(self.state.turn),
            "chair": self.chair.value,
            "played": str(self.played),
            "verdict": self.verdict.value,
            "share": round(self.share, 4),
            "signal": self.signal,
            "cost": self.cost,
            "costs": by_name,
            "reason": None if self.lesson is None else self.lesson.to_json(),
            "knowable": None if self.knowable is None else self.knowable.to_json(),
            "advice": self.answer.to_json(),
            "text": decision_text(self),
        }


@dataclass(frozen=True)
class ReviewedSide:
    """The decisions of one side, or of the whole table."""

    decisions: tuple[JudgedCard, ...]

    def having(self, verdict: Verdict) -> tuple[JudgedCard, ...]:
        return tuple(one for one in self.decisions if one.verdict is verdict)

    @property
    def real(self) -> int:
        """The number of real decisions."""
        return len(self.decisions) - len(self.having(Verdict.FORCED))

    @property
    def agreeing(self) -> tuple[JudgedCard, ...]:
        return self.having(Verdict.AGREES)

    @property
    def differing(self) -> tuple[JudgedCard, ...]:
        return self.having(Verdict.DIFFERS)

    @property
    def unusual(self) -> tuple[JudgedCard, ...]:
        return self.having(Verdict.UNUSUAL)

    @property
    def signals(self) -> tuple[JudgedCard, ...]:
        return self.having(Verdict.SIGNAL)

    @property
    def unknown(self) -> tuple[JudgedCard, ...]:
        return self.having(Verdict.UNKNOWN)

    @property
    def cost(self) -> int | None:
        """The double-dummy tricks given away; None unless all of them are known."""
        each = [one.cost for one in self.decisions]
        return None if None in each else sum(cost or 0 for cost in each)

    def counts(self) -> dict[str, Any]:
        """The number of decisions of each verdict, and their cost."""
        return {
            "decisions": len(self.decisions),
            "real": self.real,
            "agrees": len(self.agreeing),
            "differs": len(self.differing),
            "unusual": len(self.unusual),
            "signals": len(self.signals),
            "no_close_precedent": len(self.unknown),
            "tricks_given_away": self.cost,
        }


@dataclass(frozen=True)
class Review(ReviewedSide):
    """All decisions at one table: the calls, declarer's, the opening lead, the defence."""

    record: Record
    auction: AuctionReview | None = None
    """None if no auction was recorded, or no adviser of calls was given."""

    @property
    def known(self) -> tuple[Knowable, ...]:
        """What could have been known, at each slip that it would have changed."""
        found = (one.knowable for one in self.decisions)
        return tuple(one for one in found if one is not None)

    @property
    def declarer(self) -> ReviewedSide:
        return ReviewedSide(tuple(one for one in self.decisions if not one.chair.is_defender))

    @property
    def defenders(self) -> ReviewedSide:
        return ReviewedSide(tuple(one for one in self.decisions if one.chair.is_defender))

    def __str__(self) -> str:
        return review_text(self)

    def to_json(self) -> dict[str, Any]:
        cite, contract = self.record.citation, self.record.contract
        return {
            "source": str(self.record.source),
            "event": cite.event,
            "board": cite.board,
            "room": cite.room,
            "contract": str(contract),
            "tricks": self.record.tricks,
            "decisions": [one.to_json() for one in self.decisions],
            "summary": {
                **self.counts(),
                "declarer": self.declarer.counts(),
                "defenders": self.defenders.counts(),
            },
            "auction": None if self.auction is None else self.auction.to_json(),
            "known": [one.to_json() for one in self.known],
            "text": review_text(self),
        }


def review_record(
    record: Record,
    adviser: CardAdviser,
    solver: DoubleDummy | None,
    watch: Watch = unwatched,
    *,
    calls: CallAdviser | None = None,
) -> Review:
    """Review every card played; costs need a *solver*.

    With an adviser of *calls*, the auction is reviewed too.
    """
    if record.contract is None or not record.play:
        raise UsageError(f"nothing was played at {record.citation or record.source}")
    questions = [CardQuestion.of(record, number + 1) for number in range(len(record.play))]
    costs = costs_of([question.state for question in questions], solver)
    judged = []
    for question, card, each in zip(questions, record.play, costs, strict=True):
        judged.append(JudgedCard(adviser.ask(question), card, each))
        watch(len(judged), len(questions))
    auction = None if calls is None else review_auction(record, calls, solver)
    return Review(tuple(_with_lessons(judged, adviser)), record, auction)


def _with_lessons(judged: Sequence[JudgedCard], adviser: CardAdviser) -> list[JudgedCard]:
    """The decisions, the dearest slips with their lesson if a cause is found."""
    slips = sorted((one for one in judged if one.is_slip), key=lambda one: -(one.cost or 0))
    asked = {one.number for one in slips[:LESSONS]}
    return [_with_lesson(one, adviser) if one.number in asked else one for one in judged]


def _with_lesson(slip: JudgedCard, adviser: CardAdviser) -> JudgedCard:
    assert slip.answer.card is not None
    found = adviser.against(slip.answer.question, slip.answer.card, slip.played)
    return slip if found is None or found.why is None else replace(slip, lesson=found)


def costs_of(states: Sequence[Play], solver: DoubleDummy | None) -> list[Mapping[Card, int] | None]:
    """The double-dummy tricks that each legal card gives away, state by state.

    They are None if the solver failed or there is none; an only legal card costs nothing.
    """
    costs: list[Mapping[Card, int] | None] = [
        dict.fromkeys(state.legal_actions, 0) if len(state.legal_actions) == 1 else None
        for state in states
    ]
    open_ = [at for at, each in enumerate(costs) if each is None]
    if solver is None:
        return costs
    try:
        for at, answer in zip(open_, solver.solve_all(states[at] for at in open_), strict=True):
            if isinstance(answer, Solution):
                costs[at] = {
                    card: abs(answer.best - total) for card, total in answer.tricks.items()
                }
    except SolverError:  # it does not start: what was not answered stays unknown
        pass
    return costs
