"""The rules of a system beside what was watched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.advice import Count, Rule
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.judging.experts import FEWEST, beside_experts, experts_hands
from kibitz.bidding.meanings.adviser import open_adviser
from kibitz.bidding.systems.file import house_system, read_system
from kibitz.bidding.systems.telling import read
from kibitz.cli import main
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat
from kibitz.places import Places
from opened import learn, put, tables

ODD = """
name = "Odd"
[[situation]]
name = "Openings"
when = "opening"
[[situation.rule]]
name = "always one spade"
call = "1S"
shows = "12+ points"
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experts") / "library.kibitz"
    put(path, tables())
    learn(path)
    return path


@pytest.fixture(scope="module")
def memory(library: Path) -> CallMemory:
    memory = CallMemory.open(Places.of(library).calls)
    assert memory is not None
    return memory


def test_a_rule_that_nobody_keeps_is_named_first_with_a_hand(memory: CallMemory) -> None:
    found = beside_experts(read_system(ODD), memory, 40, seed=1)
    assert found.tables == 40
    assert found.agreed < found.spoken <= found.decisions
    [one] = found.otherwise
    assert (one.rule, one.line, str(one.call)) == ("always one spade", 6, "1S")
    assert one.times == found.spoken - found.agreed
    assert one.instead != one.call
    assert "(line 6)" in str(one)
    assert one.hand in {
        str(hand) for record in tables() for hand in map(record.deal.__getitem__, Seat)
    }


def test_the_most_frequent_comes_first_and_rare_rules_are_left_out(memory: CallMemory) -> None:
    found = beside_experts(house_system(), memory, 72, seed=1)
    times = [one.times for one in found.otherwise]
    assert times == sorted(times, reverse=True)
    assert all(one.whole >= FEWEST for one in found.otherwise)
    assert found == beside_experts(house_system(), memory, 72, seed=1)


def test_a_call_that_no_rule_speaks_of_is_told_by_the_hands_of_experts(library: Path) -> None:
    system, auction = read_system(ODD), Auction.of(Seat.NORTH, "1N")
    silent = read(system, auction)
    assert silent.acts[0].words == "no rule speaks of it"
    told = read(system, auction, hands=experts_hands(open_adviser(Places.of(library))))
    [act] = told.acts
    [count] = act.grounds
    assert isinstance(count, Count)
    assert 0 < count.part <= count.whole
    assert act.words.startswith("experts had ")
    assert "points" in act.words
    spoken = read(
        system, Auction.of(Seat.NORTH, "1S"), hands=lambda auction: pytest.fail(str(auction))
    )
    assert isinstance(spoken.acts[0].grounds[0], Rule)


def test_the_command_tells_what_experts_did(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD)
    words = ["system", "check", str(path), "--boards", "5", "--library", str(library)]
    main(words)
    assert "'always one spade' (line 6):" in " ".join(capsys.readouterr().out.split())
    main([*words, "--json"])
    experts = json.loads(capsys.readouterr().out)["experts"]
    assert experts["otherwise"][0]["rule"] == "always one spade"
    main([*words[:-1], str(tmp_path / "none.kibitz")])
    assert "no experts could be compared" in capsys.readouterr().out
