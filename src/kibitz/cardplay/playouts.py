"""Many deals played to the end at once, card by card, by players who see what their seat sees.

Each deal goes its own way; at every card all those of one side ask their network together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import DECLARING, Bytes, Progress, Rows, Tables, Views

Player: TypeAlias = Callable[[Views], Bytes]
"""The card played at each of some moments, all of one side."""


def play_out(
    tables: Tables, first: int, declarer: Player, defenders: Player
) -> tuple[Tables, Bytes]:
    """The tables with every card played, and declarer's tricks; the *first* cards are there."""
    tables = replace(tables, played=tables.played.copy())
    progress = Progress.begun(tables)
    for ply in range(52):
        if ply >= first:
            tables.played[:, ply] = _next_cards(tables, progress, declarer, defenders)
        progress = progress.after(tables.played[:, ply])
    return tables, progress.won


def _next_cards(tables: Tables, progress: Progress, declarer: Player, defenders: Player) -> Bytes:
    cards = np.zeros(len(tables), np.uint8)
    sides = progress.turn % 2
    for side, player in ((DECLARING, declarer), (1 - DECLARING, defenders)):
        rows = np.flatnonzero(sides == side)
        if len(rows):
            cards[rows] = player(_views(tables, progress, rows))
    return cards


def _views(tables: Tables, progress: Progress, rows: Rows) -> Views:
    plies = np.full(len(rows), progress.ply, np.uint8)
    turns = progress.turn[rows].astype(np.uint8)
    return Views(tables, rows, plies, turns, progress.won[rows], progress.voids[rows])


def learned_player(similarity: Similarity) -> Player:
    """Plays what the network foresees most of all, equal cards taken together.

    Where all cards come to the same it plays the lowest.
    """

    def play(views: Views) -> Bytes:
        choices = Choices.of(views)
        legal = choices.legal.reshape(-1, 52)
        cards = legal.argmax(axis=1).astype(np.uint8)
        asked = np.flatnonzero(choices.are_decisions)
        if len(asked):
            chances = similarity.chances(views[asked])
            own = np.maximum(chances, np.float32(1e-6)) * legal[asked]
            some = Choices(choices.legal[asked], choices.touching[asked], choices.small)
            together = some.pooled(own.reshape(-1, 4, 13)).reshape(-1, 52)
            best = together.max(axis=1, keepdims=True)
            cards[asked] = np.where(together == best, own, 0).argmax(axis=1)
        return cards

    return play
