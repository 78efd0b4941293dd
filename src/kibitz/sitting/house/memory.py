"""A player whose memory is a library: in every position it does what was done in those alike.

Calls and cards are chosen as Kibitz answers "what do I call?" and "which card?", by the vote of the
nearest cases; where none is near, the house takes its turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.question import CallQuestion
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.question import CardQuestion
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Card
from kibitz.sitting.coached import DealStage
from kibitz.sitting.sight import SeenDeal


class SeatPlayer(Protocol):
    """Somebody who sits at the table and is no person."""

    def chooses(self, seen: SeenDeal) -> Call | Card | None:
        """The next call or card, by what the seat sees; None to leave it to the house."""


@dataclass(frozen=True, eq=False)
class MemoryPlayer:
    """A library's memory of calls and of cards."""

    calls: CallAdviser
    cards: CardAdviser

    def chooses(self, seen: SeenDeal) -> Call | Card | None:
        """What was done in the cases most alike."""
        if seen.stage is DealStage.BIDDING:
            asked = CallQuestion(seen.hands[seen.by], seen.auction, seen.vulnerability)
            calls = self.calls.ask(asked).choices
            return calls[0].action if calls else None
        state = seen.state
        if len(state.legal_actions) == 1:
            return state.legal_actions[0]
        question = CardQuestion(state, seen.auction, vulnerability=seen.vulnerability)
        cards = self.cards.ask(question).choices
        return cards[0].action if cards else None
