"""A textbook's lead: a suit, then a card of it, from the hand and the auction alone.

It uses no precedents: it is what a learned lead has to beat. The order of preference is that of the
books. Against trump contracts the weights were fitted to 35,000 expert leads, and rounded; against
no-trump they are set by hand.
"""

from __future__ import annotations

from kibitz.cardplay.inferences.bids import suits_bid
from kibitz.cardplay.leads.lead import MAJORS
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit

_SEQUENCES = ("KQJ", "KQT", "QJT", "QJ9", "JT9", "JT8")
_INNER = {"AQJ": "Q", "AJT": "J", "KJT": "J", "KT9": "T", "QT9": "T", "AT9": "T"}
_WORTH = {"A": 0.5, "K": 0.7, "Q": 0.7, "J": 0.5, "T": 0.3}
_HEADED = {"A": -2.0, "K": -1.2, "Q": -0.6, "J": -0.8}
_SMALL, _TRUMP = -0.4, -1.1


def textbook_lead(hand: Hand, auction: Auction, contract: Contract) -> Card:
    """The textbook's lead, determined by the hand and the auction.

    >>> auction = Auction.parse("N: 1N P 3N P P P")
    >>> str(textbook_lead(Hand.parse("KJ752.84.Q93.T62"), auction, auction.contract))
    'S5'
    """
    trumps = contract.bid.strain.trumps
    partners = suits_bid(auction, contract.leader.partner)
    declarers, dummys = (suits_bid(auction, seat) for seat in (contract.declarer, contract.dummy))

    def liking(suit: Suit) -> float:
        held = hand.ranks(suit)
        if trumps is None:
            bid = 5.0 * (suit in partners) - 4.0 * (suit in declarers | dummys)
            return bid + _at_notrump(held, suit)
        if suit is trumps:
            return _TRUMP
        bid = 1.7 * (suit in partners) - 1.1 * (suit in declarers) - 0.6 * (suit in dummys)
        return bid + _at_trumps(held, hand.length(trumps))

    suit = max((each for each in reversed(Suit) if hand.length(each)), key=liking)
    return Card(suit, Rank.parse(_card(hand.ranks(suit), trumps is None, suit is trumps)))


def _at_notrump(held: str, suit: Suit) -> float:
    """Length first, then honours; a major before a minor, a sequence before a gap."""
    length = 1.5 * min(len(held), 6) + sum(_WORTH.get(each, 0) for each in held)
    return length + (suit in MAJORS) + 2 * held.startswith((*_SEQUENCES, "AKQ", "AKJ"))


def _at_trumps(held: str, trumps: int) -> float:
    """Ace-king, a singleton with trumps to ruff, a sequence; rarely away from an honour."""
    if held.startswith("AK"):
        return 2.4
    if len(held) == 1:
        return 1.8 if held not in "AKQ" and 0 < trumps <= 4 else 0.7
    if len(held) == 2:
        return 0.3 if held[0] not in "AKQJ" else -0.4
    length = (0.0, 0.3, 0.7)[min(len(held), 5) - 3]
    if held.startswith(_SEQUENCES):
        return length + 1
    if held.startswith(("KQ", "QJ", "JT")):
        return length + 0.2
    return length + _HEADED.get(held[0], _SMALL)


def _card(held: str, at_notrump: bool, of_trumps: bool) -> str:
    """The card that textbooks lead from this holding."""
    if of_trumps:
        return held[-1]
    if len(held) <= 2:
        return held[0]
    inner = _INNER.get(held[:3])
    if inner is not None and (at_notrump or held[0] != "A"):
        return inner
    touching = ("AK", "KQ", "QJ", "JT") if not at_notrump or len(held) == 3 else ("AKQ", "AKJ")
    if held.startswith((*_SEQUENCES, "T98", "T97", *touching)):
        return held[0]
    if not at_notrump and held[0] == "A":
        return held[0]
    if held[0] in "AKQJ" or len(held) > 4:
        return held[3] if len(held) >= 4 else held[-1]
    return held[1] if len(held) >= 4 else held[-1]
