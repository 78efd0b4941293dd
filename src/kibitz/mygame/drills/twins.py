"""A second card that asks the same, from another expert's table: learned, and not remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.answer import CallVote
from kibitz.bidding.calls.question import CallQuestion
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.question import CardQuestion
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Card
from kibitz.mygame.drills.cards import Drill
from kibitz.mygame.foresight import Foreseer
from kibitz.mygame.report import unnamed
from kibitz.mygame.sitting import Role, Sitting
from kibitz.mygame.slips import AGREED
from kibitz.mygame.themes.cards import card_themes


@dataclass(frozen=True, eq=False)
class Twins:
    """Finds tables like the one that a slip was made at."""

    cards: CardAdviser
    calls: CallAdviser

    def of(self, drill: Drill) -> Drill | None:
        """A drill that asks the same at a precedent's table; None where there is none so clear."""
        near = self._calls(drill) if drill.is_call else self._cards(drill)
        return next((one for one in near if self._is_clear(one)), None)

    def _cards(self, drill: Drill) -> Iterator[Drill]:
        record, experts = drill.sitting.record, Card.parse(drill.experts)
        for one in self.cards.ask(CardQuestion.of(record, drill.number)).precedents:
            themes = {theme.name for theme in card_themes(one.state)}
            if one.is_house or not one.chose(experts) or drill.asks not in themes:
                continue
            contract, turn = one.state.contract, one.state.turn
            seat = contract.declarer if turn.is_with(contract.declarer) else turn
            sitting = unnamed(Sitting(one.record, seat))
            yield Drill(sitting, one.number, False, str(one.card), drill.asks)

    def _calls(self, drill: Drill) -> Iterator[Drill]:
        record, experts = drill.sitting.record, parse_call(drill.experts)
        said = self.calls.ask(CallQuestion.of(record, drill.number)).said
        if not isinstance(said, CallVote):
            return
        for one in said.precedents:
            if one.call == experts:
                number = len(one.auction.calls) + 1
                sitting = unnamed(Sitting(one.record, one.auction.turn))
                yield Drill(sitting, number, True, str(one.call), drill.theme)

    def _is_clear(self, drill: Drill) -> bool:
        """Whether experts are agreed there too, on what was done."""
        foresight = Foreseer(self.cards.similarity, self.cards.defence, self.calls.network)
        [decisions] = foresight.decisions([drill.sitting])
        return any(
            one.number == drill.number and one.agrees and one.sure >= AGREED
            for one in decisions
            if (one.role is Role.CALLS) == drill.is_call
        )
