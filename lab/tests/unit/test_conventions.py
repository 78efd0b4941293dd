"""Players' own words are read strictly, and names are held against them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Citation, Players, Record
from kibitz_lab.catalogue.generated import declared
from kibitz_lab.conventions.experiment import (
    KNOWN,
    Elsewhere,
    explained_tables,
    named_calls,
)
from kibitz_lab.conventions.twenty import TWENTY, named_by_players

ALONE, EXPLAINED, OTHERS, _ = KNOWN


def explained(calls: str, *alerts: tuple[int, str], board: int = 0) -> Record:
    """A table with the explanations of some calls, by the same four players."""
    auction = Auction.of(Seat.NORTH, f"{calls} 3N P P P")
    cited = Citation(event="event", players=Players("A", "B", "C", "D"))
    record = declared(random.Random(board), "3N", "event")
    contract = auction.contract
    assert contract is not None
    return replace(record, auction=auction, alerts=alerts, citation=cited, contract=contract)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("stayman", ["Stayman"]),
        ("puppet stayman", ["Puppet Stayman"]),
        ("trf to hearts", ["transfer"]),
        ("not a transfer", []),
        ("multi?", []),
        ("weak", []),
        ("t/o", ["take-out double"]),
        ("supp x", ["support double"]),
    ],
)
def test_only_names_are_read_and_neither_denials_nor_questions(
    words: str, names: list[str]
) -> None:
    assert [one.name for one in named_by_players(words)] == names


def test_each_of_the_twenty_is_in_the_file() -> None:
    assert len(TWENTY) == 20
    assert all(one.conventions for one in TWENTY)


def test_a_call_is_named_without_its_explanation_and_held_against_it() -> None:
    table = explained("1N P 2C P 2D P", (2, "Stayman"), (0, "!"))
    found = {one.known: one for one in named_calls(table, Elsewhere.of([table]))}
    assert found[ALONE].name == "Stayman"
    assert not found[ALONE].is_contradicted
    assert [one.name for one in found[ALONE].said] == ["Stayman"]
    odd = explained("1N P 2C P 2D P", (2, "transfer"))
    assert next(named_calls(odd, Elsewhere.of([odd]))).is_contradicted


def test_other_deals_tell_what_a_pair_plays_and_this_deal_does_not() -> None:
    strong = [explained("1C P 1D P", (0, "16+ strong"), board=number) for number in (1, 2)]
    both = Elsewhere.of(strong)
    assert both.at(strong[0]) == ({"strong club": 1}, {})
    found = {one.known: one for one in named_calls(strong[0], both)}
    assert found[OTHERS].name == "strong club"
    assert found[ALONE].name == "one club opening"
    alone = {one.known: one for one in named_calls(strong[0], Elsewhere.of(strong[:1]))}
    assert alone[OTHERS].name == alone[EXPLAINED].name


def test_marks_without_words_are_no_explanations() -> None:
    assert explained_tables([explained("1N P", (0, "!"))]) == []
