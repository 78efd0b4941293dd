"""How many stones to take, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pile.answer import PileAnswer

LOST = "Whatever you take, the other side wins."


def describe(answer: PileAnswer) -> str:
    if answer.best is None:
        return answer.why_not
    return (
        f"Take {answer.best.action}: that leaves a multiple of four, and the last stone is yours."
    )
