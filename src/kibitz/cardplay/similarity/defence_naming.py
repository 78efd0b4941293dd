"""A defender's position split by suit, so that suits can be renamed as for declarer.

Only what the seat to play has seen is read: its own cards, dummy's, and what the others have shown.
"""

from __future__ import annotations

import numpy as np

from kibitz.cardplay.chairs import Chair, hidden_seats, other_hand
from kibitz.cardplay.sibl.features import SCHEMA, UNKNOWN, strength, turns
from kibitz.cardplay.sibl.symbols import symbol
from kibitz.cardplay.similarity.naming import SuitFeatures
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play

_CHAIRS = tuple(Chair)


def features_of_defender(play: Play) -> SuitFeatures:
    """What a defender holds, sees in dummy, and has seen of declarer and partner."""
    order, dummy = turns(play), other_hand(play)
    declarer, partner = play.contract.declarer, play.turn.partner
    ended = list(zip(play.played[: 4 * play.tricks], order, strict=False))
    shown = (
        Hand.of(card for card, seat in ended if seat is who and seat in hidden_seats(play))
        for who in (declarer, partner)
    )
    open_hands = (play.holding(play.turn), Hand() if dummy is None else play.holding(dummy))
    strengths = [[strength(hand, suit) for suit in Suit] for hand in (*open_hands, *shown)]
    on_table = dict(zip(order[4 * play.tricks :], play.trick, strict=False))
    seats = [Seat((declarer + place) % 4) for place in range(4)]
    return SuitFeatures(
        np.array(strengths, np.float64) / SCHEMA.unit,
        tuple(symbol(on_table[seat]) if seat in on_table else UNKNOWN for seat in seats),
        _CHAIRS.index(Chair.of(play)),
        None if play.trumps is None else int(play.trumps),
    )
