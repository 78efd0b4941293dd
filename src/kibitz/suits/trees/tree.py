"""The game tree of any game with a strategy marked in it: what MAX may do, what MIN may answer.

Source:     Frank and Basin, "Strategies Explained", section 2 (full reference in docs/methods.md)
Notation:   the paper's: MAX follows the strategy, MIN is the defence; a MAX branch carries a
            tactic, a MIN branch what is seen, a leaf its payoff
Departures: a tree too large to be looked at is grown along the strategy only
Checked by: tests/papers/test_finesse_trees.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from kibitz.errors import KibitzError

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Reply:
    """What MIN does, and how it goes on; *labels* are several sights that are alike."""

    labels: tuple[str, ...]
    then: Max
    bad: bool = False
    """A reply that the defence should never make."""


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """A tactic of MAX's and every reply to it; none where it was not followed further."""

    tactic: str
    selected: bool
    replies: tuple[Reply, ...]
    plain: bool = False
    """Whether the tactic is too simple to need telling."""


@dataclass(frozen=True, slots=True)
class Max:
    """MAX's turn; a leaf with its payoff where there are no branches."""

    branches: tuple[TreeBranch, ...] = ()
    payoff: int = 0

    @property
    def nodes(self) -> int:
        """MAX nodes, this one among them."""
        return 1 + sum(reply.then.nodes for each in self.branches for reply in each.replies)

    @property
    def paths(self) -> int:
        """Ways from here to a leaf, each sight on its own."""
        return (
            sum(
                len(reply.labels) * reply.then.paths
                for each in self.branches
                for reply in each.replies
            )
            or 1
        )

    def to_json(self) -> dict[str, Any]:
        if not self.branches:
            return {"payoff": self.payoff}
        return {
            "tactics": [
                {
                    "tactic": each.tactic,
                    "selected": each.selected,
                    "replies": [
                        {"labels": list(reply.labels), "then": reply.then.to_json()}
                        for reply in each.replies
                    ],
                }
                for each in self.branches
            ]
        }


@dataclass(frozen=True, slots=True)
class TreeStep(Generic[S]):
    """One tactic in a state, as the game tells it."""

    tactic: str
    selected: bool
    plain: bool
    replies: Sequence[tuple[str, bool, S]]
    """What is seen, whether MIN should never do it, and the state after it."""


class TreeGame(Protocol[S]):
    """What a game must provide so that a strategy in it can be drawn and explained."""

    def steps(self, state: S, /) -> Sequence[TreeStep[S]]:
        """MAX's tactics in a state, one of them selected; none at the end."""

    def payoff(self, state: S, /) -> int:
        """MAX's payoff so far."""


def grow(game: TreeGame[S], state: S, most: int) -> Max:
    """The whole tree; if it has more than *most* nodes, only what the strategy may meet."""
    try:
        return _Growing(game, most, whole=True).max(state)
    except _TooLargeError:
        return _Growing(game, most * FARTHER, whole=False).max(state)


FARTHER = 50
"""How many times larger than a tree to look at one may be that is only shown collapsed."""


class _TooLargeError(KibitzError):
    """The tree has more nodes than allowed."""


class _Growing(Generic[S]):
    def __init__(self, game: TreeGame[S], most: int, *, whole: bool) -> None:
        self._game, self._left, self._whole = game, most, whole

    def max(self, state: S) -> Max:
        self._left -= 1
        if self._left < 0:
            raise _TooLargeError("The tree of tactics is too large to be drawn.")
        branches = tuple(
            TreeBranch(
                step.tactic,
                step.selected,
                tuple(Reply((seen,), self.max(then), bad) for seen, bad, then in step.replies)
                if self._whole or step.selected
                else (),
                step.plain,
            )
            for step in self._game.steps(state)
        )
        return Max(branches, self._game.payoff(state))
