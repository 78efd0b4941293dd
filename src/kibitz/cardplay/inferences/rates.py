"""How often the rules were right at experts' tables, and which word that is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from kibitz.precedents.trust import wilson
from kibitz.runtime import storage

FILE = "inferences.json"
SURELY, USUALLY = 0.995, 0.9
"""From these shares on, what a rule states is said surely, or usually."""
_FEWEST = 30
_ERROR = 1.645
"""A rule is taken at the lower end of its 90 % interval, so that it holds on other events too."""


class Certainty(Enum):
    """How sure a statement is, by its measured rate."""

    SURELY = "surely"
    USUALLY = "usually"
    UNSAID = ""


@dataclass(frozen=True, slots=True)
class RuleRate:
    """So many times right, of so many."""

    held: int
    said: int

    @property
    def share(self) -> float:
        return self.held / self.said if self.said else 0.0

    @property
    def is_enough(self) -> bool:
        """Whether it was counted often enough to be kept."""
        return self.said >= _FEWEST

    @property
    def certainty(self) -> Certainty:
        """
        >>> RuleRate(999, 1000).certainty, RuleRate(950, 1000).certainty, RuleRate(19, 20).certainty
        (<Certainty.SURELY: 'surely'>, <Certainty.USUALLY: 'usually'>, <Certainty.UNSAID: ''>)
        """
        if not self.is_enough:
            return Certainty.UNSAID
        if self.share >= SURELY and self._at_least() >= SURELY - 0.005:
            return Certainty.SURELY
        return Certainty.USUALLY if self._at_least() >= USUALLY else Certainty.UNSAID

    def _at_least(self) -> float:
        return wilson(self.held, self.said, _ERROR, -1.0)


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of all rules, and how often the suit that partner asked for was led."""

    rules: Mapping[str, RuleRate]
    asked: Mapping[str, RuleRate]

    @classmethod
    @cache
    def shipped(cls) -> Rates:
        """The rates measured on events that teach or validate."""
        return cls.read(storage.shipped(FILE).decode())

    @classmethod
    def read(cls, text: str) -> Rates:
        found = json.loads(text)
        rules, asked = (
            {name: RuleRate(*counts) for name, counts in found[part].items()}
            for part in ("rules", "asked")
        )
        return cls(rules, asked)

    def write(self) -> str:
        """One line a rule, in the order of their names."""
        parts = []
        for name, rates in (("rules", self.rules), ("asked", self.asked)):
            lines = [
                f"{json.dumps(rule, ensure_ascii=False)}: [{rate.held}, {rate.said}]"
                for rule, rate in sorted(rates.items())
            ]
            parts.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
        return "{\n" + ",\n".join(parts) + "\n}\n"

    def of(self, rule: str) -> RuleRate:
        return self.rules.get(rule, RuleRate(0, 0))

    def of_asked(self, kind: str) -> RuleRate:
        return self.asked.get(kind, RuleRate(0, 0))
