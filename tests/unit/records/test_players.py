"""Players by their names: whom a name fits, and what aliases join."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.records.library import Library
from kibitz.records.players import Aliases, Player, may_be_one, names_in, people, tables_of
from kibitz.records.record import Citation, Players, Record
from kit import random_record


@pytest.mark.parametrize(
    "written", ["G Helgemo", "Helgemo", "HELGEMO", "Geir Helgemo", "g. helgemo"]
)
def test_a_player_is_found_however_vugraph_writes_him(written: str) -> None:
    assert Player("Helgemo").is_called(written)
    assert Player("G Helgemo").is_called(written)


@pytest.mark.parametrize("written", ["", "Helness", "T Helgemo", "Helgemo Jr", "Helge"])
def test_another_name_is_another_player(written: str) -> None:
    assert not Player("G Helgemo").is_called(written)


def test_one_name_fits_another_both_ways() -> None:
    for one, other in (("Müller", "mueller"), ("A B Smith", "A Smith")):
        assert may_be_one(one, other) == may_be_one(other, one)


def test_a_name_is_needed() -> None:
    with pytest.raises(UsageError, match="Name the player"):
        Player(" . ")


def _table(seed: int, *names: str) -> Record:
    return replace(random_record(random.Random(seed)), citation=Citation(players=Players.of(names)))


def test_tables_are_found_from_every_seat_and_counted(tmp_path: Path) -> None:
    records = [
        _table(1, "Helgemo", "A", "B", "C"),
        _table(2, "A", "B", "C", "G HELGEMO"),
        _table(3, "A", "B", "C", "D"),
        _table(4, "Helgemo", "A", "Helgemo", "B"),  # two of that name: nobody knows who is meant
    ]
    with Library.open(tmp_path / "l.kibitz") as library:
        with library.writing() as writer:
            file = writer.begin_file(b"x", "x.lin")
            for record in records:
                writer.add(record, file)
        sat = tables_of(library, Player("Helgemo"))
        assert [(one.seat, one.dealer) for one in sat] == [
            (Seat.NORTH, records[0].dealer),
            (Seat.WEST, records[1].dealer),
        ]
        joined = Aliases.parse("Geir Helgemo = Helgemo, G Helgemo")
        counted = {name: tables for name, tables, _ in people(names_in(library), joined)}
    assert counted["Geir Helgemo"] == 4
    assert counted["A"] == 4


def test_aliases_join_names_that_nobody_could_guess() -> None:
    joined = Aliases.parse("# friends\nGeir Helgemo = Helgemo, gh_online\n")
    player = joined.player("GH_ONLINE")
    assert player.name == "Geir Helgemo"
    assert player.is_called("gh_online")
    assert player.is_called("G Helgemo")
    assert player.key == joined.player("Helgemo").key
    assert joined.player("Helness") == Player("Helness")


def test_a_line_that_joins_nothing_is_named() -> None:
    with pytest.raises(UsageError, match="line 2"):
        Aliases.parse("A = B\nC\n")
