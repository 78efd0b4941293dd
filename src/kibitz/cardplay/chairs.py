"""The chairs at a table: who is to play, and which hands that player sees.

Declarer plays two hands and sees both. A defender sees their own hand and, after the opening lead,
dummy's; the opening leader sees thirteen cards and has heard the auction. Of any other hand, only
the cards already played may be read.
"""

from __future__ import annotations

from enum import Enum

from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play


class Chair(Enum):
    """The player to act, by their part in the deal."""

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
    """The hands that the seat to play sees: one before the opening lead, then two."""
    declarer, dummy = play.contract.declarer, play.contract.dummy
    chair = Chair.of(play)
    if chair is Chair.OPENING_LEAD:
        return (play.turn,)
    return (play.turn, dummy) if chair.is_defender else (declarer, dummy)


def hidden_seats(play: Play) -> tuple[Seat, ...]:
    """The hands that the seat to play does not see, clockwise from declarer."""
    around = (Seat((play.contract.declarer + place) % 4) for place in range(4))
    seen = open_seats(play)
    return tuple(seat for seat in around if seat not in seen)


def other_hand(play: Play) -> Seat | None:
    """The second hand in view: partner's for declarer's side, else dummy's once it is faced."""
    return next((seat for seat in open_seats(play) if seat is not play.turn), None)


def viewer_of(play: Play) -> Seat:
    """The seat that decides, having heard the calls: for dummy's cards, it is declarer."""
    return play.turn if Chair.of(play).is_defender else play.contract.declarer
