"""What declarer's two hands hold in a suit: winners, tenaces, blocks, small cards to lose with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import top_tricks

LEAST_HONOUR = Rank.TEN
_DEEP = 2
"""The most missing cards above one that is finessed."""
_LONG, _RUNS = 4, 3
"""The length from which a suit is long, and the winners with which it may run."""


def ours(state: Play) -> tuple[Seat, Seat]:
    return state.contract.declarer, state.contract.dummy


def seat_at(state: Play, place: int) -> Seat:
    """The seat so many places from declarer."""
    return Seat((state.contract.declarer + place) % 4)


def place_of(state: Play, seat: Seat) -> int:
    """How many places a seat is from declarer."""
    return (seat - state.contract.declarer) % 4


def led_by_defenders(state: Play) -> bool:
    """Whether a defender led to the trick in progress."""
    leader = Seat((state.turn - len(state.trick)) % 4)
    return not leader.is_with(state.contract.declarer)


def length(state: Play, suit: Suit) -> int:
    """The combined length of a suit in our two hands."""
    return sum(state.holding(seat).length(suit) for seat in ours(state))


def longest_suit(state: Play) -> Suit | None:
    """The suit, trumps left out, of which our two hands have most, and more than they do."""
    found = max(
        (one for one in Suit if one is not state.trumps), key=lambda one: length(state, one)
    )
    return found if length(state, found) > len(missing(state, found)) else None


def ranks(state: Play, seat: Seat, suit: Suit) -> list[Rank]:
    """The cards of a suit in a hand, lowest first."""
    return _ranks(state.holding(seat), suit)


@cache
def _ranks(hand: Hand, suit: Suit) -> list[Rank]:
    return [card.rank for card in hand.of_suit(suit)]


def missing(state: Play, suit: Suit) -> list[Rank]:
    """The cards of a suit that the defenders still hold, lowest first."""
    gone = Hand.of(state.played)
    for seat in ours(state):
        gone = gone | state.holding(seat)
    return [rank for rank in Rank if Card(suit, rank) not in gone]


def masters(state: Play, seat: Seat, suit: Suit) -> list[Rank]:
    """The cards of a hand that no defender can beat, lowest first."""
    out = missing(state, suit)
    return [rank for rank in ranks(state, seat, suit) if not out or rank > out[-1]]


def has_master(state: Play, suit: Suit) -> bool:
    return any(masters(state, seat, suit) for seat in ours(state))


def has_losers(state: Play, suit: Suit) -> bool:
    """Whether the longer of our two hands has a card of the suit that may lose."""
    one, other = (state.holding(seat) for seat in ours(state))
    longer = max(one.length(suit), other.length(suit))
    return top_tricks(one, other, Hand.of(state.played), suit) < longer


def is_finesse(state: Play, suit: Suit, through: int) -> bool:
    """Whether there is a finesse through a defender: our side has the highest card, and below one
    or two missing ones either the hand behind him has an honour, to which the other can lead a
    small card, or the hand before him has two to run with a winner behind."""
    out = missing(state, suit)
    if not out or not has_master(state, suit):
        return False
    before, behind = (ranks(state, seat_at(state, through + step), suit) for step in (3, 1))
    covers = len(behind) > 1 and behind[-1] > out[-1]
    for rank in Rank:
        if not LEAST_HONOUR <= rank < out[-1] or sum(one > rank for one in out) > _DEEP:
            continue
        led_to = rank in behind and bool(before) and before[0] < out[-1]
        if led_to or ({rank, rank - 1} <= set(before) and covers):
            return True
    return False


def cards_to_lead_to(
    state: Play, suit: Suit, through: int, least: Rank = LEAST_HONOUR
) -> list[Card]:
    """The cards between which the hand behind a defender must choose when a low card is led.

    They may win and may lose; of each sequence there is one. A jack or less is no such card where
    the leading hand has a better one that may lose.
    """
    before, behind = (ranks(state, seat_at(state, through + step), suit) for step in (3, 1))
    out = missing(state, suit)
    if not before or len(behind) < 2 or not out or not may_lead(state, (through + 3) % 4, suit):
        return []
    found = list[Rank]()
    for rank in reversed(behind[1:]):
        led_from = any(rank < one < out[-1] for one in before) and rank < Rank.QUEEN
        if led_from or before[0] > rank or not least <= rank < out[-1] or rank < out[0]:
            continue
        if not found or any(rank < one < found[-1] for one in out):
            found.append(rank)
    return [Card(suit, rank) for rank in found]


def may_lose(state: Play, suit: Suit, rounds: int) -> bool:
    """Whether this round of a suit and the next, so many in all, can be lost to low cards.

    In each round the better of our two lowest cards must be one that a defender can beat; if it is
    more than an eight, by either of two cards, as he need not play the only one.
    """
    tabled = {
        Seat((state.turn - len(state.trick) + at) % 4): card for at, card in enumerate(state.trick)
    }
    hands = list[list[Rank]]()
    for seat in ours(state):
        played = [tabled[seat].rank] if seat in tabled and tabled[seat].suit is suit else []
        hands.append([*played, *ranks(state, seat, suit)])
    theirs = [card.rank for seat, card in tabled.items() if seat not in ours(state)]
    out = sorted([*missing(state, suit), *theirs])
    for number in range(rounds):
        best = max((hand[number] for hand in hands if number < len(hand)), default=Rank.TWO)
        higher = [rank for rank in out if rank > best]
        if len(higher) < (1 if best < Rank.NINE else 2):
            return False
        out.remove(theirs.pop() if theirs else higher[0])
    return True


def guarded(state: Play, suit: Suit) -> bool:
    """Whether a hand has an honour with as many cards below it as there are missing above it."""
    out = missing(state, suit)
    for seat in ours(state):
        for rank in ranks(state, seat, suit):
            above = sum(one > rank for one in out)
            below = sum(one < rank for one in ranks(state, seat, suit))
            if rank >= Rank.JACK and above <= below:
                return True
    return False


def is_blocked(state: Play, suit: Suit) -> bool:
    """Whether the shorter hand's cards, played lowest first, may stop the longer hand's run."""
    short, long = short_and_long(state, suit)
    few, many = ranks(state, short, suit), ranks(state, long, suit)
    winners = sum(len(masters(state, seat, suit)) for seat in ours(state))
    if not 1 <= len(few) < len(many) or len(many) < _LONG or winners < _RUNS:
        return False
    left = many[: len(many) - len(few) + 1]
    return any(rank > left[-1] for rank in few[1:] or few)


def is_frozen(state: Play, suit: Suit) -> bool:
    """Whether a suit gains when the defenders open it: a tenace, or in both hands honours that a
    missing card beats, fewer than three of them in a row."""
    hands = [ranks(state, seat, suit) for seat in ours(state)]
    out = missing(state, suit)
    if not out or min(map(len, hands)) < 2:
        return False
    if any(is_finesse(state, suit, through) for through in (1, 3)):
        return True
    below = [rank for hand in hands for rank in hand if rank < out[-1]]
    in_a_row = sum(not any(rank < one < max(below) for one in out) for rank in below)
    return in_a_row < _RUNS and all(
        any(Rank.JACK <= rank < out[-1] for rank in hand) for hand in hands
    )


def short_and_long(state: Play, suit: Suit) -> tuple[Seat, Seat]:
    """The hand with fewer cards of a suit, then the other; dummy first where they are equal."""
    declarer, dummy = ours(state)
    longer = state.holding(dummy).length(suit) > state.holding(declarer).length(suit)
    return (declarer, dummy) if longer else (dummy, declarer)


def offers(state: Play) -> Iterator[tuple[Card, Card]]:
    """Cards to offer, each with the next one below it, in the other hand, that becomes an entry:
    one higher card is out, and all others above it are ours or gone."""
    for suit in Suit:
        out = missing(state, suit)
        for seat, other in (ours(state), ours(state)[::-1]):
            for rank in ranks(state, seat, suit):
                next_ones = [one for one in ranks(state, other, suit) if one < rank]
                if sum(one > rank for one in out) != 1 or len(next_ones) < 2:
                    continue
                if suit is state.trumps or rank < LEAST_HONOUR:
                    continue
                if not any(next_ones[-1] < one < rank for one in out):
                    yield Card(suit, rank), Card(suit, next_ones[-1])


def has_entry(state: Play, seat: Seat, but: Sequence[Suit]) -> bool:
    """Whether a hand has a winner in another suit that our other hand can lead to, by a card
    below it."""
    for suit in Suit:
        winners, to_lead = masters(state, seat, suit), ranks(state, seat.partner, suit)
        if suit not in but and winners and to_lead and to_lead[0] < winners[-1]:
            return True
    return False


def may_lead(state: Play, place: int, suit: Suit) -> bool:
    """Whether the hand at a place may come to lead a suit: it is on lead, or another suit has an
    honour there to reach it by, or it may ruff."""
    seat = seat_at(state, place)
    if seat is state.turn and not state.trick:
        return True
    for other in Suit:
        mine, theirs = ranks(state, seat, other), ranks(state, seat.partner, other)
        if other is suit or not theirs:
            continue
        if mine and mine[-1] >= Rank.QUEEN and mine[-1] > theirs[0]:
            return True
        trumps = state.trumps
        if trumps not in (None, other) and len(mine) < 2 and len(theirs) > len(mine):
            return trumps is None or bool(ranks(state, seat, trumps))
    return False


def is_exit(state: Play, suit: Suit) -> bool:
    """Whether a round of a suit, now or later, is sure to be lost while both our hands follow."""
    one, other = (state.holding(seat) for seat in ours(state))
    sure = top_tricks(one, other, Hand.of(state.played), suit)
    return min(one.length(suit), other.length(suit)) > sure


def rounds_of(state: Play, suit: Suit) -> int:
    """The number of completed tricks in which the suit was led."""
    return sum(card.suit is suit for card in state.played[: 4 * state.tricks : 4])
