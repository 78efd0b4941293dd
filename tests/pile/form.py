"""How many stones do I take? as it is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from kibitz.forms import Form, Said

if TYPE_CHECKING:
    from pile.question import PileQuestion


@dataclass(frozen=True, slots=True)
class PileForm(Form["PileQuestion"]):
    """The size of a pile."""

    stones: Annotated[str, Said("How many stones are left.", argument="word", longest=4)]

    def question(self) -> PileQuestion:
        from pile.question import PileQuestion

        return PileQuestion.parse(self.stones)
