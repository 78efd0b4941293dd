"""Plays a tree out against every layout and every defence, card by card.

Nothing of the solver is used: no blocks, bounds or states; only the rules of the game, the tree and
the combination. A tree is refused if it plays a card it does not hold, leads from a hand it cannot
reach, or does not cover a defender's play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb

from kibitz.errors import KibitzError
from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination, Ranks
from kibitz.suits.goal import AVERAGE, Goal
from kibitz.suits.plans.plan import End, SuitStep

Hands = Mapping[str, Ranks]
LEFT_OF = {"north": "east", "east": "south", "south": "west", "west": "north"}


class PlanError(KibitzError):
    """A tree that cannot be followed at the table, or does not win what it guarantees."""


@dataclass(frozen=True, slots=True)
class Round:
    """The table in one layout, and the cards of the trick so far."""

    hands: Hands
    entries: Mapping[str, int | None]
    winner: str | None = None
    played: tuple[tuple[str, Rank | None], ...] = ()
    tricks: int = 0


def tricks_won(suit: Combination, tree: SuitStep | End) -> dict[Ranks, int]:
    """The fewest tricks that the tree wins against any defence, for each holding of West."""
    won = {}
    for west in _wests(suit):
        hands = {
            "north": suit.north,
            "south": suit.south,
            "west": west,
            "east": suit.missing - west,
        }
        entries = {"north": suit.entries_north, "south": suit.entries_south}
        won[west] = _follow(tree, Round(hands, entries))
    return won


def prove(suit: Combination, won: Mapping[Ranks, int], goal: Goal, worth: Fraction) -> None:
    """Raise PlanError unless the tricks won are worth exactly *worth* for the goal."""
    found = worth_won(suit, won, goal)
    if found != worth:
        raise PlanError(f"{suit}: the tree is worth {found} {goal}, not {worth}")


def worth_won(suit: Combination, won: Mapping[Ranks, int], goal: Goal) -> Fraction:
    """The chance of winning the goal's tricks, or the average number of tricks."""
    if goal == AVERAGE:
        return _share(suit, won)
    return _share(suit, {west: int(tricks >= goal.tricks) for west, tricks in won.items()})


def _share(suit: Combination, worth: Mapping[Ranks, int]) -> Fraction:
    free = sum(suit.vacant) - len(suit.missing)
    deals = {west: comb(free, suit.vacant[0] - len(west)) for west in worth}
    return Fraction(sum(deals[west] * worth[west] for west in worth), sum(deals.values()))


def _wests(suit: Combination) -> list[Ranks]:
    """Every holding that West can have."""
    return [
        suit.west | frozenset(others)
        for size in range(len(suit.missing) + 1)
        for others in combinations(sorted(suit.missing - suit.west - suit.east), size)
        if suit.fits(len(suit.west) + size)
    ]


def _follow(node: SuitStep | End, table: Round) -> int:
    """The fewest tricks in all if declarer follows the tree."""
    if isinstance(node, End):
        if table.tricks < node.tricks:
            raise PlanError(f"the tree counts {node.tricks} tricks where {table.tricks} were won")
        return table.tricks
    if not table.played:
        table = _enter(node.hand, table)
    if table.played and node.hand != LEFT_OF[table.played[-1][0]]:
        raise PlanError(f"it is not {node.hand}'s turn to play")
    table = _play(node.hand, node.card, table)
    if node.defender != LEFT_OF[node.hand]:
        raise PlanError(f"{node.defender} does not play after {node.hand}")
    return min(
        _follow(_answer(node, card), _settle(_play(node.defender, card, table)))
        for card in table.hands[node.defender] or {None}
    )


def _enter(hand: str, table: Round) -> Round:
    left = table.entries[hand]
    if left is None or hand == table.winner:
        return table
    if left == 0:
        raise PlanError(f"no entry is left to lead from {hand}")
    return replace(table, entries={**table.entries, hand: left - 1})


def _play(hand: str, card: Rank | None, table: Round) -> Round:
    held = table.hands[hand]
    if card not in (held or {None}):
        raise PlanError(f"{hand} cannot play {card or 'a discard'}")
    hands = {**table.hands, hand: held - {card}}
    return replace(table, hands=hands, played=(*table.played, (hand, card)))


def _answer(step: SuitStep, card: Rank | None) -> SuitStep | End:
    """The branch of the tree after the defender plays *card*."""
    for answer in step.answers:
        if (card is None) if answer.block is None else (card in answer.block.cards):
            return answer.then
    raise PlanError(f"the tree is silent when {step.defender} plays {card or 'another suit'}")


def _settle(table: Round) -> Round:
    """Count the trick once all four hands have played."""
    if len(table.played) < 4:
        return table
    hand, _ = max(table.played, key=lambda play: play[1] or 0)
    if hand in ("north", "south"):
        return replace(table, played=(), winner=hand, tricks=table.tricks + 1)
    return replace(table, played=(), winner=None)
