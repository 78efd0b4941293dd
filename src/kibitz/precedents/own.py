"""A player's own cases: what they said about a situation, and the cases they withdrew.

Own cases go before all others in their very situation. They lie in a file of JSON, which learning
leaves alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from kibitz.errors import StorageError
from kibitz.runtime.storage import load, save

_VERSION = 1


class OwnWord(Protocol):
    """A case that a player may retain."""

    @property
    def key(self) -> Hashable:
        """What a case is withdrawn by: the situation and what was done."""


C = TypeVar("C", bound=OwnWord)
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class OwnCases(Generic[C, K]):
    """The cases a player retained, and the keys of cases withdrawn wherever they came from."""

    retained: tuple[C, ...] = ()
    withdrawn: frozenset[K] = frozenset()

    def adding(self, *cases: C) -> Self:
        """With more cases of the player's; a withdrawn case comes back when it is retained."""
        new = [case for case in cases if case not in self.retained]
        back = {case.key for case in cases}
        return replace(self, retained=(*self.retained, *new), withdrawn=self.withdrawn - back)

    def withdrawing(self, key: K) -> Self:
        """With the case of this key withdrawn."""
        left = tuple(case for case in self.retained if case.key != key)
        return replace(self, retained=left, withdrawn=self.withdrawn | {key})


@dataclass(frozen=True, slots=True)
class OwnFile(Generic[C, K]):
    """How one room's own cases are written."""

    kind: str
    what: str
    """What they are, as an error names them."""
    write_case: Callable[[C], Mapping[str, Any]]
    write_key: Callable[[K], Mapping[str, Any]]
    read_case: Callable[[Any], C]
    read_key: Callable[[Any], K]

    def save(self, path: Path, own: OwnCases[C, K]) -> None:
        fields = {
            "retained": [self.write_case(case) for case in own.retained],
            "withdrawn": [self.write_key(key) for key in sorted(own.withdrawn, key=str)],
        }
        save(path, json.dumps(fields).encode(), kind=self.kind, version=_VERSION)

    def load(self, path: Path) -> tuple[tuple[C, ...], frozenset[K]]:
        """The cases retained and the keys withdrawn; none where there is no file."""
        if not path.exists():
            return (), frozenset()
        content = load(path, kind=self.kind, version=_VERSION)
        try:
            fields = json.loads(content)
            retained = tuple(map(self.read_case, fields["retained"]))
            return retained, frozenset(map(self.read_key, fields["withdrawn"]))
        except (KeyError, ValueError, TypeError) as error:
            raise StorageError(f"{path} is not a file of {self.what}: {error}") from error
