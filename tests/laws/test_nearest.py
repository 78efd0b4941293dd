"""Whatever is asked, the memory finds what an honest scan finds, in the order of learning."""

import random

import faiss
import numpy as np
import numpy.typing as npt
import pytest

from kibitz.errors import UsageError
from kibitz.precedents.sequences import nearest
from kibitz.precedents.sequences.columns import NONE, SequenceMatches
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.nearest import SequenceMemory

COUNTS, SYMBOLS, NUMBERS = 5, 4, 2
WINDOW = 3
ACTIONS = 6


def schema(*, numbers: int = NUMBERS, widest: int = 40, unit: int = 1) -> Schema:
    return Schema(
        (
            *(Feature(f"count {i}", FeatureKind.COUNT, widest) for i in range(COUNTS)),
            *(Feature(f"symbol {i}", FeatureKind.SYMBOL) for i in range(SYMBOLS)),
            *(Feature(f"number {i}", FeatureKind.NUMBER, 3.0) for i in range(numbers)),
        ),
        unit,
    )


def drawn(rng: np.random.Generator, rows: int, kind: Schema, window: int = WINDOW) -> Sequences:
    codes = np.empty((rows, window, kind.codes), np.uint8)
    top = int(kind.features[0].widest)
    codes[..., :COUNTS] = rng.integers(0, top + 1, (rows, window, COUNTS))
    codes[..., COUNTS:] = rng.integers(0, 3, (rows, window, SYMBOLS))
    reals = rng.normal(size=(rows, window, kind.numbers)).astype(np.float32)
    return Sequences(codes, reals, rng.integers(1, window + 1, rows).astype(np.uint8))


def plain_squares(kind: Schema, cases: Sequences, asked: Sequences, row: int) -> list[np.ndarray]:
    """Squared distances of every case to one question, for each length, in plain numpy."""
    total = np.zeros(len(cases), np.float32)
    per_length = []
    for state in range(cases.window):
        held = cases.codes[:, state].astype(np.int64)
        wanted = asked.codes[row, state].astype(np.int64)
        gaps = held[:, : kind.counts] - wanted[: kind.counts]
        unlike = held[:, kind.counts :] != wanted[kind.counts :]
        total = total + (gaps**2).sum(axis=1) + kind.unit**2 * unlike.sum(axis=1)
        total = total.astype(np.float32)
        for number in range(kind.numbers):
            gap = cases.reals[:, state, number] - asked.reals[row, state, number]
            total = total + gap * gap
        known = (cases.spans > state) & (asked.spans[row] > state)
        per_length.append(np.where(known, total, np.inf))
    return per_length


def plain_nearest(
    kind: Schema,
    cases: Sequences,
    asked: Sequences,
    k: int,
    allowed: npt.NDArray[np.bool_] | None = None,
) -> SequenceMatches:
    found = SequenceMatches.none(len(asked), cases.window, k)
    for row in range(len(asked)):
        for length, squares in enumerate(plain_squares(kind, cases, asked, row)):
            if allowed is not None:
                squares = np.where(allowed[row], squares, np.inf)
            order = np.argsort(squares, kind="stable")[:k]
            order = order[np.isfinite(squares[order])]
            found.cases[row, length, : len(order)] = order
            found.squares[row, length, : len(order)] = squares[order]
    return found


def assert_same(one: SequenceMatches, other: SequenceMatches) -> None:
    np.testing.assert_array_equal(one.cases, other.cases)
    np.testing.assert_array_equal(one.squares, other.squares)


@pytest.mark.parametrize("unit", [1, 7])
@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("rows", [1, 5, 1023, 3000])
def test_the_memory_finds_what_a_plain_scan_finds(rows: int, k: int, unit: int) -> None:
    kind, rng = schema(numbers=0 if unit > 1 else NUMBERS, unit=unit), np.random.default_rng(rows)
    cases, asked = drawn(rng, rows, kind), drawn(rng, 9, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, rng.integers(0, ACTIONS, rows).astype(np.uint16))
    assert_same(memory.nearest(asked, k), plain_nearest(kind, cases, asked, k))


