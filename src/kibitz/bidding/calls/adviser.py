"""The adviser for "what do I call?": similar decisions vote; without any, a network answers."""

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
    CallLead,
    CallShare,
    CallVote,
    Reading,
    WhoseCalls,
)
from kibitz.bidding.calls.foresight import ForeseenCall, foresee, foresee_calls
from kibitz.bidding.calls.memory import CallMemory, pair_name
from kibitz.bidding.calls.names import call_names, with_hand
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.own import OwnCalls, load_own
from kibitz.bidding.calls.precedents import precedents, showing, similar_cases, splits
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.reasons import Reason
from kibitz.bidding.calls.shown.hand import partner_shown
from kibitz.bidding.calls.starter import make_starter_memory
from kibitz.bidding.calls.vote import vote
from kibitz.bidding.openings.adviser import Openings
from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.differences import CallChange, changes
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.systems.bidding import NO_RULE, bids
from kibitz.bidding.systems.file import rules_named
from kibitz.bidding.systems.system import RuleSystem
from kibitz.bidding.systems.telling import decision_words, partners_act, read
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call
from kibitz.places import Places
from kibitz.records.library import Library
from kibitz.records.players import Player, tables_of
from kibitz.runtime.running import Watch, unwatched

_SURELY = 0.05
"""A change of the hand leads to a call if its chance is higher by at least this."""
_FORESEEN = 0.01
"""The least chance of a call that is named, if only the network answers."""


@dataclass(frozen=True, slots=True, eq=False)
class _Whose:
    """What is known about the two pairs, and whose decisions count."""

    own: Floats
    their: Floats
    known: WhoseCalls | None = None
    only: Rows | None = None
    """If given, only decisions of these pairs count."""


_UNKNOWN = np.zeros(WIDTH, np.float32)


