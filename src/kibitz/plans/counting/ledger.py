"""The ledger of a deal: a row a suit, its tricks now and later and how, or its losers.

Tricks now are sure. Tricks later need a high card of theirs to go, an even break, an entry or a
ruff. A loser is a round that the hand with more trumps may lose if the suits break evenly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.games.bridge.cards import FULL_DECK, Card, Hand, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import count, led_up_to, longer_seat, top_tricks

_MOST_TO_GO = 2
"""The most high cards that are driven out for later tricks."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A suit in the count of tricks."""

    suit: Suit
    now: int
    later: int
    card: Card | None
    """The card that wins the trick, if there is just one now."""
    led_up_to: bool
    """Whether that trick comes of the lead."""
    after: tuple[Card, ...]
    """The high cards of theirs that must go first; none: later tricks need an even break."""
    ruffs: int
    """How many of the later tricks are ruffs in the hand with fewer trumps."""
    stranded: int
    """How many of the later tricks are high cards that nobody can lead to."""

    def to_json(self) -> dict[str, Any]:
        return {
            "suit": str(self.suit),
            "now": self.now,
            "later": self.later,
            "card": None if self.card is None else str(self.card),
            "led_up_to": self.led_up_to,
            "after": [str(card) for card in self.after],
            "ruffs": self.ruffs,
            "stranded": self.stranded,
        }


@dataclass(frozen=True, slots=True)
class Losers:
    """The losers of the hand with more trumps."""

    by_suit: Mapping[Suit, int]
    ruffed: Mapping[Suit, int]
    """Those that the other hand can ruff; not among the losers."""
    thrown: Mapping[Suit, int]
    """How many losers the other hand's extra winners of a suit could take care of; they still
    count."""

    def to_json(self) -> dict[str, Any]:
        told = {"losers": self.by_suit, "ruffed": self.ruffed, "thrown": self.thrown}
        return {
            name: {str(suit): number for suit, number in found.items()}
            for name, found in told.items()
        }


def rows(state: Play) -> list[LedgerRow]:
    """The ledger, spades first and the suit led up to last."""
    found, given = count(state), led_up_to(state)
    told = [_row(state, suit, found.on_top[suit], given.get(suit, 0)) for suit in reversed(Suit)]
    return sorted(told, key=lambda row: row.led_up_to)


def _row(state: Play, suit: Suit, now: int, given: int) -> LedgerRow:
    one, other = _hands(state)
    gone = Hand.of(state.played)
    top = top_tricks(one, other, gone, suit)
    tricks, after = promoted(one, other, gone, suit)
    ruffs = _ruffs(state).get(suit, 0)
    far = len(after) > _MOST_TO_GO or any(card.rank < Rank.JACK for card in after)
    later = ruffs if ruffs else 0 if far else max(0, tricks - now)
    cards = [card for hand in (one, other) for card in hand.of_suit(suit)]
    card = max(cards, key=lambda one: one.rank, default=None) if now == 1 else None
    by_lead = given > top and now == given
    stranded = max(0, top - now)
    needs = after if later and not ruffs and not stranded else ()
    return LedgerRow(suit, now, later, card, by_lead, needs, ruffs, 0 if ruffs else stranded)


def promoted(one: Hand, other: Hand, gone: Hand, suit: Suit) -> tuple[int, tuple[Card, ...]]:
    """The tricks of a suit played from the top until it is gone, if it breaks evenly, and the cards
    of theirs that win on the way.

    >>> promoted(Hand.parse("KQ4.AK732.."), Hand.parse("532.864.."), Hand(), Suit.SPADES)
    (1, (Card.parse('SA'),))
    >>> promoted(Hand.parse("KQ4.AK732.."), Hand.parse("532.864.."), Hand(), Suit.HEARTS)[0]
    4
    """
    ours = [card.rank for card in (one | other).of_suit(suit)]
    theirs = [card.rank for card in FULL_DECK.of_suit(suit) - one - other - gone]
    tricks, winners, needed = 0, list[Card](), 0
    shorter, longer = sorted((one.length(suit), other.length(suit)))
    for number in range(longer):
        beats = [rank for rank in theirs if rank > ours[-1]]
        ours.pop()
        if beats:
            winners.append(Card(suit, beats[0]))
            theirs.remove(beats[0])
        else:
            tricks, needed = tricks + 1, len(winners)
        del theirs[: 1 if beats else 2]
        if number < shorter:
            del ours[:1]
    return tricks, tuple(winners[:needed])


def _ruffs(state: Play) -> dict[Suit, int]:
    """The rounds of each suit that the hand with fewer trumps can ruff, with the trumps that are
    not among the sure tricks of the suit."""
    trumps = state.trumps
    if trumps is None:
        return {}
    long = longer_seat(state, trumps)
    hand, other = state.holding(long), state.holding(long.partner)
    gone = Hand.of(state.played)
    high = sum(_is_high(card, hand | other | gone) for card in hand.of_suit(trumps))
    left = other.length(trumps) - max(0, top_tricks(hand, other, gone, trumps) - high)
    found = dict[Suit, int]()
    for suit in sorted(Suit, key=other.length):
        rounds = max(other.length(suit), top_tricks(hand, other, gone, suit))
        number = min(left, hand.length(suit) - rounds)
        if suit is not trumps and number > 0:
            found[suit] = number
            left -= number
    return found


def _is_high(card: Card, seen: Hand) -> bool:
    return not any(one.rank > card.rank for one in FULL_DECK.of_suit(card.suit) - seen)


def losers(state: Play) -> Losers:
    """The rounds that the hand with more trumps may lose, by the deal: both hands play together,
    what the other hand ruffs is no loser, and what it can throw away is told."""
    trumps = state.trumps
    assert trumps is not None
    long = longer_seat(state, trumps)
    hand, other = state.holding(long), state.holding(long.partner)
    ruffed, given = _ruffs(state), led_up_to(state)
    found = {
        suit: max(0, _losers(state, hand, other, suit, given.get(suit, 0)) - ruffed.get(suit, 0))
        for suit in Suit
    }
    gone = Hand.of(state.played)
    thrown = {
        suit: top_tricks(hand, other, gone, suit) - hand.length(suit)
        for suit in Suit
        if suit is not trumps
    }
    extra = {suit: number for suit, number in thrown.items() if number > 0}
    return Losers(found, ruffed, extra)


def _losers(state: Play, hand: Hand, other: Hand, suit: Suit, given: int) -> int:
    """The rounds of a suit that the longer trump hand follows to and may lose."""
    gone = Hand.of(state.played)
    ours = [card.rank for card in (hand | other).of_suit(suit)]
    theirs = [card.rank for card in FULL_DECK.of_suit(suit) - hand - other - gone]
    lost = 0
    rounds = hand.length(suit)
    for number in range(rounds):
        lead = ours.pop()
        beaten = bool(theirs) and theirs[-1] > lead
        lost += beaten
        if beaten:
            theirs.pop()
        del theirs[: 1 if beaten else 2]
        if number < other.length(suit):
            del ours[:1]
    return max(0, min(lost, rounds - given))


def _hands(state: Play) -> tuple[Hand, Hand]:
    return state.holding(state.contract.declarer), state.holding(state.contract.dummy)
