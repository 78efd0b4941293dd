"""The measure of the fast solver: slow, short and obviously right.

Every pure strategy of declarer's is tried, card by card, and described by the tricks it is sure of
in each layout; all that is left out are strategies another one equals or beats in every layout.
No card is taken for another, and nothing is bounded or guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb

from kibitz.games.bridge.cards import Rank
from kibitz.suits.question import Combination, Ranks

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
