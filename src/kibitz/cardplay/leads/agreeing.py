"""The card that the agreements name among cards that are equal for tricks."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.leads.signals import signal_card
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play


def agreed_first(order: Sequence[Card], state: Play, agreements: Agreements) -> list[Card]:
    """The legal cards of a defender in their order, but the first as it is agreed.

    On the opening lead the first of every suit is: the agreed small card, or the top of ace-king.
    """
    if not order or state.turn.is_with(state.contract.declarer):
        return list(order)
    if state.played:
        agreed = signal_card(state, order[0], agreements)
        return [agreed, *(card for card in order if card != agreed)]
    found = list[Card]()
    for card in order:
        if card not in found:
            is_first = all(one.suit is not card.suit for one in found)
            found += [_led(state, card, agreements)] if is_first else []
            found += [card] if card not in found else []
    return found


def _led(state: Play, card: Card, agreements: Agreements) -> Card:
    """The card agreed to be led of a suit, in place of one of its equals."""
    trumps: Suit | None = state.trumps
    if card.suit is trumps:
        return card
    held = state.holding(state.turn).ranks(card.suit)
    rank = agreements.agreed(held, card, at_notrump=trumps is None)
    return card if rank is None else Card(card.suit, rank)
