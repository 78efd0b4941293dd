"""Tables of which some hands are hidden: they are filled so that the play is legal, or refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.known_table import KnownTable
from kibitz.games.bridge.typed import typed_auction
from kit import random_deal, random_play

TWO = "S:AK4.K43.AQ72.K42, N:Q52.A65.KJT3.953"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), hidden=st.sets(st.sampled_from(list(Seat))))
def test_hidden_hands_are_filled_so_that_every_card_played_was_legal(
    seed: int, hidden: set[Seat]
) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng)
    played = random_play(rng, deal, Contract.parse("4S by S"), rng.randrange(53)).played
    known = {seat: deal[seat] for seat in Seat if seat not in hidden}
    table = KnownTable(known, typed_auction("4S", "S"), played)
    state = table.state
    assert state.played == played
    assert all(state.deal[seat] == deal[seat] for seat in known)


def test_who_calls_is_counted_from_the_dealer() -> None:
    table = KnownTable.parse(TWO, "1N P", dealer="S")
    assert table.is_bidding
    assert table.caller is Seat.NORTH


def test_three_passes_close_an_auction() -> None:
    assert str(KnownTable.parse(TWO, "1N P 3N", dealer="S").closed) == "S: 1N P 3N P P P"


@pytest.mark.parametrize(
    ("hands", "auction", "played", "message"),
    [
        ("S:AK4.K43.AQ72.K4", "1N", "", "South has 12 cards: give all 13"),
        ("S:AK4.K43.AQ72.K42, N:AK2.A65.KJT3.953", "1N", "", "SA is in two hands"),
        ("S:AK4.K43.AQ72.K42, S:Q52.A65.KJT3.953", "1N", "", "South is given two hands"),
        ("AK4.K43.AQ72.K42", "1N", "", "name the seat before each hand"),
        (TWO, "", "", "nobody has bid yet"),
        (TWO, "P P P P", "", "passed out"),
        (TWO, "1N", "HQ HQ", "played twice"),
        (TWO, "1N", "HA", "HA was played by West, but is North's"),
        (TWO, "1N", "HQ HA H2 CK", "the cards played do not fit"),
        (TWO, "1N", "HQ H5 S3 H3 S9 S2 H2", "the cards played do not fit"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    hands: str, auction: str, played: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        _ = KnownTable.parse(hands, auction, dealer="S", played=played).state
    assert "\n" not in str(refused.value)
