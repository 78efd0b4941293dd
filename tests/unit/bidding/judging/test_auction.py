"""An auction judged: calls beside experts', the contract beside par and beside other tables."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.asking import Kibitz
from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.judging.auction import AGREED, review_auction
from kibitz.bidding.judging.contracts import at_other_tables, beside_par
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.places import Places
from kibitz.records.record import Record
from opened import put, tables

NOWHERE = Path("/nowhere/at/all")
DEAL = "N:J4.Q764.K52.T986 875.T93.763.Q532 KT932.82.AQT94.A AQ6.AKJ5.J8.KJ74"


@pytest.fixture(scope="module")
def adviser() -> CallAdviser:
    return Kibitz(Places.of(NOWHERE / "library.kibitz", NOWHERE)).calls


@pytest.fixture(scope="module")
def passed_a_game_force() -> Record:
    """A table at which a strong hand passed after it was asked to bid."""
    [first, *_] = tables()
    auction = Auction.of(Seat.NORTH, "P P 1S X P P P")
    return replace(
        first,
        deal=Deal.parse(DEAL),
        auction=auction,
        vulnerability=Vulnerability.NONE,
        contract=auction.contract,
        play=(),
        tricks=None,
        result_source=None,
    )


def test_every_call_is_asked_and_the_marked_ones_are_those_experts_agree_on(
    adviser: CallAdviser, passed_a_game_force: Record
) -> None:
    review = review_auction(passed_a_game_force, adviser, None)
    assert review is not None
    assert [one.call for one in review.calls] == list(passed_a_game_force.auction.calls)
    assert review.par is None
    for one in review.calls:
        weights = {choice.action: choice.weight for choice in one.answer.choices}
        assert one.is_against == (max(weights.values()) >= AGREED and one.call != one.experts)
        assert one.share == weights.get(one.call, 0)
        if one.is_against:
            assert one.is_real
            assert f"call {one.number}, {one.seat.name.capitalize()}" in str(review)
    data = review.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["against"] == [one.number for one in review.against]


def test_a_call_that_nobody_makes_is_marked(adviser: CallAdviser) -> None:
    record = tables()[0]
    mad = Auction.of(record.dealer, "P P 7N P P P")
    table = replace(
        record,
        auction=mad,
        contract=mad.contract,
        play=(),
        tricks=None,
        result_source=None,
    )
    review = review_auction(table, adviser, None)
    assert review is not None
    assert 3 in [one.number for one in review.against_rules]
    assert 3 not in [one.number for one in review.against]  # no expert was asked
    assert "call 3, " in str(review)
    assert "7NT: the house rules " in str(review)
    assert "experts are agreed on" in str(review)


def test_without_an_auction_nothing_is_judged(adviser: CallAdviser) -> None:
    record = replace(tables()[0], auction=Auction(Seat.NORTH))
    assert review_auction(record, adviser, None) is None


def test_the_contract_stands_beside_par(passed_a_game_force: Record, solver: DoubleDummy) -> None:
    record = replace(
        passed_a_game_force,
        auction=Auction.of(Seat.NORTH, "P P 2S P P P"),
        contract=Contract.parse("2S by S"),
    )
    par = beside_par(record, solver)
    assert par is not None
    assert par.par == 140
    assert {str(one) for one in par.best} <= {"3S by N", "3S by S"}
    assert par.best
    assert (par.score, par.imps) == (140, 0)  # nine tricks, in two or in three


def test_other_tables_of_the_deal_are_found_and_not_the_table_itself(tmp_path: Path) -> None:
    first, second, *_ = tables()
    assert first.contract is not None
    other = replace(
        first,
        auction=Auction.of(first.dealer, "P P P P"),
        contract=None,
        play=(),
        tricks=None,
        result_source=None,
        citation=replace(first.citation, room="closed"),
    )
    path = tmp_path / "library.kibitz"
    put(path, [first, other, second])
    [found] = at_other_tables(first, path)
    assert (found.contract, found.tables, found.tricks) == (None, 1, ())
    [found] = at_other_tables(other, path)
    assert found.contract == first.contract
    assert found.tricks == (first.tricks,)
    assert at_other_tables(first, tmp_path / "none.kibitz") == ()