@dataclass(frozen=True)
class CallAdviser:
    """Answers with the vote of the most similar decisions.

    >>> import kibitz
    >>> question = kibitz.CallQuestion.parse("KJ4.Q85.A962.T73 after 1H P")
    >>> kibitz.open().calls.ask(question).best.said
    '2♥'
    """

    network: CallNetwork
    memory: CallMemory | None = None
    library: Path | None = None
    openings: Openings | None = None
    """The advisers for openings; they answer if nobody has bid and no calls were learned."""
    own: OwnCalls = field(default_factory=OwnCalls)
    """The player's own cases."""
    house: CallAdviser | None = None
    """The fallback adviser, for when no learned case is close enough."""
    only: WhoseCalls | None = None
    """The one player whose decisions count (`like`)."""
    only_rows: Rows | None = None
    """The decisions of that player."""

    def like(self, player: Player) -> CallAdviser:
        """The same adviser, over the decisions of one player."""
        if self.memory is None or self.library is None:
            raise UsageError(f"No auctions were learned yet, so {player.name} cannot be asked.")
        with Library.open(self.library, create=False) as library:
            sat = tables_of(library, player)
        rows, tables = self.memory.taken_by(sat)
        if not tables:
            raise UsageError(f"No auction of {player.name} was learned: see 'kibitz players'.")
        only = WhoseCalls(player.name, tables, only=True, is_one=True)
        return replace(self, only=only, only_rows=rows, house=None)

    def ask(self, question: CallQuestion) -> CallAnswer:
        """The answer: what decisions or the network say, and the word of a rule or an own case."""
        rules = rules_named(question.system)
        said = self._said(question if rules is None else replace(question, system=""))
        name = "" if rules is None else rules.name
        return CallAnswer(question, said, self._lead(question, rules), name)

    def _lead(self, question: CallQuestion, rules: RuleSystem | None) -> CallLead | None:
        own = self.own.case_of(question)
        if own is not None:
            return CallLead(
                own.call, own, named=with_hand(question.auction, own.call, question.hand)
            )
        if rules is None:
            return None
        auction, vulnerability = question.auction, question.vulnerability
        decision = bids(rules, question.hand, auction, vulnerability)
        if decision.rule == NO_RULE:
            return None
        return CallLead(
            decision.call,
            Rule(decision.rule, rules.name),
            decision_words(decision),
            partners_act(read(rules, auction, vulnerability)),
            decision.line,
            with_hand(auction, decision.call, question.hand),
        )

    def _said(self, question: CallQuestion) -> CallVote | Reading | OpeningAnswer:
        """What experts say, or the house if none of their decisions is close."""
        said = self._said_by_ours(question)
        if self.house is None or not isinstance(said, Reading) or question.pair or question.system:
            return said
        filled = self.house._said_by_ours(question)
        return filled if isinstance(filled, CallVote) else said

    def _said_by_ours(self, question: CallQuestion) -> CallVote | Reading | OpeningAnswer:
        """What the learned decisions say, without asking the house."""
        if question.is_opening and self.openings and self._is_for(self.openings, question):
            return self.openings.of(question.system or None).ask(question.situation)
        whose = self._whose(question)
        seen = foresee(self.network, question, whose.own, whose.their)
        if self.memory is None:
            return self._reading(question, seen, whose, 0)
        among = self._among(self.memory, question, seen, whose)
        voted = self._vote(self.memory, question, seen, whose, among)
        return voted or self._reading(question, seen, whose, len(among))

    def _vote(
        self,
        memory: CallMemory,
        question: CallQuestion,
        seen: ForeseenCall,
        whose: _Whose,
        among: Rows,
    ) -> CallVote | None:
        """The vote of the nearest decisions, with precedents; None if no decision is close."""
        own = self.own.votes(self.network, seen, question)
        votes = vote(seen, memory.decisions, among, own)
        if votes is None:
            return None
        called = int(votes.order[0])
        similar = similar_cases(memory, seen, among)
        agreeing, contrast = precedents(question, memory, self.library, similar, called)
        reason = self._reason(question, seen)
        everybody = among if whose.only is None else memory.of_kind(seen.kind)
        candidates = [
            CallShare(
                call_of(call),
                float(votes.shares[call]),
                int(votes.counts[call]),
                float(seen.chances[call]),
            )
            for call in votes.order.tolist()
        ]
        return CallVote(
            kind=seen.kind,
            candidates=tuple(candidates),
            learned=len(among),
            confidence=self._confidence(seen, whose, called),
            reason=reason,
            changes=self._changes(question, seen, whose, called),
            whose=whose.known,
            names=call_names(question, [one.call for one in candidates]),
            impossible=seen.impossible,
            voters=int(votes.counts.sum()),
            precedents=agreeing,
            contrast=contrast,
            splits=tuple(splits(memory, seen, question, everybody)),
            showing=showing(
                memory.decisions,
                seen.mark,
                among,
                called,
                seen.held[1:].astype(np.int64),
                reason.partners_suits,
            ),
            own=len(own),
            is_house=memory.is_house,
        )

    def _is_for(self, openings: Openings, question: CallQuestion) -> bool:
        """Whether *openings* answers: nothing else was learned, or one of its systems is named."""
        if self.only is not None:
            return False
        if not question.system:
            return self.memory is None and not question.pair
        named = openings.knows(question.system) or HOUSE.is_called(question.system)
        return self.memory is None or named

    def _among(
        self, memory: CallMemory, question: CallQuestion, seen: ForeseenCall, whose: _Whose
    ) -> Rows:
        """The decisions that may vote: of this kind, by the right players, not from this table."""
        among = memory.of_kind(seen.kind)
        if whose.only is not None:
            among = among[np.isin(memory.callers[among], whose.only)]
        if self.only_rows is not None:
            among = among[np.isin(among, self.only_rows)]
        if question.record is not None:
            among = memory.without_table(among, Auctions.of_records([question.record]))
        return self.own.left(memory, among)

    def _reading(
        self, question: CallQuestion, seen: ForeseenCall, whose: _Whose, learned: int
    ) -> Reading:
        """What the network foresees, if no decision is close."""
        order = np.lexsort((np.arange(len(seen.chances)), -seen.chances)).tolist()
        chances = seen.chances.tolist()
        likely = [call for call in order if chances[call] >= _FORESEEN]
        candidates = [CallShare(call_of(call), chances[call], 0, chances[call]) for call in likely]
        return Reading(
            kind=seen.kind,
            candidates=tuple(candidates),
            learned=learned,
            confidence=self._confidence(seen, whose, order[0]),
            reason=self._reason(question, seen),
            changes=self._changes(question, seen, whose, order[0]),
            whose=whose.known,
            names=call_names(question, [one.call for one in candidates]),
            impossible=seen.impossible,
        )

    def _reason(self, question: CallQuestion, seen: ForeseenCall) -> Reason:
        """The hand in the light of the auction, and of what partner has shown."""
        table = None if question.record is None else Auctions.of_records([question.record])
        shown = partner_shown(self.network, question.auction, question.colours, self.memory, table)
        return Reason.of(question, seen.belief, shown)

    def _confidence(self, seen: ForeseenCall, whose: _Whose, called: int) -> float | None:
        """How often such a call is the expert's; None if the network was never measured."""
        if "trust" not in self.network.about:
            return None
        known = bool(whose.own.any())
        return self.network.confidence(float(seen.chances[called]), seen.kind, known=known)

    def _changes(
        self, question: CallQuestion, seen: ForeseenCall, whose: _Whose, called: int
    ) -> tuple[CallChange, ...] | None:
        """Small changes of hand or vulnerability after which the network foresees another call.

        None if it does not foresee the present call.
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
        """What we know about the pair in question, or about everyone who plays the system."""
        memory = self.memory
        if memory is None:
            if question.pair or question.system:
                whom = question.pair or question.system
                raise UsageError(f"No auctions were learned yet, so {whom} cannot be asked.")
            return _Whose(_UNKNOWN, _UNKNOWN)
        if question.pair:
            pair = memory.pair(question.pair)
            known = WhoseCalls(memory.names[pair], memory.boards_of(pair))
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
            raise UsageError(f"Your library has no {name}.")
        tables = int(np.isin(memory.pairs, pairs).any(axis=1).sum())
        sums = memory.sums_of(pairs).sum(axis=0)
        return _Whose(self._features(sums), _UNKNOWN, WhoseCalls(name, tables, only=True), pairs)

    def _of_record(self, memory: CallMemory, question: CallQuestion) -> _Whose:
        """What is known about the two pairs of a table from their other tables."""
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

    If they have no close case, the house's match answers. Its memory is made the very first time,
    while *watch* is called.
    """
    network, memory = CallNetwork.shipped(), CallMemory.open(places.calls)
    match, own = make_starter_memory(places, watch), load_own(places.own_calls)
    house = None if match is None else CallAdviser(network, match.memory, match.library)
    return CallAdviser(network, memory, places.library, openings, own, house)
