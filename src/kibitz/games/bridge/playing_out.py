"""One table of the lab: one side plays a deal to the end, double dummy plays the other."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Protocol

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play


class SidePlayer(Protocol):
    """A player of one side: sees a state and the auction, and names a legal card."""

    def __call__(self, state: Play, auction: Auction | None, /) -> Card: ...


def declared(
    start: Play,
    auction: Auction | None,
    player: SidePlayer,
    solver: DoubleDummy,
    rng: random.Random,
) -> Play:
    """The play to its end: *player* for declarer and dummy, perfect defenders against him."""
    return _played(start, auction, player, solver, rng, player_defends=False)


def defended(
    start: Play,
    auction: Auction | None,
    player: SidePlayer,
    solver: DoubleDummy,
    rng: random.Random,
) -> Play:
    """The play to its end: *player* for both defenders, a perfect declarer against them."""
    return _played(start, auction, player, solver, rng, player_defends=True)


def _played(
    start: Play,
    auction: Auction | None,
    player: SidePlayer,
    solver: DoubleDummy,
    rng: random.Random,
    *,
    player_defends: bool,
) -> Play:
    state = start
    while not state.is_over:
        if len(legal := state.legal_actions) == 1:
            card = legal[0]
        elif state.turn.is_with(state.contract.declarer) != player_defends:
            card = player(state, auction)
        else:
            card = perfect_card(state, solver, rng)
        state = state.after(card)
    return state


def perfect_card(state: Play, solver: DoubleDummy, rng: random.Random) -> Card:
    """A card that gives nothing away, as a person would choose among several: a low one.

    On lead and when throwing away, from the longest suit of those; equals by chance.
    """
    hand = state.holding(state.turn)
    return min(
        solver.solve(state).best_cards,
        key=lambda card: (-hand.length(card.suit), card.rank, rng.random()),
    )


def costs(state: Play, solver: DoubleDummy) -> Mapping[Card, int]:
    """How many tricks each legal card gives away when all four hands are seen."""
    solution = solver.solve(state)
    return {card: abs(solution.best - tricks) for card, tricks in solution.tricks.items()}


def given_away(play: Play, solver: DoubleDummy, *, by_defenders: bool = False) -> int:
    """How many tricks declarer's side gave away in a whole play, against perfect defence.

    Or the defenders, against a perfect declarer.
    """
    if not play.played:
        raise UsageError("nothing was played")
    sign = -1 if by_defenders else 1
    totals = [sign * total for total in solver.analyse(play).totals]
    return sum(max(0, before - after) for before, after in pairwise(totals))
