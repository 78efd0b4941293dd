"""Auctions as a pair writes them: our calls bare, theirs in brackets, their passes left out.

``1N`` is partner's no-trump, passed round to me; ``1M (2X)`` partner's major and an overcall;
``(1X) P`` their opening, passed by partner and by the next player. A letter stands for a suit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Bid, Call, Sign
from kibitz.games.bridge.cards import Suit

DOMAINS = {
    "M": (Suit.HEARTS, Suit.SPADES),
    "m": (Suit.CLUBS, Suit.DIAMONDS),
    "X": tuple(Suit),
    "Y": tuple(Suit),
    "Z": tuple(Suit),
}
"""The suits each letter may stand for; two letters never stand for the same suit."""

Token = tuple[bool, Call]
"""Whether the call is our side's, and the call itself."""

_WORD = re.compile(r"(?P<open>\()?(?:(?P<sign>P|X|XX)|(?P<level>[1-7])(?P<strain>[CDHSNMmXYZ]))\)?")


def tokens_of(calls: Sequence[Call]) -> tuple[Token, ...]:
    """The auction as seen by the player to call; passes before the first bid are left out."""
    first = next((at for at, call in enumerate(calls) if call is not Sign.PASS), len(calls))
    ours = ((len(calls) - at) % 2 == 0 for at in range(first, len(calls)))
    written = zip(ours, calls[first:], strict=True)
    return tuple((our, call) for our, call in written if our or call is not Sign.PASS)


@dataclass(frozen=True, slots=True)
class PatternCall:
    """One call in a pattern."""

    ours: bool
    sign: Sign | None = None
    level: int = 0
    strain: str = ""

    def match(self, token: Token, suits: Mapping[str, Suit]) -> Mapping[str, Suit] | None:
        """*suits* with this call's letter bound as well; None if the call does not fit."""
        ours, call = token
        if ours is not self.ours:
            return None
        if self.sign is not None or not isinstance(call, Bid):
            return suits if call is self.sign else None
        if call.level != self.level:
            return None
        if self.strain not in DOMAINS:
            return suits if str(call.strain) == self.strain else None
        suit = call.strain.trumps
        if suit is None or suit not in DOMAINS[self.strain]:
            return None
        if self.strain in suits:
            return suits if suits[self.strain] is suit else None
        return None if suit in suits.values() else {**suits, self.strain: suit}


@dataclass(frozen=True, slots=True)
class AuctionPattern:
    """A whole auction, except for the passes that go without saying."""

    text: str
    words: tuple[PatternCall, ...]

    @classmethod
    def parse(cls, text: str) -> AuctionPattern:
        """
        >>> AuctionPattern.parse("1M (2X)").match(tokens_of([Bid.parse("1H"), Bid.parse("2C")]))
        {'M': Suit.HEARTS, 'X': Suit.CLUBS}
        """
        return cls(text, tuple(_words(text)))

    def match(self, tokens: Sequence[Token]) -> Mapping[str, Suit] | None:
        if len(tokens) != len(self.words):
            return None
        suits: Mapping[str, Suit] | None = {}
        for word, token in zip(self.words, tokens, strict=True):
            if suits is None:
                return None
            suits = word.match(token, suits)
        return suits

    @property
    def letters(self) -> frozenset[str]:
        return frozenset(word.strain for word in self.words if word.strain in DOMAINS)


def _words(text: str) -> Iterator[PatternCall]:
    for part in text.split():
        match = _WORD.fullmatch(part)
        if match is None or (part[0] == "(") is not (part[-1] == ")"):
            raise UsageError(f"{part!r} is not a call of an auction")
        ours = not match["open"]
        if match["sign"]:
            yield PatternCall(ours, Sign(match["sign"]))
        else:
            yield PatternCall(ours, None, int(match["level"]), match["strain"])
