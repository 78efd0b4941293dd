"""The waist between games and everything else: what every game owes the rest of the package."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

A = TypeVar("A")


class State(Protocol[A]):
    """A situation under the rules; immutable."""

    @property
    def legal_actions(self) -> tuple[A, ...]: ...

    def after(self, action: A, /) -> Self: ...
