"""Kibitz watches expert games, then tells a player what the experts would do, and why.

Data flows one way; read the rooms in this order:

    games       the rules                      Card, Hand, Deal, Auction, Play
    records     a file of games             -> Record, Library
    cli         the same words, shown
"""

from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.library import Library
from kibitz.records.reading import read_path
from kibitz.records.record import Record, Refusal

__all__ = [
    "Auction",
    "Card",
    "Contract",
    "Deal",
    "Hand",
    "Library",
    "Play",
    "Rank",
    "Record",
    "Refusal",
    "Seat",
    "Suit",
    "Vulnerability",
    "read_path",
]
