"""The plan language: what an instruction plays, and what is played where a plan is silent.

Source:     Frank and Basin, "Strategies Explained", sections 2 to 5 (full reference in
            docs/methods.md)
Notation:   the paper's seven tactics are our `RoundKind`s, its MIN labels our `Sighting`s; a plan
            is a tree of instructions, and silence means the default rules
Departures: the rules that the paper leaves to its reader are spelled out (docs/methods.md), so
            that a plan can be played from its text alone
Checked by: tests/papers/test_finesse_texts.py, tests/laws/test_plan_language.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Ranks
from kibitz.suits.solver.graph import NORTH, SOUTH

Hands = tuple[Ranks, Ranks]


class RoundKind(Enum):
    """The kinds of play that declarer can make in one round of the suit."""

    CASH = "a card nothing can beat, low from the other hand"
    FINESSE = "low to a card with a better one behind it"
    TOWARDS = "low to the best card of the other hand"
    RUN = "lead a card; the other hand beats a higher one as cheaply as it can"
    LEAD = "lead a card, low from the other hand"
    DUCK = "low from both hands"

    __hash__ = object.__hash__  # there is only one of each; hashing by name would take longer


@dataclass(frozen=True, slots=True)
class SuitView:
    """Declarer's cards and the highest card of each group of missing cards that is not yet out."""

    hands: Hands
    missing: tuple[Rank, ...]

    def is_top(self, card: Rank) -> bool:
        """Whether no missing card beats it."""
        return all(other < card for other in self.missing)

    def holder(self, card: Rank | None) -> int | None:
        if card in self.hands[NORTH]:
            return NORTH
        return SOUTH if card in self.hands[SOUTH] else None

    def has_better(self, hand: int, card: Rank) -> bool:
        """Whether *hand* has a card that is really higher: with a missing one between."""
        return any(card < other < max(self.hands[hand]) for other in self.missing)

    def equal_below(self, hand: int, card: Rank) -> Rank | None:
        """The next lower card of *hand*, if no missing card lies between."""
        lower = max((held for held in self.hands[hand] if held < card), default=None)
        if lower is None or any(lower < other < card for other in self.missing):
            return None
        return lower


class Instruction(NamedTuple):
    """One round: a kind of play and the card it is about."""

    kind: RoundKind
    card: Rank | None = None

    def leader(self, view: SuitView) -> int:
        """The hand that leads."""
        if self.kind is RoundKind.DUCK:
            return NORTH if view.hands[NORTH] else SOUTH
        holder = view.holder(self.card)
        if holder is None:
            raise LookupError(f"{self.card} is not held")
        return 1 - holder if self.kind in LOW_LEADS else holder

    def lead(self, view: SuitView) -> Rank:
        if self.kind is RoundKind.DUCK or self.kind in LOW_LEADS:
            return min(view.hands[self.leader(view)])
        assert self.card is not None
        return self.card

    def third(self, view: SuitView, second: Rank | None) -> Rank | None:
        """The third hand's card, once the second hand has played (None: it shows out)."""
        held = view.hands[1 - self.leader(view)]
        if not held:
            return None
        if self.kind not in COVERING or self.card is None:
            return min(held)
        if second is None:
            return min(held) if self.kind is RoundKind.RUN else max(held)
        if second < self.card:
            return min(held) if self.kind is RoundKind.RUN else self.card
        return min((card for card in held if card > second), default=min(held))

    def can_be_played(self, view: SuitView) -> bool:
        """Whether the cards allow it, sensible or not."""
        if self.kind is RoundKind.DUCK:
            return any(view.hands)
        holder = view.holder(self.card)
        if holder is None or self.card is None:
            return False
        if self.kind in LOW_LEADS:
            other = view.hands[1 - holder]
            return bool(other) and min(other) < self.card
        return self.kind is not RoundKind.CASH or view.is_top(self.card)

    def makes_sense(self, view: SuitView) -> bool:
        """Whether the play deserves its name: a finesse needs a missing card to finesse."""
        if not self.can_be_played(view):
            return False
        if self.kind is RoundKind.CASH:
            return True
        if self.kind is RoundKind.DUCK or self.card is None:
            return not any(view.is_top(min(held)) for held in view.hands if held)
        if view.is_top(self.card) or not any(other < self.card for other in view.missing):
            return False
        if self.kind is RoundKind.RUN:
            holder = view.holder(self.card)
            return any(other > self.card for other in view.hands[1 - (holder or 0)])
        return True

    def again(self, view: SuitView, before: SuitView) -> Instruction | None:
        """The same instruction again, with an equal card if this one has been played."""
        if self.card is None:
            return None
        holder = before.holder(self.card)
        if holder is None:
            return None
        card = self.card if self.card in view.hands[holder] else view.equal_below(holder, self.card)
        again = self._replace(card=card)
        return again if card is not None and again.makes_sense(view) else None


