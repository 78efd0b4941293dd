"""Rarer ideas: lines that are tried only when the search is widened."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.bridge.cards import Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.handling import DuckTo
from kibitz.plans.lines.holdings import (
    has_losers,
    is_exit,
    is_frozen,
    length,
    masters,
    may_lead,
    ours,
    place_of,
    ranks,
    short_and_long,
)
from kibitz.plans.lines.ideas import (
    cards_led_to,
    may_be_ducked,
    offered,
    ruffs,
    their_suit,
    unblocks,
    with_losers,
)
from kibitz.plans.lines.line import DECLARER, DUMMY, Both, Draw, Duck, PlanLine
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn

_SAFE = 8
"""The combined length from which a suit may be worth ducking to one defender."""
_THROWN_IN = 6
"""The most throw-ins that are tried."""


def rarer(state: Play) -> Iterator[PlanLine]:
    """What is tried only when the search is widened."""
    trumps = state.trumps
    suits = [
        one for one in Suit if one not in (trumps, their_suit(state)) and has_losers(state, one)
    ]
    if trumps is not None:
        draw = Draw(trumps)
        yield from _throw_ins(state, trumps)
        yield from _crossruffs(state, trumps)
        yield from (Both(way, draw) for way in _reversals(state, trumps))
        for suit in suits:
            if may_be_ducked(state, suit):
                yield Both(draw, Duck(suit))
                yield Duck(suit)
        yield from (Both(draw, one) for one in unblocks(state))
        yield from _losers_on_losers(state, trumps)
        yield from offered(state)
        for suit in suits:
            yield from (Both(draw, way) for way in cards_led_to(state, suit))
    else:
        yield from _throw_ins(state, None)
    for suit in suits:
        if length(state, suit) >= _SAFE and may_be_ducked(state, suit):
            yield from (
                duck if trumps is None else Both(Draw(trumps), duck)
                for duck in (DuckTo(suit, safe) for safe in (1, 3))
                if may_lead(state, (duck.safe + 1) % 4, suit)
            )
    for suit in [*suits, *([] if trumps is None else [trumps])]:
        yield from cards_led_to(state, suit, Rank.NINE)


def _reversals(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    """Ruffs in the hand with more trumps, before the other hand's trumps draw those out."""
    short, long = short_and_long(state, trumps)
    few = len(ranks(state, short, trumps))
    if few < 3 or not masters(state, short, trumps):
        return
    place = place_of(state, long)
    yield from (one for one in ruffs(state, trumps) if one.short == place)


def _crossruffs(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    """A suit to ruff in each hand, where both have enough trumps."""
    declarer, dummy = ours(state)
    if min(len(ranks(state, seat, trumps)) for seat in ours(state)) < 3:
        return
    found = list(ruffs(state, trumps, most=1))
    in_hand, in_dummy = (
        [one.suit for one in found if one.short == place] for place in (DECLARER, DUMMY)
    )
    for mine in in_hand:
        yield from (CrossRuff(mine, dummys, trumps) for dummys in in_dummy if dummys is not mine)


def _throw_ins(state: Play, trumps: Suit | None) -> Iterator[PlanLine]:
    """Suits that they should open for us, and suits to lose the lead in: without trumps first their
    own, with them last a trump of theirs that is high."""
    kept = [one for one in Suit if one is not trumps and is_frozen(state, one)]
    exits = [one for one in Suit if one is not trumps and is_exit(state, one)]
    if trumps is None:
        exits.sort(key=lambda one: one is not state.played[0].suit)
    elif min(len(ranks(state, seat, trumps)) for seat in ours(state)) < 2:
        return
    elif is_exit(state, trumps):
        exits.append(trumps)
    found = [ThrowIn(leave, keep, trumps) for keep in kept for leave in exits if leave is not keep]
    for line in found[:_THROWN_IN]:
        if trumps is not None and line.exit is not trumps:
            yield Both(Draw(trumps), line)
        yield line


def _losers_on_losers(state: Play, trumps: Suit) -> Iterator[PlanLine]:
    """A loser to throw, rather than ruff, on a suit in which the other hand has losers too."""
    for seat in ours(state):
        for suit in Suit:
            here, there = (len(ranks(state, one, suit)) for one in (seat, seat.partner))
            if suit is trumps or here or not there or masters(state, seat.partner, suit):
                continue
            if not may_lead(state, place_of(state, seat.partner), suit):
                continue
            for thrown in with_losers(state, seat, (suit, trumps)):
                yield Throw(suit, thrown, place_of(state, seat))
