"""What precedents say where a player left what experts agree on: their votes, counted quickly.

It is the vote of `cardplay.adviser` and `bidding.calls.adviser` without opening a single table:
that is done where one slip is looked at, not where a thousand are sought.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Floats, call_of, legal_calls, number_of
from kibitz.bidding.calls import vote as calls
from kibitz.bidding.calls.likeness import decisions as calling
from kibitz.bidding.calls.memory import CallMemory
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.index import Found
from kibitz.cardplay.similarity.learned import SCALE
from kibitz.cardplay.similarity.positions import Bools, Rows, Views
from kibitz.cardplay.voters import AskedCards, voters
from kibitz.cardplay.voting import in_our_suits, votes
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import DECK, Card
from kibitz.mygame.sitting import Decision, Role, Sitting


@dataclass(frozen=True, slots=True)
class Vote:
    """Who is elected, by how many of how many, and how many chose what the player did."""

    elected: Card | Call
    share: float
    voters: int
    did: int


@dataclass(frozen=True, eq=False)
class Electors:
    """The memories of cards and of calls; where neither is near, nobody votes."""

    cards: CardAdviser
    calls: CallMemory | None

    def vote(self, sitting: Sitting, decision: Decision) -> Vote | None:
        """What they elect at a decision; None where no precedent is close."""
        if decision.role is Role.CALLS:
            return self._of_call(sitting, decision)
        return self._of_card(sitting, decision)

    def _of_card(self, sitting: Sitting, decision: Decision) -> Vote | None:
        state = sitting.state(decision.number)
        view = Views.of([state], [sitting.record.auction])
        of_table = partial(self._is_own, sitting.key)
        [chosen] = voters(AskedCards.of(view, decision.code[None]), self.cards.memories, of_table)
        if not len(chosen):
            return None
        near, played = chosen.found.matches, chosen.found.cards
        cards = in_our_suits(near.suits, played)
        counted = votes(Choices.of(view), cards[None], near.squares[None])
        best, did = int(counted.order[0, 0]), decision.did
        assert isinstance(did, Card)
        return Vote(
            DECK[best],
            float(counted.shares[0, best]),
            len(chosen),
            int(counted.counts[0, did.suit, did.rank - 2]),
        )

    def _is_own(self, key: str, _: int, memories: Rows, found: Found) -> Bools:
        """Which cases are of the table with this key."""
        own = np.zeros(len(found), np.bool_)
        for place, memory in enumerate(self.cards.memories):
            kept = memory.shelf.records(np.unique(found.records[memories == place]).tolist())
            numbers = [number for number, record in kept.items() if record.key == key]
            own |= (memories == place) & np.isin(found.records, np.array(numbers, np.uint32))
        return own

    def _of_call(self, sitting: Sitting, decision: Decision) -> Vote | None:
        if self.calls is None:
            return None
        table = Auctions.of_records([sitting.record])
        place = decision.number - 1
        kind = int(calling.kinds(table.calls)[0, place])
        among = self.calls.without_table(self.calls.of_kind(kind), table)
        foreseen: Floats = np.square(decision.code.astype(np.float32) / np.float32(SCALE))
        asked = calls.PendingCall(decision.code, legal_calls(table.calls)[0, place], foreseen)
        made = calls.vote(asked, self.calls.decisions, among)
        if made is None:
            return None
        best, did = int(made.order[0]), decision.did
        assert not isinstance(did, Card)
        count = int(made.counts[number_of(did)])
        return Vote(call_of(best), float(made.shares[best]), int(made.counts.sum()), count)
