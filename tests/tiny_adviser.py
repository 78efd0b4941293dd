"""An adviser added as CONTRIBUTING.md says: how many to take from a pile, where the last one wins.

One may take one, two or three. `tests/laws/test_every_adviser.py` holds it to the contract.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.advice import Answer, Choice, Measure, Proof, Rule
from kibitz.errors import UsageError

MOST = 3


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A pile that is not empty."""

    pile: int

    def __post_init__(self) -> None:
        if self.pile < 1:
            raise UsageError("A pile has at least one stone.")

    @classmethod
    def parse(cls, text: str) -> PileQuestion:
        if not text.isdecimal():
            raise UsageError(f"A pile is a number of stones, not {text!r}.")
        return cls(int(text))

    def __str__(self) -> str:
        return str(self.pile)


@dataclass(frozen=True, repr=False)
class PileAnswer(Answer[PileQuestion, int]):
    """How many to take; none where everything loses."""

    measure: ClassVar[Measure] = Measure.CHANCE

    about: PileQuestion
    wins: tuple[int, ...]
    piles: int
    """That were looked at."""

    @property
    def question(self) -> PileQuestion:
        return self.about

    @property
    def choices(self) -> tuple[Choice[int], ...]:
        proof = Proof("smaller piles", self.piles)
        rule = Rule("leave a multiple of four", "the rules of the pile")
        return tuple(Choice(take, 1.0, (proof, rule)) for take in self.wins)

    @property
    def confidence(self) -> float | None:
        return 1.0 if self.wins else None

    @property
    def why_not(self) -> str:
        return "" if self.wins else "Whatever you take, the other side wins."

    def details(self) -> dict[str, Any]:
        return {"pile": self.about.pile}

    def __str__(self) -> str:
        if not self.wins:
            return self.why_not
        return f"Take {self.wins[0]}: that leaves a multiple of four, and the last one is yours."


class PileAdviser:
    """Looks at every smaller pile."""

    def ask(self, question: PileQuestion, /) -> PileAnswer:
        lost = {0}
        for pile in range(1, question.pile):
            if not any(pile - take in lost for take in range(1, MOST + 1)):
                lost.add(pile)
        takes = range(1, min(MOST, question.pile) + 1)
        wins = tuple(take for take in takes if question.pile - take in lost)
        return PileAnswer(question, wins, question.pile)
