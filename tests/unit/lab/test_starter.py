"""How the starter library is made: house deals, the house player, stopping and going on."""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from kibitz.bidding.openings.rules import HOUSE_RULES
from kibitz.errors import SolverError
from kibitz.games.bridge import solving as solving_room
from kibitz.games.bridge.auction import Sign
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play, replay
from kibitz.games.bridge.solving import solving
from kibitz.lab.making import starter
from kibitz.lab.making.house_deals import GAME, bid, house_deal
from kibitz.lab.making.house_player import HousePlayer
from kibitz.lab.making.starter import SEED, Finished, finish, played, record_of
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kit import ROOT, random_deal, random_play
from played import scrambled


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
    numbers = range(3, 5)
    alone = [played(SEED, number, solver) for number in numbers]
    kept = Parts(tmp_path)
    kept.keep(4, alone[1].plain())
    steps: list[None] = []
    found = finish(
        numbers, seed=SEED, engine=Engine(2), parts=kept, tell=lambda: steps.append(None)
    )
    assert found == alone
    assert len(steps) == len(kept) == 2
    for one in alone:
        record = record_of(SEED, one)
        assert Finished.of(json.loads(json.dumps(one.plain()))) == one
        assert record.contract is not None
        assert replay(record.deal, record.contract, one.cards).tricks == one.tricks
        assert one.lost >= 0


def test_a_deal_over_which_the_solver_dies_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(seed: int, number: int, solver: DoubleDummy) -> Finished:
        if number != 8:
            raise SolverError("the solver died 3 times over this question")
        return Finished(number, 9, 9, ())

    monkeypatch.setattr(starter, "played", dying)
    assert finish(range(7, 10), seed=SEED) == [Finished(8, 9, 9, ())]
    with pytest.raises(SolverError, match="over every deal"):
        finish(range(1, 3), seed=SEED)


def test_a_worker_has_one_solver_and_its_death_costs_nothing() -> None:
    with solving() as first:
        state = Play.start(house_deal(random.Random(1)).deal, house_deal(random.Random(1)).contract)
        answer = first.solve(state)
        [pid] = first.pids
    os.kill(pid, signal.SIGKILL)
    with solving() as second:
        assert second is first
        assert second.solve(state) == answer


def test_where_a_process_may_have_no_children_it_solves_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving_room, "current_process", lambda: SimpleNamespace(daemon=True))
    with solving() as alone:
        assert alone.pids == ()
        assert not solving_room._one_at_a_time.acquire(blocking=False)


def test_the_rules_are_written_in_the_docs() -> None:
    page = (ROOT / "docs" / "openings.md").read_text("utf-8")
    places = [page.find(f"| {rule.name} |") for rule in HOUSE_RULES]
    assert -1 not in places
    assert places == sorted(places)
