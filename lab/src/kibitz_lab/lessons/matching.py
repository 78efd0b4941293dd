"""Whether an answer is the teacher's: his line, his count and his reason, read from its JSON.

Only what an answer gives as plain data is read. A part of a line that answers do not know is one
that they do not say; an answer without reasons has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kibitz.cardplay.scoring import are_equal
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz_lab.lessons.lesson import LessonDeal

RIGHT, PARTLY, WRONG = "right", "partly", "wrong"

Data = Mapping[str, Any]


def line_of(lesson: LessonDeal, answer: Data) -> str:
    """How much of the teacher's line a plan holds: all of it, something that it does, nothing."""
    met = [_is_met(wanted, lesson, answer) for wanted in lesson.line]
    if all(met):
        return RIGHT
    done = any(one for one, wanted in zip(met, lesson.line, strict=True) if "without" not in wanted)
    return PARTLY if done else WRONG


def card_of(lesson: LessonDeal, answer: Data) -> str:
    """Whether a defender's card is the lesson's, or equal to it."""
    return RIGHT if _is_card(lesson, answer, lesson.right[0]) else WRONG


def _is_met(wanted: Data, lesson: LessonDeal, answer: Data) -> bool:
    match wanted:
        case {"do": _}:
            return any(_is_part(wanted, one, lesson) for one in parts_of(answer["line"]))
        case {"first": suit}:
            return bool(answer["first_suit"] == suit)
        case {"card": cards}:
            return _is_card(lesson, answer, tuple(map(Card.parse, cards.split("/"))))
        case {"hold": suit, "rounds": rounds}:
            held = [one["rounds"] for one in parts_of(answer["line"]) if _is_hold(one, suit)]
            return bool(max(held, default=0) == rounds)
        case {"any": several}:
            return any(_is_met(one, lesson, answer) for one in several)
        case {"without": name}:
            return all(one["do"] != name for one in parts_of(answer["line"]))
    raise UsageError(f"A lesson's line cannot be read: {wanted}.")


def _is_card(lesson: LessonDeal, answer: Data, cards: tuple[Card, ...]) -> bool:
    if answer["card"] is None:
        return False
    said, state = Card.parse(answer["card"]), lesson.state
    return any(one in state.legal_actions and are_equal(state, said, one) for one in cards)


def _is_hold(part: Data, suit: str) -> bool:
    return bool(part["do"] == "hold up" and part["suit"] == suit)


def _is_part(wanted: Data, part: Data, lesson: LessonDeal) -> bool:
    """Whether a part of a line has every field that is wanted."""
    told = {**part, "through": _seat(part.get("through"), lesson)}
    return all(told.get(name) == value for name, value in wanted.items())


def _seat(through: object, lesson: LessonDeal) -> object:
    """A line's seats count from declarer."""
    if not isinstance(through, int):
        return through
    return str(Seat((lesson.table.contract.declarer + through) % 4))


def parts_of(line: object) -> Iterator[Data]:
    """The parts of a line, with those inside them."""
    if isinstance(line, Mapping):
        if "do" in line:
            yield line
        for value in line.values():
            yield from parts_of(value)
    elif isinstance(line, list):
        for value in line:
            yield from parts_of(value)


def count_of(lesson: LessonDeal, answer: Data) -> bool | None:
    """Whether winners and losers are as the teacher counts them; None where he gives no count."""
    losers = [step["claim"] for step in answer["steps"] if step["claim"].get("claim") == "losers"]
    said = {
        "winners": answer["tricks"],
        "losers": sum(losers[0]["losers"].values()) if losers else None,
    }
    counted = {"winners": lesson.winners, "losers": lesson.losers}
    asked = {name: number for name, number in counted.items() if number is not None}
    return all(said[name] == number for name, number in asked.items()) if asked else None


def reasons_of(answer: object) -> list[str]:
    """The kinds of the causes that an answer gives, in its order, wherever they stand in it."""
    return list(dict.fromkeys(_kinds(answer)))


def _kinds(data: object) -> Iterator[str]:
    if isinstance(data, Mapping):
        causes = data.get("causes", [data["cause"]] if "cause" in data else [])
        yield from (one["kind"] for one in causes)
        for value in data.values():
            yield from _kinds(value)
    elif isinstance(data, list):
        for value in data:
            yield from _kinds(value)
