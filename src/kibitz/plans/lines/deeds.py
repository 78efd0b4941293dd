"""Deeds: what was done in a play, set against the words of a line.

They tell two things. A step is *possible* if its line, played out, does what its words say wherever
its moment comes. And free play is *read* as the line of the menu whose words say what it did.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from kibitz.because.story import walk
from kibitz.cardplay.lookahead.expected import Weights
from kibitz.cardplay.similarity.positions import Bools, Bytes, Rows, number
from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.play import Play
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.holdings import missing, ranks, seat_at
from kibitz.plans.lines.line import (
    DECLARER,
    DUMMY,
    Attack,
    Cash,
    Draw,
    Duck,
    Finesse,
    HoldUp,
    Keep,
    Next,
    PlanLine,
    Ruff,
    parts_of,
)
from kibitz.plans.lines.table import some
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn

_COMES, _DOES = 0.5, 0.9
"""The least share of the layouts on which the moment of a line comes, and of these on which it is
carried out, for a play to be called by its name."""


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """On each layout: whether the moment for a step came, and whether the step was then done."""

    came: Bools
    done: Bools

    def share(self, weights: Weights) -> float:
        """How often it was done where its moment came; 1 if it never came."""
        whole = float(weights @ self.came)
        return float(weights @ (self.came & self.done)) / whole if whole else 1.0


@dataclass(frozen=True, eq=False)
class _Played:
    """The play on many layouts, trick by trick, as a deed is looked for in it."""

    state: Play
    cards: Bytes

    @cached_property
    def tricks(self) -> Rows:
        """(layouts, 13, 4)"""
        found: Rows = self.cards.reshape(-1, 13, 4).astype(np.int64)
        return found

    @cached_property
    def _walked(self) -> tuple[Rows, Rows, Rows]:
        return walk(self.cards, self.state.trumps)

    @property
    def leaders(self) -> Rows:
        return self._walked[0][:, :13]

    @property
    def led(self) -> Rows:
        return self._walked[1]

    @property
    def won(self) -> Bools:
        """Whether our side won each trick."""
        found: Bools = self._walked[0][:, 1:] % 2 == 0
        return found

    @cached_property
    def ours(self) -> Bools:
        """The tricks to come that our side leads to."""
        begun = len(self.state.played) // 4 + bool(self.state.trick)
        found: Bools = (self.leaders % 2 == 0) & (np.arange(13) >= begun)
        return found

    def of(self, suit: Suit) -> Bools:
        """The tricks to come in which our side leads a suit."""
        found: Bools = self.ours & (self.led == int(suit))
        return found

    def by(self, seat: int) -> Rows:
        """The card of a seat in each trick."""
        places = (seat - self.leaders) % 4
        return np.take_along_axis(self.tricks, places[:, :, None], axis=2)[:, :, 0]

    def at(self, values: Rows | Bools, tricks: Rows) -> Rows:
        """A value of each layout, in the trick that is given for it."""
        return np.asarray(values[np.arange(len(values)), tricks], np.int64)

    def when(self, card: Card) -> Rows:
        """The trick in which a card goes."""
        where = self.cards == number(card)
        found: Rows = where.argmax(axis=1) // 4
        return found


def deed(line: PlanLine, state: Play, cards: Bytes) -> Deed:
    """The deed of a line: all its steps together, in the order told."""
    return _together(_steps(line, _Played(state, cards)), len(cards))


def _steps(line: PlanLine, played: _Played) -> list[Deed]:
    first, *others = parts_of(line)
    return [_step(first, played), *(_later(part, played) for part in others)]


def _together(steps: list[Deed], number: int) -> Deed:
    nothing = Deed(np.zeros(number, np.bool_), np.ones(number, np.bool_))
    return reduce(lambda a, b: Deed(a.came | b.came, a.done & (b.done | ~b.came)), steps, nothing)


def _later(part: PlanLine, played: _Played) -> Deed:
    """The deed of a step that others come before: trumps may be drawn at any time then."""
    if isinstance(part, Draw):
        came = some(played.of(part.trumps))
        return Deed(came, came)
    return _step(part, played)


def _step(part: PlanLine, played: _Played) -> Deed:
    """The deed of a single step."""
    match part:
        case HoldUp(suit, rounds):
            return _held_up(played, suit, rounds)
        case Next(card, ply):
            always = np.ones(len(played.cards), np.bool_)
            return Deed(always, np.asarray(played.cards[:, ply] == number(card), np.bool_))
        case Keep(card, suit):
            came, at = _first(played.of(suit))
            return Deed(came, played.when(card) >= at)
        case Draw(trumps):
            came, at = _first(played.ours)
            return Deed(came, played.at(played.led, at) == int(trumps))
        case Ruff(suit, trumps, short):
            return _ruffed(played, suit, trumps, short)
        case CrossRuff(mine, dummys, trumps):
            one = _ruffed(played, mine, trumps, DECLARER)
            other = _ruffed(played, dummys, trumps, DUMMY)
            return Deed(one.came & other.came, one.done & other.done)
        case Throw(suit, thrown, seat):
            threw = (played.led == int(suit)) & (played.by(seat) // 13 == int(thrown))
            came, _ = _first(played.led == int(suit))
            return Deed(came, some(threw))
        case ThrowIn(leave, kept):
            came, _ = _first(played.of(leave))
            lost, at = _first(played.of(leave) & ~played.won)
            begun, first = _first(played.of(kept))
            return Deed(came, lost & (~begun | (at < first)))
    return _handled(part, played)


def _handled(part: PlanLine, played: _Played) -> Deed:
    """The deed of a way to handle a suit: it shows in the first round that our side leads."""
    suit = part.card.suit if isinstance(part, Towards | Offer) else getattr(part, "suit", None)
    if not isinstance(suit, Suit):
        return Deed(*[np.zeros(len(played.cards), np.bool_)] * 2)
    came, at = _first(played.of(suit))
    leader = played.at(played.leaders, at)
    high = _used_master(played, suit, at)
    match part:
        case Attack(_, None):
            return Deed(came, came)
        case Unblock(_, short):
            own = ranks(played.state, seat_at(played.state, short), suit)
            least = number(Card(suit, own[0])) if len(own) > 1 else -1
            return Deed(came, played.at(played.by(short), at) != least)
        case Attack(_, seat):
            return Deed(came, leader == seat)
        case Finesse(_, through):
            return Deed(came, (leader == (through + 3) % 4) & (~high | _rose(played, at)))
        case Towards(card, through):
            put = played.at(played.by((through + 1) % 4), at) == number(card)
            return Deed(came, (leader == (through + 3) % 4) & (put | _rose(played, at)))
        case Cash():
            return Deed(came, high)
        case Duck():
            return Deed(came, ~high)
        case DuckTo(_, safe):
            through = (safe + 2) % 4
            return Deed(came, (leader == (through + 3) % 4) & (~high | _rose(played, at)))
        case Offer(card):
            first = played.cards[:, ::4] == number(card)
            return Deed(came, some(first))
    return Deed(came, came)


def _held_up(played: _Played, suit: Suit, rounds: int) -> Deed:
    """Whether so many rounds of a suit were let go before our side won one."""
    theirs = played.led == int(suit)
    lost = np.cumsum(theirs & played.won, axis=1) == 0
    gone = (theirs & lost).sum(axis=1)
    return Deed(theirs.sum(axis=1) >= max(1, rounds), gone >= rounds)


def _ruffed(played: _Played, suit: Suit, trumps: Suit, seat: int) -> Deed:
    came, _ = _first(played.led == int(suit))
    ruffs = (played.led == int(suit)) & (played.by(seat) // 13 == int(trumps))
    return Deed(came, some(ruffs))


def _used_master(played: _Played, suit: Suit, at: Rows) -> Bools:
    """Whether one of our cards in a trick was higher than all that are missing."""
    out = missing(played.state, suit)
    top = int(suit) * 13 + (out[-1] - 2 if out else -1)
    found = np.zeros(len(at), np.bool_)
    for seat in (DECLARER, DUMMY):
        card = played.at(played.by(seat), at)
        found |= (card // 13 == int(suit)) & (card > top)
    return found


def _rose(played: _Played, at: Rows) -> Bools:
    """Whether second hand played an honour or none of the suit, so that plans change."""
    second = played.at(played.tricks[:, :, 1], at)
    suit = played.at(played.led, at)
    found: Bools = (second // 13 != suit) | (second % 13 >= Rank.TEN - 2)
    return found


def _first(mask: Bools) -> tuple[Bools, Rows]:
    """Whether there is such a trick, and the first of them."""
    return some(mask), np.asarray(mask.argmax(axis=1))


def possible(line: PlanLine, state: Play, cards: Bytes, weights: Weights) -> float:
    """The share of the layouts on which every step of a line was carried out as it is told."""
    return deed(line, state, cards).share(weights)


def does(line: PlanLine, state: Play, cards: Bytes, weights: Weights) -> bool:
    """Whether a play mostly comes to each step of a line, and then nearly always does it.

    After a throw-in they must mostly open the suit that is kept.
    """
    played = _Played(state, cards)
    steps = _steps(line, played)
    if any(float(weights @ one.came) < _COMES or one.share(weights) < _DOES for one in steps):
        return False
    found = _together(steps, len(cards))
    opened = [_is_opened(one, played) for one in parts_of(line) if isinstance(one, ThrowIn)]
    return all(Deed(found.came, one).share(weights) >= _COMES for one in opened)


def _is_opened(line: ThrowIn, played: _Played) -> Bools:
    """Whether the suit kept is first led by a defender, after the throw-in."""
    _, lost = _first(played.of(line.exit) & ~played.won)
    led, at = _first(played.led == int(line.kept))
    found: Bools = led & (played.at(played.leaders, at) % 2 == 1) & (at > lost)
    return found
