"""A record as a value: what it draws, and that its printed form can be typed back."""

from __future__ import annotations

import random

import pytest

from kibitz.games.bridge.auction import Auction, Bid, Contract, Sign  # noqa: F401  repr names them
from kibitz.games.bridge.cards import Card, Hand, Suit  # noqa: F401
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability  # noqa: F401
from kibitz.records.record import (  # noqa: F401
    Citation,
    Conflict,
    Players,
    Record,
    ResultSource,
    Source,
)
from kit import random_record


@pytest.mark.parametrize("seed", range(20))
def test_the_repr_of_a_record_types_it_back(seed: int) -> None:
    record = random_record(random.Random(seed))
    assert eval(repr(record)) == record


def test_printing_a_record_draws_the_table() -> None:
    record = next(
        one
        for one in (random_record(random.Random(seed)) for seed in range(100))
        if one.play and one.contract
    )
    drawing = str(record)
    for seat in Seat:
        assert seat.name.capitalize() in drawing
        spades = record.deal[seat].ranks(Suit.SPADES).replace("T", "10") or "-"
        assert f"♠ {spades}" in drawing
    assert "trick" in drawing
    assert "\x1b" not in drawing
    assert all(line == line.rstrip() for line in drawing.splitlines())
