"""The question "what is the plan in this board game?" as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from kibitz.forms import Form, Said

if TYPE_CHECKING:
    from kibitz.strategies.question import StrategyQuestion

GameText: TypeAlias = Annotated[
    str, Said("See 'kibitz game list'.", argument="word", metavar="GAME", longest=40)
]


@dataclass(frozen=True, slots=True)
class StrategyForm(Form["StrategyQuestion"]):
    """A game, and the moves of the contest so far."""

    game: GameText
    moves: Annotated[
        str, Said("The contest so far.", argument="words", metavar="MOVE...", longest=1200)
    ] = ""

    def question(self) -> StrategyQuestion:
        from kibitz.strategies.question import StrategyQuestion

        return StrategyQuestion.parse(f"{self.game}: {self.moves}")
