"""A question meets the cases of its kind alone, and finds what a plain search of all would find."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.similarity.kinds import CardKind
from kibitz.cardplay.store import Cases
from kibitz.precedents.manifest import KeptRecord
from kibitz.precedents.shelf import Shelf
from kibitz.records.record import Source

K = 24
QUESTIONS = ((1, 4), (3, 5), (18, 30), (20, 11), (47, 0), (36, 6))
"""Kinds and plies: leads, following and discarding, in each chair."""


def drawn(rng: np.random.Generator, size: int) -> Cases:
    """Cases of few cells and few descriptions, many of them equally near."""
    pool = np.round(255 * np.sqrt(rng.dirichlet(np.full(52, 0.06), 40))).astype(np.uint8)
    kinds = np.array([kind for kind, _ in QUESTIONS], np.int64)[rng.integers(0, 6, size)]
    kinds = np.where(
        rng.random(size) < 0.3, np.maximum(kinds + rng.integers(-2, 3, size), 1), kinds
    )
    return Cases(
        pool[rng.integers(0, len(pool), size)],
        rng.integers(0, 5, size).astype(np.uint8),
        rng.integers(0, 52, size).astype(np.uint8),
        np.sort(rng.integers(0, 30, size)).astype(np.uint32),
        rng.integers(0, 52, size).astype(np.uint8),
        kinds.astype(np.uint8),
    )


def plainly(cases: Cases, there: np.ndarray, asked: np.ndarray, trumps: int) -> list[list[int]]:
    """Squares and numbers of the nearest, every case under every naming of its suits."""
    found = []
    for number in np.flatnonzero(there).tolist():
        theirs = int(cases.trumps[number])
        if (theirs == 4) != (trumps == 4):
            continue
        code = cases.codes[number].reshape(4, 13).astype(int)
        named = [
            int(((code - asked[list(way)].astype(int)) ** 2).sum())
            for way in permutations(range(4))
            if trumps == 4 or way[theirs] == trumps
        ]
        found.append([min(named), number])
    return sorted(found)[:K]


def filled(folder: Path, parts: list[Cases]) -> Shelf[Cases]:
    base = Shelf.create(Cases, folder, "one")
    for number, cases in enumerate(parts):
        records = [KeptRecord(Source(f"{number}.lin", i + 1), f"{number} {i}") for i in range(30)]
        base.add(cases, records)
    return Shelf.open(Cases, folder)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("removed", [False, True])
def test_what_is_found_is_what_a_plain_search_finds(
    tmp_path: Path, wide: bool, removed: bool
) -> None:
    rng = np.random.default_rng(3)
    parts = [drawn(rng, size) for size in (700, 1, 900)]
    base, every = filled(tmp_path, parts), Cases.joined(parts)
    there = np.ones(len(every), np.bool_)
    if removed:
        base.withdraw([3, 4, 61], "for the test")
        gone = [(0, 3), (0, 4), (2, 1)]
        of = np.repeat(np.arange(3), [len(part) for part in parts])
        for part, record in gone:
            there &= ~((of == part) & (every.records == record))
    memory, met = CardMemory(base, tmp_path), 0
    for number, ply in QUESTIONS:
        kind, trumps = CardKind(number, ply), int(rng.integers(0, 5))
        asked = every.codes[int(rng.integers(len(every)))].reshape(4, 13)
        among = kind.wide if wide else kind.narrow
        rows = np.zeros(len(every), np.bool_)
        rows[among(every.kinds, every.plies)] = True
        [found] = memory.nearest(asked[None], np.array([trumps], np.uint8), K, among)
        expected = plainly(every, there & rows, asked, trumps)
        pairs = zip(found.matches.squares.tolist(), found.matches.cases.tolist(), strict=True)
        assert [list(pair) for pair in pairs] == expected
        np.testing.assert_array_equal(found.codes, every.codes[found.matches.cases])
        np.testing.assert_array_equal(found.plies, every.plies[found.matches.cases])
        met += len(expected)
    assert met > 3 * K


def test_a_file_written_without_an_index_is_searched_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [drawn(np.random.default_rng(5), 400)]
    with monkeypatch.context() as before:
        before.setattr("kibitz.cardplay.similarity.index.CellIndex.arrays", {})
        old = filled(tmp_path / "old", parts)
    new = filled(tmp_path / "new", parts)
    asked, among = parts[0].codes[7].reshape(4, 13), CardKind(3, 5).wide
    memories = (CardMemory(shelf, tmp_path) for shelf in (new, old))
    hearts = np.array([2], np.uint8)
    [ours], [theirs] = (memory.nearest(asked[None], hearts, K, among) for memory in memories)
    np.testing.assert_array_equal(ours.matches.cases, theirs.matches.cases)
    assert len(ours) > 3
