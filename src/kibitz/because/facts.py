"""What a sentence tells beside its cause: who gets in, with which card, how many tricks.

They are read from the layouts on which the cause is true, and checked on others like the cause.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from kibitz.because.causes import Cause, Kind
from kibitz.because.leading import apart, in_again
from kibitz.because.pair import StoryPair, Weights
from kibitz.because.story import Bools, Rows, median
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import DECK, Card, Suit

NAMED = 0.80
"""The least share of the layouts in which a card, a suit or a seat is the same, to be named."""
_AGAIN = 0.60
"""The same on other layouts."""
ENTERING = frozenset(
    {
        Kind.NONE_LEFT,
        Kind.SAFE_HAND,
        Kind.TRICKS_FIRST,
        Kind.STOPPER_KEPT,
        Kind.THEY_RUN,
        Kind.LOST_CONTROL,
    }
)
"""The causes that tell of a run after they got in."""
_EXTRA = frozenset({Kind.RUFFED_LOSER, Kind.DISCARD})
_WON = frozenset({Kind.COUNT, Kind.LIE, Kind.NEEDLESS_DUCK, Kind.OUT_OF_REACH})
_LOST = frozenset({Kind.MORE_FOR_THEM, Kind.BARREN, Kind.OPENS})


@dataclass(frozen=True, slots=True)
class Particulars:
    """*seat* gets in, or ruffs, with *card*, or with some card of *via*; *suit* is a second one
    in the sentence; *number* tricks of the rival's playout, *other* of the plan's."""

    seat: int | None = None
    card: Card | None = None
    via: Suit | None = None
    suit: Suit | None = None
    number: int = 0
    other: int = 0
    by: Card | None = None
    """Their card that wins the trick to which two cards are compared: over the rival card, or, of
    a card of ours that takes a trick later, over the plan's."""
    small: int = 0
    """Whether the rival card would win only small cards of theirs."""
    now: int = 0
    """Whether the cause's card wins that very trick."""

    def to_json(self) -> dict[str, Any]:
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: value if isinstance(value, int) and not isinstance(value, Suit) else str(value)
            for name, value in given.items()
            if value is not None
        }

    @classmethod
    def of_json(cls, given: dict[str, Any]) -> Particulars:
        readers: dict[str, Any] = {
            "seat": int, "card": Card.parse, "via": Suit.parse, "suit": Suit.parse,
            "number": int, "other": int, "by": Card.parse, "small": int, "now": int,
        }  # fmt: skip
        try:
            return cls(**{name: readers[name](value) for name, value in given.items()})
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"these are no facts: {given}") from error


def counts_of(cause: Cause, pair: StoryPair) -> tuple[Rows, Rows]:
    """The tricks that a cause is about, by layout: in the rival's playout, and in the plan's."""
    suit = cause.lie.suit if cause.lie is not None else cause.suit
    none = np.zeros(len(pair), np.int64)
    if suit is None:
        return none, none
    plan, rival, at = pair.plan, pair.rival, int(suit)
    if cause.kind in ENTERING:
        needed = none + plan.needed if cause.kind is Kind.TRICKS_FIRST else none
        return rival.runs.length[:, at], needed
    if cause.kind in _EXTRA:
        return rival.lost(at) - plan.lost(at), none
    if cause.kind in _WON:
        return rival.won(at), plan.won(at)
    if cause.kind in _LOST:
        return rival.lost(at), plan.lost(at)
    return none, none


def usual_number(cause: Cause, pair: StoryPair) -> int:
    """The tricks of the rival's playout that a sentence about the cause would tell."""
    so = cause.holds(pair)
    return median(counts_of(cause, pair)[0][so], pair.weights[so]) if so.any() else 0