def test_wide_counts_do_not_overflow() -> None:
    kind, rng = schema(widest=255), np.random.default_rng(0)
    cases, asked = drawn(rng, 500, kind), drawn(rng, 5, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, np.zeros(500, np.uint16))
    assert_same(memory.nearest(asked, 3), plain_nearest(kind, cases, asked, 3))


def test_only_admitted_actions_compete() -> None:
    kind, rng = schema(), np.random.default_rng(3)
    cases, asked = drawn(rng, 400, kind), drawn(rng, 6, kind)
    actions = rng.integers(0, ACTIONS, 400).astype(np.uint16)
    admitted = rng.random((6, ACTIONS)) < 0.3
    admitted[0] = False
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, actions)
    found = memory.nearest(asked, 5, admitted=admitted)
    assert_same(found, plain_nearest(kind, cases, asked, 5, admitted[:, actions]))
    assert (found.cases[0] == NONE).all()


def test_a_flat_faiss_index_finds_the_same_cases() -> None:
    """One-hot symbols divided by the root of two make the distance Euclidean."""
    kind, rng = schema(), np.random.default_rng(5)
    cases, asked = drawn(rng, 2000, kind, 1), drawn(rng, 20, kind, 1)
    memory = SequenceMemory(kind)
    memory.add(cases, np.zeros(2000, np.uint16))
    found = memory.nearest(asked, 6)
    index = faiss.IndexFlatL2(COUNTS + 3 * SYMBOLS + NUMBERS)
    index.add(one_hot(cases))
    squares, numbers = index.search(one_hot(asked), 6)
    np.testing.assert_array_equal(found.cases[:, 0], numbers)
    np.testing.assert_allclose(found.squares[:, 0], squares, rtol=1e-4)


