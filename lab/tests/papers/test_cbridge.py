"""CBridge1 and CBridge1a as the dissertation describes them (sections 4.3, 4.4, 4.6)."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from kibitz.bidding.openings.cases import (
    CALL_NUMBER,
    OPENING_CALLS,
    OpeningCase,
    OpeningSystem,
    cases_of,
)
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.similarity.cbridge import CBridgeSimilarity, NearestHands
from kibitz.bidding.openings.similarity.columns import SituationColumns, columns_of
from kibitz.bidding.openings.similarity.voting import adapted, vote
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import DECK, Hand
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz_lab.cbridge import paper
from kibitz_lab.cbridge.experiment import VARIANTS, first_seat, variant_rows
from kit import SHARED, needs_data
from opened import house_cases


def random_hands(count: int, seed: int) -> list[Hand]:
    rng = random.Random(seed)
    return [Hand.of(rng.sample(DECK, 13)) for _ in range(count)]


def ratio(one: int, other: int) -> Fraction:
    return Fraction(1) if one == other else Fraction(min(one, other), max(one, other))


def by_the_book(one: Hand, other: Hand) -> Fraction:
    """§4.3 word for word, in exact fractions."""
    shape = sum(9 * ratio(a, b) for a, b in zip(one.shape, other.shape, strict=True))
    return (51 * ratio(one.points, other.points) + shape + len(one & other)) / 100


def test_the_worked_similarity_of_two_hands() -> None:
    one, other = Hand.parse("AQ7.KJ985.K2.T43"), Hand.parse("AQ62.KJ98.K7.T43")
    # 13 points each; lengths 3-4, 5-4, 2-2, 3-3; ten cards shared
    expected = 51 + 9 * (Fraction(3, 4) + Fraction(4, 5) + 2) + 10
    assert by_the_book(one, other) * 100 == expected
    similarity = CBridgeSimilarity.over(SituationColumns.of([Situation(one)]))
    found = similarity.nearest(SituationColumns.of([Situation(other)]), 1)
    assert found.similarities[0, 0] == pytest.approx(float(expected) / 100)


def test_the_index_finds_what_an_honest_scan_finds() -> None:
    hands, asked = random_hands(600, 1), random_hands(20, 2)
    hands += hands[:40]  # exact doubles: of equals the first learned is nearer
    found = CBridgeSimilarity.over(SituationColumns.of(map(Situation, hands))).nearest(
        SituationColumns.of(map(Situation, asked)), 9
    )
    for row, question in enumerate(asked):
        exact = [by_the_book(question, hand) for hand in hands]
        best = sorted(range(len(hands)), key=lambda case: (-exact[case], case))[:9]
        assert found.cases[row].tolist() == best
        assert found.similarities[row].tolist() == pytest.approx([float(exact[c]) for c in best])


def test_a_case_left_out_is_not_its_own_precedent() -> None:
    columns = SituationColumns.of(map(Situation, random_hands(50, 3)))
    everyone = np.arange(50, dtype=np.int64)
    found = CBridgeSimilarity.over(columns).nearest(columns, 3, skip=everyone)
    assert not (found.cases == everyone[:, None]).any()


def test_fewer_cases_than_asked_for_leave_empty_places() -> None:
    columns = SituationColumns.of(map(Situation, random_hands(2, 3)))
    found = CBridgeSimilarity.over(columns).nearest(columns, 5)
    assert (found.cases[:, 2:] == -1).all()
    votes = vote(np.full((2, 5), 3, dtype=np.uint8), found)
    assert votes.shares.tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("calls", "winner"),
    [
        (["P"], "P"),
        (["1H", "P"], "1H"),  # "the case with higher similarity is always favoured"
        (["1H", "P", "P"], "P"),
        (["1H", "P", "P", "1H"], "1H"),
        (["1S", "P", "1H", "P", "1H"], "P"),
    ],
)
def test_ties_go_to_the_more_similar(calls: list[str], winner: str) -> None:
    numbers = np.array([[CALL_NUMBER[parse_call(call)] for call in calls]], dtype=np.uint8)
    alike = np.linspace(0.9, 0.8, len(calls))[None, :]
    found = NearestHands(np.arange(len(calls), dtype=np.int64)[None, :], alike)
    assert str(OPENING_CALLS[vote(numbers, found).calls[0]]) == winner


@pytest.mark.parametrize(
    ("case", "bid", "question", "adapted_bid"),
    [
        ("AQ7.KJ985.K2.T43", "1H", "KJ985.AQ7.K2.T43", "1S"),
        ("AQ7.KJ985.K2.T43", "P", "KJ985.AQ7.K2.T43", "P"),
        ("AQ7.KJ985.K2.T43", "1N", "KJ985.AQ7.K2.T43", "1N"),
        ("AQ7.KJ985.K2.T43", "2C", "KJ985.AQ7.K2.T43", "2C"),  # not its longest suit
        ("AQ74.KJ98.K2.T43", "1H", "T43.AQ74.KJ98.K2", "1H"),  # still one of the longest
        ("7.KQJ9852.K2.T43", "3H", "7.K2.T43.KQJ9852", "3C"),
    ],
)
def test_a_bid_moves_from_longest_suit_to_longest_suit(
    case: str, bid: str, question: str, adapted_bid: str
) -> None:
    cases = SituationColumns.of([Situation(Hand.parse(case))])
    asked = SituationColumns.of([Situation(Hand.parse(question))])
    calls = np.array([CALL_NUMBER[parse_call(bid)]], dtype=np.uint8)
    found = NearestHands(np.array([[0]], dtype=np.int64), np.array([[1.0]]))
    moved = adapted(calls, cases, asked, found)
    assert str(OPENING_CALLS[moved[0, 0]]) == adapted_bid


def test_at_k_1_adaptation_cannot_change_the_number_of_passes() -> None:
    """The dissertation's own tables break this law: 1,127 passes become 990."""
    columns, calls = columns_of(first_seat(house_cases(500, random.Random(4)), 500))
    plain, moved = (variant_rows(name, columns, calls) for name in ("cbridge1", "cbridge1a"))
    assert plain[0]["passes"] == moved[0]["passes"]
    assert paper.CBRIDGE1[0][2] != paper.CBRIDGE1A[0][1]


def test_one_and_two_neighbours_decide_alike() -> None:
    """§4.4 expects it, and both its tables show it."""
    columns, calls = columns_of(first_seat(house_cases(500, random.Random(5)), 500))
    for variant in VARIANTS:
        rows = variant_rows(variant, columns, calls)
        assert rows[0]["correct"] == rows[1]["correct"]
    assert paper.CBRIDGE1[0][0] == paper.CBRIDGE1[1][0]


def test_nobody_opens_with_a_double() -> None:
    with pytest.raises(ValueError, match="nobody opens with X"):
        OpeningCase(Situation(random_hands(1, 6)[0]), parse_call("X"), "x", OpeningSystem("s"))


@needs_data
def test_run_as_described_the_method_is_right_far_more_often_than_reported() -> None:
    records = (
        record
        for record in read_path(SHARED / "data" / "wbridge5.jsonl.gz")
        if isinstance(record, Record)
    )
    columns, calls = columns_of(first_seat(list(cases_of(records))))
    assert len(calls) == paper.CASES
    plain, moved = (variant_rows(name, columns, calls)[:20] for name in ("cbridge1", "cbridge1a"))
    shares = [row["share"] for row in plain]
    assert all(0.80 < share < 0.86 for share in shares)
    assert all(0.60 < row["non_pass"] < 0.72 for row in plain)
    assert max(row["share"] for row in moved) > max(shares)
