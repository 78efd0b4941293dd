"""How similar two decisions are to a player: the kind of decision, the suit, the stage.

The learned similarity finds cases. This module says what makes one position a reason in another,
under the same suit names; the more similar precedents in this sense are shown first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kibitz.cardplay.chairs import Chair, hidden_seats, other_hand
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import turns
from kibitz.cardplay.similarity.kinds import LENGTH_APART, TRICKS_APART
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play

NEEDED_APART = 1
"""The most by which the tricks still needed may differ and count as similar."""

_SHORT = 2
"""A hand with fewer cards of a suit is short of it."""
_HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


class Whereabouts(Enum):
    """The place of a card, as the hand to play sees it."""

    OWN = "own hand"
    PARTNER = "partner's hand"
    DUMMY = "dummy's hand"
    OUT = "in a hidden hand"
    TABLED = "on the table"
    GONE = "gone"


def followed_suit(play: Play) -> Suit | None:
    """The suit that the hand to play must follow, if it can."""
    if not play.trick:
        return None
    led = play.trick[0].suit
    return led if play.holding(play.turn).length(led) else None


def place(play: Play) -> int:
    """The place in the trick, from 1 (the lead) to 4 (the last hand)."""
    return len(play.trick) + 1


def tricks_needed(play: Play) -> int:
    """The tricks still needed to make the contract, or to beat it if a defender is to play."""
    target, won = play.contract.target, play.declarer_tricks
    if Chair.of(play).is_defender:
        return max(0, 14 - target - (play.tricks - won))
    return max(0, target - won)


def held_before(play: Play, seat: Seat) -> Hand:
    """What a hand held before this trick."""
    since = (play.turn - seat) % 4
    hand = play.holding(seat)
    return hand | Hand.of(play.trick[-since:][:1]) if 0 < since <= len(play.trick) else hand


def whereabouts(play: Play, card: Card) -> Whereabouts:
    """The place of a card, as far as the seat to play has seen it."""
    if card in play.trick:
        return Whereabouts.TABLED
    if card in play.holding(play.turn):
        return Whereabouts.OWN
    other = other_hand(play)
    if other is not None and card in play.holding(other):
        return Whereabouts.PARTNER if other is play.turn.partner else Whereabouts.DUMMY
    return Whereabouts.GONE if card in play.played else Whereabouts.OUT


def shown_out(play: Play, suit: Suit) -> frozenset[Seat]:
    """The hidden hands known to be void in a suit, seats counted from declarer."""
    declarer, hidden, found = play.contract.declarer, hidden_seats(play), set()
    cards = [*zip(play.played, turns(play), strict=False)]
    for first in range(0, len(cards), 4):
        led = cards[first][0].suit
        for card, seat in cards[first : first + 4]:
            if led is suit and card.suit is not suit and seat in hidden:
                found.add(Seat((seat - declarer) % 4))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a question and a case have in common; *length* is true if no suit is followed."""

    real: bool
    place: bool
    hand: bool
    tricks: bool
    length: bool
    honours_elsewhere: int
    """The number of the suit's four honours that are in a different place."""
    needed: bool
    signs: bool

    @classmethod
    def of(cls, here: Play, there: Play, suit: Suit) -> Likeness:
        """Compare two positions under the same suit names; *suit* is the suit in question."""
        ours, theirs = followed_suit(here), followed_suit(there)
        gap = 0
        if ours is not None and theirs is not None:
            gap = here.holding(here.turn).length(ours) - there.holding(there.turn).length(theirs)
        cards = [Card(suit, rank) for rank in _HONOURS]
        return cls(
            real=is_real(there),
            place=place(here) == place(there),
            hand=Chair.of(here) is Chair.of(there),
            tricks=abs(here.tricks - there.tricks) <= TRICKS_APART,
            length=(ours is None) == (theirs is None) and abs(gap) <= LENGTH_APART,
            honours_elsewhere=sum(whereabouts(here, c) is not whereabouts(there, c) for c in cards),
            needed=abs(tricks_needed(here) - tricks_needed(there)) <= NEEDED_APART,
            signs=shown_out(here, suit) == shown_out(there, suit),
        )

    @property
    def is_of_kind(self) -> bool:
        """Whether the two decisions are of the same kind."""
        return self.real and self.place and self.hand and self.tricks and self.length

    @property
    def honours(self) -> bool:
        """Whether every honour of the suit is in the same place."""
        return not self.honours_elsewhere

    @property
    def unlike(self) -> int:
        """A penalty for what is not alike: honours weigh most."""
        return 2 * self.honours_elsewhere + (not self.needed) + (not self.signs)


def alike_in(here: Play, there: Play, suit: Suit, what: str = "the honours of") -> tuple[str, ...]:
    """*What* two positions have in common in a suit, in a few words.

    Empty if a player would see another suit: an honour elsewhere, another hand short of it, or one
    that is longer by more than a card.
    """
    cards = [Card(suit, rank) for rank in _HONOURS]
    if any(whereabouts(here, card) is not whereabouts(there, card) for card in cards):
        return ()
    ours, theirs = (_lengths(play, suit) for play in (here, there))
    short = [min(length, _SHORT) for length in ours]
    if short != [min(length, _SHORT) for length in theirs]:
        return ()
    if any(abs(one - other) > LENGTH_APART for one, other in zip(ours, theirs, strict=True)):
        return ()
    said = [f"{what} {suit.symbol}"]
    if min(short) < _SHORT:
        said.append(f"the shortage in {suit.symbol}")
    return tuple(dict.fromkeys(said))


def _lengths(play: Play, suit: Suit) -> list[int]:
    """How long the hands in view are before this trick."""
    other = other_hand(play)
    seats = [play.turn] if other is None else [play.turn, other]
    return [held_before(play, seat).length(suit) for seat in seats]
