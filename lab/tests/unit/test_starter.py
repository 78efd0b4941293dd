"""How the starter library is made: the house's match, and that nobody in it sees too much."""

from __future__ import annotations

import json
import os
import random
import signal
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kibitz.bidding.openings.rules import HOUSE_RULES
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.positions import Views
from kibitz.games.bridge import solving as solving_room
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play, replay
from kibitz.games.bridge.solving import solving
from kibitz.runtime.parts import Parts
from kibitz.runtime.running import Engine
from kibitz.sitting.house.drawing import Taste, taken
from kibitz_lab.house.matches import Finished, bid, dealt, play_boards, play_tables
from kibitz_lab.house.players import BidTable, declarer
from kibitz_lab.house.starter import SEED, finish
from kibitz_lab.making.house_player import LookaheadPlayer
from kit import ROOT, random_deal, random_play
from played import scrambled


def test_the_lookahead_player_does_not_look_at_hidden_cards(solver: DoubleDummy) -> None:
    player = LookaheadPlayer(solver, seed=1)
    rng = random.Random(5)
    for number in range(6):
        state = random_play(rng, random_deal(rng), Contract.parse("3N by S"), 20 + number)
        while not state.turn.is_with(state.contract.declarer):
            state = state.after(state.legal_actions[0])
        chosen = player(state, None)
        assert chosen in state.legal_actions
        assert player(scrambled(state, rng), None) == chosen


def test_nobody_at_the_houses_table_sees_a_hidden_card() -> None:
    """What each seat does not see is dealt anew: the same calls and the same cards."""
    board, _ = dealt(SEED, 1)
    [auction] = bid([board])
    dealer, rng = board.dealer, random.Random(3)
    first = replace(board, deal=_redealt(board.deal, {dealer}, rng))
    assert bid([first])[0].calls[0] == auction.calls[0]
    for number in (12, 14):  # with a contract that is played
        board, _ = dealt(SEED, number)
        [auction] = bid([board])
        assert auction.contract is not None
        leader, dummy = auction.contract.leader, auction.contract.dummy
        table = BidTable(board.deal, auction, board.vulnerability, auction.contract, board.seed)
        other = replace(table, deal=_redealt(board.deal, {leader}, rng))
        third = replace(table, deal=_redealt(board.deal, {leader.next.next.next, dummy}, rng))
        (cards, _), (elsewhere, _) = play_tables([table, other])
        assert elsewhere[0] == cards[0]
        assert declared_first(table, cards[0]) == declared_first(third, cards[0])


def declared_first(table: BidTable, led: Card) -> int:
    """Dummy's card to a lead, as declarer's side chooses it."""
    given = replace(table, deal=_with(table.deal, table.contract.leader, led))
    views = Views.of([given.start.after(led)], [given.auction])
    return int(declarer(Similarity.shipped(), [given], None)(views)[0])


def _with(deal: Deal, seat: Seat, card: Card) -> Deal:
    """The deal with *card* in the hand of *seat*, for the lowest card that it holds otherwise."""
    if card in deal[seat]:
        return deal
    holder = next(one for one in Seat if card in deal[one])
    given = min(deal[seat])
    hands = {one: deal[one] for one in Seat}
    hands[seat] = Hand.of([*(hands[seat] - Hand.of([given])), card])
    hands[holder] = Hand.of([*(hands[holder] - Hand.of([card])), given])
    return Deal.of(hands)


def _redealt(deal: Deal, seen: set[Seat], rng: random.Random) -> Deal:
    """The hands that are not *seen*, dealt anew."""
    hidden = [seat for seat in Seat if seat not in seen]
    cards = [card for seat in hidden for card in deal[seat]]
    rng.shuffle(cards)
    hands = {seat: Hand.of(cards[13 * at : 13 * at + 13]) for at, seat in enumerate(hidden)}
    return Deal.of({**{seat: deal[seat] for seat in seen}, **hands})


def test_stopping_and_going_on_gives_what_one_run_gives(tmp_path: Path) -> None:
    alone = finish(9, seed=SEED)
    kept = Parts(tmp_path)
    kept.keep((9, 9), [[one.plain() for one in alone[8]]])
    steps: list[None] = []
    found = finish(9, seed=SEED, engine=Engine(2), parts=kept, tell=lambda: steps.append(None))
    assert found == alone
    assert len(steps) == len(kept) == 2
    for number, both in enumerate(alone, start=1):
        assert both[0].board.deal == both[1].board.deal == dealt(SEED, number)[0].deal
        for one in both:
            assert Finished.of(one.board, json.loads(json.dumps(one.plain()))) == one
            if one.auction.contract is not None:
                played = replay(one.board.deal, one.auction.contract, one.cards)
                assert played.tricks == one.tricks


def test_a_table_is_the_same_whatever_is_played_beside_it() -> None:
    boards = [one for number in (3, 4, 5) for one in dealt(SEED, number)]
    together = play_boards(boards)
    assert play_boards(boards[2:3]) == together[2:3]


def test_no_call_is_taken_that_is_far_less_likely_than_the_likeliest() -> None:
    chances = np.array([[0.5, 0.3, 0.15, 0.05]] * 200, np.float32)
    luck = np.linspace(0, 1, 200, endpoint=False)
    found = taken(chances, luck, Taste(power=1.0, least=0.25))
    assert set(found.tolist()) == {0, 1, 2}
    assert np.bincount(found)[0] > np.bincount(found)[1] > np.bincount(found)[2]
    assert set(taken(chances, luck, Taste(1.0, 1.0)).tolist()) == {0}


def test_the_house_opens_one_no_trump_on_fifteen_to_seventeen() -> None:
    boards = [dealt(SEED, number)[0] for number in range(1, 301)]
    opened = [
        board.deal[board.dealer].points
        for board, auction in zip(boards, bid(boards), strict=True)
        if str(auction.calls[0]) == "1N"
    ]
    assert len(opened) > 8
    assert 15 <= sorted(opened)[len(opened) // 2] <= 16
    assert sum(14 <= points <= 17 for points in opened) >= 0.9 * len(opened)


def test_a_worker_has_one_solver_and_its_death_costs_nothing() -> None:
    with solving() as first:
        state = Play.start(random_deal(random.Random(1)), Contract.parse("3N by S"))
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
