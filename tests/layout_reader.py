"""Reads which layouts a few words mean: "West has the King and at most 3 cards".

The tests of suits check with it what the package says in words: nothing of the
package is used. Words in, West's possible hands out, weighted by the deals that they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

_WORDS = "Ace King Queen Jack ten nine eight seven six five four three two"
RANKS = {name: 14 - at for at, name in enumerate(_WORDS.split())}
LETTERS = {letter: 14 - at for at, letter in enumerate("AKQJT98765432")}
Hand = frozenset[int]
Test = Callable[[Hand], bool]

_NAME = f"(?:{'|'.join(RANKS)})"
_WAY = r"(?:[AKQJT2-9x]|\(\d of [AKQJT2-9]+\))+"
_LIST = rf"{_NAME}(?:, {_NAME})*(?:(?: and | or ){_NAME})?"


class LayoutReader:
    """The layouts of one combination, by what is said about them."""

    def __init__(self, north: str, south: str) -> None:
        free = [LETTERS[c] for c in reversed("AKQJT98765432") if c not in north + south]
        held = [LETTERS[c] for c in north + south if c in LETTERS]
        held += [free.pop(0) for c in north + south if c == "x"]
        self.ours = frozenset(held)
        self.missing = frozenset(range(2, 15)) - self.ours
        self.hands = [
            frozenset(west)
            for size in range(len(self.missing) + 1)
            for west in combinations(sorted(self.missing), size)
        ]

    def chance(self, hands: frozenset[Hand]) -> Fraction:
        weight = sum(comb(26 - len(self.missing), 13 - len(west)) for west in hands)
        return Fraction(weight, comb(26, 13))

    def read(self, words: str) -> frozenset[Hand]:
        """West's hands in the layouts that the words describe."""
        tests = list(self._tests(words))
        return frozenset(west for west in self.hands if all(test(west) for test in tests))

    def _tests(self, words: str) -> list[Test]:
        tests: list[Test] = []
        who, rest = "", words
        while rest:
            rest = rest.removeprefix(" and ")
            if match := re.match(r"(West|East) (?:has )?", rest):
                who, rest = match[1], rest[match.end() :]
            size, test = self._object(rest, who)
            tests.append(test)
            rest = rest[size:]
        return tests

    def _object(self, rest: str, who: str) -> tuple[int, Test]:
        """How many letters say the next thing, and the test it is."""

        def of(test: Test) -> Test:
            return test if who == "West" else lambda west: test(self.missing - west)

        for pattern, make in self._patterns():
            if match := re.match(pattern, rest):
                return match.end(), of(make(match))
        raise ValueError(f"not understood: {rest!r}")

    def _patterns(self) -> list[tuple[str, Callable[[re.Match[str]], Test]]]:
        total = len(self.missing)
        return [
            (
                r"the suit breaks (\d+)-(\d+) or better",
                lambda m: lambda hand: max(len(hand), total - len(hand)) <= int(m[1]),
            ),
            (
                r"the suit breaks (\d+)-(\d+)",
                lambda m: lambda hand: len(hand) in (int(m[1]), int(m[2])),
            ),
            (r"is void", lambda m: lambda hand: not hand),
            (r"a low singleton", lambda m: lambda hand: len(hand) == 1 and hand <= self._low()),
            (r"a low doubleton", lambda m: lambda hand: len(hand) == 2 and hand <= self._low()),
            (rf"exactly ({_WAY}(?: or {_WAY})*)", lambda m: self._exactly(m[1])),
            (
                rf"the singleton ({_LIST})",
                lambda m: lambda hand: len(hand) == 1 and hand <= _cards(m[1]),
            ),
            (
                rf"the doubleton ({_NAME})-({_NAME})",
                lambda m: lambda hand: hand == {RANKS[m[1]], RANKS[m[2]]},
            ),
            (
                rf"(just one of )?the ({_LIST}) in a doubleton",
                lambda m: lambda hand: len(hand) == 2 and _holds(m[2], m[1], hand),
            ),
            (rf"(just one of )?the ({_LIST})", lambda m: lambda hand: _holds(m[2], m[1], hand)),
            (r"at most (\d+) cards?", lambda m: lambda hand: len(hand) <= int(m[1])),
            (r"at least (\d+) cards?", lambda m: lambda hand: len(hand) >= int(m[1])),
            (r"(\d+) cards?", lambda m: lambda hand: len(hand) == int(m[1])),
        ]

    def _exactly(self, written: str) -> Test:
        """A holding as people write it: named cards, x for each low one, (2 of QJT9) for some."""
        return lambda hand: any(self._is(way, hand) for way in re.findall(_WAY, written))

    def _is(self, way: str, hand: Hand) -> bool:
        left = hand
        for number, cards in re.findall(r"\((\d) of ([AKQJT2-9]+)\)", way):
            some = hand & {LETTERS[c] for c in cards}
            if len(some) != int(number):
                return False
            left -= some
        bare = re.sub(r"\(.*?\)", "", way)
        named = {LETTERS[c] for c in bare if c != "x"}
        return left - self._low() == named and len(left & self._low()) == bare.count("x")

    def _low(self) -> Hand:
        """The lowest missing cards, as far up as none of ours lies between; never honours alone."""
        low = set[int]()
        for card in sorted(self.missing):
            if any(min(self.missing) < ours < card for ours in self.ours):
                break
            low.add(card)
        return frozenset(low) if min(low) <= LETTERS["9"] else frozenset()


def _cards(listed: str) -> Hand:
    return frozenset(RANKS[name] for name in re.findall(_NAME, listed))


def _holds(listed: str, just_one: str | None, hand: Hand) -> bool:
    cards = _cards(listed)
    if just_one:
        return len(cards & hand) == 1
    return bool(cards & hand) if " or " in listed else cards <= hand
