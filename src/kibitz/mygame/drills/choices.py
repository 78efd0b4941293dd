"""A question with a few answers to choose from: how many winners there are, which line is best.

The answers and what is said of each are kept as they were at the table; nothing is tried again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.mygame.drills.cards import Drill, NewCard, record_of
from kibitz.mygame.drills.scheduling import new_schedule
from kibitz.mygame.drills.showing import position_text
from kibitz.mygame.sitting import Sitting
from kibitz.records.formats.lines import to_json

_SECOND = 2  # the card that declarer plays when dummy has come down


@dataclass(frozen=True, slots=True)
class ChoiceDrill:
    """A question asked when dummy came down."""

    sitting: Sitting
    theme: str
    question: str
    options: tuple[str, ...]
    right: tuple[int, ...]
    """The numbers of the right ones, from 0."""
    said: tuple[str, ...]
    """What is said of each of them; or one sentence for all."""

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> ChoiceDrill:
        """From what a card keeps."""
        return cls(
            Sitting(record_of(content["record"]), Seat.parse(content["seat"])),
            content["theme"],
            content["question"],
            tuple(content["options"]),
            tuple(content["right"]),
            tuple(content["said"]),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "choice",
            "record": to_json(self.sitting.record),
            "seat": str(self.sitting.seat),
            "theme": self.theme,
            "question": self.question,
            "options": list(self.options),
            "right": list(self.right),
            "said": list(self.said),
        }

    @property
    def mark(self) -> str:
        """What tells the card from all others."""
        return f"{self.sitting.record.deal} {self.theme}"

    @property
    def position(self) -> Drill:
        """What was in view, as of a card."""
        first = str(self.sitting.state(_SECOND).legal_actions[0])
        return Drill(self.sitting, _SECOND, False, first, self.theme)

    @property
    def text(self) -> str:
        *lines, _ = position_text(self.position).splitlines()
        if self.options != tuple(map(str, range(len(self.options)))):
            lines += [f"  {at}  {one}" for at, one in enumerate(self.options, 1)]
        return "\n".join([*lines, self.question])

    def guess(self, text: str) -> int:
        """The answer that a person names, by its words or its number."""
        said = text.strip().lower()
        named = [one.lower() for one in self.options]
        if said in named:
            return named.index(said)
        if said.isdecimal() and 1 <= int(said) <= len(named):
            return int(said) - 1
        raise UsageError(f"A number from 1 to {len(named)}, please.")

    def is_right(self, choice: int) -> bool:
        return choice in self.right

    def verdict(self, choice: int) -> list[str]:
        """What is said after a guess."""
        best = " or ".join(self.options[one] for one in self.right)
        head = "Right." if self.is_right(choice) else f"Not {self.options[choice]}: {best}."
        return [head, self.said[choice if len(self.said) > 1 else 0]]


def new_choice(drill: ChoiceDrill) -> NewCard:
    return drill.mark, drill.theme, drill.to_json(), new_schedule(drill.mark)
