"""A question from any chair; a lead from a hand and an auction alone; what cannot be asked."""

from __future__ import annotations

import random

import pytest

from coached import table
from kibitz.cardplay.chairs import Chair, hidden_seats, open_seats, other_hand
from kibitz.cardplay.question import CardQuestion
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kit import random_deal

HAND = "KQT94.73.862.J54"


def test_every_card_of_a_record_can_be_asked_about() -> None:
    record = table(8)
    chairs = {CardQuestion.of(record, card).chair for card in range(1, len(record.play) + 2)}
    assert chairs == set(Chair)
    assert CardQuestion.of(record, 1).chair is Chair.OPENING_LEAD
    for card in range(2, len(record.play) + 2):
        question = CardQuestion.of(record, card)
        away = (question.seat - question.state.contract.declarer) % 4
        chairs_around = (Chair.DECLARER, Chair.BEFORE_DUMMY, Chair.DUMMY, Chair.AFTER_DUMMY)
        assert question.chair is chairs_around[away]


@pytest.mark.parametrize("declarer", Seat)
def test_a_seat_sees_its_own_hand_and_dummy_once_the_lead_is_made(declarer: Seat) -> None:
    deal = random_deal(random.Random(1))
    state = Play.start(deal, Contract.parse(f"3N by {declarer}"))
    dummy = declarer.partner
    assert open_seats(state) == (declarer.next,)
    assert other_hand(state) is None
    assert len(hidden_seats(state)) == 3
    for _ in range(4):
        state = state.after(state.legal_actions[0])
        own = declarer if state.turn is dummy else state.turn
        assert set(open_seats(state)) == {own, dummy}
        assert set(open_seats(state)) | set(hidden_seats(state)) == set(Seat)
        if Chair.of(state).is_defender:
            assert other_hand(state) is dummy


@pytest.mark.parametrize("auction", ["1N P 3N", "1N P 3N P", "1n pass 3nt - - -", "1N,P,3N,P,P,P"])
def test_a_lead_is_asked_from_a_hand_and_an_auction(auction: str) -> None:
    question = CardQuestion.lead(HAND, auction)
    assert question.seat is Seat.EAST
    assert question.chair is Chair.OPENING_LEAD
    assert str(question.state.deal[Seat.EAST]) == HAND
    assert str(question.auction) == "N: 1N P 3N P P P"
    assert str(question) == "KQT94.73.862.J54 on lead after N: 1N P 3N P P P"
    assert CardQuestion.parse(str(question)) == question


def test_the_table_may_be_described_around_the_lead() -> None:
    question = CardQuestion.lead(
        "♠KQ1094 ♥73 ♦862 ♣J54", "P 1S X 2S", dealer="W", vulnerability="both", seat="E"
    )
    assert question.state.contract == Contract.parse("2S by N")
    assert question.vulnerability is Vulnerability.BOTH
    asked = CardQuestion.lead(Hand.parse(HAND), Auction.of(Seat.WEST, "P 1S X 2S"), seat=Seat.EAST)
    assert asked.state == question.state


def test_a_card_in_mind_belongs_to_the_question() -> None:
    considered = CardQuestion.lead(HAND, "1N P 3N", considered="♠10").considered
    assert str(considered) == "ST"


@pytest.mark.parametrize(
    ("hand", "auction", "more", "problem"),
    [
        ("KQT94.73.862.J5", "1N P 3N", {}, "a hand has 13 cards, not 12"),
        (HAND, "P P", {}, "the auction is not finished: nobody has bid yet"),
        (HAND, "", {}, "the auction is not finished: nobody has bid yet"),
        (HAND, "P P P P", {}, "the board was passed out: there is no lead"),
        (HAND, "1N P 3N", {"seat": "N"}, "North is not on lead: against 3NT by North East leads"),
        (HAND, "1N P 3N", {"seat": "W"}, "West is not on lead"),
        (HAND, "1N 1S", {}, "the auction is not legal: insufficient bid"),
        (HAND, "1N P P P P", {}, "the auction is not legal: calls after end"),
        (HAND, "1N P 8N", {}, "not a call: '8N'"),
        (HAND, "1N P 3N", {"dealer": "Q"}, "not a seat: 'Q'"),
        (HAND, "1N P 3N", {"vulnerability": "red"}, "not a vulnerability: 'red'"),
        (HAND, "1N P 3N", {"considered": "HA"}, "♥A is not in the hand"),
        (HAND, "1N P 3N", {"considered": "1H"}, "not a card: '1H'"),
        ("KQT94.73.862", "1N P 3N", {}, "a hand has four suits"),
    ],
)
def test_what_cannot_be_led_is_said_in_one_line(
    hand: str, auction: str, more: dict[str, str], problem: str
) -> None:
    with pytest.raises(UsageError, match=problem) as error:
        CardQuestion.lead(hand, auction, **more)
    assert "\n" not in str(error.value)


def test_a_card_that_may_not_be_played_cannot_be_considered() -> None:
    state = CardQuestion.lead(HAND, "1N P 3N").state
    after = state.after(state.legal_actions[0])
    other = next(card for card in after.holding(after.turn) if card not in after.legal_actions)
    with pytest.raises(UsageError, match="may not be played now"):
        CardQuestion(after, considered=other)
