"""Causes: why a rival loses on one layout what the plan keeps, each as data with its truth.

A cause reads the two stories of a layout and says yes or no. In the comments below, *R* must be
true of the rival's playout and *P* of the plan's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

import numpy as np

from kibitz.because.leading import led_from, lost_entry, they_open, worse_in
from kibitz.because.lies import Lie
from kibitz.because.pair import StoryPair
from kibitz.because.story import Bools, Rows, Story, share
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit

_OFTEN, _NEARLY = 0.25, 0.9
"""The least share of the layouts on which a plan loses the lead to a safe hand, for it to be meant
to; and on which it does so without harm."""


class Kind(StrEnum):
    """The kinds of cause, by the names that JSON and figures use."""

    NONE_LEFT = "none left"
    SAFE_HAND = "safe hand"
    TRICKS_FIRST = "tricks first"
    STOPPER_KEPT = "stopper kept"
    THEY_RUN = "they run"
    THEIR_RUFF = "their ruff"
    RUFFED_LOSER = "ruffed loser"
    DISCARD = "discard"
    OUT_OF_REACH = "out of reach"
    BARREN = "barren suit"
    COUNT = "count"
    LIE = "lie"
    EXTRA_CHANCE = "extra chance"
    NEEDLESS_DUCK = "needless duck"
    LOST_CONTROL = "lost control"
    BECOMES = "becomes a trick"
    TAKES = "takes a trick"
    OPENS = "opens the suit"
    MORE_FOR_THEM = "more for them"
    IN_TIME = "in time"
    OUR_RUFF = "our ruff"
    THEY_OPEN = "they open it"
    LED_FROM = "led from there"


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause as data; what a kind does not need is None.

    *seat* is the opponent who gets in or ruffs; None if it may be either. *hand* is a hand of ours,
    *via* the suit with which they get in, *number* the least number of tricks.
    """

    kind: Kind
    suit: Suit | None = None
    seat: int | None = None
    via: Suit | None = None
    hand: int | None = None
    number: int = 1
    card: Card | None = None
    lie: Lie | None = None

    def holds(self, pair: StoryPair) -> Bools:
        """The layouts on which it is true."""
        return _TRUTHS[self.kind](self, pair)

    def to_json(self) -> dict[str, Any]:
        """Only what the kind needs."""
        found: dict[str, Any] = {"kind": self.kind.value}
        for one in fields(self)[1:]:
            value = getattr(self, one.name)
            if value is not None:
                found[one.name] = _plain(value)
        return found

    @classmethod
    def of_json(cls, given: dict[str, Any]) -> Cause:
        """Read a cause back from its JSON."""
        readers: dict[str, Callable[[Any], Any]] = {
            "kind": Kind, "suit": Suit.parse, "via": Suit.parse, "card": Card.parse,
            "lie": Lie.of_json, "seat": int, "hand": int, "number": int,
        }  # fmt: skip
        try:
            return cls(**{name: readers[name](value) for name, value in given.items()})
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"this is no cause: {given}") from error


def _plain(value: object) -> object:
    if isinstance(value, Lie):
        return value.to_json()
    return str(value) if isinstance(value, Suit | Card) else value


def _suit(cause: Cause) -> int:
    assert cause.suit is not None, f"{cause.kind} needs a suit"
    return int(cause.suit)


def _hand(cause: Cause) -> int:
    assert cause.hand is not None, f"{cause.kind} needs a hand of ours"
    return cause.hand


