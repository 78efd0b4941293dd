"""One suit at a time: problems of the quiz on the same schedule as the cards of slips."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kibitz.errors import UsageError
from kibitz.mygame.drills.cards import NewCard
from kibitz.mygame.drills.scheduling import new_schedule
from kibitz.mygame.store import PLAYER, FirstGuess, PracticeStore
from kibitz.suits.quiz import LEVELS, QuizProblem, deal_problem, level_of


def theme_of(level: int) -> str:
    """What practice with one suit is called, by its level.

    >>> theme_of(1)
    'one suit: a first course'
    """
    return f"one suit: {LEVELS[level]}"


@dataclass(frozen=True, slots=True)
class SuitDrill:
    """A problem by its number; the same number is the same problem."""

    number: int
    problem: QuizProblem

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> SuitDrill:
        number = int(content["number"])
        level = int(content.get("level", level_of(number)))
        return cls(number, deal_problem(random.Random(number), level))

    def guess(self, text: str) -> int:
        """The choice that a person names by its number or its words."""
        plays = [choice.play for choice in self.problem.choices]
        said = text.strip().lower()
        if said.isdecimal() and 1 <= int(said) <= len(plays):
            return int(said) - 1
        named = [play.lower() for play in plays]
        if said in named:
            return named.index(said)
        raise UsageError(f"A number from 1 to {len(plays)}, please.")

    def is_right(self, choice: int) -> bool:
        return self.problem.choices[choice].right

    def verdict(self, choice: int) -> list[str]:
        return self.problem.explain(choice)

    @property
    def text(self) -> str:
        choices = [f"  {at}  {one.play}" for at, one in enumerate(self.problem.choices, 1)]
        return "\n".join([self.problem.question, *choices])


def remember_suit(
    store: PracticeStore, number: int, level: int, right: bool, now: datetime, player: str = PLAYER
) -> None:
    """Note the first answer to a problem; if it was wrong, add its card."""
    mark, theme = f"suit {number}", theme_of(level)
    guess = FirstGuess(mark, "", theme, "suit", now, right)
    if store.add_guesses(player, [guess]) and not right:
        content = {"kind": "suit", "number": number, "level": level}
        store.add_cards(player, [(mark, theme, content, new_schedule(mark, now))])


def new_suits(store: PracticeStore, player: str, count: int) -> Iterator[NewCard]:
    """So many new problems, from where the player stands in the course."""
    there = [card.content for card in store.cards(player) if card.content["kind"] == "suit"]
    last = max((int(one["number"]) for one in there if "level" not in one), default=0)
    for number in range(last + 1, last + 1 + count):
        mark = f"suit {number}"
        content = {"kind": "suit", "number": number}
        yield mark, theme_of(level_of(number)), content, new_schedule(mark)
