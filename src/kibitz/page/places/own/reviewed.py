"""A reviewed table, drawn alone or in a session, and the latest review."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.games.bridge.deal import Seat
from kibitz.page.graph import TrickGraph
from kibitz.page.table.drawing import TableView, table_view
from kibitz.page.table.rows import worth_text
from kibitz.records.library import Entry
from kibitz.records.players import folded
from kibitz.runtime.storage import write_atomically

IN_FULL = 12
"""How many moments of a table are described in full, so that its page stays small."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many real decisions there were, and how many agreed with most experts."""

    real: int
    agrees: int

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(self.real + other.real, self.agrees + other.agrees)


@dataclass(frozen=True, slots=True)
class ReviewedTable:
    """A reviewed table: its hands, its graph, and every decision."""

    shelf: str
    number: int
    board: str
    view: TableView
    players: Mapping[Seat, str]
    declarer: Seat
    graph: TrickGraph | None
    judged: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, shelf: str, entry: Entry, answer: Mapping[str, Any]) -> ReviewedTable:
        contract, cited = entry.record.contract, entry.record.citation
        assert contract is not None  # nothing else is reviewed
        judged = [
            {
                **one,
                "worth": {
                    card: worth_text(contract, tricks) for card, tricks in one["worth"].items()
                },
            }
            for one in answer["decisions"]
        ]
        matter = [one for one in judged if one["matters"]]
        return cls(
            shelf,
            entry.id,
            cited.board,
            table_view(entry),
            {seat: cited.players[seat] for seat in Seat},
            contract.declarer,
            TrickGraph.of(answer["totals"], contract.target, matter),
            tuple(judged),
        )

    def by(self, player: str) -> list[dict[str, Any]]:
        """The decisions of one player, or of everybody if none is named.

        Declarer's include dummy's cards; dummy decides nothing.
        """
        if not player:
            return list(self.judged)
        wanted = folded(player)
        seats = {
            str(seat) for seat, name in self.players.items() if name and folded(name) == wanted
        }
        declares = str(self.declarer) in seats
        return [
            one
            for one in self.judged
            if (one["seat"][0] in seats if one["is_defender"] else declares)
        ]

    def decisions(self, player: str) -> Agreement:
        """How many decisions he made, and how many agreed with the experts."""
        mine = self.by(player)
        return Agreement(len(mine), sum(one["verdict"] == "agrees" for one in mine))

    def lost(self, player: str) -> int:
        """How many tricks he gave away."""
        return sum(one["cost"] or 0 for one in self.by(player))

    def lost_by_others(self, player: str) -> int:
        return self.lost("") - self.lost(player)

    def moments(self, player: str = "", *, costly: bool = False) -> list[dict[str, Any]]:
        """The decisions worth a word, or only the *costly* ones.

        The most expensive are described in full, the others only linked to their table.
        """
        matter = [one for one in self.by(player) if one["matters"]]
        some = [one for one in matter if one["cost"]] if costly else matter
        dearest = sorted(some, key=lambda one: -(one["cost"] or 0))[:IN_FULL]
        return [{**one, "in_full": one in dearest} for one in some]


@dataclass(frozen=True, slots=True)
class LastReview:
    """The latest review, so that the home page can link to it."""

    title: str
    address: str
    decisions: Agreement
    lost: int

    def save(self, path: Path) -> None:
        write_atomically(path, json.dumps(asdict(self)).encode())

    @classmethod
    def read(cls, path: Path) -> LastReview | None:
        """The review that was kept; None if there is none, or it cannot be read."""
        try:
            kept = json.loads(path.read_bytes())
            counted = Agreement(**kept.pop("decisions"))
            return cls(**kept, decisions=counted)
        except (OSError, ValueError, TypeError, KeyError):
            return None
