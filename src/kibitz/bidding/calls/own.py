"""A player's own cases for any call: accepted, corrected, retained, withdrawn, and reviewed.

The words are those of the cycle of openings (`bidding/openings/cycle.py`): revise turns the
player's own answer into a case, review finds what the case would contradict, retain keeps it, and
refine is up to the adviser: a case decides alone in exactly its situation, and votes elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kibitz.advice import Precedent
from kibitz.bidding.auctions.arrays import Bools, Rows, call_of, number_of
from kibitz.bidding.auctions.pairs import WIDTH
from kibitz.bidding.calls.explain import deed
from kibitz.bidding.calls.foresight import ForeseenCall, cards_of, foresee
from kibitz.bidding.calls.likeness.decisions import SCALE
from kibitz.bidding.calls.likeness.neighbours import FAR
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.precedents import CallPrecedent, closest_otherwise, similar_cases
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.vote import OwnVotes
from kibitz.bidding.openings.cycle import CaseStatus
from kibitz.bidding.openings.question import Colours
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.file import rules_named
from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.auction import Auction, Call, parse_call
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.precedents.own import OwnCases, OwnFile
from kibitz.wording import call_text

_NAMED = 3  # the most contradicting cases in a review
_STRANGERS = np.zeros(WIDTH, np.float32)


def plain_situation(question: CallQuestion) -> CallQuestion:
    """The question without what does not matter to it: the dealer, the pair, and the table."""
    colours = question.colours
    auction = Auction(Seat.NORTH, question.auction.calls)
    vulnerability = next(v for v in Vulnerability if Colours.seen_from(auction.turn, v) is colours)
    return CallQuestion(question.hand, auction, vulnerability, system=question.system.casefold())


CallKey: TypeAlias = tuple[CallQuestion, Call]


@dataclass(frozen=True, slots=True)
class OwnCase(Precedent):
    """The player's own call in a situation."""

    question: CallQuestion
    """The situation, as by `plain_situation`."""
    call: Call
    advised: Call | None = None
    """The advice at the time."""

    @property
    def key(self) -> CallKey:
        """The key by which a case is withdrawn."""
        return self.question, self.call

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


@dataclass(frozen=True, slots=True)
class OwnCalls(OwnCases[OwnCase, CallKey]):
    """The player's own calls."""

    def case_of(self, question: CallQuestion) -> OwnCase | None:
        """The player's case for exactly this situation."""
        where = plain_situation(question)
        return next((one for one in self.retained if one.question == where), None)

    def without(self, question: CallQuestion, call: Call) -> OwnCalls:
        """With one case withdrawn."""
        return self.withdrawing((plain_situation(question), call))

    def votes(self, network: CallNetwork, seen: ForeseenCall, question: CallQuestion) -> OwnVotes:
        """The player's cases that are close to a decision, as votes."""
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
        """The number of cases with exactly this call in exactly this situation."""
        where = plain_situation(question)
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
    """Which decisions are exactly this call with this hand after this auction."""
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
    """The player's own answer as a case: the advice, accepted or corrected."""
    try:
        question.auction.after(call)
    except IllegalActionError as error:
        raise UsageError(f"That cannot be called here: {error}.") from None
    return OwnCase(plain_situation(question), call, advised)


@dataclass(frozen=True, slots=True)
class CallReview:
    """What keeping a case would mean."""

    status: CaseStatus
    calls: tuple[tuple[Call, int], ...]
    """Others' calls with such a hand after such an auction, the most frequent first."""
    against: tuple[CallPrecedent, ...]
    """The closest precedents for other calls."""
    own: OwnCase | None
    """The player's earlier case for exactly this situation, if it has another call."""
    rule: tuple[str, Call] | None
    """The rule of the named system and its call, if it is another call."""


def review(
    case: OwnCase,
    own: OwnCalls,
    network: CallNetwork,
    memory: CallMemory | None,
    library: Path | None,
) -> CallReview:
    """What a case would contradict: others' decisions, the player's own cases, and rules."""
    before = own.case_of(case.question)
    before = before if before is not None and before.call != case.call else None
    counted, against = Counter[Call](), tuple[CallPrecedent, ...]()
    if memory is not None:
        plain = replace(case.question, system="")
        seen = foresee(network, plain, _STRANGERS, _STRANGERS)
        similar = similar_cases(memory, seen, own.left(memory, memory.of_kind(seen.kind)))
        counted.update(call_of(int(one)) for one in memory.decisions.calls[similar.rows])
        against = closest_otherwise(plain, memory, library, similar, number_of(case.call))[:_NAMED]
    rule = _rule_otherwise(case)
    others = sum(count for call, count in counted.items() if call != case.call)
    if others or before is not None or rule is not None:
        status = CaseStatus.CONTRADICTS
    else:
        status = CaseStatus.KNOWN if counted else CaseStatus.NEW
    return CallReview(status, tuple(counted.most_common()), against, before, rule)


def _rule_otherwise(case: OwnCase) -> tuple[str, Call] | None:
    rules = rules_named(case.question.system)
    if rules is None:
        return None
    asked = case.question
    decision = bids(rules, asked.hand, asked.auction, asked.vulnerability)
    if decision.rule == NO_RULE or decision.call == case.call:
        return None
    return decision.rule, decision.call


def retain(own: OwnCalls, case: OwnCase) -> OwnCalls:
    """The player's cases with this one; it replaces an earlier one for the same situation."""
    left = tuple(one for one in own.retained if one.question != case.question)
    return replace(own, retained=left).adding(case)


def save_own(path: Path, own: OwnCalls) -> None:
    """Write the player's own cases, and those that were withdrawn."""
    _FILE.save(path, own)


def load_own(path: Path) -> OwnCalls:
    """The player's own calls; empty if there is no file."""
    return OwnCalls(*_FILE.load(path))


def _written(key: CallKey) -> dict[str, str]:
    question, call = key
    return {"situation": str(question), "call": str(call)}


def _written_case(case: OwnCase) -> dict[str, str]:
    return {**_written(case.key), "advised": str(case.advised or "")}


def _read(one: Mapping[str, str]) -> CallKey:
    return CallQuestion.parse(one["situation"]), parse_call(one["call"])


def _read_case(one: Mapping[str, str]) -> OwnCase:
    return OwnCase(*_read(one), parse_call(one["advised"]) if one["advised"] else None)


_FILE = OwnFile("calls-own", "own calls", _written_case, _written, _read_case, _read)
