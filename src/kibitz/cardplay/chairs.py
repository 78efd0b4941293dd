"""The chairs at a table: whose card it is, and whose hands that player sees.

Declarer plays two hands and sees both. A defender sees his own and, once the opening lead is made,
dummy's; whoever makes that lead sees thirteen cards and has heard the auction. Nothing about a card
may be read from any other hand, except what has been played of it.
"""

from __future__ import annotations

from enum import Enum

from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play


class Chair(Enum):
    """Who is to play, by the part he has in the deal."""

    DECLARER = "declarer"
    DUMMY = "dummy"
    OPENING_LEAD = "opening leader"
    BEFORE_DUMMY = "defender before dummy"
    AFTER_DUMMY = "defender after dummy"

    @classmethod
    def of(cls, play: Play) -> Chair:
        """The chair of the seat to play."""
        match (play.turn - play.contract.declarer) % 4:
            case 0:
                return cls.DECLARER
            case 2:
                return cls.DUMMY
            case 1:
                return cls.BEFORE_DUMMY if play.played else cls.OPENING_LEAD
            case _:
                return cls.AFTER_DUMMY

    @property
    def is_defender(self) -> bool:
        return self not in (Chair.DECLARER, Chair.DUMMY)


def open_seats(play: Play) -> tuple[Seat, ...]:
    """Whose hands the seat to play sees: one hand before the opening lead, then two."""
    declarer, dummy = play.contract.declarer, play.contract.dummy
    chair = Chair.of(play)
    if chair is Chair.OPENING_LEAD:
        return (play.turn,)
    return (play.turn, dummy) if chair.is_defender else (declarer, dummy)


def hidden_seats(play: Play) -> tuple[Seat, ...]:
    """Whose hands it does not see, clockwise from declarer."""
    around = (Seat((play.contract.declarer + place) % 4) for place in range(4))
    seen = open_seats(play)
    return tuple(seat for seat in around if seat not in seen)


def other_hand(play: Play) -> Seat | None:
    """The second hand in view: the partner's on declarer's side, else dummy's once it lies open."""
    return next((seat for seat in open_seats(play) if seat is not play.turn), None)