def facts_of(cause: Cause, pair: StoryPair, weights: Weights) -> Particulars:
    """What may be told, from the layouts that weigh something and on which the cause is true."""
    so = cause.holds(pair) & (weights > 0)
    if not so.any():
        return Particulars()
    some = weights[so]
    number, other = (median(counts[so], some) for counts in counts_of(cause, pair))
    seat, card, via = cause.seat, None, cause.via
    if cause.kind in ENTERING and cause.suit is not None:
        runs = pair.rival.runs
        seats, cards = runs.seat[so, cause.suit], runs.card[so, cause.suit]
        seat = _usual(seats, some) if seat is None else seat
        at, suit = _usual(cards, some), _usual(cards // 13, some)
        card = None if at is None else DECK[at]
        via = None if suit is None else Suit(suit)
    if cause.kind is Kind.OUT_OF_REACH:
        at = _usual(_entries(cause, pair)[so], some)
        card = None if at is None or at < 0 else DECK[at]
    suit = None
    if cause.card is not None:
        return _of_a_card(cause, pair, so, some)
    if cause.kind is Kind.THEIR_RUFF:
        seat, suit = _ruffer(cause, pair, so, some)
    if cause.kind is Kind.BARREN:
        gains = [float(some @ (pair.plan.won(s) - pair.rival.won(s))[so]) for s in range(4)]
        best = max((s for s in range(4) if s != cause.suit), key=lambda s: gains[s])
        if gains[best] >= 0.5 * float(some.sum()):
            suit = best
            other = median(pair.plan.won(best)[so], some)
    return Particulars(seat, card, via, None if suit is None else Suit(suit), number, other)


def _card_holds(facts: Particulars, again: Particulars) -> bool:
    """Whether other layouts tell the same about a card."""
    told = (
        (facts.by, again.by),
        (facts.small or None, again.small),
        (facts.now or None, again.now),
    )
    return all(one is None or one == other for one, other in told)


def wins_now(cause: Cause, pair: StoryPair) -> bool:
    """Whether, after the rival card, the card that a cause names nearly always wins that trick."""
    assert cause.card is not None, f"{cause.kind} names a card"
    wins = pair.rival.winning[np.arange(len(pair)), apart(pair)]
    at = 13 * int(cause.card.suit) + int(cause.card.rank) - 2
    return float(pair.weights @ (wins == at)) >= NAMED * float(pair.weights.sum())


def _of_a_card(
    cause: Cause, pair: StoryPair, so: Bools, some: Weights, least: float = NAMED
) -> Particulars:
    """Who has the card that a cause names, and what becomes of the two cards compared."""
    assert cause.card is not None, f"{cause.kind} names a card"
    at = 13 * int(cause.card.suit) + int(cause.card.rank) - 2
    seat = _usual(pair.owner[so, at], some, least)
    places = (pair.plan.cards != pair.rival.cards).argmax(axis=1)
    if (places != places[0]).any():
        return Particulars(seat)
    trick = int(places[0]) // 4
    takes = cause.kind is Kind.TAKES
    story = pair.plan if takes else pair.rival
    now = _usual((story.winning[so, trick] == at).astype(np.int64), some, least)
    if now == 1:
        return Particulars(seat, now=1)
    ours, winning = story.ours[so, trick], story.winning[so, trick]
    by = _usual(np.where(ours, -1, winning), some, least)
    if by is not None and by >= 0:
        return Particulars(seat, by=DECK[by])
    if takes:
        return Particulars(seat)
    wins = winning == pair.rival.cards[so, places[0]]
    small = _usual((wins & ~story.outplays[so, trick]).astype(np.int64), some, least)
    return Particulars(seat, small=int(small == 1))


def _entries(cause: Cause, pair: StoryPair) -> Rows:
    """The card with which the plan gets to a hand that the rival's playout does not reach."""
    assert cause.hand is not None, "what cannot be reached lies in a hand"
    assert cause.suit is not None, "and has a suit"
    return in_again(pair.plan, cause.hand, int(cause.suit), apart(pair))


def _usual(values: Rows, weights: Weights, least: float = NAMED) -> int | None:
    """The value that nearly all layouts share, if there is one."""
    found = np.bincount(values - values.min(), weights)
    best = int(found.argmax())
    return best + int(values.min()) if found[best] >= least * weights.sum() else None


def _ruffer(
    cause: Cause, pair: StoryPair, so: Bools, some: Weights, least: float = NAMED
) -> tuple[int | None, int | None]:
    """Who ruffs more often in the rival's playout, and which suit, where these are nearly always
    the same."""
    more = np.maximum(pair.rival.ruffs - pair.plan.ruffs, 0)[so][:, list(pair.their_hands)]
    seats, suits = more.sum(axis=2), more.sum(axis=1)
    seat, suit = cause.seat, None
    if seat is None:
        each = seats > 0
        shares = [float(some @ (each[:, one] & ~each[:, 1 - one])) for one in (0, 1)]
        best = int(np.argmax(shares))
        if shares[best] >= least * some.sum():
            seat = pair.their_hands[best]
    if cause.suit is None:
        shares = [float(some @ (suits[:, one] > 0)) for one in range(4)]
        best = int(np.argmax(shares))
        suit = best if shares[best] >= least * some.sum() else None
    return seat, suit


def facts_hold(facts: Particulars, cause: Cause, pair: StoryPair) -> bool:
    """Whether what was told is so on other layouts: names in three of five, numbers within one."""
    so = cause.holds(pair)
    if not so.any():
        return False
    some = pair.weights[so]
    number, other = (median(counts[so], some) for counts in counts_of(cause, pair))
    if cause.kind is Kind.BARREN and facts.suit is not None:
        other = median(pair.plan.won(int(facts.suit))[so], some)
    near = abs(number - facts.number) <= 1 and abs(other - facts.other) <= 1
    if cause.card is not None:
        return _card_holds(facts, _of_a_card(cause, pair, so, some, _AGAIN))
    if cause.kind is Kind.THEIR_RUFF:
        again = _ruffer(cause, pair, so, some, _AGAIN)
        told = (facts.seat, None if facts.suit is None else int(facts.suit))
        return all(one is None or one == other for one, other in zip(told, again, strict=True))
    if cause.kind is Kind.OUT_OF_REACH and facts.card is not None:
        at = 13 * int(facts.card.suit) + int(facts.card.rank) - 2
        near = near and bool(some @ (_entries(cause, pair)[so] == at) >= _AGAIN * some.sum())
    if cause.kind not in ENTERING or cause.suit is None:
        return near
    runs, least = pair.rival.runs, _AGAIN * some.sum()
    cards = runs.card[so, cause.suit]
    if facts.card is not None:
        at = 13 * int(facts.card.suit) + int(facts.card.rank) - 2
        near = near and bool(some @ (cards == at) >= least)
    if facts.via is not None:
        near = near and bool(some @ (cards // 13 == int(facts.via)) >= least)
    if facts.seat is not None:
        near = near and bool(some @ (runs.seat[so, cause.suit] == facts.seat) >= least)
    return near


def told_exactly(facts: Particulars, cause: Cause, pair: StoryPair) -> Bools:
    """The layouts on which all that is told beside a cause is just so."""
    so: Bools = cause.holds(pair)
    if cause.card is not None:
        at = 13 * int(cause.card.suit) + int(cause.card.rank) - 2
        if facts.seat is not None:
            so = so & (pair.owner[:, at] == facts.seat)
        return so
    number, other = counts_of(cause, pair)
    so = so & (number == facts.number) & (other == facts.other)
    card = None if facts.card is None else 13 * int(facts.card.suit) + int(facts.card.rank) - 2
    if cause.kind is Kind.OUT_OF_REACH and card is not None:
        so = so & (_entries(cause, pair) == card)
    if cause.kind in ENTERING and cause.suit is not None:
        runs = pair.rival.runs
        if card is not None:
            so = so & (runs.card[:, cause.suit] == card)
        if facts.seat is not None:
            so = so & (runs.seat[:, cause.suit] == facts.seat)
    return so
