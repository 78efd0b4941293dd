"""A pile of stones from which somebody is to take."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import UsageError


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A pile that is not empty.

    >>> print(PileQuestion.parse("7"))
    7
    """

    stones: int

    def __post_init__(self) -> None:
        if self.stones < 1:
            raise UsageError("A pile has at least one stone.")

    @classmethod
    def parse(cls, text: str) -> PileQuestion:
        """Read what a person types, and what `str` writes."""
        if not (text.isascii() and text.isdecimal()):
            raise UsageError(f"A pile is a number of stones, not {text!r}.")
        return cls(int(text))

    def __str__(self) -> str:
        return str(self.stones)
