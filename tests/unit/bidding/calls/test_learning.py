"""What is learned of auctions: which tables, what of them, and that nothing is lost or doubled."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.bidding.auctions.arrays import Auctions
from kibitz.bidding.auctions.pairs import Entries, summed, usual
from kibitz.bidding.calls.learning import waiting
from kibitz.bidding.calls.likeness.decisions import known_features
from kibitz.bidding.calls.memory import CallMemory, pair_name
from kibitz.bidding.calls.store import Block
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.places import Places
from kibitz.precedents.learning import restore, withdraw
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import bid_tables
from kibitz.records.record import Record
from kit import random_deal
from opened import PAIRS, TABLES, learn, put, tables


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "library.kibitz"
    put(path, tables())
    learn(path)
    return path


def memory_of(path: Path) -> CallMemory:
    found = CallMemory.open(Places.of(path).calls)
    assert found is not None
    return found


def test_every_call_of_every_table_is_a_decision(learned: Path) -> None:
    memory = memory_of(learned)
    assert len(memory.auctions) == TABLES
    assert len(memory) == sum(len(record.auction.calls) for record in tables())
    assert {*memory.names} == {"", *(" and ".join(pair) for pair in PAIRS)}


def test_learning_twice_adds_nothing(learned: Path) -> None:
    before = memory_of(learned)
    again = learn(learned)
    after = memory_of(learned)
    assert (again.tables, again.decisions) == (0, 0)
    assert "Nothing new" in str(again)
    assert len(after) == len(before)


def test_what_was_described_before_a_stop_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "library.kibitz"
    put(path, tables())

    def stop(done: float, of: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(path, stop)
    with Library.open(path) as library:
        left = waiting(library, Places.of(path).calls)
    assert 0 < left < TABLES
    assert learn(path).tables == left
    assert len(memory_of(path).auctions) == TABLES


def test_rooms_that_were_filled_in_are_no_witnesses_but_a_passed_out_board_is_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "library.kibitz"
    played = tables()[0]
    filled_in = replace(tables()[1], play=tables()[1].play[:19], tricks=None, result_source=None)
    passed_out = Record(
        source=played.source,
        deal=random_deal(random.Random(1)),
        auction=Auction.of(Seat.NORTH, "P P P P"),
        vulnerability=played.vulnerability,
        contract=None,
    )
    put(path, [played, filled_in, passed_out])
    assert learn(path).tables == 2
    assert len(memory_of(path)) == len(played.auction.calls) + 4


def test_a_withdrawn_table_stays_so_until_it_is_restored(tmp_path: Path) -> None:
    path = tmp_path / "library.kibitz"
    put(path, tables()[:3])
    known = learn(path).known
    folder = Places.of(path).calls
    with Library.open(path) as library:
        shelf, keys = Shelf.open(Block, folder), bid_tables(library)
        gone = withdraw(shelf, library, keys, [2], "a misbid")
    assert gone == len(tables()[1].auction.calls)
    assert learn(path).known == known - gone == len(memory_of(path))
    with Library.open(path) as library:
        shelf = Shelf.open(Block, folder)
        assert restore(shelf, library, keys, [2]) == gone
        with pytest.raises(UsageError, match="Nothing was learned from table 9"):
            withdraw(shelf, library, keys, [9], "")
    assert len(memory_of(path)) == known


def test_what_another_network_described_is_described_anew(tmp_path: Path) -> None:
    path = tmp_path / "library.kibitz"
    put(path, tables()[:3])
    known = learn(path).known
    before = memory_of(path)
    blank = replace(before.decisions, codes=np.zeros_like(before.decisions.codes))
    store = Shelf.open(Block, Places.of(path).calls)
    store.redescribe("another", lambda block: replace(block, decisions=blank))
    assert not memory_of(path).decisions.codes.any()
    again = learn(path)
    assert (again.tables, again.described_anew, again.known) == (0, known, known)
    assert "described anew" in str(again)
    assert (memory_of(path).decisions.codes == before.decisions.codes).all()


def known_of_dealers(records: list[Record]) -> float:
    """What is known of the dealer's pair of the first table, where it sat at all of these."""
    asked, everywhere = Auctions.of_records(records[:1]), Auctions.of_records(records)
    entries = Entries.of(everywhere)
    own = np.flatnonzero(entries.seat % 2 == 0)
    theirs = Entries(*(getattr(entries, one.name)[own] for one in fields(Entries)))
    sums = summed(theirs, np.zeros(len(own), np.int64), 1)
    both = np.stack([sums, np.zeros_like(sums)], axis=1)
    return float(np.abs(known_features(asked, both, usual(sums))[0, 0]).max())


def test_nothing_is_known_of_a_pair_from_the_board_itself() -> None:
    assert known_of_dealers(tables()[:1]) == 0
    assert known_of_dealers(tables()[:2]) > 0


def test_a_pair_is_named_by_both_players_in_full_or_in_part(learned: Path) -> None:
    memory = memory_of(learned)
    number = memory.pair("Boris, Anna")
    assert memory.names[number] == "Anna and Boris"
    assert memory.pair("ann & bor") == number
    assert memory.boards_of(number) == TABLES
    for text, problem in (
        ("Anna", "Name both players"),
        ("Anna, Clara", "Your library has no pair Anna and Clara"),
    ):
        with pytest.raises(UsageError, match=problem):
            memory.pair(text)


def test_a_program_is_known_by_its_system_and_strangers_are_not() -> None:
    record = tables()[0]
    same = replace(record.citation.players, north="Robot", south="Robot")
    robot = replace(record.citation, players=same, kind="robot:GIB", system="")
    assert pair_name(replace(record, citation=robot), Seat.NORTH) == "GIB"
    stranger = replace(record.citation, players=replace(same, north=""), kind="")
    assert pair_name(replace(record, citation=stranger), Seat.NORTH) == ""
