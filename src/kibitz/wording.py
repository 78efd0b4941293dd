"""The words that every room and surface shares: contracts, results, cards, lists, chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.games.bridge.auction import Call, Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Vulnerability

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FEW = 20
"""Counts below this are said as counts, never as per cents."""
_VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NORTH_SOUTH: "North-South vulnerable",
    Vulnerability.EAST_WEST: "East-West vulnerable",
    Vulnerability.BOTH: "everybody vulnerable",
}


def vulnerable_text(vulnerability: Vulnerability) -> str:
    return _VULNERABLE[vulnerability]


def contract_text(contract: Contract | None, *, by: bool = False) -> str:
    """``3NT``, ``4♠x``, ``4♠x by West``, ``passed out``."""
    if contract is None:
        return "passed out"
    suit = contract.bid.strain.trumps
    text = f"{contract.bid.level}{'NT' if suit is None else suit.symbol}{contract.doubling}"
    return f"{text} by {contract.declarer.name.capitalize()}" if by else text


def result_text(contract: Contract | None, tricks: int | None) -> str:
    """``made``, ``made +1``, ``2 down``, or nothing where it is not known."""
    return "" if contract is None or tricks is None else made_text(contract, tricks)


def made_text(contract: Contract, tricks: int) -> str:
    """
    >>> contract = Contract.parse("4S by N")
    >>> made_text(contract, 9), made_text(contract, 10), made_text(contract, 11)
    ('1 down', 'made', 'made +1')
    """
    margin = tricks - contract.target
    if margin < 0:
        return f"{-margin} down"
    return "made" if margin == 0 else f"made +{margin}"


def call_text(call: Call) -> str:
    """``pass``, ``dbl``, ``1♠``, ``3NT``."""
    text = str(call)
    if text in ("P", "X", "XX"):
        return {"P": "pass", "X": "dbl", "XX": "rdbl"}[text]
    return text.replace("N", "NT") if text[1] == "N" else text[0] + Suit.parse(text[1]).symbol


def call_word(call: Call) -> str:
    """The same in a sentence: ``double`` and ``redouble`` are written out."""
    return {"X": "double", "XX": "redouble"}.get(str(call), call_text(call))


def card_text(card: Card) -> str:
    """
    >>> card_text(Card.parse("ST"))
    '♠10'
    """
    return f"{card.suit.symbol}{str(card.rank).replace('T', '10')}"


def percent(share: float | Fraction, decimals: int = 0) -> str:
    """A share as people read it; *all* and *none* are said of nothing less and nothing more.

    >>> percent(0.874), percent(0.998), percent(1.0), percent(0.002), percent(0)
    ('87 %', 'over 99 %', '100 %', 'under 1 %', '0 %')
    >>> percent(Fraction(611, 2300), 2), percent(Fraction(99999, 100000), 2)
    ('26.57 %', 'over 99.99 %')
    """
    exact = round(float(share), 6)  # what was added up in floats may miss the whole by a hair
    written, step = f"{100 * exact:.{decimals}f}", 10.0**-decimals
    if exact < 1 and float(written) == 100:
        return f"over {100 - step:.{decimals}f} %"
    if exact > 0 and float(written) == 0:
        return f"under {step:.{decimals}f} %"
    return f"{written} %"


def part_text(part: int, whole: int) -> str:
    """So many of so many: in per cent, or as they were counted if they are few.

    >>> part_text(5, 9), part_text(50, 90)
    ('5 of 9', '56 %')
    """
    return f"{part:,} of {whole:,}" if whole < FEW else percent(part / whole)


def chance_text(chance: float, decimals: int = 0) -> str:
    """A chance as it was measured: however often it came true, it is never certain.

    >>> chance_text(0.874), chance_text(1.0), chance_text(1.0, 1)
    ('87 %', 'over 99 %', 'over 99.9 %')
    """
    doubt = 10.0 ** -(decimals + 3)
    return percent(min(max(chance, doubt), 1 - doubt), decimals)


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "case"), counted(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def in_words(number: int) -> str:
    """
    >>> in_words(0), in_words(3), in_words(1234)
    ('no', 'three', '1,234')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Parts as a person lists them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
