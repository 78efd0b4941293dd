"""What a device finds is what an honest scan finds: on torch's own processor, and on a GPU.

Needs torch and numpy alone, so that it also runs where only those are:
PYTHONPATH=src python tests/laws/test_device.py
"""

from __future__ import annotations

import sys
import unittest
from typing import Any

import numpy as np

from kibitz.errors import UsageError
from kibitz.precedents.sequences.columns import NONE, SequenceMatches, SequenceSegment
from kibitz.precedents.sequences.device import DeviceMemory
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences

COUNTS = tuple(Feature(f"count {i}", FeatureKind.COUNT, 40) for i in range(5))
SYMBOLS = tuple(Feature(f"symbol {i}", FeatureKind.SYMBOL) for i in range(3))
ROOM = 1 << 16  # bytes: many chunks, so that their seams are tried too


def devices() -> list[str]:
    """Where torch can compute here; without torch the tests are skipped, saying so."""
    try:
        import torch
    except ImportError:
        raise unittest.SkipTest("torch is not installed: pip install 'kibitz[gpu]'") from None
    return ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


def drawn(rng: np.random.Generator, rows: int, window: int, values: int) -> tuple[Sequences, Any]:
    """Few values make many ties."""
    codes = rng.integers(0, values, (rows, window, len(COUNTS + SYMBOLS)), dtype=np.uint8)
    spans = rng.integers(1, window + 1, rows).astype(np.uint8)
    return Sequences.of_codes(codes, spans), rng.integers(0, 9, rows).astype(np.uint16)


def scanned(
    schema: Schema, cases: Sequences, actions: Any, asked: Sequences, k: int, admitted: Any
) -> SequenceMatches:
    """Every square in whole numbers, sorted by square and then by number."""
    found = SequenceMatches.none(len(asked), asked.window, k)
    for row in range(len(asked)):
        total = np.zeros(len(cases), np.int64)
        for state in range(int(asked.spans[row])):
            gaps = cases.codes[:, state].astype(np.int64) - asked.codes[row, state]
            unlike = (gaps[:, schema.counts :] != 0) * schema.unit**2
            total += (gaps[:, : schema.counts] ** 2).sum(axis=1) + unlike.sum(axis=1)
            free = (cases.spans > state) & (admitted is None or admitted[row][actions])
            order = [case for case in np.argsort(total, kind="stable") if free[case]][:k]
            found.cases[row, state, : len(order)] = order
            found.squares[row, state, : len(order)] = total[order]
    return found


def test_a_device_finds_what_an_honest_scan_finds() -> None:
    for device in devices():
        for seed, (rows, window, values, unit) in enumerate(
            [(1, 1, 3, 1), (700, 1, 3, 1), (900, 3, 4, 7), (400, 5, 41, 13)]
        ):
            rng = np.random.default_rng(seed)
            schema = Schema(COUNTS + SYMBOLS, unit)
            cases, actions = drawn(rng, rows, window, values)
            asked, _ = drawn(rng, 17, window, values)
            memory = DeviceMemory(schema, window, device, room=ROOM)
            cut = rows // 3 or 1
            for part in (slice(0, cut), slice(cut, None))[:rows]:
                memory.attach(in_columns(schema, cases[part], actions[part]))
            for k in (1, 6):
                for admitted in (None, rng.random((17, 9)) < 0.4):
                    want = scanned(schema, cases, actions, asked, k, admitted)
                    have = memory.nearest(asked, k, admitted=admitted)
                    np.testing.assert_array_equal(have.cases, want.cases)
                    np.testing.assert_array_equal(have.squares, want.squares)
            assert len(memory) == rows


def in_columns(schema: Schema, cases: Sequences, actions: Any) -> SequenceSegment:
    segment = SequenceSegment.empty(schema, cases.window, len(cases))
    segment.put(0, cases, actions)
    return segment


def test_too_few_cases_leave_places_empty() -> None:
    for device in devices():
        schema = Schema(COUNTS + SYMBOLS)
        cases, actions = drawn(np.random.default_rng(1), 2, 1, 5)
        memory = DeviceMemory(schema, 1, device)
        memory.attach(in_columns(schema, cases, actions))
        found = memory.nearest(cases, 4)
        assert (found.cases[:, :, 2:] == NONE).all()
        assert found.cases[:, 0, 0].tolist() == [0, 1]
        assert np.isinf(found.squares[:, :, 2:]).all()


def refused(schema: Schema, window: int, device: str) -> str:
    try:
        DeviceMemory(schema, window, device)
    except UsageError as error:
        return str(error)
    return ""


def test_what_a_device_can_not_do_exactly_is_refused() -> None:
    for device in devices():
        assert not refused(Schema(COUNTS + SYMBOLS), 5, device)
        assert "numbers" in refused(Schema((*COUNTS, Feature("v", FeatureKind.NUMBER))), 1, device)
        assert "too large" in refused(Schema(COUNTS + SYMBOLS, 255), 255, device)


def test_a_device_that_is_not_there_is_named() -> None:
    devices()
    assert refused(Schema(COUNTS), 1, "cuda:99") == "torch sees no device 'cuda:99' here"


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print("passed", name)
    print("on", ", ".join(devices()), "with Python", sys.version.split()[0])
