"""Kibitz watches expert games, then tells a player what the experts would do, and why.

Data flows one way; read the rooms in this order:

    games       the rules                      Card, Hand, Deal, Auction, Play
    records     a file of games             -> Record, Library
    suits       the best line in one suit   -> SuitAnswer
    cli         the same words, shown
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.suits.answer import suit

__all__ = ["suit"]

_WHERE = {"suit": "kibitz.suits.answer"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that ``import kibitz`` stays quick."""
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
