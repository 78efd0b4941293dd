"""A system compared with experts: what did they call with hands that its rules cover?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.advice import Count
from kibitz.bidding.auctions.arrays import NONE, call_of
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.meanings.adviser import MeaningAdviser
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.checking import forget
from kibitz.bidding.systems.system import RuleSystem
from kibitz.bidding.systems.telling import ExpertHands
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.runtime.running import chance
from kibitz.wording import call_text

FEWEST = 5
"""The number of hands that judging a rule takes."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A rule that experts do not follow: how often, and what they call instead."""

    rule: str
    line: int
    times: int
    whole: int
    call: Call
    """The call by the rule with the example hand."""
    instead: Call
    hand: str
    auction: str

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "line": self.line,
            "otherwise": self.times,
            "of": self.whole,
            "call": str(self.call),
            "experts_call": str(self.instead),
            "hand": self.hand,
            "auction": self.auction,
        }

    def __str__(self) -> str:
        return (
            f"{self.rule!r} (line {self.line}): {self.times} of {self.whole} did otherwise, mostly "
            f"{call_text(self.instead)} for {call_text(self.call)}, as with {self.hand} after "
            f"{self.auction or 'nothing'}"
        )


@dataclass(frozen=True, slots=True)
class BesideExperts:
    """Experts' decisions compared with the calls by the rules."""

    tables: int
    decisions: int
    spoken: int
    """The number of decisions that a rule covers."""
    agreed: int
    otherwise: tuple[Otherwise, ...]
    """The rules that experts do not follow, the most frequent first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "decisions": self.decisions,
            "a_rule_speaks": self.spoken,
            "agreed": self.agreed,
            "otherwise": [one.to_json() for one in self.otherwise],
        }


@dataclass(slots=True)
class _Tally:
    """One rule's number of hands, and the experts' other calls with the first hand of each."""

    line: int
    whole: int
    others: Counter[tuple[Call, Call]]
    first: dict[tuple[Call, Call], tuple[str, str]]


def beside_experts(
    system: RuleSystem,
    memory: CallMemory,
    tables: int,
    seed: int,
    advance: Callable[[], object] = lambda: None,
) -> BesideExperts:
    """Compare a system with experts, call by call, at a sample of tables drawn by the seed."""
    gone = set(memory.withdrawn_tables.tolist())
    known = [table for table in range(len(memory.auctions)) if table not in gone]
    drawn = sorted(chance(seed, "experts").sample(known, min(tables, len(known))))
    tallies: dict[str, _Tally] = {}
    decisions = spoken = agreed = 0
    for table in drawn:
        for hand, auction, vulnerability, call in _calls(memory, table):
            decisions += 1
            decision = bids(system, hand, auction, vulnerability)
            if decision.rule == NO_RULE:
                continue
            spoken += 1
            agreed += decision.call == call
            tally = tallies.setdefault(decision.rule, _Tally(decision.line, 0, Counter(), {}))
            tally.whole += 1
            if decision.call != call:
                key = (decision.call, call)
                tally.others[key] += 1
                heard = " ".join(map(str, auction.calls))
                tally.first.setdefault(key, (str(hand), heard))
        forget(system)
        advance()
    found = [_otherwise(rule, one) for rule, one in tallies.items() if one.whole >= FEWEST]
    kept = sorted((one for one in found if one is not None), key=lambda one: -one.times)
    return BesideExperts(len(drawn), decisions, spoken, agreed, tuple(kept))


def experts_hands(adviser: MeaningAdviser) -> ExpertHands:
    """A source of experts' hands for calls that enough of them made."""

    def ask(auction: Auction) -> tuple[str, Count] | None:
        answer = adviser.ask(MeaningQuestion(auction))
        if answer.best is None or answer.meaning is None or not answer.meaning.found:
            return None
        counted = next((one for one in answer.best.grounds if isinstance(one, Count)), None)
        return None if counted is None else (f"experts had {answer.best.action}", counted)

    return ask


def _otherwise(rule: str, tally: _Tally) -> Otherwise | None:
    if not tally.others:
        return None
    (key, _), *_ = tally.others.most_common(1)
    hand, auction = tally.first[key]
    times = sum(tally.others.values())
    return Otherwise(rule, tally.line, times, tally.whole, *key, hand, auction)


def _calls(memory: CallMemory, table: int) -> Iterator[tuple[Hand, Auction, Vulnerability, Call]]:
    """Every decision at a table, with the dealer as North."""
    owners = memory.auctions.owners[table]
    hands = [
        Hand(sum(1 << int(card) for card in np.flatnonzero(owners == place))) for place in range(4)
    ]
    sides = int(memory.auctions.vulnerable[table])
    vulnerability = VULNERABLE[bool(sides & 1), bool(sides & 2)]
    auction = Auction(Seat.NORTH)
    for place, number in enumerate(memory.auctions.calls[table].tolist()):
        if number == NONE:
            return
        call = call_of(number)
        yield hands[place % 4], auction, vulnerability, call
        auction = auction.after(call)


VULNERABLE = {(one.includes(Seat.NORTH), one.includes(Seat.EAST)): one for one in Vulnerability}
"""The vulnerability by whether North-South and East-West are vulnerable; the dealer is North."""
