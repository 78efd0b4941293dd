"""A player's decisions: foreseen in batches as the rooms answer one by one, voted on, costed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from coached import SLIPPED, WON_TOO_SOON
from kibitz.asking import Kibitz
from kibitz.because.causes import Kind
from kibitz.because.names import NAMES
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.network.bidding_on import bid_on
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import are_equal, is_real
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.mygame.costs import card_costs
from kibitz.mygame.electing import Electors
from kibitz.mygame.foresight import Foreseer
from kibitz.mygame.reviewing import his_tables, open_reviewer, review_tables
from kibitz.mygame.sitting import Role, Sitting, sittings
from kibitz.mygame.slips import TableReview
from kibitz.mygame.store import PracticeStore
from kibitz.places import Places
from kibitz.records.lookup import table
from kibitz.records.players import Player
from kibitz.records.record import Players, Record

COLOURS = Vulnerability.NONE


@pytest.fixture(scope="module")
def adviser() -> CardAdviser:
    return Kibitz(Places.of()).cards


@pytest.fixture(scope="module")
def foresight(adviser: CardAdviser) -> Foreseer:
    return Foreseer(adviser.similarity, adviser.defence, CallNetwork.shipped())


def _named(record: Record) -> Record:
    names = Players.of(("Me", "A", "B", "C"))
    return replace(record, citation=replace(record.citation, players=names))


@pytest.fixture(scope="module")
def record() -> Record:
    return _named(table("starter:1"))


def test_every_real_decision_of_the_player_is_there_and_no_other(
    foresight: Foreseer, record: Record
) -> None:
    declarer = record.opening_state().contract.declarer
    for seat in Seat:
        [found] = foresight.decisions([Sitting(record, seat)])
        cards = [one for one in found if one.role is not Role.CALLS]
        numbers = []
        for number in range(1, len(record.play) + 1):
            state = Sitting(record, seat).state(number)
            who = declarer if state.turn.is_with(declarer) else state.turn
            if who is seat and is_real(state):
                numbers.append(number)
        assert sorted(one.number for one in cards) == numbers
        assert all(one.did == record.play[one.number - 1] for one in cards)
        calls = [one for one in found if one.role is Role.CALLS]
        assert all((record.dealer + one.number - 1) % 4 == seat for one in calls)


def test_many_tables_at_once_are_foreseen_as_each_alone(
    foresight: Foreseer, record: Record
) -> None:
    others = [_named(table(f"starter:{board}")) for board in (4, 5)]
    seated = [Sitting(one, Seat.NORTH) for one in (record, *others)]
    together = foresight.decisions(seated)
    assert together == [foresight.decisions([one])[0] for one in seated]


def test_the_quick_vote_elects_as_the_adviser_does(
    adviser: CardAdviser, foresight: Foreseer, record: Record
) -> None:
    seat = record.opening_state().contract.declarer
    sitting, electors = Sitting(record, seat), Electors(adviser, None)
    [found] = foresight.decisions([sitting])
    asked = [one for one in found if one.role is Role.DECLARER and one.sure >= 0.9][:4]
    assert asked
    for one in asked:
        vote = electors.vote(sitting, one)
        answer = adviser.ask(CardQuestion.of(record, one.number))
        if vote is None:
            assert not answer.ballot.close
            continue
        assert isinstance(vote.elected, Card)
        assert answer.confidence is not None
        assert abs(answer.confidence - one.sure) < 0.05
        assert are_equal(answer.state, vote.elected, answer.favoured.card)


def test_a_card_costs_nothing_beside_itself_and_the_same_every_time(
    record: Record, solver: DoubleDummy
) -> None:
    sitting = Sitting(record, Seat.NORTH)
    state = next(one for one in map(sitting.state, range(24, 44)) if len(one.legal_actions) > 1)
    one, *_, other = state.legal_actions
    asked = [
        (state, record.auction, COLOURS, one, one),
        (state, record.auction, COLOURS, one, other),
    ]
    first = card_costs(asked, solver)
    assert first[0] is not None
    assert first[0].average == 0
    assert first == card_costs(asked, solver)


def test_an_auction_is_bid_to_a_legal_end_from_where_it_stands() -> None:
    rng = random.Random(1)
    begun = Auction.of(Seat.NORTH, "1S P")
    tables = [(Deal.shuffled(rng), begun, COLOURS) for _ in range(5)]
    for ended in bid_on(CallNetwork.shipped(), tables):
        assert ended.is_over
        assert ended.calls[:2] == begun.calls
        again = Auction(ended.dealer)
        for call in ended.calls:
            assert call in again.legal_actions
            again = again.after(call)


def test_a_review_is_kept_and_gone_on_with(record: Record, tmp_path: Path) -> None:
    player = Player("Me")
    short = replace(record, play=record.play[:12], tricks=None, result_source=None)
    seated = sittings([record, record, short], player)
    assert len(seated) == 2
    k = Kibitz(Places.of(tmp_path / "l.kibitz", tmp_path))
    heard: list[tuple[int, int]] = []
    with (
        PracticeStore.open(k.places.practice) as store,
        open_reviewer(seated, k.cards, k.calls) as (reviewer, version),
    ):
        first = review_tables(seated[:1], player, store, reviewer, version)
        both = review_tables(
            seated, player, store, reviewer, version, lambda done, of: heard.append((done, of))
        )
    assert both[0] == first[0]
    assert heard == [(1, 2), (2, 2)]
    assert sum(both[0].review.decisions.values()) > 0


def test_a_player_who_sat_nowhere_is_named(tmp_path: Path) -> None:
    file = tmp_path / "empty.lin"
    file.write_text("")
    with pytest.raises(UsageError, match="Nobody called Me sat at these tables"):
        his_tables(Player("Me"), [file], tmp_path / "l.kibitz")


def test_passing_is_an_end_too() -> None:
    tables = [(Deal.shuffled(random.Random(2)), Auction.of(Seat.NORTH, "P P P P"), COLOURS)]
    [ended] = bid_on(CallNetwork.shipped(), tables)
    assert ended.calls == (Sign.PASS,) * 4


def test_the_cause_of_a_slip_is_its_theme_where_one_is_found(adviser: CardAdviser) -> None:
    sitting = Sitting(WON_TOO_SOON, Seat.SOUTH)
    calls = Kibitz(Places.of()).calls
    with open_reviewer([sitting], adviser, calls) as (reviewer, _):
        [told] = reviewer.review([sitting])
        [plain] = replace(reviewer, teacher=None).review([sitting])
    [slip], [by_rule] = told.slips, plain.slips
    assert (slip.number, slip.did, slip.experts) == (SLIPPED, "HA", "H4")
    assert (by_rule.theme, by_rule.lesson, by_rule.reason) == ("hold-up", "", None)
    assert slip.theme in NAMES.values()
    assert slip.asked == by_rule.asked == "hold-up"
    assert slip.lesson.startswith("♥4 was better. ")
    assert slip.reason is not None
    [cause, *_] = slip.reason["why"]["causes"]
    assert NAMES[Kind(cause["kind"])] == slip.theme
    assert TableReview.of_json(json.loads(json.dumps(told.to_json()))) == told
    assert told.themes == plain.themes
