"""Ideas: the lines that a position suggests, from which the menu is made, the commonest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Play
from kibitz.plans.arithmetic import stoppers, top_tricks
from kibitz.plans.lines.handling import Offer, Towards, Unblock
from kibitz.plans.lines.holdings import (
    LEAST_HONOUR,
    cards_to_lead_to,
    guarded,
    has_entry,
    has_losers,
    has_master,
    is_blocked,
    is_finesse,
    led_by_defenders,
    length,
    masters,
    may_lead,
    may_lose,
    missing,
    offers,
    ours,
    place_of,
    ranks,
    rounds_of,
    short_and_long,
)
from kibitz.plans.lines.line import (
    DECLARER,
    DUMMY,
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    HoldUp,
    Next,
    PlanLine,
    Ruff,
)
from kibitz.plans.lines.trumping import Throw

_LONGEST_HOLD_UP, _MOST_STOPPERS = 2, 2
"""The most rounds to hold up, and the most stoppers with which holding up is considered."""
_LONGEST_OF_ALL = 3
"""The most rounds of a suit that are let go, those before now included."""
_THREE = 3
"""The cards that the longer hand must have for a hold-up with trumps."""
_LONG = 7
"""The combined length from which a suit may be worth ducking."""
_THROWN = 4
"""The most suits to throw losers on that are tried."""


def firsts(state: Play) -> Iterator[PlanLine]:
    return _without_trumps(state) if state.trumps is None else _with_trumps(state, state.trumps)


def hold_ups(state: Play) -> Iterator[HoldUp]:
    """When they lead a suit that we stop: win at once, or later, while small cards can lose it.

    A round that they win with a card above all of ours is no hold-up. With trumps, only as long as
    both our hands follow when it is won.
    """
    if not state.trick or not led_by_defenders(state):
        return
    suit = state.trick[0].suit
    if suit is state.trumps or stoppers(state, suit) > _MOST_STOPPERS:
        return
    if not stoppers(state, suit) and not guarded(state, suit):
        return
    lengths = [len(ranks(state, seat, suit)) for seat in ours(state)]
    best = max(max(ranks(state, seat, suit), default=Rank.TWO) for seat in ours(state))
    lost = int(state.trick[0].rank > best)
    most = min(_LONGEST_HOLD_UP + lost, max(lengths) - 1)
    if state.trumps is not None:
        most = min(most, min(lengths) - 1)
        if not lost and _may_be_thrown_on(state, suit):
            most = 1
        elif most <= lost or max(lengths) < _THREE:
            return
    gone = rounds_of(state, suit)
    for rounds in (0, *range(lost + 1, min(most, _LONGEST_OF_ALL - gone) + 1)):
        if may_lose(state, suit, rounds):
            yield HoldUp(suit, gone + rounds if rounds else 0)


def _may_be_thrown_on(state: Play, suit: Suit) -> bool:
    """Whether one hand has a single card of a suit and a loser elsewhere, to be thrown on the ace
    that is left when the first round is let go."""
    for seat in ours(state):
        single = len(ranks(state, seat, suit)) == 1
        if single and masters(state, seat.partner, suit) and with_losers(state, seat, (suit, suit)):
            return True
    return False


def cards(state: Play) -> Iterator[Next]:
    """The cards that differ in what they may win, where our side plays to a suit they led; without
    one, the trumps that do, and a card of each other suit that has losers."""
    if not state.trick or not led_by_defenders(state):
        return
    if not state.turn.is_with(state.contract.declarer):
        return
    suit, trumps = state.trick[0].suit, state.trumps
    if ranks(state, state.turn, suit):
        yield from _apart(state, suit) if len(state.trick) < 3 else ()
        return
    if trumps is None or not ranks(state, state.turn, trumps):
        return
    yield from _apart(state, trumps)
    for other in Suit:
        small = ranks(state, state.turn, other)
        if other is not trumps and small and has_losers(state, other):
            yield Next(Card(other, small[0]), len(state.played))


def _apart(state: Play, suit: Suit) -> Iterator[Next]:
    """The cards of a suit in the hand to play that are apart, the lowest first."""
    between = missing(state, suit)
    last: Rank | None = None
    for rank in ranks(state, state.turn, suit):
        if last is None or (rank >= Rank.NINE and any(last < one < rank for one in between)):
            yield Next(Card(suit, rank), len(state.played))
        last = rank


def _without_trumps(state: Play) -> Iterator[PlanLine]:
    suits = [one for one in Suit if has_losers(state, one) and one is not their_suit(state)]
    for suit in suits:
        yield from _ways(state, suit)
        if may_be_ducked(state, suit):
            yield Duck(suit)
    yield from unblocks(state)
    for suit in suits:
        yield from cards_led_to(state, suit)
    yield from offered(state)


def may_be_ducked(state: Play, suit: Suit) -> bool:
    """Whether a long suit has a round to lose to low cards, and winners for later."""
    long = length(state, suit) >= _LONG and has_losers(state, suit)
    return long and has_master(state, suit) and may_lose(state, suit, 1)


def _ways(state: Play, suit: Suit) -> Iterator[PlanLine]:
    """The ways to attack a suit: freely, from one hand, by a finesse, from the top."""
    yield Attack(suit)
    tenaces = _finesses(state, suit)
    yield from tenaces
    if tenaces and has_master(state, suit):
        yield Cash(suit)
    if not tenaces and not has_master(state, suit):
        for seat in (DECLARER, DUMMY):
            if may_lead(state, seat, suit):
                yield Attack(suit, seat)


def _finesses(state: Play, suit: Suit) -> list[Finesse]:
    return [
        Finesse(suit, through)
        for through in (1, 3)
        if is_finesse(state, suit, through) and may_lead(state, (through + 3) % 4, suit)
    ]


def cards_led_to(state: Play, suit: Suit, least: Rank = LEAST_HONOUR) -> Iterator[PlanLine]:
    """Cards to lead to, where the hand behind a defender has a choice of them."""
    for through in (1, 3):
        cards = cards_to_lead_to(state, suit, through, least)
        if len(cards) > 1 or (cards and not is_finesse(state, suit, through)):
            yield from (Towards(card, through) for card in cards[:2])


def unblocks(state: Play) -> Iterator[PlanLine]:
    for suit in Suit:
        if suit is not state.trumps and is_blocked(state, suit):
            yield Unblock(suit, place_of(state, short_and_long(state, suit)[0]))


def offered(state: Play) -> Iterator[PlanLine]:
    """Cards to offer, if the other hand has tricks and no other entry."""
    for card, entry in offers(state):
        seat = next(one for one in ours(state) if entry in state.holding(one))
        stranded = any(
            len(masters(state, seat, suit)) > len(ranks(state, seat.partner, suit))
            or len(ranks(state, seat, suit)) > 4
            for suit in Suit
            if suit is not card.suit
        )
        if stranded and not has_entry(state, seat, (card.suit,)):
            yield Offer(card, entry)


def _with_trumps(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    draw = Draw(trumps) if missing(state, trumps) and length(state, trumps) else None
    suits = [
        one
        for one in Suit
        if one is not trumps and one is not their_suit(state) and has_losers(state, one)
    ]
    if draw is not None:
        yield draw
        yield from (Both(way, draw) for way in _ways_of_trumps(state, trumps))
    yield from ruffs(state, trumps)
    yield from map(Attack, suits)
    for suit in suits:
        for way in _ways(state, suit):
            if draw is not None:
                yield Both(draw, way)
            elif not isinstance(way, Attack):
                yield way
    yield from islice(_throws(state, trumps), _THROWN)
    for suit in suits if draw is not None else []:
        yield from (
            Both(way, Draw(trumps)) for way in _ways(state, suit) if isinstance(way, Finesse)
        )


def _ways_of_trumps(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    """The ways to play trumps, where there is more than one."""
    if finesses := _finesses(state, trumps):
        yield from (*finesses, Cash(trumps))
    if may_be_ducked(state, trumps):
        yield Duck(trumps)


def ruffs(state: Play, trumps: Suit, most: int = 2) -> Iterator[Ruff]:
    """Ruffs in a hand that has at most so many cards of a suit, and fewer than the other."""
    declarer, dummy = ours(state)
    for suit in Suit:
        if suit is trumps or not has_losers(state, suit):
            continue
        for seat, other in ((dummy, declarer), (declarer, dummy)):
            short, long = (len(ranks(state, one, suit)) for one in (seat, other))
            if short < long and short <= most and ranks(state, seat, trumps):
                yield Ruff(suit, trumps, place_of(state, seat))


def _throws(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    """Losers to throw on the other hand's winners, before trumps are drawn."""
    for seat in ours(state):
        for suit in Suit:
            here = len(ranks(state, seat, suit))
            if suit is trumps or len(masters(state, seat.partner, suit)) <= here:
                continue
            for thrown in with_losers(state, seat, (suit, trumps)):
                yield Throw(suit, thrown, place_of(state, seat))


def with_losers(state: Play, seat: Seat, but: tuple[Suit, Suit]) -> list[Suit]:
    """The other suits in which a hand has more cards than we have winners."""
    gone = Hand.of(state.played)
    hands = state.holding(seat), state.holding(seat.partner)
    return [
        suit
        for suit in Suit
        if suit not in but
        and len(ranks(state, seat, suit))
        > max(top_tricks(*hands, gone, suit), suit is their_suit(state))
    ]


def their_suit(state: Play) -> Suit | None:
    """The suit that the defenders led to this trick; holding up in it is considered separately."""
    return state.trick[0].suit if state.trick and led_by_defenders(state) else None
