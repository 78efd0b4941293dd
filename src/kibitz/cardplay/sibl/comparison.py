"""What is alike in two positions and what differs: SIBL's distance, read part by part.

Source:     Epstein and Shih, "Sequential Instance-Based Learning", equations 9 and 10, section 5
Notation:   a feature is an `Aspect` of the position: whose, what, and which suit
Departures: the precedent is compared under the suit names that its match found; the level of the
            contract and the tricks won, which are no features of the paper's, are named besides
Checked by: tests/unit/cardplay/test_comparison.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from kibitz.cardplay.sibl.features import PLACES, SCHEMA, state_features, turns
from kibitz.games.bridge.cards import Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.precedents.distance import Distance


class Matter(Enum):
    """What an aspect of a position is about."""

    HOLDS = "holds"
    SHOWED = "showed"
    PLAYED = "played"
    TURN = "next to play"


@dataclass(frozen=True, slots=True)
class Aspect:
    """One of the paper's features: what *who* holds or showed in a suit, or played to the trick."""

    matter: Matter
    who: str = ""
    suit: Suit | None = None

    @property
    def feature(self) -> str:
        """Its name in the schema of features."""
        words = (
            self.who,
            self.matter.value,
            self.suit.name.lower() if self.suit is not None else "",
        )
        return " ".join(word for word in words if word)


ASPECTS = (
    *(Aspect(Matter.HOLDS, who, suit) for who in ("declarer", "dummy") for suit in Suit),
    *(Aspect(Matter.SHOWED, who, suit) for who in ("left", "right") for suit in Suit),
    *(Aspect(Matter.PLAYED, who) for who in PLACES),
    Aspect(Matter.TURN),
)
"""The features that are known in the present state, in the order of the schema."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An aspect that is not the same: what it is here, what it is there, its part of the distance.

    Cards below the nine are written x, as the distance sees them.
    """

    aspect: Aspect
    here: str
    there: str
    part: float


@dataclass(frozen=True)
class Comparison:
    """A position asked about, and a precedent's under the same suit names."""

    here: Play
    there: Play

    @cached_property
    def distance(self) -> Distance:
        """SIBL's distance of the two positions, with its parts."""
        return SCHEMA.distance(*(state_features(p, len(p.played)) for p in (self.here, self.there)))

    @cached_property
    def differs(self) -> tuple[Difference, ...]:
        """What is not the same, the greatest part of the distance first."""
        found = []
        for aspect in ASPECTS:
            here, there = _text(self.here, aspect), _text(self.there, aspect)
            if here != there:
                part = self.distance.parts[aspect.feature]
                found.append(Difference(aspect, here, there, part))
        return tuple(sorted(found, key=lambda difference: -difference.part))

    @property
    def same_suits(self) -> tuple[Suit, ...]:
        """The suits of which declarer and dummy hold the same in both, and hold some."""
        other = {difference.aspect for difference in self.differs}
        return tuple(
            suit
            for suit in reversed(Suit)
            if _declaring(self.here).length(suit)
            and not other & {Aspect(Matter.HOLDS, who, suit) for who in ("declarer", "dummy")}
        )

    @property
    def same_trick(self) -> bool:
        """Whether the same cards lie on the table, none included, and the same hand is to play."""
        about = {difference.aspect.matter for difference in self.differs}
        return not about & {Matter.PLAYED, Matter.TURN}

    @property
    def tricks_gone(self) -> tuple[int, int]:
        return self.here.tricks, self.there.tricks


def _declaring(play: Play) -> Hand:
    declarer = play.contract.declarer
    return play.holding(declarer) | play.holding(declarer.partner)


def _text(play: Play, aspect: Aspect) -> str:
    """An aspect of a position in letters: ``AQx``, ``J`` or ``-`` for nothing."""
    declarer = play.contract.declarer
    if aspect.matter is Matter.TURN:
        return "declarer" if play.turn is declarer else "dummy"
    seat = Seat((declarer + PLACES.index(aspect.who)) % 4)
    if aspect.suit is not None:
        if aspect.matter is Matter.HOLDS:
            return spelled(play.holding(seat), aspect.suit)
        before = play.played[: 4 * play.tricks]
        by = zip(before, turns(play), strict=False)
        return spelled(Hand.of(card for card, who in by if who is seat), aspect.suit)
    leader = Seat((play.turn - len(play.trick)) % 4)
    place = (seat - leader) % 4
    if place >= len(play.trick):
        return "-"
    card = play.trick[place]
    return f"{card.suit}{'x' if card.rank < Rank.NINE else card.rank}"


def spelled(hand: Hand, suit: Suit) -> str:
    """A holding with its small cards as x.

    >>> spelled(Hand.parse("AQ92.854.."), Suit.SPADES), spelled(Hand.parse("..."), Suit.SPADES)
    ('AQ9x', '-')
    """
    return "".join("x" if rank in "2345678" else rank for rank in hand.ranks(suit)) or "-"
