"""Conditions on a hand: what a rule requires, and therefore what its call shows.

A condition names a suit by a word, *hearts*, or by a letter such as M, which the auction binds to a
suit. Once bound, a condition can be tested on a hand, narrows what the table knows, and can be put
into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from kibitz.bidding.systems.facts import Facts
from kibitz.bidding.systems.known import CARDS, KnownHand, Range
from kibitz.games.bridge.cards import Rank, Suit
from kibitz.wording import in_words, listed

SUIT_WORDS = {str(suit.name).lower(): suit for suit in Suit}
LETTERS = {
    "M": "the major",
    "m": "the minor",
    "oM": "the other major",
    "om": "the other minor",
    "X": "the suit",
    "Y": "the second suit",
    "Z": "the third suit",
}
"""Letters for suits, and the words for them where no auction binds them."""

Binding = Mapping[str, Suit]


def suit_of(word: str, binding: Binding) -> Suit:
    """The suit that a word or a letter stands for."""
    if word in SUIT_WORDS:
        return SUIT_WORDS[word]
    if word in ("oM", "om"):
        return OTHER[binding[word[1]]]
    return binding[word]


OTHER = {
    Suit.SPADES: Suit.HEARTS,
    Suit.HEARTS: Suit.SPADES,
    Suit.DIAMONDS: Suit.CLUBS,
    Suit.CLUBS: Suit.DIAMONDS,
}


def bound_word(word: str, binding: Binding) -> str:
    return word if not word else suit_of(word, binding).name.lower()


def said(word: str) -> str:
    return LETTERS.get(word, word)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a condition is bound to: the letters' suits, what partner has shown, the unbid suits."""

    suits: Binding
    partner: KnownHand
    unbid: tuple[Suit, ...] = ()


class Condition(Protocol):
    """A property that a hand has or lacks."""

    def bound(self, scope: Scope) -> Condition: ...

    def holds(self, facts: Facts) -> bool: ...

    def narrow(self, known: KnownHand) -> KnownHand: ...

    def words(self) -> str: ...

    @property
    def letters(self) -> frozenset[str]: ...


def _letters(*words: str) -> frozenset[str]:
    return frozenset(word[-1] for word in words if word in LETTERS)


