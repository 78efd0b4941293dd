"""A player's own cases for any call: accepted, corrected, retained, withdrawn; and their review.

The words are those of the cycle of openings (`bidding/openings/cycle.py`): revise makes a case of
what the player says, review asks what it would contradict, retain keeps it, refine is what the
adviser does with it: it decides alone in its very situation, and votes elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.advice import Precedent
from kibitz.bidding.auctions.arrays import Bools, Rows, call_of, number_of
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.bidding.calls.explain import deed
from kibitz.bidding.calls.foresight import Foresight, cards_of, foresee
from kibitz.bidding.calls.likeness.decisions import SCALE
from kibitz.bidding.calls.likeness.neighbours import FAR
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.precedents import CallPrecedent, closest_otherwise, kin_of
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.store import read_own, write_own
from kibitz.bidding.calls.vote import OwnVotes
from kibitz.bidding.openings.cycle import CaseStatus
from kibitz.bidding.openings.question import Colours
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.file import rules_named
from kibitz.errors import IllegalActionError, StorageError, UsageError
from kibitz.games.bridge.auction import Auction, Call, parse_call
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.wording import call_text

_NAMED = 3  # cases of others that a review names
_STRANGERS = np.zeros(WIDTH, np.float32)


def very_situation(question: CallQuestion) -> CallQuestion:
    """The question without what does not matter: who dealt, who plays it, where it was."""
    colours = question.colours
    auction = Auction(Seat.NORTH, question.auction.calls)
    vulnerability = next(v for v in Vulnerability if Colours.seen_from(auction.turn, v) is colours)
    return CallQuestion(question.hand, auction, vulnerability, system=question.system.casefold())


@dataclass(frozen=True, slots=True)
class OwnCase(Precedent):
    """What the player himself says of a situation."""

    question: CallQuestion
    """As `very_situation` spells it."""
    call: Call
    advised: Call | None = None
    """What was advised then."""

    @property
    def name(self) -> str:
        if self.call == self.advised:
            return "your acceptance"
        was = "" if self.advised is None else f" (advised: {call_text(self.advised)})"
        return f"your correction{was}"

    @property
    def did(self) -> str:
        return deed(self.call)

    def open(self) -> CallQuestion:
        return self.question

    def to_json(self) -> dict[str, Any]:
        return {**Precedent.to_json(self), "call": str(self.call), "situation": str(self.question)}


CaseKey = tuple[CallQuestion, Call]


@dataclass(frozen=True, slots=True)
class Own:
    """Cases of the player's, and cases withdrawn wherever they came from."""

    retained: tuple[OwnCase, ...] = ()
    withdrawn: frozenset[CaseKey] = frozenset()

    def case_of(self, question: CallQuestion) -> OwnCase | None:
        """What the player said of this very situation."""
        where = very_situation(question)
        return next((one for one in self.retained if one.question == where), None)

    def without(self, question: CallQuestion, call: Call) -> Own:
        """With one case withdrawn."""
        gone = (very_situation(question), call)
        left = tuple(one for one in self.retained if (one.question, one.call) != gone)
        return Own(left, self.withdrawn | {gone})

    def votes(self, network: CallNetwork, seen: Foresight, question: CallQuestion) -> OwnVotes:
        """Those of the player's cases that leave most nearly the same choice, and their calls."""
        squares, calls = list[int](), list[int]()
        for one in self.retained:
            if one.question.system not in ("", question.system.casefold()):
                continue
            there = foresee(network, replace(one.question, system=""), _STRANGERS, _STRANGERS)
            apart = seen.code.astype(np.int64) - there.code.astype(np.int64)
            square = int((apart**2).sum())
            if there.kind == seen.kind and square <= (FAR * SCALE) ** 2:
                squares.append(square)
                calls.append(number_of(one.call))
        return OwnVotes(np.array(squares, np.int64), np.array(calls, np.uint8))

    def known(self, memory: CallMemory | None, question: CallQuestion, call: Call) -> int:
        """How many cases there are of this very call in this very situation."""
        where = very_situation(question)
        mine = sum((one.question, one.call) == (where, call) for one in self.retained)
        if memory is None or (where, call) in self.withdrawn:
            return mine
        rows: Rows = np.arange(len(memory.decisions))
        return mine + int(_is_of(memory, rows, where, call).sum())

    def left(self, memory: CallMemory, rows: Rows) -> Rows:
        """Those of the decisions *rows* that were not withdrawn."""
        gone: Bools = np.zeros(len(rows), np.bool_)
        for question, call in self.withdrawn:
            gone |= _is_of(memory, rows, question, call)
        found: Rows = rows[~gone]
        return found


