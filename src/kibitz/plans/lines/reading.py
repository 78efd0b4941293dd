"""Lines read back from their JSON, so that anyone can play what a claim names."""

from __future__ import annotations

from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.line import (
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    Keep,
    Next,
    PlanLine,
    Refrain,
    Ruff,
    See,
    Spend,
)
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn

_SIMPLE = (
    Free, HoldUp, Attack, Finesse, Cash, Duck, Keep, Spend, Next, Draw, Ruff, Refrain,
    Towards, DuckTo, Unblock, Offer, Throw, CrossRuff, ThrowIn,
)  # fmt: skip
_SUITS = ("suit", "trumps", "thrown", "mine", "dummys", "exit", "kept")
_CARDS = ("card", "entry")
_KINDS: dict[str, type[PlanLine]] = {kind.name: kind for kind in _SIMPLE}


def parse_line(given: dict[str, Any]) -> PlanLine:
    """Read a line back from its JSON.

    >>> parse_line(HoldUp(Suit.HEARTS, 1).to_json())
    HoldUp(suit=Suit.HEARTS, rounds=1)
    """
    try:
        rest = dict(given)
        name = rest.pop("do")
        if name == Both.name:
            return Both(parse_line(rest["one"]), parse_line(rest["other"]))
        if name == See.name:
            return See(Suit.parse(rest["suit"]), parse_line(rest["other"]))
        for key in rest.keys() & set(_SUITS):
            rest[key] = None if rest[key] is None else Suit.parse(rest[key])
        for key in rest.keys() & set(_CARDS):
            rest[key] = Card.parse(rest[key])
        return _KINDS[name](**rest)
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"this is no line of play: {given}") from error