POINTS, TOTAL, SUPPORT, COUNT, ACES, KEYS = (
    "points", "total points", "support points", "opening count", "aces", "key cards",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """A range of points, aces or key cards; *beside* adds partner's minimum or maximum to it."""

    measure: str
    span: Range
    suit: str = ""
    beside: str = ""

    def bound(self, scope: Scope) -> Amount:
        low, high = self.span
        if self.beside:
            shown = scope.partner.key_cards if self.measure == KEYS else scope.partner.points
            theirs = shown[0] if self.beside == "together" else shown[1]
            low, high = max(0, low - theirs), high if high >= _OPEN else high - theirs
        return replace(self, span=(low, high), suit=bound_word(self.suit, scope.suits), beside="")

    def value(self, facts: Facts) -> int:
        if self.measure == POINTS:
            return facts.points
        if self.measure == TOTAL:
            return facts.total_points
        if self.measure == COUNT:
            return facts.opening_count
        if self.measure == ACES:
            return facts.aces()
        suit = SUIT_WORDS[self.suit]
        return facts.support_points(suit) if self.measure == SUPPORT else facts.key_cards(suit)

    def holds(self, facts: Facts) -> bool:
        return self.span[0] <= self.value(facts) <= self.span[1]

    def narrow(self, known: KnownHand) -> KnownHand:
        if self.measure in (POINTS, TOTAL, SUPPORT):
            return known.with_points(self.span)
        if self.measure == KEYS:
            return known.with_key_cards(self.span)
        return known

    def words(self) -> str:
        low, high = self.span
        if self.measure in (ACES, KEYS):
            what = "ace" if self.measure == ACES else "key card"
            return f"{in_words(low)} {what}{'' if low == 1 else 's'}"
        what = {COUNT: "by the rule of twenty", POINTS: "points"}.get(self.measure, self.measure)
        together = {"": "", "together": " together", "possible": " if partner is strong"}
        return f"{_span_words(low, high)} {what}{together[self.beside]}"

    @property
    def letters(self) -> frozenset[str]:
        return _letters(self.suit)


_OPEN = 37
"""A range of points up to here or further is open-ended."""


def _span_words(low: int, high: int) -> str:
    if high >= _OPEN:
        return f"{low} or more"
    if low <= 0:
        return f"at most {high}"
    return str(low) if low == high else f"{low} to {high}"


def _cards(number: int, suit: str, more: str = "") -> str:
    """
    >>> _cards(5, "hearts", " or more"), _cards(1, "clubs"), _cards(4, "M")
    ('five or more hearts', 'one club', 'four cards of the major')
    """
    one = number == 1 and not more
    if suit in LETTERS:
        return f"{in_words(number)}{more} card{'' if one else 's'} of {said(suit)}"
    return f"{in_words(number)}{more} {suit[:-1] if one else suit}"


@dataclass(frozen=True, slots=True)
class CardsInSuit:
    """A range of cards in a suit, alone or *together* with what partner has shown."""

    suit: str
    span: Range
    together: bool = False

    def bound(self, scope: Scope) -> CardsInSuit:
        suit = suit_of(self.suit, scope.suits)
        low, high = self.span
        if self.together:
            low = max(0, low - scope.partner.lengths[suit][0])
        return CardsInSuit(suit.name.lower(), (low, high))

    def holds(self, facts: Facts) -> bool:
        low, high = self.span
        return low <= facts.lengths[SUIT_WORDS[self.suit]] <= high

    def narrow(self, known: KnownHand) -> KnownHand:
        return known.with_length(SUIT_WORDS[self.suit], self.span)

    def words(self) -> str:
        low, high = self.span
        if self.together:
            return f"{_cards(low, self.suit)} together"
        if high >= CARDS:
            return _cards(low, self.suit, " or more") if low else ""
        if (low, high) == (0, 1):
            return f"short in {said(self.suit)}"
        if low == high:
            return f"exactly {_cards(low, self.suit)}" if low else _cards(0, self.suit)
        if low == 0:
            return f"at most {_cards(high, self.suit)}"
        between = "or" if high == low + 1 else "to"
        return f"{in_words(low)} {between} {_cards(high, self.suit)}"

    @property
    def letters(self) -> frozenset[str]:
        return _letters(self.suit)


@dataclass(frozen=True, slots=True)
class HandShape:
    """Balanced, nearly balanced, or not balanced."""

    name: str

    def bound(self, scope: Scope) -> HandShape:
        return self

    def holds(self, facts: Facts) -> bool:
        if self.name == "nearly balanced":
            return facts.is_nearly_balanced
        return facts.is_balanced is (self.name == "balanced")

    def narrow(self, known: KnownHand) -> KnownHand:
        if self.name == "unbalanced":
            return known
        for suit in Suit:
            known = known.with_length(suit, (2, 5))
        return known

    def words(self) -> str:
        return "balanced or nearly so" if self.name == "nearly balanced" else self.name

    @property
    def letters(self) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class Compared:
    """One suit is longer than another, or not shorter; with no *other*, than every other suit."""

    suit: str
    other: str = ""
    strictly: bool = False

    def bound(self, scope: Scope) -> Compared:
        suit, other = (bound_word(word, scope.suits) for word in (self.suit, self.other))
        return Compared(suit, other, self.strictly)

    def holds(self, facts: Facts) -> bool:
        length = facts.lengths[SUIT_WORDS[self.suit]]
        other = facts.lengths[SUIT_WORDS[self.other]] if self.other else facts.pattern[0]
        return length > other if self.strictly else length >= other

    def narrow(self, known: KnownHand) -> KnownHand:
        return known if self.other else known.with_length(SUIT_WORDS[self.suit], (4, CARDS))

    def words(self) -> str:
        if not self.other:
            return f"{said(self.suit)} the longest suit"
        more = "more {} than {}" if self.strictly else "no fewer {} than {}"
        return more.format(said(self.suit), said(self.other))

    @property
    def letters(self) -> frozenset[str]:
        return _letters(self.suit, self.other)


STOPPER, GOOD, QUEEN, ACE = "stopper in", "good", "queen of", "ace of"


@dataclass(frozen=True, slots=True)
class Holding:
    """A suit has a stopper, is good, or has its ace or queen; or, if not *wanted*, does not."""

    kind: str
    suit: str
    wanted: bool = True

    def bound(self, scope: Scope) -> Holding:
        return Holding(self.kind, bound_word(self.suit, scope.suits), self.wanted)

    def holds(self, facts: Facts) -> bool:
        suit = SUIT_WORDS[self.suit]
        if self.kind == STOPPER:
            held = facts.stops(suit)
        elif self.kind == GOOD:
            held = facts.is_good(suit)
        else:
            held = facts.holds(suit, Rank.QUEEN if self.kind == QUEEN else Rank.ACE)
        return held is self.wanted

    def narrow(self, known: KnownHand) -> KnownHand:
        return known

    def words(self) -> str:
        if self.kind == GOOD:
            quality = "good" if self.wanted else "weak"
            return f"a {quality} suit" if self.suit in LETTERS else f"{quality} {self.suit}"
        article = "a " if self.kind == STOPPER else "the "
        start = article if self.wanted else "no "
        return f"{start}{self.kind} {said(self.suit)}"

    @property
    def letters(self) -> frozenset[str]:
        return _letters(self.suit)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Alternatives, each of one condition or of several together."""

    ways: tuple[tuple[Condition, ...], ...]

    def bound(self, scope: Scope) -> OneOf:
        return OneOf(tuple(tuple(one.bound(scope) for one in way) for way in self.ways))

    def holds(self, facts: Facts) -> bool:
        return any(all(one.holds(facts) for one in way) for way in self.ways)

    def narrow(self, known: KnownHand) -> KnownHand:
        found = [narrowed(known, way) for way in self.ways]
        whole = found[0]
        for one in found[1:]:
            whole = whole.joined(one)
        return whole

    def words(self) -> str:
        return listed([listed([one.words() for one in way]) for way in self.ways], "or")

    @property
    def letters(self) -> frozenset[str]:
        return frozenset().union(*(one.letters for way in self.ways for one in way))


@dataclass(frozen=True, slots=True)
class EveryUnbid:
    """A range of cards in every suit that nobody has shown."""

    span: Range

    def bound(self, scope: Scope) -> Condition:
        return OneOf((tuple(CardsInSuit(suit.name.lower(), self.span) for suit in scope.unbid),))

    def holds(self, facts: Facts) -> bool:
        raise TypeError("The unbid suits are known only in an auction: bind the condition first.")

    def narrow(self, known: KnownHand) -> KnownHand:
        return known

    def words(self) -> str:
        return f"{in_words(self.span[0])} or more cards in every unbid suit"

    @property
    def letters(self) -> frozenset[str]:
        return frozenset()


def narrowed(known: KnownHand, conditions: tuple[Condition, ...]) -> KnownHand:
    """What is known about the hand once it has shown all of *conditions*."""
    for one in conditions:
        known = one.narrow(known)
    return known
