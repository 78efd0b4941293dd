"""One table of the lab: a declarer plays a deal to the end against double-dummy defenders."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Protocol

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play


class Player(Protocol):
    """Whoever declares: sees a state of declarer's side and the auction, and names a legal card."""

    def __call__(self, state: Play, auction: Auction | None, /) -> Card: ...


def declared(
    start: Play, auction: Auction | None, player: Player, solver: DoubleDummy, rng: random.Random
) -> Play:
    """The play to its end: *player* for declarer and dummy, perfect defenders against him."""
    state = start
    while not state.is_over:
        if len(legal := state.legal_actions) == 1:
            card = legal[0]
        elif state.turn.is_with(state.contract.declarer):
            card = player(state, auction)
        else:
            card = defended(state, solver, rng)
        state = state.after(card)
    return state


def defended(state: Play, solver: DoubleDummy, rng: random.Random) -> Card:
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


def given_away(play: Play, solver: DoubleDummy) -> int:
    """How many tricks declarer's side gave away in a whole play, against perfect defence."""
    if not play.played:
        raise UsageError("nothing was played")
    totals = solver.analyse(play).totals
    return sum(max(0, before - after) for before, after in zip(totals, totals[1:], strict=False))
