"""Which lie of the hidden cards tells some layouts from the others, and how it is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kibitz.because.lies import Lie, LieForm, lies_of
from kibitz.because.story import Bools, Rows
from kibitz.cardplay.lookahead.expected import Owners, Weights
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import tricks_of
from kibitz.wording import card_text, in_words

_DECLARER, _DUMMY = 0, 2


def telling(
    owners: Rows, weights: Weights, chosen: Bools, viewer: Seat, contract: Contract
) -> Lie | None:
    """The lie that goes best with the layouts *chosen* among all of them; None if none does.

    *owners* is who holds each card on each layout, seats counted from declarer.
    """
    best, most = None, 0.0
    for lie in _lies(owners, (viewer - contract.declarer) % 4):
        so = lie.holds(owners)
        if not (so & chosen).any():
            continue
        p, q, both = (float(weights @ one) for one in (so, chosen, so & chosen))
        spread = max(0.0, p * (1 - p) * q * (1 - q)) ** 0.5  # a share may miss one by a hair
        value = (both - p * q) / spread if spread > 0 else 0.0
        if value > most + 1e-9:
            best, most = lie, value
    return best


def _lies(owners: Rows, viewer: int) -> Iterator[Lie]:
    one, other = [seat for seat in range(4) if seat not in (viewer, _DUMMY)][:2]
    for suit in reversed(Suit):
        for lie in lies_of(owners, suit, (one, other)):
            if viewer == _DECLARER or lie.form not in (LieForm.EVEN, LieForm.UNEVEN):
                yield lie  # a break is between two defenders


def from_declarer(owners: Owners, contract: Contract) -> Rows:
    """Who holds each card on each layout, seats counted from declarer."""
    found: Rows = (owners.astype(np.int64) + 4 - contract.declarer) % 4
    return found


@dataclass(frozen=True, slots=True)
class Lying:
    """A layout, who looks at it, and the cards already played."""

    layout: Deal
    contract: Contract
    viewer: Seat
    begun: tuple[Card, ...]

    def seat(self, place: int) -> Seat:
        return Seat((self.contract.declarer + place) % 4)

    def name(self, seat: Seat) -> str:
        """A hidden hand, as the viewer calls it."""
        if self.viewer.is_with(self.contract.declarer):
            return seat.name.capitalize()
        return "declarer" if seat is self.contract.declarer else "your partner"

    def holds(self, seat: Seat, suit: Suit) -> str:
        """``has``, or ``began with`` if some cards of the suit are gone."""
        tricks = tricks_of(self.contract, self.begun)
        gone = any(
            card.suit is suit for trick in tricks for card in [trick.by_seat.get(seat)] if card
        )
        return "began with" if gone else "has"


def asked(lie: Lie | None, at: Lying) -> str:
    """The question about a lie, as it is on this layout: ``What if West has five hearts?``."""
    return "What if the cards lie like this?" if lie is None else f"What if {_told(lie, at)}?"


def nudged(lie: Lie | None, at: Lying) -> str:
    """What to think about, as a hint: no more than where to look."""
    if lie is None:
        return "Count your tricks again."
    suit = lie.suit.name.lower()
    if lie.form is LieForm.LENGTH and lie.seat is not None:
        whose = at.name(at.seat(lie.seat))
        return f"Count {whose}'s {suit}."
    if lie.rank is not None:
        return f"Think about {card_text(Card(lie.suit, lie.rank))}: who may have it?"
    return f"Think about the {suit}: how may they break?"


def _told(lie: Lie, at: Lying) -> str:
    lengths = {at.seat(one): at.layout[at.seat(one)].length(lie.suit) for one in lie.hidden}
    suit = lie.suit.name.lower()
    if lie.form in (LieForm.EVEN, LieForm.UNEVEN):
        most, least = sorted(lengths.values(), reverse=True)
        return f"the {suit} break {most}–{least}"
    if lie.form is LieForm.LENGTH:
        assert lie.seat is not None
        seat = at.seat(lie.seat)
        return f"{at.name(seat)} {at.holds(seat, lie.suit)} {of_suit(lengths[seat], lie.suit)}"
    assert lie.rank is not None
    card = Card(lie.suit, lie.rank)
    seat = next(one for one in lengths if card in at.layout[one])
    has = f"{at.name(seat)} {at.holds(seat, lie.suit)} {card_text(card)}"
    if lie.form is LieForm.PLACE:
        return f"{at.name(seat)} has {card_text(card)}"
    others = lengths[seat] - 1
    if not others:
        return f"{has} alone"
    return f"{has} and {'one other' if others == 1 else f'{in_words(others)} others'}"


def of_suit(number: int, suit: Suit) -> str:
    """
    >>> of_suit(1, Suit.CLUBS), of_suit(4, Suit.HEARTS), of_suit(0, Suit.HEARTS)
    ('a club', 'four hearts', 'no heart')
    """
    name = suit.name.lower()
    if number == 1:
        return f"a {name[:-1]}"
    return f"{in_words(number)} {name}" if number else f"no {name[:-1]}"
