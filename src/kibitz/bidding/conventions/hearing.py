"""What players write about their calls, read: is this the convention that they explain?"""

from __future__ import annotations

import re
from functools import cache

from kibitz.bidding.conventions.convention import Convention
from kibitz.bidding.systems.conditions import Binding, suit_of

_SUITS = {
    "spades": r"(?:spades?|s'?s?)", "hearts": r"(?:hearts?|h'?s?)",
    "diamonds": r"(?:diamonds?|diams?|d'?s?)", "clubs": r"(?:clubs?|c'?s?)",
}  # fmt: skip
_SIGNS = {
    "!s": " spades ", "!h": " hearts ", "!d": " diamonds ", "!c": " clubs ",
    "♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs ",
}  # fmt: skip
_LETTER = re.compile(r"\{(oM|om|[MmXYZ])\}")
_MARKS = re.compile(r"[\s!.?*,:;'\"-]*(?:alert(?:ed)?|an?|art(?:ificial)?|yes)?[\s!.?*,:;'\"-]*")


def plain(words: str) -> str:
    """An explanation in small letters, its suits spelled out.

    >>> plain("Trf to !H, 5+ cards")
    'trf to hearts , 5+ cards'
    """
    words = words.casefold().replace("majo rs", "majors").replace("mino rs", "minors")
    for sign, name in _SIGNS.items():
        words = words.replace(sign, name)
    return " ".join(re.sub(r"(spades|hearts|diamonds|clubs) ('?s\b)", r"\1", words).split())


def says_nothing(words: str) -> bool:
    """Whether an explanation is no more than a mark that there is something to explain.

    >>> says_nothing("!"), says_nothing("Alerted"), says_nothing("multi")
    (True, True, False)
    """
    return _MARKS.fullmatch(words.casefold()) is not None


def is_explained(convention: Convention, suits: Binding, words: str) -> bool:
    """Whether *words*, made `plain`, explain a call as this convention: its name always does."""
    if words == _name(convention.name):
        return True
    if not convention.heard:
        return False
    named = _LETTER.sub(lambda match: _suit(match[1], suits), convention.heard)
    return _compiled(named).search(words) is not None


def _suit(letter: str, suits: Binding) -> str:
    return _SUITS[suit_of(letter, suits).name.lower()] if letter[-1] in suits else "no suit"


@cache
def _name(name: str) -> str:
    return plain(name)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
