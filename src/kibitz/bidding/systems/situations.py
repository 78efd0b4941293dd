"""The words of a rule's ``when``: ``partner opened``, ``uncontested``, ``X is unbid``.

Each is a test on the state of an auction (`position.py`); `file.py` reads them from a system.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kibitz.bidding.systems.conditions import LETTERS, SUIT_WORDS, Binding, suit_of
from kibitz.bidding.systems.position import STOP, Position
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.cards import Suit

_PLAIN: dict[str, Callable[[Position], bool]] = {
    "opening": lambda at: at.opener is None,
    "I opened": lambda at: at.opener is not None and at.opener % 4 == at.me,
    "partner opened": lambda at: at.opener is not None and at.opener % 4 == (at.me + 2) % 4,
    "we opened": lambda at: at.opener is not None and at.opener % 2 == at.me % 2,
    "they opened": lambda at: at.opener is not None and at.opener % 2 != at.me % 2,
    "I have bid": lambda at: at.has_bid(at.me),
    "I have not bid": lambda at: not at.has_bid(at.me),
    "partner has bid": lambda at: at.has_bid((at.me + 2) % 4),
    "partner has not bid": lambda at: not at.has_bid((at.me + 2) % 4),
    "I passed first": lambda at: len(at.calls) > 3 and at.calls[at.me] is Sign.PASS,
    "I have not passed": lambda at: len(at.calls) < 4 or at.calls[at.me] is not Sign.PASS,
    "uncontested": lambda at: not (at.has_bid((at.me + 1) % 4) or at.has_bid((at.me + 3) % 4)),
    "contested": lambda at: at.has_bid((at.me + 1) % 4) or at.has_bid((at.me + 3) % 4),
    "last to speak": lambda at: at.is_last_to_speak,
    "not last to speak": lambda at: not at.is_last_to_speak,
    "they passed": lambda at: at.is_quiet,
    "they acted": lambda at: bool(at.calls) and not at.is_quiet,
    "forced": lambda at: at.is_forced,
    "not forced": lambda at: not at.is_forced,
    "game forced": lambda at: at.me % 2 in at.game_forced,
    "not game forced": lambda at: at.me % 2 not in at.game_forced,
    "below game": lambda at: at.is_below_game,
    "game reached": lambda at: not at.is_below_game,
    "our bid": lambda at: at.last_is_ours,
    "their bid": lambda at: at.last_bid is not None and not at.last_is_ours,
    "doubled": lambda at: at.doubling == 1,
    "undoubled": lambda at: at.doubling == 0,
    "partner doubled": lambda at: len(at.calls) > 1 and at.calls[-2] is Sign.DOUBLE,
    "I have doubled": lambda at: Sign.DOUBLE in at.calls[at.me :: 4],
    "partner passed": lambda at: len(at.calls) > 1 and at.calls[-2] is Sign.PASS,
    "partner stopped": lambda at: at.partners_last is not None and at.partners_last.forcing == STOP,
    "partner did not stop": lambda at: at.partners_last is None or at.partners_last.forcing != STOP,
    "no fit": lambda at: at.trumps is None,
    "fit": lambda at: at.trumps is not None,
    "their bid is no-trump": lambda at: _strain(at) == 4 and not at.last_is_ours,
    "their bid is a suit": lambda at: _strain(at) in range(4) and not at.last_is_ours,
    "our bid is no-trump": lambda at: _strain(at) == 4 and at.last_is_ours,
    "vulnerable": lambda at: at.vulnerable[at.me % 2],
    "not vulnerable": lambda at: not at.vulnerable[at.me % 2],
}  # fmt: skip


def _strain(at: Position) -> int:
    return -1 if at.last_bid is None else int(at.last_bid.strain)


def _is_fourth(at: Position, suit: Suit) -> bool:
    return at.unbid == (suit,) and all(
        at.has_shown(at.me, other) or at.has_shown(at.me + 2, other)
        for other in Suit
        if other is not suit
    )


def _is_last(at: Position, suit: Suit) -> bool:
    return at.last_bid is not None and at.last_bid.strain == int(suit)


_SUITS: dict[str, Callable[[Position, Suit], bool]] = {
    "mine": lambda at, suit: at.has_shown(at.me, suit),
    "partner's": lambda at, suit: at.has_shown(at.me + 2, suit),
    "ours": lambda at, suit: at.has_shown(at.me, suit) or at.has_shown(at.me + 2, suit),
    "theirs": lambda at, suit: at.has_shown(at.me + 1, suit) or at.has_shown(at.me + 3, suit),
    "unbid": lambda at, suit: suit in at.unbid,
    "fourth": _is_fourth,
    "trumps": lambda at, suit: at.trumps is suit,
    "last bid": _is_last,
}

_ABOUT_A_SUIT = re.compile(
    rf"(?P<suit>{'|'.join((*SUIT_WORDS, *LETTERS))}) is (?P<no>not )?(?P<what>{'|'.join(_SUITS)})"
)
_ORDER = re.compile(r"(?P<one>[MmXYZ]) is (?P<how>above|below) (?P<other>[MmXYZ])")
_NUMBERED = re.compile(r"(?P<what>seat|level) (?P<low>[1-7])(?:-(?P<high>[1-7]))?")
_SHOWN = re.compile(
    r"(?P<who>partner|I|we) (?:has|have) shown (?P<least>\d+) points"
    rf"|partner has shown (?P<cards>\d) (?P<suit>{'|'.join((*SUIT_WORDS, *LETTERS))})"
)


@dataclass(frozen=True, slots=True)
class Circumstance:
    """One statement about the state of an auction, and the test behind it."""

    text: str
    is_so: Callable[[Position, Binding], bool]
    letters: frozenset[str] = frozenset()


def read_words(text: str) -> tuple[Circumstance, ...]:
    """Read the statements of a ``when``, which commas separate."""
    return tuple(_word(part.strip()) for part in text.split(",") if part.strip())


def _word(text: str) -> Circumstance:
    if text in _PLAIN:
        plain = _PLAIN[text]
        return Circumstance(text, lambda at, suits: plain(at))
    if match := _ABOUT_A_SUIT.fullmatch(text):
        named, test, wanted = match["suit"], _SUITS[match["what"]], not match["no"]
        letters = frozenset((named[-1],)) if named in LETTERS else frozenset()
        return Circumstance(
            text, lambda at, suits: test(at, suit_of(named, suits)) is wanted, letters
        )
    if match := _ORDER.fullmatch(text):
        one, other, above = match["one"], match["other"], match["how"] == "above"
        letters = frozenset((one, other))
        return Circumstance(text, lambda at, suits: (suits[one] > suits[other]) is above, letters)
    if match := _NUMBERED.fullmatch(text):
        low, high = int(match["low"]), int(match["high"] or match["low"])
        return Circumstance(text, _numbered(match["what"], low, high))
    if match := _SHOWN.fullmatch(text):
        return _shown(match)
    raise UsageError(f"{text!r} does not describe an auction")


def _numbered(what: str, low: int, high: int) -> Callable[[Position, Binding], bool]:
    if low > high:
        raise UsageError(f"the range {low}-{high} is empty")
    if what == "seat":
        return lambda at, suits: low <= len(at.calls) + 1 <= high
    return lambda at, suits: at.last_bid is not None and low <= at.last_bid.level <= high


def _shown(match: re.Match[str]) -> Circumstance:
    if match["cards"]:
        cards, named = int(match["cards"]), match["suit"]
        letters = frozenset((named[-1],)) if named in LETTERS else frozenset()
        return Circumstance(
            match[0],
            lambda at, suits: at.partner.lengths[suit_of(named, suits)][0] >= cards,
            letters,
        )
    least = int(match["least"])
    points: dict[str, Callable[[Position], int]] = {
        "partner": lambda at: at.partner.points[0],
        "I": lambda at: at.mine.points[0],
        "we": lambda at: at.mine.points[0] + at.partner.points[0],
    }
    shown = points[match["who"]]
    return Circumstance(match[0], lambda at, suits: shown(at) >= least)
