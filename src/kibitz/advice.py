"""What was chosen and on what grounds, as data: no English in here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")
G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class Decision(Generic[A, G]):
    """A choice and why; each answering room defines the grounds it decides from."""

    action: A
    grounds: G
