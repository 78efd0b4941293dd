"""The experts' own slips, beside which a player's are read: numbers that ship with the package.

They were measured by `kibitz lab slips` on events that nothing was learned from; no record is in
them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from kibitz.runtime.storage import shipped_if_built

SHIPPED = "experts.json"
_NORMAL = 1.959964  # 95 % of a normal distribution lie within so many deviations


@dataclass(frozen=True, slots=True)
class Rate:
    """Slips among decisions.

    >>> rate = Rate(3, 200)
    >>> rate.a_hundred, [round(end, 1) for end in rate.interval]
    (1.5, [0.5, 4.3])
    """

    slips: int
    decisions: int

    @property
    def a_hundred(self) -> float:
        return 100 * self.slips / self.decisions if self.decisions else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by Wilson's score: it stays sensible where slips are few or none."""
        n, z = self.decisions, _NORMAL
        if not n:
            return 0.0, 100.0
        share = self.slips / n
        centre = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.slips + other.slips, self.decisions + other.decisions)

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "slips": self.slips,
            "decisions": self.decisions,
            "a_hundred": round(self.a_hundred, 3),
            "interval": [round(low, 3), round(high, 3)],
        }


@dataclass(frozen=True, slots=True)
class Experts:
    """What experts do, by role and by theme."""

    roles: dict[str, Rate]
    themes: dict[str, Rate]
    tables: int = 0
    events: int = 0

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Experts:
        roles, themes = (
            {name: Rate(one["slips"], one["decisions"]) for name, one in kept[part].items()}
            for part in ("roles", "themes")
        )
        return cls(roles, themes, kept["tables"], kept["events"])

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "events": self.events,
            "roles": {
                name: {"slips": one.slips, "decisions": one.decisions}
                for name, one in self.roles.items()
            },
            "themes": {
                name: {"slips": one.slips, "decisions": one.decisions}
                for name, one in self.themes.items()
            },
        }

    @classmethod
    @cache
    def shipped(cls) -> Experts | None:
        """Those that are part of the package; None where it was built without."""
        content = shipped_if_built(SHIPPED)
        return None if content is None else cls.of_json(json.loads(content))
