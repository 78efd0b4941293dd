"""How the starter library is made: house deals, the house player, stopping and going on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.errors import StorageError
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import replay
from kibitz.lab.house_deals import GAME, bid, house_deal
from kibitz.lab.house_player import HousePlayer
from kibitz.lab.journal import finished
from kibitz.lab.starter import SEED, Finished, finish, journal, played, record_of
from kibitz.openings.rules import HOUSE_RULES
from kit import ROOT, random_deal, random_play
from played import scrambled


@pytest.fixture(scope="module")
def solver() -> Iterator[DoubleDummy]:
    with DoubleDummy() as solver:
        yield solver


@pytest.mark.parametrize("seed", range(20))
def test_a_house_deal_is_bid_to_three_no_trump_by_a_silent_auction(seed: int) -> None:
    board = house_deal(random.Random(seed))
    declarer = board.contract.declarer
    assert board.contract.bid == GAME
    for place, call in enumerate(board.auction.calls):
        seat = Seat((board.auction.dealer + place) % 4)
        assert call is Sign.PASS or seat.is_with(declarer)
    together = board.deal[declarer].points + board.deal[declarer.partner].points
    assert 24 <= together <= 33
    assert board == house_deal(random.Random(seed))


def test_a_deal_that_belongs_elsewhere_is_not_bid() -> None:
    rng = random.Random(1)
    auctions = [bid(random_deal(rng), Seat.NORTH, Vulnerability.NONE) for _ in range(400)]
    assert 0 < sum(auction is not None for auction in auctions) < 40


def test_the_house_player_does_not_look_at_hidden_cards(solver: DoubleDummy) -> None:
    player = HousePlayer(solver, seed=1)
    rng = random.Random(5)
    for number in range(6):
        board = house_deal(random.Random(number))
        state = random_play(rng, board.deal, board.contract, 20 + number)
        while not state.turn.is_with(state.contract.declarer):
            state = state.after(state.legal_actions[0])
        chosen = player(state, board.auction)
        assert chosen in state.legal_actions
        assert player(scrambled(state, rng), board.auction) == chosen


def test_stopping_and_going_on_gives_what_one_run_gives(
    tmp_path: Path, solver: DoubleDummy
) -> None:
    numbers = range(1, 3)
    alone = [played(SEED, number, solver) for number in numbers]
    journal(tmp_path, SEED).write_text(f"{alone[1]}\n" + str(alone[0])[:40])
    assert finished(journal(tmp_path, SEED), Finished.parse) == [alone[1]]
    steps: list[None] = []
    found = finish(tmp_path, numbers, seed=SEED, jobs=2, advance=lambda: steps.append(None))
    assert found == alone
    assert len(steps) == 2
    assert finished(journal(tmp_path, SEED), Finished.parse) == [alone[1], alone[0]]
    for one in alone:
        record = record_of(SEED, one)
        assert Finished.parse(str(one)) == one
        assert record.contract is not None
        assert replay(record.deal, record.contract, one.cards).tricks == one.tricks
        assert one.lost >= 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot be written"):
        finish(tmp_path / "file", range(1, 2), seed=SEED, jobs=1)


def test_the_rules_are_written_in_the_docs() -> None:
    page = (ROOT / "docs" / "openings.md").read_text("utf-8")
    places = [page.find(f"| {rule.name} |") for rule in HOUSE_RULES]
    assert -1 not in places
    assert places == sorted(places)