def _they_run(cause: Cause, pair: StoryPair) -> Bools:
    """R: this opponent gets in with this suit, and they cash so many of the other."""
    runs, suit = pair.rival.runs, _suit(cause)
    so: Bools = runs.length[:, suit] >= cause.number
    if cause.seat is not None:
        so = so & (runs.seat[:, suit] == cause.seat)
    if cause.via is not None:
        so = so & (runs.card[:, suit] // 13 == int(cause.via)) & (runs.card[:, suit] >= 0)
    return so


def _run_more(cause: Cause, pair: StoryPair) -> Bools:
    """The same, and they win more of it than in the plan."""
    suit = _suit(cause)
    return _they_run(cause, pair) & (pair.rival.lost(suit) > pair.plan.lost(suit))


def _same_entries(pair: StoryPair, suit: int, *, same_seat: bool) -> Bools:
    """P: the tricks, (n, 13), in which they get in with the suit, and perhaps the seat, of R; not
    with the suit that they run."""
    runs, plan = pair.rival.runs, pair.plan
    via = runs.card[:, suit, None] // 13
    found: Bools = plan.gains & (plan.winning // 13 == via) & (via != suit)
    if same_seat:
        found = found & (plan.winners == runs.seat[:, suit, None])
    return found


def _none_left(cause: Cause, pair: StoryPair) -> Bools:
    suit = _suit(cause)

    def alike() -> Bools:
        runs, rows = pair.rival.runs, np.arange(len(pair))
        seat = np.maximum(runs.seat[:, suit], 0)
        had = pair.rival.left(runs.trick[:, suit], seat, suit) > 0
        ours = _same_entries(pair, suit, same_seat=True)
        left = np.stack([pair.plan.left(np.full(len(rows), k), seat, suit) for k in range(13)], 1)
        found: Bools = had & (ours & (left == 0)).any(axis=1)
        return found

    return _run_more(cause, pair) & pair.once(("none left", suit), alike)


def _safe_hand(cause: Cause, pair: StoryPair) -> Bools:
    assert cause.seat is not None, "a safe hand needs the dangerous one"
    seat, plan = cause.seat, pair.plan

    def safe() -> Bools:
        end = plan.reached
        never, partner = plan.gained(seat, end) == 0, plan.gained((seat + 2) % 4, end) > 0
        found: Bools = never & (partner | _is_harmless(pair, never, partner))
        return found

    return _they_run(cause, pair) & pair.once(("safe hand", seat), safe)


def _is_harmless(pair: StoryPair, never: Bools, partner: Bools) -> bool:
    """Whether, on all layouts, what the plan may lose goes to the safe hand: the other defender
    nearly *never* takes the lead, and where his *partner* does, the plan nearly always makes."""
    lost, spared, made = (
        share(one, some)
        for one, some in (
            (partner, pair.weights),
            (never, pair.weights),
            (pair.plan.makes, pair.weights * partner),
        )
    )
    return lost >= _OFTEN and spared >= _NEARLY and made >= _NEARLY


def _tricks_first(cause: Cause, pair: StoryPair) -> Bools:
    return _they_run(cause, pair) & pair.plan.makes & (pair.plan.first_gain > pair.plan.reached)


def _stopper_kept(cause: Cause, pair: StoryPair) -> Bools:
    suit = _suit(cause)

    def kept() -> Bools:
        gone = ~pair.rival.master(pair.rival.runs.trick[:, suit], suit)
        still = np.stack([pair.plan.master(np.full(len(pair), k), suit) for k in range(13)], 1)
        ours = _same_entries(pair, suit, same_seat=False)
        found: Bools = gone & (ours & still).any(axis=1)
        return found

    return _they_run(cause, pair) & pair.once(("stopper", suit), kept)


def _ruffs(story: Story, cause: Cause, seats: tuple[int, ...]) -> Rows:
    some = story.ruffs[:, list(seats)].sum(axis=1)
    found: Rows = some.sum(axis=1) if cause.suit is None else some[:, int(cause.suit)]
    return found


def _their_ruff(cause: Cause, pair: StoryPair) -> Bools:
    theirs = pair.their_hands
    seats = theirs if cause.seat is None else (cause.seat,)
    plan, rival = (_ruffs(one, cause, seats) for one in (pair.plan, pair.rival))
    whole = [one.ruffs[:, list(theirs)].sum(axis=(1, 2)) for one in (pair.plan, pair.rival)]
    found: Bools = (rival > plan) & (whole[1] > whole[0])
    return found


def _lose_more(cause: Cause, pair: StoryPair) -> Bools:
    """R: they win so many tricks of a suit more than in the plan."""
    suit = _suit(cause)
    found: Bools = pair.rival.lost(suit) >= pair.plan.lost(suit) + cause.number
    return found


def _ruffed_loser(cause: Cause, pair: StoryPair) -> Bools:
    plan, rival = (_ruffs(one, cause, (_hand(cause),)) for one in (pair.plan, pair.rival))
    return _lose_more(cause, pair) & (plan > rival)


def _discard(cause: Cause, pair: StoryPair) -> Bools:
    suit, hand = _suit(cause), _hand(cause)

    def thrown(story: Story) -> tuple[Rows, Bools]:
        """How many go on our tricks before they get in, and whether some are left then."""
        mine = story.owner[:, 13 * suit : 13 * suit + 13] == hand
        when = story.when[:, 13 * suit : 13 * suit + 13]
        away = mine & story.thrown[:, 13 * suit : 13 * suit + 13]
        away = away & np.take_along_axis(story.ours, when, axis=1)
        early = when < story.first_gain[:, None]
        return (away & early).sum(axis=1), (mine & ~early).any(axis=1)

    def away() -> Bools:
        trumps = pair.plan.trumps
        if trumps is None:
            return np.zeros(len(pair), np.bool_)
        (plan, some_left), (rival, _) = thrown(pair.plan), thrown(pair.rival)
        mine = pair.plan.owner[:, 13 * suit : 13 * suit + 13] == hand
        last = np.where(mine, pair.plan.when[:, 13 * suit : 13 * suit + 13], -1).max(axis=1)
        ruffs = pair.plan.left(last, hand, int(trumps)) > 0
        found: Bools = (plan > rival) & (some_left | ruffs)
        return found

    return _lose_more(cause, pair) & pair.once(("discard", suit, hand), away)


def _out_of_reach(cause: Cause, pair: StoryPair) -> Bools:
    suit, hand = _suit(cause), _hand(cause)
    there = pair.rival.stranded[:, hand, suit] > 0
    here = pair.plan.stranded[:, hand, suit] == 0
    more = pair.plan.won(suit) - pair.rival.won(suit)
    found: Bools = here & ((there & (more > 0)) | (lost_entry(pair, hand, suit) & (more > 1)))
    return found


def _barren(cause: Cause, pair: StoryPair) -> Bools:
    suit = _suit(cause)
    earlier = pair.rival.first_lead[:, suit] < pair.plan.first_lead[:, suit]
    no_more = pair.rival.won(suit) <= pair.plan.won(suit)
    theirs = pair.rival.lost(suit)
    found: Bools = earlier & no_more & (theirs > pair.plan.lost(suit)) & (theirs >= cause.number)
    return found


def _count(cause: Cause, pair: StoryPair) -> Bools:
    suit = _suit(cause)
    found: Bools = (pair.rival.won(suit) < cause.number) & (pair.plan.won(suit) >= cause.number)
    return found


def _lie(cause: Cause, pair: StoryPair) -> Bools:
    assert cause.lie is not None, f"{cause.kind} needs a lie of the cards"
    suit, so = int(cause.lie.suit), cause.lie.holds(pair.owner)
    if cause.kind is Kind.EXTRA_CHANCE:
        return so
    both = (pair.plan.first_lead[:, suit] < 13) & (pair.rival.first_lead[:, suit] < 13)
    found: Bools = so & both & worse_in(suit, pair)
    return found


def _needless_duck(cause: Cause, pair: StoryPair) -> Bools:
    return worse_in(_suit(cause), pair)


def _lost_control(cause: Cause, pair: StoryPair) -> Bools:
    suit, trumps = _suit(cause), pair.plan.trumps
    if trumps is None:
        return np.zeros(len(pair), np.bool_)
    start = pair.rival.runs.trick[:, suit]
    none, some = (
        np.stack([one.left(start, hand, int(trumps)) for hand in pair.our_hands]).sum(axis=0)
        for one in (pair.rival, pair.plan)
    )
    fewer = pair.plan.runs.length[:, suit] < pair.rival.runs.length[:, suit]
    found: Bools = _they_run(cause, pair) & (none == 0) & (some > 0) & fewer
    return found


def _wins(story: Story, cause: Cause) -> Bools:
    assert cause.card is not None, f"{cause.kind} names a card"
    found: Bools = story.wins[:, 13 * int(cause.card.suit) + int(cause.card.rank) - 2]
    return found


def _theirs(cause: Cause, pair: StoryPair) -> Bools:
    """Where a card is theirs."""
    assert cause.card is not None, f"{cause.kind} names a card"
    at = 13 * int(cause.card.suit) + int(cause.card.rank) - 2
    found: Bools = pair.owner[:, at] % 2 != pair.plan.side
    return found


def _becomes(cause: Cause, pair: StoryPair) -> Bools:
    return _theirs(cause, pair) & _wins(pair.rival, cause) & ~_wins(pair.plan, cause)


def _takes(cause: Cause, pair: StoryPair) -> Bools:
    return ~_theirs(cause, pair) & _wins(pair.plan, cause) & ~_wins(pair.rival, cause)


def _more_for_them(cause: Cause, pair: StoryPair) -> Bools:
    suit = _suit(cause)
    found: Bools = (pair.rival.lost(suit) >= cause.number) & (pair.plan.lost(suit) < cause.number)
    return found


def _in_time(cause: Cause, pair: StoryPair) -> Bools:
    suit, counted = _suit(cause), list[Rows]()
    for story in (pair.plan, pair.rival):
        theirs = story.owner[:, 13 * suit : 13 * suit + 13] % 2 != story.side
        away = story.thrown[:, 13 * suit : 13 * suit + 13]
        counted.append((theirs & away).sum(axis=1))
    found: Bools = (counted[1] > counted[0]) & (pair.plan.won(suit) > pair.rival.won(suit))
    return found


def _our_ruff(cause: Cause, pair: StoryPair) -> Bools:
    plan, rival = (_ruffs(one, cause, (_hand(cause),)) for one in (pair.plan, pair.rival))
    found: Bools = plan > rival
    return found


_TRUTHS: dict[Kind, Callable[[Cause, StoryPair], Bools]] = {
    Kind.NONE_LEFT: _none_left,
    Kind.SAFE_HAND: _safe_hand,
    Kind.TRICKS_FIRST: _tricks_first,
    Kind.STOPPER_KEPT: _stopper_kept,
    Kind.THEY_RUN: _run_more,
    Kind.THEIR_RUFF: _their_ruff,
    Kind.RUFFED_LOSER: _ruffed_loser,
    Kind.DISCARD: _discard,
    Kind.OUT_OF_REACH: _out_of_reach,
    Kind.BARREN: _barren,
    Kind.COUNT: _count,
    Kind.LIE: _lie,
    Kind.EXTRA_CHANCE: _lie,
    Kind.NEEDLESS_DUCK: _needless_duck,
    Kind.LOST_CONTROL: _lost_control,
    Kind.BECOMES: _becomes,
    Kind.TAKES: _takes,
    Kind.OPENS: _barren,
    Kind.MORE_FOR_THEM: _more_for_them,
    Kind.IN_TIME: _in_time,
    Kind.OUR_RUFF: _our_ruff,
    Kind.THEY_OPEN: lambda cause, pair: they_open(_suit(cause), pair),
    Kind.LED_FROM: lambda cause, pair: led_from(_hand(cause), _suit(cause), pair),
}
