"""How many stones do I take? By looking at every smaller pile."""

from __future__ import annotations

from pile.answer import PileAnswer
from pile.question import PileQuestion

MOST = 3


class PileAdviser:
    """Knows which piles are lost for the side that is to take.

    >>> from pile.question import PileQuestion
    >>> PileAdviser().ask(PileQuestion(7)).best.action
    3
    """

    def ask(self, question: PileQuestion, /) -> PileAnswer:
        lost = {0}
        for stones in range(1, question.stones):
            if not any(stones - number in lost for number in range(1, MOST + 1)):
                lost.add(stones)
        numbers = range(1, min(MOST, question.stones) + 1)
        wins = tuple(number for number in numbers if question.stones - number in lost)
        return PileAnswer(question, wins)
