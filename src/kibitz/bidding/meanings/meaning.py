"""The meaning of a call: points and lengths of the hands that made it; systems kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import numpy as np

from kibitz.bidding.auctions.arrays import Auctions, Bytes, Floats, Rows, call_of
from kibitz.bidding.auctions.claims import DOUBT, MARGIN, SURELY, USUALLY
from kibitz.bidding.auctions.pairs import Entries
from kibitz.bidding.auctions.ranges import Numbers, Spread
from kibitz.bidding.auctions.styles import HIGH, LOW, OtherBoards, Parting, Sides, Style, partings
from kibitz.bidding.calls.likeness.decisions import Marks
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork
from kibitz.bidding.calls.shown.hand import HandShares, ShownHand, shown_by
from kibitz.bidding.calls.shown.listening import NetworkReading, read
from kibitz.bidding.conventions.naming import promised
from kibitz.bidding.meanings.hands import (
    FEWEST_AUCTIONS,
    LEAST,
    CallHands,
    Kinship,
    other_passes,
    same_auction,
)
from kibitz.bidding.meanings.similar_auctions import same_meaning
from kibitz.bidding.openings.question import Colours
from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat

EVERYBODY = "all pairs"
THE_HOUSE = "the house"
_APART = 0.8
"""Styles are told apart if their means differ by this many standard deviations."""
_EXAMPLES = 40  # the most examples kept; a few of them are shown
_ODDS, _OFTEN = 2.5, 0.6
"""A trait is worth mentioning if it is this much likelier than in any hand, and this likely."""
_SURE = 4.0  # standard errors apart; two means this far apart are no coincidence


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
        """Whether the house bid at these tables, rather than experts."""

    def sums_of(self, pairs: Rows, /) -> Floats:
        """The sums of these pairs, as `auctions.pairs.summed` computes them; zeros for pair 0."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a call: who uses it, the number of hands, and what they held."""

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
    shown: ShownHand | None = None
    """What is claimed of the hand."""

    @property
    def telling_trait(self) -> Trait | None:
        """A trait much likelier than in any hand, unless the claimed length of a suit has it."""
        claims = () if self.shown is None else self.shown.lengths
        longest = max((one.least for one in claims if one is not None), default=0)
        odds = {
            trait: (share + 0.01) / (1.01 - share) / (USUAL[trait] / (1 - USUAL[trait]))
            for trait, share in self.traits.items()
            if share >= _OFTEN and not (longest == 4 and trait is Trait.FOUR_CARD_MAJOR)
        }
        likeliest = max(odds, key=lambda trait: odds[trait], default=None)
        is_telling = likeliest is not None and longest < 5 and odds[likeliest] >= _ODDS
        return likeliest if is_telling else None

    def holds(self, trait: Trait) -> tuple[bool, bool]:
        """Whether a trait may be claimed surely, and whether usually."""
        share = self.traits[trait] * self.hands / (self.hands + DOUBT)
        return share >= SURELY + MARGIN, share >= USUALLY + MARGIN

    def length(self, suit: Suit) -> Spread:
        return self.lengths[suit]

    def to_json(self) -> dict[str, Any]:
        return {
            "whose": self.whose,
            "hands": self.hands,
            "points": self.points.to_json(),
            "shown": None if self.shown is None else self.shown.to_json(),
            "traits": {trait.value: round(share, 4) for trait, share in self.traits.items()},
            "lengths": {suit.name.lower(): self.lengths[suit].to_json() for suit in reversed(Suit)},
        }

    @classmethod
    def of_reading(cls, reading: NetworkReading, prefix: Bytes) -> Sense:
        lengths = [Spread.of_shares(reading.lengths[suit]) for suit in Suit]
        points = Spread.of_shares(reading.points)
        return cls(EVERYBODY, 0, points, _four(lengths), shown=_shown(prefix, points, lengths, 0))


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
    """For each hand looked at: its table, and the index of the call in the auction."""
    found: int = 0
    """The number of hands found; of very many, only a sample is looked at."""
    any_colours: bool = False
    """Whether hands at other vulnerabilities had to be included."""
    exact: int = 0
    """The number of hands after exactly this auction at this vulnerability."""
    ways: tuple[tuple[Call, ...], ...] = ()
    """The auctions that mean the same, most frequent first; empty if only this one was used."""

    @property
    def is_house(self) -> bool:
        """Whether the hands are the house's, rather than experts'."""
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
    return Meaning(Kinship.READING, Sense.of_reading(reading, wanted.prefix), exact=exact)


def _widening(
    memory: HandSource, wanted: Wanted, network: CallNetwork
) -> Iterator[tuple[CallHands, bool]]:
    """Wider and wider choices of hands, each with whether it includes other vulnerabilities."""

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
    name = THE_HOUSE if memory.is_house else wanted.name
    whole = sense_of(found, points, lengths, name, wanted.prefix)
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
    several = []
    for side, name in zip((LOW, HIGH), parted[widest].names, strict=True):
        rows = np.flatnonzero(sides[widest] == side)
        several.append(sense_of(found[rows], points[rows], lengths[rows], name, wanted.prefix))
    senses = tuple(sorted(several, key=lambda sense: -sense.hands))
    return whole, senses, parted[widest]


def _separation(points: Numbers, lengths: Numbers, sides: Sides) -> float:
    """The widest gap between a style's two sides, in standard deviations; 0 if it may be chance."""
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


def sense_of(
    found: CallHands, points: Numbers, lengths: Numbers, whose: str, prefix: Bytes
) -> Sense:
    """The sense of a call, from the hands of those who made it."""
    groups = found.groups
    spreads = [Spread.of_values(lengths[:, suit], LENGTHS, groups) for suit in Suit]
    usual = _most_usual(points, lengths)
    examples = zip(found.tables[usual].tolist(), found.places[usual].tolist(), strict=True)
    held = Spread.of_values(points, POINTS, groups)
    shown = _shown(prefix, held, spreads, len(found))
    return Sense(
        whose, len(found), held, _four(spreads), tuple(examples), traits_of(lengths), shown
    )


def _shown(prefix: Bytes, points: Spread, lengths: Sequence[Spread], hands: int) -> ShownHand:
    """What the last call of *prefix* shows, by so many hands; 0 if by the network's reading."""
    calls = tuple(map(call_of, prefix.tolist()))
    place = (len(calls) - 1) % 4
    spread = np.array(points.shares)
    heard = HandShares(spread, np.array([one.shares for one in lengths]), hands)
    known = promised(Auction(Seat.NORTH, calls))[place]
    return shown_by(calls[place::4], heard, known, spread)


def _most_usual(points: Numbers, lengths: Numbers) -> Rows:
    """The hands in order: the most common shapes first, each with its most typical points first.

    Closeness to the mean would not do: if a call shows one of two suits, no hand is like the mean.
    """
    shapes = lengths @ np.array([1, 14, 196, 2744])
    _, shape, number = np.unique(shapes, return_inverse=True, return_counts=True)
    apart = np.abs(points - np.median(points))
    return np.lexsort((apart, -number[shape]))[:_EXAMPLES]


def traits_of(lengths: Numbers) -> dict[Trait, float]:
    """The share of hands with each trait, by their lengths, (n, 4)."""
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