LOW_LEADS = frozenset({RoundKind.FINESSE, RoundKind.TOWARDS})
COVERING = frozenset({RoundKind.FINESSE, RoundKind.TOWARDS, RoundKind.RUN})


def default(view: SuitView) -> Instruction:
    """The default play: a top card, from the shorter hand if it has one; else the highest card.

    >>> default(SuitView((frozenset({Rank.ACE, Rank.TWO}), frozenset({Rank.KING})), (Rank.QUEEN,)))
    Instruction(kind=<RoundKind.CASH: ...>, card=Rank.KING)
    """
    short, long = sorted(view.hands, key=len)
    tops = [[card for card in held if view.is_top(card)] for held in (short, long)]
    if len(short) == len(long):
        tops = [tops[0] + tops[1]]
    for cards in tops:
        if cards:
            return Instruction(RoundKind.CASH, max(cards))
    return Instruction(RoundKind.LEAD, max(short | long))


@dataclass(frozen=True, slots=True)
class Sighting:
    """A condition of a plan: what West or East (None: either) did in the last trick."""

    who: str | None
    block: int | None
    """The group of equal missing cards played from; None if he shows out."""

    def fits(self, west: int | None, east: int | None) -> bool:
        if self.who is None:
            return west == self.block == east
        return (west if self.who == "west" else east) == self.block


@dataclass(frozen=True, slots=True)
class BothSights:
    """Two conditions on one trick together."""

    west: int | None
    east: int | None

    def fits(self, west: int | None, east: int | None) -> bool:
        return (self.west, self.east) == (west, east)


Condition = tuple[Sighting | BothSights, ...]
"""Any of these."""


@dataclass(frozen=True, slots=True)
class Case:
    """The next step if *condition* holds (None: otherwise, or always)."""

    condition: Condition | None
    then: Do | None
    """None for the default rules."""

    def fits(self, west: int | None, east: int | None) -> bool:
        return self.condition is None or any(seen.fits(west, east) for seen in self.condition)


@dataclass(frozen=True, slots=True)
class Do:
    """An instruction and what follows it: the first case that fits, or the default rules."""

    instruction: Instruction
    repeat: bool = False
    cases: tuple[Case, ...] = ()

    def after(self, west: int | None, east: int | None) -> Do | None:
        return next((case.then for case in self.cases if case.fits(west, east)), None)


def instructions(view: SuitView) -> Iterable[Instruction]:
    """Every instruction that makes sense, the simplest first."""
    kinds = (RoundKind.CASH, RoundKind.FINESSE, RoundKind.TOWARDS, RoundKind.RUN, RoundKind.LEAD)
    named = [(hand, card) for hand in (NORTH, SOUTH) for card in _named(view, hand)]
    named.sort(key=lambda pair: -pair[1])
    for kind in kinds:
        for hand, card in named:
            if kind in LOW_LEADS and (kind is RoundKind.FINESSE) != view.has_better(hand, card):
                continue
            instruction = Instruction(kind, card)
            if instruction.makes_sense(view):
                yield instruction
    if Instruction(RoundKind.DUCK).makes_sense(view):
        yield Instruction(RoundKind.DUCK)


def _named(view: SuitView, hand: int) -> Iterable[Rank]:
    """One card for each set of equals: the highest of honours, the lowest of spots."""
    run: list[Rank] = []
    for card in sorted(view.hands[hand], reverse=True):
        if run and any(card < other < run[-1] for other in view.missing):
            yield _name(run)
            run = []
        run.append(card)
    if run:
        yield _name(run)


def _name(run: list[Rank]) -> Rank:
    return run[0] if run[0] >= Rank.TEN else run[-1]
