"""The kinds of opening leads, by the suit that was led from."""

from __future__ import annotations

from enum import Enum

from kibitz.games.bridge.cards import Named, Rank


class LeadKind(Named, Enum):
    """What players call the card led, given the holding in the suit."""

    SINGLETON = "singleton"
    HIGH_OF_TWO = "high from two"
    LOW_OF_TWO = "low from two"
    SEQUENCE = "top of a sequence"
    INNER_SEQUENCE = "top of an inner sequence"
    LOWER_TOUCHING = "lower of touching honours"
    HONOUR = "unsupported honour"
    TOP_OF_NOTHING = "top of nothing"
    SECOND = "second highest"
    THIRD = "third highest"
    FOURTH = "fourth highest"
    LOWER = "fifth highest or lower"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def of(cls, held: str, rank: Rank) -> LeadKind:
        """The kind of a lead, by the ranks *held* in the suit and the *rank* led.

        >>> [str(LeadKind.of(*one)) for one in (("KQJ4", Rank.KING), ("AJT6", Rank.JACK))]
        ['top of a sequence', 'top of an inner sequence']
        >>> str(LeadKind.of("KJ752", Rank.FIVE))
        'fourth highest'
        """
        place = held.index(str(rank))
        if len(held) == 1:
            return cls.SINGLETON
        if len(held) == 2:
            return (cls.HIGH_OF_TWO, cls.LOW_OF_TWO)[place]
        if rank >= Rank.TEN:
            if rank < Rank.ACE and str(Rank(rank + 1)) in held:
                return cls.LOWER_TOUCHING
            if str(Rank(rank - 1)) in held:
                return cls.INNER_SEQUENCE if place else cls.SEQUENCE
            if rank > Rank.TEN:
                return cls.HONOUR
        return (cls.TOP_OF_NOTHING, cls.SECOND, cls.THIRD, cls.FOURTH, cls.LOWER)[min(place, 4)]
