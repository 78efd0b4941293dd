"""How many stones to take, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Measure, Proof, Rule
from pile import explain
from pile.question import PileQuestion


@dataclass(frozen=True, repr=False)
class PileAnswer(Answer[PileQuestion, int]):
    """The numbers that win; none if every number loses."""

    measure: ClassVar[Measure] = Measure.CHANCE

    asked: PileQuestion
    wins: tuple[int, ...]

    @property
    def question(self) -> PileQuestion:
        return self.asked

    @property
    def choices(self) -> tuple[Choice[int], ...]:
        grounds = (
            Proof("smaller piles", self.asked.stones),
            Rule("leave a multiple of four", "the rules of the pile"),
        )
        return tuple(Choice(number, 1.0, grounds) for number in self.wins)

    @property
    def confidence(self) -> float | None:
        return 1.0 if self.wins else None

    @property
    def why_not(self) -> str:
        return "" if self.wins else explain.LOST

    def details(self) -> dict[str, Any]:
        return {"stones": self.asked.stones}

    def __str__(self) -> str:
        return explain.describe(self)
