"""The measure of the fast solver: slow, short and obviously right.

Every pure strategy of declarer's is tried, card by card, and described by the tricks it is sure of
in each layout; all that is left out are strategies another one equals or beats in every layout.
No card is taken for another, and nothing is bounded or guessed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination, Ranks
from kibitz.suits.goal import at_least
from kibitz.suits.plans.plan import End, SuitStep
from kibitz.suits.solver.layouts import blocks_of
from kibitz_lab.suits.verify import tricks_won, worth_won

Tricks = tuple[int, ...]
"""The tricks a strategy is sure of, layout by layout."""
Sure = dict[int, int]
"""The same for the layouts that are still possible, by their number."""
Worlds = Mapping[int, tuple[Ranks, Ranks]]
"""What West and East still hold in each layout that is still possible."""
Choices = Callable[[Ranks, int], Ranks]
"""The cards a defender may choose from what he holds, given the best card of the trick so far."""
NORTH, SOUTH = 0, 1
WEST, EAST = 0, 1


def any_card(held: Ranks, best: int) -> Ranks:
    """Best defence: a defender may play whatever he has."""
    return held


@dataclass(frozen=True, slots=True)
class Table:
    """What declarer sees between two tricks."""

    hands: tuple[Ranks, Ranks]
    entries: tuple[int | None, int | None]
    winner: int | None
    """Which of declarer's hands won the last trick of this suit, if one did."""

    def leads(self) -> Iterator[tuple[int, Rank, Table]]:
        """Each hand and card that can be led, and the table with the entry used up."""
        for hand in (NORTH, SOUTH):
            entries = list(self.entries)
            left = entries[hand]
            if left is not None and hand != self.winner:
                if left == 0:
                    continue
                entries[hand] = left - 1
            after = replace(self, entries=(entries[NORTH], entries[SOUTH]))
            yield from ((hand, card, after) for card in self.hands[hand])

    def without(self, hand: int, card: Rank | None) -> Table:
        held = list(self.hands)
        held[hand] -= {card}
        return replace(self, hands=(held[NORTH], held[SOUTH]))


@dataclass(frozen=True)
class Reference:
    """Every undominated strategy for a combination of few cards.

    >>> Reference(Combination.parse("AQ", "x", played="9876543")).chance(2)
    Fraction(1, 2)
    """

    suit: Combination
    choices: Choices = any_card

    @cached_property
    def layouts(self) -> tuple[tuple[Ranks, Ranks], ...]:
        """West's and East's cards, in every way they can lie."""
        missing = sorted(self.suit.missing)
        splits = (
            frozenset(west)
            for size in range(len(missing) + 1)
            if self.suit.fits(size)
            for west in combinations(missing, size)
        )
        return tuple(
            (west, self.suit.missing - west)
            for west in splits
            if self.suit.west <= west and not self.suit.east & west
        )

    @cached_property
    def weights(self) -> tuple[int, ...]:
        free = sum(self.suit.vacant) - len(self.suit.missing)
        return tuple(comb(free, self.suit.vacant[WEST] - len(west)) for west, _ in self.layouts)

    @cached_property
    def strategies(self) -> frozenset[Tricks]:
        table = Table(
            (self.suit.north, self.suit.south),
            (self.suit.entries_north, self.suit.entries_south),
            None,
        )
        worlds = dict(enumerate(self.layouts))
        return frozenset(
            tuple(sure[i] for i in worlds) for sure in _between(table, worlds, self.choices)
        )

    def chance(self, tricks: int) -> Fraction:
        """The best chance of at least so many tricks."""
        return max(self.share(won >= tricks for won in sure) for sure in self.strategies)

    def average(self) -> Fraction:
        """The most tricks on average."""
        return max(map(self.mean, self.strategies))

    def matchpoints(self, rival: Tricks) -> Fraction:
        """The best score against *rival*: the chance of more tricks and half that of as many."""
        return max(self.score(sure, rival) for sure in self.strategies)

    def score(self, sure: Tricks, rival: Tricks) -> Fraction:
        more = self.share(a > b for a, b in zip(sure, rival, strict=True))
        equal = self.share(a == b for a, b in zip(sure, rival, strict=True))
        return more + equal / 2

    def share(self, wins: Iterable[bool]) -> Fraction:
        won = sum(weight for weight, win in zip(self.weights, wins, strict=True) if win)
        return Fraction(won, sum(self.weights))

    def mean(self, sure: Tricks) -> Fraction:
        counted = sum(weight * won for weight, won in zip(self.weights, sure, strict=True))
        return Fraction(counted, sum(self.weights))


def _between(table: Table, worlds: Worlds, may: Choices) -> list[Sure]:
    """Declarer leads any card from any hand that can be reached, or stops."""
    choices = [dict.fromkeys(worlds, 0)]
    for leader, card, after in table.leads():
        choices += _second(after.without(leader, card), leader, card, worlds, may)
    return _undominated(choices)


