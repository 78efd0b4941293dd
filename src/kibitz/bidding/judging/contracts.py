"""A contract compared with par, double dummy, and with the contracts at other tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import SolverError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DealTricks, DoubleDummy
from kibitz.games.bridge.scoring import imps, score
from kibitz.records.library import Library
from kibitz.records.lookup import tables_of_deal
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class ParContract:
    """The double-dummy score of the contract, and the par score of the deal."""

    contract: Contract | None
    score: int
    """The score of North-South if the contract is played double dummy."""
    par: int
    """The par score of North-South."""
    best: tuple[Contract, ...]
    """The contracts that score par."""

    @property
    def imps(self) -> int:
        """The difference from par in IMPs, for North-South."""
        return imps(self.score - self.par)

    def to_json(self) -> dict[str, Any]:
        return {
            "contract": None if self.contract is None else str(self.contract),
            "score": self.score,
            "par": self.par,
            "imps": self.imps,
            "par_contracts": [str(one) for one in self.best],
        }


@dataclass(frozen=True, slots=True)
class ReachedContract:
    """A contract reached at other tables with the same deal."""

    contract: Contract | None
    tricks: tuple[int, ...]
    """The tricks taken at the tables where they are known."""
    tables: int

    def to_json(self) -> dict[str, Any]:
        return {
            "contract": None if self.contract is None else str(self.contract),
            "tables": self.tables,
            "tricks": list(self.tricks),
        }


def beside_par(record: Record, solver: DoubleDummy | None) -> ParContract | None:
    """The contract compared with par; None if the deal cannot be solved."""
    if solver is None:
        return None
    try:
        [solved] = solver.solve_deals([(record.deal, record.dealer, record.vulnerability)])
    except SolverError:  # the solver does not start
        return None
    if isinstance(solved, SolverError):
        return None
    points = north_south(record.contract, solved, record.vulnerability)
    return ParContract(record.contract, points, solved.par, solved.best)


def north_south(contract: Contract | None, solved: DealTricks, vulnerability: Vulnerability) -> int:
    """The score of North-South if a contract is played double dummy."""
    if contract is None:
        return 0
    tricks = solved.tricks[contract.bid.strain, contract.declarer]
    points = score(contract, tricks, vulnerability)
    return points if contract.declarer.is_with(Seat.NORTH) else -points


def at_other_tables(record: Record, library: Path | None) -> tuple[ReachedContract, ...]:
    """The contracts at the library's other tables with this deal, the most frequent first."""
    if library is None or not library.exists():
        return ()
    with Library.open(library, create=False) as shelf:
        records = [entry.record for entry in tables_of_deal(shelf, record.deal)]
    others = [one for one in records if (one.auction, one.play) != (record.auction, record.play)]
    reached: dict[str, list[Record]] = {}
    for one in others:
        reached.setdefault(str(one.contract), []).append(one)
    found = sorted(reached.values(), key=lambda tables: -len(tables))
    return tuple(map(_reached, found))


def _reached(tables: Sequence[Record]) -> ReachedContract:
    tricks = sorted(one.tricks for one in tables if one.tricks is not None)
    return ReachedContract(tables[0].contract, tuple(tricks), len(tables))
