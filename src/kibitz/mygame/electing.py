"""What precedents say where a player left what experts agree on: their votes, counted quickly.

It is the vote of `cardplay.adviser` and `bidding.calls.adviser` without opening a single table:
that is done where one slip is looked at, not where a thousand are sought.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Floats, call_of, legal_calls, number_of
from kibitz.bidding.calls.likeness import decisions as calling
from kibitz.bidding.calls.likeness.neighbours import elected
from kibitz.bidding.calls.memory import CallMemory
from kibitz.cardplay.adviser import Adviser
from kibitz.cardplay.index import Among
from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.kinds import Kind, choose, kinds
from kibitz.cardplay.similarity.learned import SCALE
from kibitz.cardplay.similarity.neighbours import NEIGHBOURS
from kibitz.cardplay.similarity.positions import NO_TRUMPS, Bytes, Views
from kibitz.cardplay.similarity.voting import in_our_suits, votes
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import DECK, Card
from kibitz.mygame.sitting import Decision, Role, Sitting

_OWN_DECISIONS = 26


@dataclass(frozen=True, slots=True)
class Vote:
    """Who is elected, by how many of how many, and how many chose what the player did."""

    elected: Card | Call
    share: float
    voters: int
    did: int


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """A case that was found."""

    case: tuple[int, int, int]
    square: int
    card: int
    suits: Bytes


@dataclass(frozen=True, eq=False)
class Electors:
    """The memories of cards and of calls; where neither is near, nobody votes."""

    cards: Adviser
    calls: CallMemory | None

    def vote(self, sitting: Sitting, decision: Decision) -> Vote | None:
        """What they elect at a decision; None where no precedent is close."""
        if decision.role is Role.CALLS:
            return self._of_call(sitting, decision)
        return self._of_card(sitting, decision)

    def _of_card(self, sitting: Sitting, decision: Decision) -> Vote | None:
        state = sitting.state(decision.number)
        view = Views.of([state], [sitting.record.auction])
        [number] = kinds(view).tolist()
        kind = Kind(number, len(state.played))
        trumps = NO_TRUMPS if state.trumps is None else int(state.trumps)

        def near(among: Among) -> list[_Near]:
            found = [
                one
                for place, memory in enumerate(self.cards.memories)
                for one in _nearest(place, memory, decision.code, trumps, among, sitting.key)
            ]
            return sorted(found, key=lambda one: one.square)[:NEIGHBOURS]

        alike, wider = choose(near(kind.narrow), lambda: near(kind.wide))
        voters = sorted((*alike, *wider), key=lambda one: one.square)
        if not voters:
            return None
        played = np.array([one.card for one in voters], np.uint8)
        suits = np.array([one.suits for one in voters], np.uint8)
        squares = np.array([one.square for one in voters], np.int64)
        counted = votes(Choices.of(view), in_our_suits(suits, played)[None], squares[None])
        best, did = int(counted.order[0, 0]), decision.did
        assert isinstance(did, Card)
        return Vote(
            DECK[best],
            float(counted.shares[0, best]),
            len(voters),
            int(counted.counts[0, did.suit, did.rank - 2]),
        )

    def _of_call(self, sitting: Sitting, decision: Decision) -> Vote | None:
        if self.calls is None:
            return None
        table = Auctions.of_records([sitting.record])
        place = decision.number - 1
        kind = int(calling.kinds(table.calls)[0, place])
        among = self.calls.without_table(self.calls.of_kind(kind), table)
        near = self.calls.nearest(decision.code, among)
        if not near.is_close:
            return None
        foreseen: Floats = np.square(decision.code.astype(np.float32) / np.float32(SCALE))
        legal = legal_calls(table.calls)[0, place]
        made = elected(near, self.calls.decisions.calls[near.rows], legal, foreseen)
        best, did = int(made.order[0]), decision.did
        assert not isinstance(did, Card)
        count = int(made.counts[number_of(did)])
        return Vote(call_of(best), float(made.shares[best]), int(made.counts.sum()), count)


def _nearest(
    place: int, memory: CardMemory, code: Bytes, trumps: int, among: Among, table: str
) -> list[_Near]:
    """The nearest cases of one memory, without those of the table itself."""
    found = memory.nearest(code, trumps, NEIGHBOURS + _OWN_DECISIONS, among)
    numbers = np.unique(found.records).tolist()
    own = {number for number, kept in memory.shelf.records(numbers).items() if kept.key == table}
    return [
        _Near((place, record, ply), square, card, suits)
        for record, ply, square, card, suits in zip(
            found.records.tolist(),
            found.plies.tolist(),
            found.matches.squares.tolist(),
            found.cards.tolist(),
            found.matches.suits,
            strict=True,
        )
        if record not in own
    ]
