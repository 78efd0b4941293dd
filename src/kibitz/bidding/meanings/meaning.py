"""The meaning of a call: points and lengths of the hands for it, with systems told apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows
from kibitz.bidding.auctions.pairs import Entries
from kibitz.bidding.auctions.ranges import Numbers, Spread
from kibitz.bidding.auctions.styles import HIGH, LOW, OtherBoards, Parting, Sides, Style, partings
from kibitz.bidding.calls.likeness.decisions import Marks
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork
from kibitz.bidding.meanings.hands import (
    FEWEST_AUCTIONS,
    LEAST,
    CallHands,
    Kinship,
    other_passes,
    same_auction,
)
from kibitz.bidding.meanings.reading import NetworkReading, read
from kibitz.bidding.meanings.similar_auctions import same_meaning
from kibitz.bidding.openings.question import Colours
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Suit

EVERYBODY = "all pairs"
THE_HOUSE = "the house"
_APART = 0.8
"""Styles are told apart if their means differ by this many standard deviations."""
_EXAMPLES = 40  # the most examples kept; a few of them are shown
_SURE = 4.0  # the standard errors between two means that are no coincidence


class Trait(Enum):
    """A property of a whole hand, which the ranges of its suits may not reveal."""

    FOUR_CARD_MAJOR = "a four-card major or longer"
    FIVE_CARD_MAJOR = "a five-card major or longer"
    SIX_CARD_SUIT = "a six-card suit or longer"
    SIX_CARD_MAJOR = "a six-card major or longer"
    TWO_SUITS = "two suits of five cards or more"
    BOTH_MAJORS = "four cards or more in both majors"
    BALANCED = "no singleton, void or six-card suit"
    SHORT = "a singleton or a void"


USUAL = {
    Trait.FOUR_CARD_MAJOR: 0.71, Trait.FIVE_CARD_MAJOR: 0.34, Trait.SIX_CARD_SUIT: 0.19,
    Trait.SIX_CARD_MAJOR: 0.10, Trait.TWO_SUITS: 0.05, Trait.BOTH_MAJORS: 0.12,
    Trait.BALANCED: 0.60, Trait.SHORT: 0.35,
}  # fmt: skip
"""The approximate share of all hands with each trait."""


class HandSource(Protocol):
    """Tables with all four hands, and what each pair did at them."""

    @property
    def auctions(self) -> Auctions: ...

    @property
    def pairs(self) -> Rows | Marks:
        """The numbers of the pairs at each table, the dealer's first; 0 if not known."""

    @property
    def withdrawn_tables(self) -> Rows:
        """The tables that must not be used."""

    @property
    def is_house(self) -> bool:
        """Whether the house bid at these tables, and no expert."""

    def sums_of(self, pairs: Rows, /) -> Floats:
        """The sums of these pairs, as by `auctions.pairs.summed`; zeros for pair 0."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a call: whose it is, the number of hands, and what they held."""

    whose: str
    hands: int
    """0 for the network's reading."""
    points: Spread
    lengths: tuple[Spread, Spread, Spread, Spread]
    """By suit, clubs first."""
    examples: tuple[tuple[int, int], ...] = ()
    """Some of the hands, the most typical first: the table, and the index of the call."""
    traits: Mapping[Trait, float] = field(default_factory=dict)
    """The share of hands with each trait."""

    def length(self, suit: Suit) -> Spread:
        return self.lengths[suit]

    def to_json(self) -> dict[str, Any]:
        return {
            "whose": self.whose,
            "hands": self.hands,
            "points": self.points.to_json(),
            "traits": {trait.value: round(share, 4) for trait, share in self.traits.items()},
            "lengths": {suit.name.lower(): self.lengths[suit].to_json() for suit in reversed(Suit)},
        }

    @classmethod
    def of_reading(cls, reading: NetworkReading) -> Sense:
        lengths = [Spread.of_shares(reading.lengths[suit]) for suit in Suit]
        return cls(EVERYBODY, 0, Spread.of_shares(reading.points), _four(lengths))


