"""The language in which a rule says what a hand must hold, read from text.

A comma means *and*; between commas ``or`` separates alternatives, and ``with`` joins the conditions
of one alternative: ``12-21 points, 5+ hearts or 4 hearts with good hearts``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kibitz.bidding.systems.conditions import (
    ACE,
    GOOD,
    LETTERS,
    QUEEN,
    STOPPER,
    SUIT_WORDS,
    Amount,
    CardsInSuit,
    Compared,
    Condition,
    EveryUnbid,
    HandShape,
    Holding,
    OneOf,
)
from kibitz.bidding.systems.known import CARDS, MOST_POINTS, Range
from kibitz.errors import UsageError

_SUIT = "|".join((*SUIT_WORDS, *LETTERS))
_SPAN = r"(?P<low>\d+)(?P<to>\+|-(?P<high>\d+))?"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Condition]], ...]


def read_conditions(text: str) -> tuple[Condition, ...]:
    """All the conditions in a text.

    >>> [one.words() for one in read_conditions("6-9 points, 3+ hearts")]
    ['6 to 9 points', 'three or more hearts']
    """
    return tuple(_clause(part.strip()) for part in text.split(",") if part.strip())


def _clause(text: str) -> Condition:
    ways = tuple(tuple(_atom(one) for one in way.split(" with ")) for way in text.split(" or "))
    return ways[0][0] if len(ways) == 1 and len(ways[0]) == 1 else OneOf(ways)


def _atom(text: str) -> Condition:
    text = text.strip()
    for pattern, make in _FORMS:
        if match := pattern.fullmatch(text):
            return make(match)
    raise UsageError(f"{text!r} is not a condition on a hand")


def span_of(match: re.Match[str], most: int) -> Range:
    low = int(match["low"])
    if match["high"] is not None:
        span = low, int(match["high"])
    else:
        span = low, (most if match["to"] else low)
    if span[0] > span[1] or span[0] > most:
        raise UsageError(f"the range {match['low']}{match['to'] or ''} is empty")
    return span


def _amount(match: re.Match[str]) -> Condition:
    measure = match["measure"].replace("card ", "cards ")
    most = MOST_POINTS if "points" in measure or "count" in measure else 5
    if measure in ("ace", "key card"):
        measure += "s"
    suit, beside = match["suit"] or "", match["beside"] or ""
    if bool(suit) is not (measure in ("support points", "key cards")):
        raise UsageError(f"{match[0]!r} must name the trump suit" if not suit else
                         f"{match[0]!r} names a suit that does not count")  # fmt: skip
    return Amount(measure, span_of(match, most), suit, beside)


def _length(match: re.Match[str]) -> Condition:
    return CardsInSuit(match["suit"], span_of(match, CARDS), bool(match["beside"]))


def _form(
    pattern: str, make: Callable[[re.Match[str]], Condition]
) -> tuple[re.Pattern[str], Callable[[re.Match[str]], Condition]]:
    return re.compile(pattern), make


_FORMS = (
    _form(
        rf"{_SPAN} (?P<measure>total points|support points|points|opening count|aces?|key cards?)"
        rf"(?: for (?P<suit>{_SUIT}))?(?: (?P<beside>together|possible))?",
        _amount,
    ),
    _form(rf"{_SPAN} (?P<suit>{_SUIT})(?P<beside> together)?", _length),
    _form(rf"{_SPAN} every unbid suit", lambda m: EveryUnbid(span_of(m, CARDS))),
    _form(r"(?P<name>balanced|nearly balanced|unbalanced)", lambda m: HandShape(m["name"])),
    _form(rf"short (?P<suit>{_SUIT})", lambda m: CardsInSuit(m["suit"], (0, 1))),
    _form(rf"longest (?P<suit>{_SUIT})", lambda m: Compared(m["suit"])),
    _form(
        rf"(?P<suit>{_SUIT}) (?P<how>longer|not shorter) than (?P<other>{_SUIT})",
        lambda m: Compared(m["suit"], m["other"], m["how"] == "longer"),
    ),
    _form(
        rf"(?P<no>no )?(?P<kind>{STOPPER}|{GOOD}|{QUEEN}|{ACE}) (?P<suit>{_SUIT})",
        lambda m: Holding(m["kind"], m["suit"], not m["no"]),
    ),
)