def _second(table: Table, leader: int, lead: Rank, worlds: Worlds, may: Choices) -> list[Sure]:
    """The next defender plays any card he has; declarer then chooses the third hand's."""
    defender = EAST if leader == NORTH else WEST
    partner = SOUTH if leader == NORTH else NORTH
    answers = []
    for second, possible in _plays(defender, worlds, lead, may):
        choices: list[Sure] = []
        for third in table.hands[partner] or {None}:
            best = max((lead, leader), (third or 0, partner))
            after = replace(table.without(partner, third), winner=best[1])
            choices += _fourth(after, 1 - defender, best[0], second, possible, may)
        answers.append(_undominated(choices))
    return _whatever_they_do(answers, worlds)


def _fourth(
    table: Table, defender: int, ours: int, second: Rank | None, worlds: Worlds, may: Choices
) -> list[Sure]:
    """The last defender plays any card he has, and the trick goes to the highest."""
    answers = []
    for fourth, possible in _plays(defender, worlds, max(ours, second or 0), may):
        won = ours > max(second or 0, fourth or 0)
        after = table if won else replace(table, winner=None)
        rest = _between(after, possible, may)
        answers.append([{i: t + won for i, t in sure.items()} for sure in rest])
    return _whatever_they_do(answers, worlds)


def _plays(
    defender: int, worlds: Worlds, best: int, may: Choices
) -> Iterator[tuple[Rank | None, Worlds]]:
    """Each card the defender may play, None when he shows out, and the layouts that allow it."""
    allowed = {index: may(hands[defender], best) or {None} for index, hands in worlds.items()}
    cards = {card for choice in allowed.values() for card in choice}
    for card in sorted(cards, key=lambda card: card or 0):
        possible = {}
        for index, hands in worlds.items():
            if card in allowed[index]:
                left = list(hands)
                left[defender] -= {card}
                possible[index] = (left[WEST], left[EAST])
        yield card, possible


def _whatever_they_do(answers: Sequence[Sequence[Sure]], worlds: Worlds) -> list[Sure]:
    """One answer to each play; in each layout the defenders choose the play that is worst."""
    found = [
        {index: min(answer[index] for answer in chosen if index in answer) for index in worlds}
        for chosen in product(*answers)
    ]
    return _undominated(found)


def _undominated(choices: Iterable[Sure]) -> list[Sure]:
    kept: list[Sure] = []
    for new in choices:
        if not any(all(old[i] >= new[i] for i in new) for old in kept):
            kept = [old for old in kept if not all(new[i] >= old[i] for i in new)]
            kept.append(new)
    return kept


def no_falsecards(suit: Combination) -> Choices:
    """The same defenders card by card, for the reference."""
    ours = suit.north | suit.south
    run = {
        card: sum(other > block.cards[0] for other in ours)
        for block in blocks_of(suit)
        for card in block.cards
    }

    def choices(held: Ranks, best: int) -> Ranks:
        low = max((run[card] for card in held), default=0)
        return frozenset(card for card in held if run[card] == low or card > best)

    return choices


def small(rng: random.Random, *, cards: int = 8, missing: int = 4) -> Combination:
    """A combination of few cards, with anything known or limited that can be: a measure's food."""
    while True:
        live = rng.sample(list(Rank), rng.randint(3, cards))
        hidden = rng.randint(1, min(missing, len(live) - 1))
        declarer = live[hidden:]
        cut = rng.randint(0, len(declarer))
        try:
            return Combination(
                north=frozenset(declarer[:cut]),
                south=frozenset(declarer[cut:]),
                missing=frozenset(live[:hidden]),
                **_known(rng, live[:hidden]),
            )
        except UsageError:
            continue


def _known(rng: random.Random, hidden: list[Rank]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if rng.random() < 0.4:
        known["vacant"] = (rng.randint(1, 13), rng.randint(1, 13))
    if rng.random() < 0.5:
        placed = [rank for rank in hidden if rng.random() < 0.3]
        west = [rank for rank in placed if rng.random() < 0.5]
        known["west"], known["east"] = frozenset(west), frozenset(placed) - frozenset(west)
    if rng.random() < 0.3:
        known[rng.choice(["west_length", "east_length"])] = rng.randint(0, len(hidden))
    for entries in ("entries_north", "entries_south"):
        if rng.random() < 0.5:
            known[entries] = rng.randint(0, 2)
    return known


def chance_won(suit: Combination, tree: SuitStep | End, tricks: int) -> Fraction:
    """The chance that a tree wins at least so many tricks against the best defence."""
    return worth_won(suit, tricks_won(suit, tree), at_least(tricks))
