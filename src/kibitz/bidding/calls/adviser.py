"""What do I call? Asked of the decisions most like it, and of a network where there are none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from kibitz.advice import Rule
from kibitz.bidding.auctions.arrays import Auctions, Floats, Rows, call_of
from kibitz.bidding.auctions.pairs import SITUATIONS, WIDTH, Entries, features
from kibitz.bidding.auctions.styles import named_style
from kibitz.bidding.calls.answer import (
    CallAnswer,
    Candidate,
    GuidedCall,
    Known,
    Lead,
    OpeningCall,
)
from kibitz.bidding.calls.foresight import Foresight, foresee, foresee_calls
from kibitz.bidding.calls.likeness.neighbours import elected
from kibitz.bidding.calls.memory import CallMemory, pair_name
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.own import Own, load_own
from kibitz.bidding.calls.precedents import kin_of, precedents, showing, splits
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.reasons import Reason
from kibitz.bidding.calls.starter import make_starter_memory
from kibitz.bidding.openings.adviser import Openings
from kibitz.bidding.openings.changes import CallChange, changes
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.file import rules_named
from kibitz.bidding.systems.system import System
from kibitz.bidding.systems.telling import decision_words, partners_act, read
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.players import Player, tables_of
from kibitz.runtime.running import Watch, unwatched

_SURELY = 0.05
"""By how much a call must go before the other, to be what a change of the hand leads to."""
_FORESEEN = 0.01
"""The chance from which on a call is named where the network alone speaks."""


@dataclass(frozen=True, slots=True, eq=False)
class _Whose:
    """What is known of the two pairs, and whose decisions are asked."""

    own: Floats
    their: Floats
    known: Known | None = None
    only: Rows | None = None
    """Only decisions of these pairs; None: of everybody."""


_UNKNOWN = np.zeros(WIDTH, np.float32)


@dataclass(frozen=True)
class CallAdviser:
    """Answers with the call of the decisions that leave most nearly the same choice."""

    network: CallNetwork
    memory: CallMemory | None = None
    library: Path | None = None
    openings: Openings | None = None
    """Who answers where nobody has bid and no calls were learned."""
    own: Own = field(default_factory=Own)
    """The player's own cases."""
    house: CallAdviser | None = None
    """Who is asked where nothing that was learned is close."""
    only: Known | None = None
    """The one player whose decisions alone are asked (`like`)."""
    his: Rows | None = None
    """Those decisions."""

    def like(self, player: Player) -> CallAdviser:
        """The same adviser, asking nobody but one player."""
        if self.memory is None or self.library is None:
            raise UsageError(f"{player.name} cannot be asked: no auction was learned yet")
        with Library.open(self.library, create=False) as library:
            sat = tables_of(library, player)
        rows, tables = self.memory.taken_by(sat)
        if not tables:
            raise UsageError(f"no auction of {player.name} was learned: see 'kibitz players'")
        only = Known(player.name, tables, only=True, is_one=True)
        return replace(self, only=only, his=rows, house=None)

    def ask(self, question: CallQuestion) -> CallAnswer | OpeningCall | GuidedCall:
        """What the player said of this very situation, else what his rules say, else the cases."""
        rules = rules_named(question.system)
        cases = self._ask_cases(question if rules is None else replace(question, system=""))
        lead = self._lead(question, rules)
        if rules is None and lead is None:
            return cases
        return GuidedCall(question, cases, lead, "" if rules is None else rules.name)

    def _lead(self, question: CallQuestion, rules: System | None) -> Lead | None:
        own = self.own.case_of(question)
        if own is not None:
            return Lead(own.call, own)
        if rules is None:
            return None
        auction, vulnerability = question.auction, question.vulnerability
        decision = bids(rules, question.hand, auction, vulnerability)
        if decision.rule == NO_RULE:
            return None
        return Lead(
            decision.call,
            Rule(decision.rule, rules.name),
            decision_words(decision),
            partners_act(read(rules, auction, vulnerability)),
            decision.line,
        )

    def _ask_cases(self, question: CallQuestion) -> CallAnswer | OpeningCall:
        """What was called by experts, or by the house where none of theirs is close."""
        answer = self._ask_own_cases(question)
        if self.house is None or isinstance(answer, OpeningCall) or answer.voters:
            return answer
        if question.pair or question.system:
            return answer
        filled = self.house._ask_own_cases(question)
        return filled if isinstance(filled, CallAnswer) and filled.voters else answer

    def _ask_own_cases(self, question: CallQuestion) -> CallAnswer | OpeningCall:
        """What was called: retrieve, vote, and look for precedents that a player would name."""
        if question.is_opening and self.openings and self._is_for(self.openings, question):
            asked = self.openings.of(question.system or None)
            return OpeningCall(question, asked.ask(question.situation))
        whose = self._whose(question)
        seen = foresee(self.network, question, whose.own, whose.their)
        if self.memory is None:
            return self._reading(question, seen, whose, 0)
        among = self._among(question, seen, whose)
        near = self.memory.nearest(seen.code, among)
        own, own_calls = self.own.votes(self.network, seen, question)
        calls = np.concatenate([self.memory.decisions.calls[near.rows], own_calls])
        votes = elected(near.and_also(own), calls, seen.legal, seen.chances)
        if not near.is_close:
            return self._reading(question, seen, whose, len(among))
        called = int(votes.order[0])
        agreeing, contrast = precedents(
            question, self.memory, self.library, kin_of(self.memory, seen, among), called
        )
        reason = Reason.of(question, seen.belief)
        everybody = among if whose.only is None else self.memory.of_kind(seen.kind)
        return CallAnswer(
            question,
            seen.kind,
            tuple(
                Candidate(
                    call_of(call),
                    float(votes.shares[call]),
                    int(votes.counts[call]),
                    float(seen.chances[call]),
                )
                for call in votes.order.tolist()
            ),
            int(votes.counts.sum()),
            len(among),
            self._confidence(seen, whose, called),
            reason,
            agreeing,
            contrast,
            tuple(splits(self.memory, seen, question, everybody)),
            self._changes(question, seen, whose, called),
            whose.known,
            showing(self.memory.decisions, seen.mark, among, called, reason.partners_suits),
            len(own),
            self.memory.is_house,
        )

    def _is_for(self, openings: Openings, question: CallQuestion) -> bool:
        """Whether the memory of openings is asked: nothing else is there, or it is named."""
        if self.only is not None:
            return False
        if not question.system:
            return self.memory is None and not question.pair
        named = openings.knows(question.system) or HOUSE.is_called(question.system)
        return self.memory is None or named

    def _among(self, question: CallQuestion, seen: Foresight, whose: _Whose) -> Rows:
        """The decisions that are asked: of the same kind, of whom is meant, not of this table."""
        assert self.memory is not None
        among = self.memory.of_kind(seen.kind)
        if whose.only is not None:
            among = among[np.isin(self.memory.callers[among], whose.only)]
        if self.his is not None:
            among = among[np.isin(among, self.his)]
        if question.record is not None:
            table = Auctions.of_records([question.record])
            among = self.memory.without_table(among, table)
        return self.own.left(self.memory, among)

    def _reading(
        self, question: CallQuestion, seen: Foresight, whose: _Whose, known: int
    ) -> CallAnswer:
        """What the network foresees, where no decision is close."""
        order = np.lexsort((np.arange(len(seen.chances)), -seen.chances)).tolist()
        chances = seen.chances.tolist()
        likely = [call for call in order if chances[call] >= _FORESEEN]
        return CallAnswer(
            question,
            seen.kind,
            tuple(Candidate(call_of(call), chances[call], 0, chances[call]) for call in likely),
            0,
            known,
            self._confidence(seen, whose, order[0]),
            Reason.of(question, seen.belief),
            changes=self._changes(question, seen, whose, order[0]),
            whose=whose.known,
        )

    def _confidence(self, seen: Foresight, whose: _Whose, called: int) -> float | None:
        """How often such a call is the expert's; None of a network that was never measured."""
        if "trust" not in self.network.about:
            return None
        known = bool(whose.own.any())
        return self.network.confidence(float(seen.chances[called]), seen.kind, known=known)

    def _changes(
        self, question: CallQuestion, seen: Foresight, whose: _Whose, called: int
    ) -> tuple[CallChange, ...] | None:
        """Small changes of the hand or the colours after which the network foresees another call.

        None where it does not foresee this one to begin with.
        """
        if int(seen.chances.argmax()) != called:
            return None

        def ask(others: list[Situation]) -> list[Call]:
            chances = foresee_calls(self.network, question, others, whose.own, whose.their)
            best = chances.argmax(axis=1)
            each = np.arange(len(best))
            surely = chances[each, best] - chances[each, called] >= _SURELY
            return [call_of(call) for call in np.where(surely, best, called).tolist()]

        found = changes(question.situation, call_of(called), ask, other_seats=False)
        return tuple(found)

    def _whose(self, question: CallQuestion) -> _Whose:
        """What is known of the pair asked about, or of all who play a system."""
        memory = self.memory
        if memory is None:
            if question.pair or question.system:
                whom = question.pair or question.system
                raise UsageError(f"{whom} cannot be asked: no auction was learned yet")
            return _Whose(_UNKNOWN, _UNKNOWN)
        if question.pair:
            pair = memory.pair(question.pair)
            known = Known(memory.names[pair], memory.boards_of(pair))
            return _Whose(self._features(memory.sums_of([pair])[0]), _UNKNOWN, known)
        if question.system:
            return self._of_system(memory, question.system)
        if self.only is not None:
            return _Whose(_UNKNOWN, _UNKNOWN, self.only)
        if question.record is not None:
            return self._of_record(memory, question)
        return _Whose(_UNKNOWN, _UNKNOWN)

    def _of_system(self, memory: CallMemory, system: str) -> _Whose:
        program = memory.program(system)
        if program is not None:
            pairs, name = np.array([program]), memory.names[program]
        else:
            style, side = named_style(system)
            pairs, name = memory.pairs_of_style(style, side), style.names[side > 0]
        if not len(pairs):
            raise UsageError(f"no {name} were watched")
        tables = int(np.isin(memory.pairs, pairs).any(axis=1).sum())
        sums = memory.sums_of(pairs).sum(axis=0)
        return _Whose(self._features(sums), _UNKNOWN, Known(name, tables, only=True), pairs)

    def _of_record(self, memory: CallMemory, question: CallQuestion) -> _Whose:
        """The two pairs of a table, by their other tables."""
        record, seat = question.record, question.seat
        assert record is not None
        table = Auctions.of_records([record])
        taken_out = Entries.of(table) if memory.holds(table) else None
        found = []
        for side in (seat, seat.next):
            pair = memory.program(pair_name(record, side))
            sums = np.zeros((len(SITUATIONS), 6), np.float32)
            if pair is not None:
                sums = memory.sums_of([pair])[0]
                if taken_out is not None:
                    own = (taken_out.seat + record.dealer - side) % 2 == 0
                    np.subtract.at(sums, taken_out.situation[own], taken_out.sums[own])
            found.append(self._features(sums))
        return _Whose(found[0], found[1])

    def _features(self, sums: Floats) -> Floats:
        return features(sums, self.network.usual)


def open_adviser(places: Places, openings: Openings, *, watch: Watch = unwatched) -> CallAdviser:
    """The adviser over the calls learned from the library, the player's own, and the *openings*.

    Where they know nothing, the house's match is asked. The very first time, the memory of that is
    made, while *watch* is called.
    """
    network, memory = CallNetwork.shipped(), CallMemory.open(places.calls)
    match, own = make_starter_memory(places, watch), load_own(places.own_calls)
    house = None if match is None else CallAdviser(network, match.memory, match.library)
    return CallAdviser(network, memory, places.library, openings, own, house)