@dataclass(frozen=True, slots=True)
class Meaning:
    """The sense of a call for all pairs together, and for two kinds of pairs if they differ."""

    kinship: Kinship
    whole: Sense
    apart: tuple[Sense, ...] = ()
    """Two senses, the more frequent first, or none."""
    parting: Parting | None = None
    """How the two kinds of pairs differ."""
    calls: tuple[tuple[int, int], ...] = ()
    """The tables looked at, and the index of the call in each auction."""
    found: int = 0
    """The number of hands found; if there are very many, a sample was looked at."""
    any_colours: bool = False
    """Whether hands at other vulnerabilities had to be included."""
    exact: int = 0
    """The number of hands after exactly this auction at this vulnerability."""
    ways: tuple[tuple[Call, ...], ...] = ()
    """The auctions that mean the same, the most frequent first; empty for the auction itself."""

    @property
    def is_house(self) -> bool:
        """Whether the hands are the house's, and no expert's."""
        return self.whole.whose == THE_HOUSE

    @property
    def senses(self) -> tuple[Sense, ...]:
        return self.apart or (self.whole,)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The hands wanted: those of a pair by number, of a style, or of everybody."""

    prefix: Bytes
    colours: Colours | None = None
    pair: int | None = None
    style: tuple[Style, int] | None = None
    name: str = EVERYBODY


def find_meaning(memory: HandSource | None, wanted: Wanted, network: CallNetwork) -> Meaning:
    """The meaning of an auction's last call, from the most similar auctions with enough hands."""
    exact = 0
    if memory is not None:
        for found, any_colours in _widening(memory, wanted, network):
            if found.kinship is Kinship.SAME and not any_colours:
                exact = len(found)
            if len(found) < LEAST or found.auctions < FEWEST_AUCTIONS[found.kinship]:
                continue
            few = found.thinned()
            whole, apart, parting = _counted(memory, few, wanted)
            calls = zip(few.tables.tolist(), few.places.tolist(), strict=True)
            return Meaning(
                few.kinship, whole, apart, parting, tuple(calls), len(found), any_colours, exact,
                found.ways(memory.auctions),
            )  # fmt: skip
    reading = read(network, wanted.prefix, wanted.colours)
    return Meaning(Kinship.READING, Sense.of_reading(reading), exact=exact)


def _widening(
    memory: HandSource, wanted: Wanted, network: CallNetwork
) -> Iterator[tuple[CallHands, bool]]:
    """Ever wider choices of hands, and whether each includes other vulnerabilities."""

    def of_whom(found: CallHands) -> CallHands:
        usable = np.flatnonzero(~np.isin(found.tables, memory.withdrawn_tables))
        return _whose(memory, found[usable], wanted)

    for colours in dict.fromkeys((wanted.colours is None, True)):
        kept = None if colours else wanted.colours
        any_colours = colours and wanted.colours is not None
        for gather in (same_auction, other_passes):
            yield of_whom(gather(memory.auctions, wanted.prefix, kept)), any_colours
    same = same_meaning(memory.auctions, wanted.prefix, network)
    yield of_whom(same), wanted.colours is not None


def _whose(memory: HandSource, found: CallHands, wanted: Wanted) -> CallHands:
    """The hands of the wanted pair or style."""
    if wanted.pair is not None:
        return found[np.flatnonzero(_pairs(memory, found) == wanted.pair)]
    if wanted.style is not None:
        style, side = wanted.style
        entries = Entries.of(memory.auctions[found.tables])
        return found[np.flatnonzero(style.sides(_elsewhere(memory, found, entries)) == side)]
    return found


def _pairs(memory: HandSource, found: CallHands, away: int = 0) -> Rows:
    return memory.pairs[found.tables, (found.seats + away) % 2].astype(np.int64)


def _elsewhere(
    memory: HandSource, found: CallHands, entries: Entries, away: int = 0
) -> OtherBoards:
    """What the callers' pairs did at other tables; with *away* 1, their opponents' pairs."""
    pairs, whose = np.unique(_pairs(memory, found, away), return_inverse=True)
    return OtherBoards.of(memory.sums_of(pairs), whose, entries, found.seats + away)


