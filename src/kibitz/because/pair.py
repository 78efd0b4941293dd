"""Two lines or two cards played out on the same layouts: what is gained, and where."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from kibitz.because.lies import Hidden
from kibitz.because.story import DECLARERS, Bools, Rows, Story

Weights: TypeAlias = npt.NDArray[np.float64]
_Kept = TypeVar("_Kept")
_SIDE = (1, 3)
"""The seats that declarer does not see."""


@dataclass(frozen=True, eq=False)
class StoryPair:
    """The stories of a plan and of its rival on the same layouts, row by row.

    *by_tricks* tells that every trick counts, as at matchpoints; else the contract does. *hidden*
    are the two hands that the player does not see.
    """

    plan: Story
    rival: Story
    weights: Weights
    by_tricks: bool = False
    hidden: Hidden = _SIDE
    _memo: dict[Hashable, object] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def gained(self) -> Bools:
        """Where the plan makes and the rival fails, or where it wins more tricks."""
        mine, theirs = self.made
        return self.more if self.by_tricks else mine & ~theirs

    @cached_property
    def survived(self) -> Bools:
        """Where the rival makes, or wins as many tricks."""
        return ~self.more if self.by_tricks else self.made[1]

    @cached_property
    def made(self) -> tuple[Bools, Bools]:
        """Where the plan, and where the rival, has the tricks that are needed."""
        return self.plan.makes, self.rival.makes

    @cached_property
    def more(self) -> Bools:
        """Where the plan wins more tricks."""
        return self.plan.tricks > self.rival.tricks

    @property
    def owner(self) -> Rows:
        """Who was dealt each card, (n, 52), counted from declarer."""
        return self.plan.owner

    @property
    def is_declarers(self) -> bool:
        return self.plan.side == DECLARERS

    @property
    def our_hands(self) -> tuple[int, int]:
        return self.plan.side, self.plan.side + 2

    @property
    def their_hands(self) -> tuple[int, int]:
        return 1 - self.plan.side, 3 - self.plan.side

    def once(self, key: Hashable, found: Callable[[], _Kept]) -> _Kept:
        """What was found under this key, found only once."""
        if key not in self._memo:
            self._memo[key] = found()
        kept: _Kept = self._memo[key]  # type: ignore[assignment]
        return kept

    def dealt(self, order: Rows) -> StoryPair:
        """The same stories, with what is gained where dealt anew: nothing explains it then."""
        found = replace(self, _memo={})
        found.__dict__["made"] = tuple(one[order] for one in self.made)
        found.__dict__["more"] = self.more[order]
        return found

    def draws(self, number: int) -> list[Weights]:
        """The weights of so many parts of the layouts, each drawn like the whole."""
        part = np.arange(len(self)) % number
        return [np.where(part == one, self.weights, 0.0) for one in range(number)]
