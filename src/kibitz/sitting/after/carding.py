"""What the house's lead and signals told, said when all hands are open.

The house was taught by experts, whose pairs agree on different things; so a signal is explained
only where it was true: by the usual agreements, and by the hand that made it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.leads.card_reason import CardReason
from kibitz.cardplay.leads.lead import Lead
from kibitz.cardplay.leads.signals import is_signal, signal_text
from kibitz.games.bridge.cards import Card, Rank
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.sitting.coached import CoachedDeal
from kibitz.wording import card_text, in_words

_EVEN, _ODD = "an even number", "an odd number"


def carding_told(deal: CoachedDeal) -> list[str]:
    """The opening lead of the house and the first signal of each defender, each in a line."""
    if deal.contract is None or not deal.cards:
        return []
    told = [] if deal.start.cards else list(_lead(deal))
    return [*told, *_signals(deal)]


def _lead(deal: CoachedDeal) -> Iterator[str]:
    contract, card = deal.contract, deal.cards[0]
    assert contract is not None
    leader = contract.leader
    if leader in deal.start.people:
        return
    reason = CardReason.of(Lead(deal.deal[leader], deal.auction, contract, card))
    if reason is not None:
        yield f"{_name(leader)} led {card_text(card)}: {reason.phrase}."


def _signals(deal: CoachedDeal) -> Iterator[str]:
    contract = deal.contract
    assert contract is not None
    state, told_of = Play.start(deal.deal, contract), set(deal.start.people)
    for place, card in enumerate(deal.cards):
        seat = state.turn
        if place >= len(deal.start.cards) and seat not in told_of:
            told = _true_signal(state, card)
            if told:
                told_of.add(seat)
                yield f"Trick {place // 4 + 1}, {_name(seat)}'s {card_text(card)}: {told}."
        state = state.after(card)


def _true_signal(state: Play, card: Card) -> str:
    """What a small card told, if the hand bears it out; else nothing."""
    if not is_signal(state, card):
        return ""
    told, hand = signal_text(state, card, Agreements()), state.holding(state.turn)
    length = hand.length(card.suit)
    if told in (_EVEN, _ODD):
        return f"{told}, {in_words(length)}" if (length % 2 == 0) == (told == _EVEN) else ""
    likes = any(one.suit is card.suit and one.rank >= Rank.QUEEN for one in hand)
    if told.startswith("encouraging"):
        return told if likes else ""
    return told if told.startswith("discouraging") and not likes else ""


def _name(seat: Seat) -> str:
    return seat.name.capitalize()