def _counted(
    memory: HandSource, found: CallHands, wanted: Wanted
) -> tuple[Sense, tuple[Sense, ...], Parting | None]:
    """The sense of all the hands, and of two kinds of pairs if they differ clearly."""
    points, lengths = found.holdings(memory.auctions)
    whole = _sense(found, points, lengths, THE_HOUSE if memory.is_house else wanted.name)
    if memory.is_house or wanted.pair is not None or wanted.style is not None:
        return whole, (), None
    entries = Entries.of(memory.auctions[found.tables])
    elsewhere = [_elsewhere(memory, found, entries, away) for away in (0, 1)]
    parted = partings(wanted.prefix)
    sides = [one.style.sides(elsewhere[one.is_theirs]) for one in parted]
    gaps = [_separation(points, lengths, side) for side in sides]
    widest = int(np.argmax(gaps))
    if gaps[widest] < _APART:
        return whole, (), None
    senses = _senses(found, points, lengths, parted[widest].names, sides[widest])
    return whole, senses, parted[widest]


def _separation(points: Numbers, lengths: Numbers, sides: Sides) -> float:
    """How far apart the two sides of a style are at most; 0 if that may be coincidence."""
    low, high = sides == LOW, sides == HIGH
    if low.sum() < LEAST or high.sum() < LEAST:
        return 0.0
    held = np.concatenate([points[:, None], lengths], axis=1)
    one, other = held[low], held[high]
    gap = np.abs(one.mean(axis=0) - other.mean(axis=0))
    spread = np.sqrt((one.var(axis=0) + other.var(axis=0)) / 2) + 0.1
    error = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other)) + 1e-9
    sure = gap / error >= _SURE
    return float((gap / spread * sure).max())


def _senses(
    found: CallHands, points: Numbers, lengths: Numbers, names: tuple[str, str], sides: Sides
) -> tuple[Sense, ...]:
    senses = []
    for side, name in zip((LOW, HIGH), names, strict=True):
        rows = np.flatnonzero(sides == side)
        senses.append(_sense(found[rows], points[rows], lengths[rows], name))
    return tuple(sorted(senses, key=lambda sense: -sense.hands))


def _sense(found: CallHands, points: Numbers, lengths: Numbers, whose: str) -> Sense:
    groups = found.groups
    spreads = [Spread.of_values(lengths[:, suit], LENGTHS, groups) for suit in Suit]
    usual = _most_usual(points, lengths)
    examples = zip(found.tables[usual].tolist(), found.places[usual].tolist(), strict=True)
    held = Spread.of_values(points, POINTS, groups)
    return Sense(whose, len(found), held, _four(spreads), tuple(examples), _traits(lengths))


def _most_usual(points: Numbers, lengths: Numbers) -> Rows:
    """The hands in order: the most common shapes first, each with its most typical points first.

    The mean would not do: a call may show one of two suits, and then no hand is like the mean.
    """
    shapes = lengths @ np.array([1, 14, 196, 2744])
    _, shape, number = np.unique(shapes, return_inverse=True, return_counts=True)
    apart = np.abs(points - np.median(points))
    return np.lexsort((apart, -number[shape]))[:_EXAMPLES]


def _traits(lengths: Numbers) -> dict[Trait, float]:
    majors, longest, shortest = lengths[:, Suit.HEARTS :], lengths.max(axis=1), lengths.min(axis=1)
    true = {
        Trait.FOUR_CARD_MAJOR: majors.max(axis=1) >= 4,
        Trait.FIVE_CARD_MAJOR: majors.max(axis=1) >= 5,
        Trait.SIX_CARD_SUIT: longest >= 6,
        Trait.SIX_CARD_MAJOR: majors.max(axis=1) >= 6,
        Trait.TWO_SUITS: (lengths >= 5).sum(axis=1) >= 2,
        Trait.BOTH_MAJORS: majors.min(axis=1) >= 4,
        Trait.BALANCED: (shortest >= 2) & (longest <= 5),
        Trait.SHORT: shortest <= 1,
    }
    return {trait: float(hands.mean()) for trait, hands in true.items()}


def _four(spreads: list[Spread]) -> tuple[Spread, Spread, Spread, Spread]:
    clubs, diamonds, hearts, spades = spreads
    return clubs, diamonds, hearts, spades
