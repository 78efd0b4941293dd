"""What a kept card asks: a card or a call, one suit, or a question with a few answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kibitz.mygame.drills.cards import Drill
from kibitz.mygame.drills.choices import ChoiceDrill
from kibitz.mygame.drills.showing import position_text
from kibitz.mygame.drills.suits import SuitDrill

AnyDrill: TypeAlias = Drill | SuitDrill | ChoiceDrill


def drill_of(content: Mapping[str, Any]) -> AnyDrill:
    """What a card asks, from what it keeps."""
    match content["kind"]:
        case "suit":
            return SuitDrill.of(content)
        case "choice":
            return ChoiceDrill.of(content)
    return Drill.of(content)


def text_of(drill: AnyDrill) -> str:
    """What is asked, in words."""
    return position_text(drill) if isinstance(drill, Drill) else drill.text


def judged(drill: AnyDrill, text: str) -> tuple[bool, list[str]]:
    """Whether what somebody answers is right, and what is said to it."""
    if isinstance(drill, Drill):
        choice = drill.guess(text)
        return drill.is_right(choice), drill.verdict(choice)
    number = drill.guess(text)
    return drill.is_right(number), drill.verdict(number)
