"""What a defender's small card tells partner, by their agreements.

A signal is a small card of a suit from which another small one could have been played. It is named
by what it tells, true or not: that is between the partners.
"""

from __future__ import annotations

from kibitz.cardplay.leads.agreements import Agreements
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.wording import card_text

_SMALL = Rank.NINE
_LIKED = "AKQJ"


def signal_text(state: Play, card: Card, agreements: Agreements) -> str:
    """What a card tells partner: ``an even number``; empty for a card that is no signal."""
    if not is_signal(state, card):
        return ""
    small = _small(state, card.suit)
    high = card.rank > min(one.rank for one in small)
    if card.suit is not state.trick[0].suit:
        if not _is_first_discard(state):
            return ""
        return _discard(card, high, agreements, state.trumps)
    return _told(_asked(state, agreements), card, high, agreements, state.trumps)


def is_signal(state: Play, card: Card) -> bool:
    """Whether a card is a defender's free choice among small cards of its suit."""
    if state.turn.is_with(state.contract.declarer) or not state.trick:
        return False
    return (
        card.rank <= _SMALL and card.suit is not state.trumps and len(_small(state, card.suit)) > 1
    )


def signal_card(state: Play, card: Card, agreements: Agreements) -> Card:
    """The small card of the same suit that tells partner the truth; the card itself if it does.

    A high one is the highest that is small; of four the next, which is as clear.
    """
    if not is_signal(state, card):
        return card
    high = truth(state, state.holding(state.turn).ranks(card.suit), card.suit, agreements)
    small = sorted(_small(state, card.suit))
    if high is None or high == (card > small[0]):
        return card
    return small[-2 if len(small) > 3 else -1] if high else small[0]


def truth(state: Play, held: str, suit: Suit, agreements: Agreements) -> bool | None:
    """Whether a high card tells the truth of the ranks *held* in the suit of a defender's signal.

    None where what it should tell is for a player to judge, and after his first card of the suit.
    """
    seat = state.turn
    if state.deal[seat].length(suit) > state.holding(seat).length(suit):
        return None
    what = _asked(state, agreements)
    if suit is not state.trick[0].suit:
        what = agreements.first_discard if _is_first_discard(state) else ""
    if what == "count" and agreements.count != "none":
        return (len(held) % 2 == 0) == (agreements.count == "standard")
    if what == "attitude" and agreements.attitude != "none":
        return (held[0] in _LIKED) == (agreements.attitude == "standard")
    return None


def _asked(state: Play, agreements: Agreements) -> str:
    """What is told when the suit led is followed."""
    leader = Seat((state.turn - len(state.trick)) % 4)
    if leader is not state.turn.partner:
        return agreements.declarer_leads
    # once dummy has beaten partner's card, nobody asks any more whether the suit is liked
    return "count" if _partner_is_beaten(state) else agreements.partner_leads


def named_signal(state: Play, card: Card, agreements: Agreements) -> str:
    """``♥8: an even number``; empty for a card that is no signal."""
    told = signal_text(state, card, agreements)
    return f"{card_text(card)}: {told}" if told else ""


def _small(state: Play, suit: Suit) -> list[Card]:
    return [one for one in state.legal_actions if one.suit is suit and one.rank <= _SMALL]


def _partner_is_beaten(state: Play) -> bool:
    """Whether dummy, between partner and this hand, has already beaten partner's card."""
    first = state.trick[0]
    return any(one.suit is first.suit and one.rank > first.rank for one in state.trick[1:])


def _is_first_discard(state: Play) -> bool:
    """Whether the hand to play has followed to every trick so far."""
    seat = state.turn
    play = Play.start(state.deal, state.contract)
    for card in state.played:
        if play.turn is seat and play.trick and card.suit is not play.trick[0].suit:
            return False
        play = play.after(card)
    return True


def _told(what: str, card: Card, high: bool, agreed: Agreements, trumps: Suit | None) -> str:
    """What a small card of a suit that was led tells."""
    if what == "attitude" and agreed.attitude != "none":
        likes = high == (agreed.attitude == "standard")
        return "encouraging" if likes else "discouraging"
    if what == "count" and agreed.count != "none":
        even = high == (agreed.count == "standard")
        return "an even number" if even else "an odd number"
    return _preference(card, high, trumps) if what == "suit-preference" else ""


def _discard(card: Card, high: bool, agreed: Agreements, trumps: Suit | None) -> str:
    """What the first discard tells."""
    if agreed.first_discard == "odd-even":
        likes = card.rank % 2 == 1
        return f"likes {card.suit.name.lower()}" if likes else _preference(card, high, trumps)
    if agreed.first_discard == "attitude" and agreed.attitude != "none":
        likes = high == (agreed.attitude == "standard")
        name = card.suit.name.lower()
        return f"encouraging in {name}" if likes else f"discouraging in {name}"
    return _told(agreed.first_discard, card, high, agreed, trumps)


def _preference(card: Card, high: bool, trumps: Suit | None) -> str:
    """Suit preference: a high card asks for the higher of the other suits, trumps left out."""
    others = sorted(suit for suit in Suit if suit not in (card.suit, trumps))
    asked = others[-1] if high else others[0]
    return f"suit preference for {asked.name.lower()}"
