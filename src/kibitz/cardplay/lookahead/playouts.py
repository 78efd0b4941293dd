"""Plays out many deals at once, card by card, with players who see only what their seat sees.

Each deal takes its own course. At every card, all seats of one side ask their network together, and
positions that look the same to the seat to play are asked once; of a network that remembers, once
for good.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

import numpy as np

from kibitz.cardplay.similarity.choices import Choices
from kibitz.cardplay.similarity.positions import (
    DECLARING,
    Bools,
    Bytes,
    Progress,
    Rows,
    Tables,
    Views,
)
from kibitz.cardplay.similarity.tokens import Floats

Player: TypeAlias = Callable[[Views], Bytes]
"""Plays a card in each of some positions, all of one side."""

_DUMMY = 2
_ROOM = 4096


class Foretelling(Protocol):
    """Gives the chance of each card in each position, (n, 52)."""

    def chances(self, views: Views, /) -> Floats: ...


@dataclass(eq=False, slots=True)
class Remembering:
    """A network that remembers its answers: what looks the same to the hand to play is asked once.

    Only what it can see counts, not the layout behind it.
    """

    network: Foretelling
    _places: dict[bytes, int] = field(default_factory=dict)
    _answers: Floats = field(default_factory=lambda: np.empty((_ROOM, 52), np.float32))

    def chances(self, views: Views) -> Floats:
        seen = np.ascontiguousarray(_seen(views))
        keys = seen.view(np.dtype((np.void, seen.shape[1])))[:, 0].tolist()
        known, places = len(self._places), self._places
        each = [places.setdefault(key, len(places)) for key in keys]
        if len(places) > known:
            at: Rows = np.array(each)
            new, first = np.unique(at, return_index=True)
            asked: Rows = first[new >= known]
            while len(places) > len(self._answers):
                self._answers = np.concatenate([self._answers, np.empty_like(self._answers)])
            self._answers[known : len(places)] = self.network.chances(views[asked])
        return self._answers[each]


def remembering(network: Foretelling) -> Remembering:
    """The network with a memory, which it keeps if it has one."""
    return network if isinstance(network, Remembering) else Remembering(network)


def play_out(
    tables: Tables, first: int, declarer: Player, defenders: Player
) -> tuple[Tables, Bytes]:
    """The tables with every card played, and declarer's tricks; the *first* cards are given."""
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


def learned_player(network: Foretelling, allowed: Callable[[Views], Bools] | None = None) -> Player:
    """Plays the card that the network thinks most likely, together with its equals.

    If all cards are equal, it plays the lowest. *allowed* restricts its choice.
    """

    def play(views: Views) -> Bytes:
        choices = Choices.of(views)
        legal = choices.legal.reshape(-1, 52) if allowed is None else allowed(views)
        cards: Bytes = legal.argmax(axis=1).astype(np.uint8)
        asked = np.flatnonzero(choices.are_decisions & (legal.sum(axis=1) > 1))
        if len(asked):
            chances = network.chances(views[asked])
            own = np.maximum(chances, np.float32(1e-6)) * legal[asked]
            some = Choices(choices.legal[asked], choices.touching[asked], choices.small)
            together = some.pooled(own.reshape(-1, 4, 13)).reshape(-1, 52)
            best = together.max(axis=1, keepdims=True)
            cards[asked] = np.where(together == best, own, 0).argmax(axis=1)
        return cards

    return play


def _seen(views: Views) -> Bytes:
    """Everything that the hand to play can know in each position, as a row of bytes."""
    tables, at = views.tables, views.table
    owners, turns = tables.owners[at], views.turns[:, None]
    partner = np.where(turns % 2 == DECLARING, (turns + 2) % 4, _DUMMY)
    played = np.where(np.arange(52)[None] < views.plies[:, None], tables.played[at], 255)
    return np.concatenate(
        [
            turns,
            views.plies[:, None],
            np.packbits(owners == turns, axis=1),
            np.packbits(owners == partner, axis=1),
            played.astype(np.uint8),
            tables.trumps[at][:, None],
            tables.targets[at][:, None],
            tables.bidding[at],
            tables.calls[at].reshape(len(views), -1),
        ],
        axis=1,
    )