def _is_of(memory: CallMemory, rows: Rows, question: CallQuestion, call: Call) -> Bools:
    """Which decisions are this very call with this very hand after this very auction."""
    place = len(question.auction.calls)
    found: Bools = np.zeros(len(rows), np.bool_)
    here = np.flatnonzero(
        (memory.decisions.places[rows] == place) & (memory.decisions.calls[rows] == number_of(call))
    )
    tables = memory.decisions.tables[rows[here]]
    heard = np.array([number_of(one) for one in question.auction.calls], np.uint8)
    same = (memory.auctions.calls[tables, :place] == heard).all(axis=1)
    held = memory.auctions.owners[tables][:, cards_of(question.hand)] == place % 4
    found[here[same & held.all(axis=1)]] = True
    return found


def revise(question: CallQuestion, advised: Call | None, call: Call) -> OwnCase:
    """The player's own answer as a case: the advice accepted, or corrected."""
    try:
        question.auction.after(call)
    except IllegalActionError as error:
        raise UsageError(f"that cannot be called here: {error}") from None
    return OwnCase(very_situation(question), call, advised)


@dataclass(frozen=True, slots=True)
class CaseReview:
    """What is known where a case would stand, before it is kept."""

    standing: CaseStatus
    calls: tuple[tuple[Call, int], ...]
    """What others called with such a hand after such an auction, the most first."""
    against: tuple[CallPrecedent, ...]
    """The closest of those who called otherwise."""
    own: OwnCase | None
    """What the player said before of this very situation, where it was another call."""
    rule: tuple[str, Call] | None
    """The rule of the system that is named, where it calls otherwise."""


def review(
    case: OwnCase,
    own: Own,
    network: CallNetwork,
    memory: CallMemory | None,
    library: Path | None,
) -> CaseReview:
    """What a case would contradict: others' decisions, the player's own word, the rules named."""
    before = own.case_of(case.question)
    before = before if before is not None and before.call != case.call else None
    counted, against = Counter[Call](), tuple[CallPrecedent, ...]()
    if memory is not None:
        plain = replace(case.question, system="")
        seen = foresee(network, plain, _STRANGERS, _STRANGERS)
        kin = kin_of(memory, seen, own.left(memory, memory.of_kind(seen.kind)))
        counted.update(call_of(int(one)) for one in memory.decisions.calls[kin.rows])
        against = closest_otherwise(plain, memory, library, kin, number_of(case.call))[:_NAMED]
    rule = _rule_otherwise(case)
    others = sum(count for call, count in counted.items() if call != case.call)
    if others or before is not None or rule is not None:
        standing = CaseStatus.CONTRADICTS
    else:
        standing = CaseStatus.KNOWN if counted else CaseStatus.NEW
    return CaseReview(standing, tuple(counted.most_common()), against, before, rule)


def _rule_otherwise(case: OwnCase) -> tuple[str, Call] | None:
    rules = rules_named(case.question.system)
    if rules is None:
        return None
    asked = case.question
    decision = bids(rules, asked.hand, asked.auction, asked.vulnerability)
    if decision.rule == NO_RULE or decision.call == case.call:
        return None
    return decision.rule, decision.call


def retain(own: Own, case: OwnCase) -> Own:
    """The player's cases with this one; what he said before of the same situation goes."""
    left = [one for one in own.retained if one.question != case.question]
    return Own((*left, case), own.withdrawn - {(case.question, case.call)})


def load_own(path: Path) -> Own:
    """The player's own changes; none where there is no file."""
    fields = read_own(path)
    if fields is None:
        return Own()
    try:
        retained = tuple(
            OwnCase(*_read(one), parse_call(one["advised"]) if one["advised"] else None)
            for one in fields["retained"]
        )
        return Own(retained, frozenset(map(_read, fields["withdrawn"])))
    except (KeyError, ValueError, TypeError) as error:
        raise StorageError(f"{path} is not a file of own calls: {error}") from error


def save_own(path: Path, own: Own) -> None:
    """Write the player's own cases and what he withdrew."""
    retained = [
        {**_written(one.question, one.call), "advised": str(one.advised or "")}
        for one in own.retained
    ]
    withdrawn = [_written(*key) for key in sorted(own.withdrawn, key=str)]
    write_own(path, {"retained": retained, "withdrawn": withdrawn})


def _written(question: CallQuestion, call: Call) -> dict[str, str]:
    return {"situation": str(question), "call": str(call)}


def _read(one: Mapping[str, str]) -> CaseKey:
    return CallQuestion.parse(one["situation"]), parse_call(one["call"])