def one_hot(rows: Sequences) -> npt.NDArray[np.float32]:
    codes = rows.codes[:, 0]
    symbols = np.eye(3, dtype=np.float32)[codes[:, COUNTS:]].reshape(len(rows), -1)
    counts = codes[:, :COUNTS].astype(np.float32)
    return np.hstack([counts, symbols / np.sqrt(np.float32(2)), rows.reals[:, 0]])


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("questions", [1, 40])
def test_any_number_of_cores_finds_the_same(
    threads: int, questions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, rng = schema(), np.random.default_rng(11)
    cases, asked = drawn(rng, 2500, kind), drawn(rng, questions, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, np.zeros(2500, np.uint16))
    expected = memory.nearest(asked, 3)
    monkeypatch.setattr(nearest, "cores", lambda: threads)
    monkeypatch.setattr(nearest, "_WORTH_A_THREAD", 0)
    assert_same(memory.nearest(asked, 3), expected)


def test_cases_added_one_by_one_are_found_as_if_added_together() -> None:
    kind, rng = schema(), np.random.default_rng(2)
    cases, asked = drawn(rng, 1500, kind), drawn(rng, 4, kind)
    actions = rng.integers(0, ACTIONS, 1500).astype(np.uint16)
    together, apart = SequenceMemory(kind, WINDOW), SequenceMemory(kind, WINDOW)
    together.add(cases, actions)
    for first in range(1500):
        apart.add(cases[first : first + 1], actions[first : first + 1])
    assert_same(apart.nearest(asked, 3), together.nearest(asked, 3))
    numbers = apart.nearest(asked, 3).cases
    np.testing.assert_array_equal(apart.actions(numbers), together.actions(numbers))


def test_of_cases_equally_near_the_earlier_comes_first() -> None:
    kind = schema(numbers=0)
    one = drawn(np.random.default_rng(0), 1, kind)
    memory = SequenceMemory(kind, WINDOW)
    for action in range(5):
        memory.add(one, np.array([action], np.uint16))
    assert memory.nearest(one, 5).cases[0, 0].tolist() == [0, 1, 2, 3, 4]


def test_a_removed_case_is_never_found_again_and_the_others_keep_their_numbers() -> None:
    kind, rng = schema(), np.random.default_rng(7)
    cases, asked = drawn(rng, 300, kind), drawn(rng, 5, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, np.zeros(300, np.uint16))
    gone = random.Random(0).sample(range(300), 60)
    for case in gone:
        memory.remove(case)
    kept = np.ones((5, 300), np.bool_)
    kept[:, gone] = False
    assert_same(memory.nearest(asked, 4), plain_nearest(kind, cases, asked, 4, kept))
    with pytest.raises(UsageError, match="has already been removed"):
        memory.remove(gone[0])
    with pytest.raises(UsageError, match="there is no case 300"):
        memory.remove(300)


def test_a_masked_memory_finds_only_what_is_kept() -> None:
    kind, rng = schema(), np.random.default_rng(8)
    cases, asked = drawn(rng, 200, kind), drawn(rng, 5, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, np.zeros(200, np.uint16))
    keep = rng.random(200) < 0.5
    allowed = np.broadcast_to(keep, (5, 200))
    assert_same(memory.masked(keep).nearest(asked), plain_nearest(kind, cases, asked, 1, allowed))


def test_gaps_are_the_distances_of_the_single_states() -> None:
    kind, rng = schema(numbers=0, unit=5), np.random.default_rng(9)
    cases, asked = drawn(rng, 50, kind), drawn(rng, 3, kind)
    memory = SequenceMemory(kind, WINDOW)
    memory.add(cases, np.zeros(50, np.uint16))
    numbers = np.array([[4, 40], [0, 1], [49, 7]])
    gaps = memory.gaps(asked, numbers)
    for question in range(3):
        for place, case in enumerate(numbers[question]):
            for state in range(WINDOW):
                told = kind.distance(cases.values(case, state), asked.values(question, state))
                assert gaps[question, place, state] == pytest.approx(told.total, rel=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_a_distance_is_zero_on_itself_symmetric_and_the_sum_of_its_parts(seed: int) -> None:
    kind = schema()
    rows = drawn(np.random.default_rng(seed), 2, kind, 1)
    one, other = rows.values(0, 0), rows.values(1, 0)
    told = kind.distance(one, other)
    assert kind.distance(one, one).total == 0
    assert told == kind.distance(other, one)
    assert told.total**2 == pytest.approx(sum(part**2 for part in told.parts.values()))


def test_what_does_not_fit_is_refused() -> None:
    kind, rng = schema(), np.random.default_rng(0)
    memory = SequenceMemory(kind, WINDOW)
    fits = drawn(rng, 2, kind)
    with pytest.raises(UsageError, match="do not fit"):
        memory.add(fits.cut(1), np.zeros(2, np.uint16))
    with pytest.raises(UsageError, match="count 0 goes up to 40"):
        memory.add(
            Sequences(np.full_like(fits.codes, 41), fits.reals, fits.spans), np.zeros(2, np.uint16)
        )
    with pytest.raises(UsageError, match="2 cases have 3 actions"):
        memory.add(fits, np.zeros(3, np.uint16))
    memory.add(fits, np.array([0, 5], np.uint16))
    for admitted in (np.ones((2, 5), np.bool_), np.ones((1, 6), np.bool_)):
        with pytest.raises(UsageError, match="a truth value for each question"):
            memory.nearest(fits, admitted=admitted)
    with pytest.raises(UsageError, match="at least one case"):
        memory.nearest(fits, 0)
    with pytest.raises(UsageError, match="not a finite number"):
        memory.nearest(Sequences(fits.codes, np.full_like(fits.reals, np.nan), fits.spans))
    with pytest.raises(UsageError, match="counts, then its symbols"):
        Schema((Feature("s", FeatureKind.SYMBOL), Feature("c", FeatureKind.COUNT)))
