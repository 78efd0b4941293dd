"""Kibitz watches expert games, then tells a player what the experts would do, and why.

Data flows one way; read the rooms in this order:

    games       the rules                      Card, Hand, Deal, Auction, Play
    records     a file of games             -> Record, Library
    precedents  what was seen and done      -> cases, nearest neighbours, SIBL
    cardplay    which card?                 -> the card of the most similar positions
    openings    what do I open?             -> the bid of the most similar hands
    suits       how do I play this suit?    -> the exact best line
    strategies  what is the plan?           -> sequences and their contexts
    lab         decisions against experts   -> tables
    page        the coach in the browser
    cli         the same words, shown
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.formats.reading import read_path
from kibitz.records.library import Library
from kibitz.records.record import Record, Refusal

if TYPE_CHECKING:
    from kibitz.cardplay.shortcuts import advise, review
    from kibitz.suits.adviser import suit

__all__ = [
    "Auction",
    "Card",
    "Contract",
    "Deal",
    "Hand",
    "KibitzError",
    "Library",
    "Play",
    "Rank",
    "Record",
    "Refusal",
    "Seat",
    "Suit",
    "Vulnerability",
    "advise",
    "read_path",
    "review",
    "suit",
]

_HEAVY = {
    "advise": "kibitz.cardplay.shortcuts",
    "review": "kibitz.cardplay.shortcuts",
    "suit": "kibitz.suits.adviser",
}


def __getattr__(name: str) -> Any:
    """Import a name that needs a heavy room when it is first used: ``import kibitz`` is quick."""
    if name in _HEAVY:
        return getattr(import_module(_HEAVY[name]), name)
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
