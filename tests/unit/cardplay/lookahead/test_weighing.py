"""Layouts agree with all that was seen, weigh what the calls make them weigh, and hide nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import kibitz
from kibitz.bidding.calls.network import LENGTHS, POINTS, HandBelief
from kibitz.cardplay.belief.adviser import BeliefAdviser
from kibitz.cardplay.belief.question import BeliefQuestion
from kibitz.cardplay.leads.agreements import Agreements
from kibitz.cardplay.lookahead.cards_played import cards_heard, shipped_networks
from kibitz.cardplay.lookahead.expected import Owners
from kibitz.cardplay.lookahead.sampling import SeatKnowledge
from kibitz.cardplay.lookahead.weighing import ENOUGH, WEIGHED, Layouts, believed, hear
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.lookup import table
from kit import random_deal, random_play
from played import scrambled


class Prefers:
    """Holds a card likelier in one hand than in another; what it believes at first is misled."""

    def __init__(self, card: str, seat: Seat, odds: float, misled: float = 1.0) -> None:
        self.place = Card.parse(card).bit.bit_length() - 1
        self.seat, self.odds, self.misled = seat, odds, misled

    def log_chances(self, owners: Owners, seats: Sequence[Seat]) -> npt.NDArray[np.float32]:
        return np.where(owners[:, self.place] == self.seat, np.log(self.odds), 0).astype(np.float32)

    def belief(self, viewer: Seat, hand: Hand) -> HandBelief:
        cards = np.full((1, 52, 3), 1 / 3, np.float32)
        cards[0, self.place, (self.seat - viewer) % 4 - 1] *= self.misled
        points = np.full((1, 3, POINTS), 1 / POINTS, np.float32)
        lengths = np.full((1, 3, 4, LENGTHS), 1 / LENGTHS, np.float32)
        return HandBelief(points, lengths, cards)


def _state(seed: int, cards: int) -> Play:
    rng = random.Random(seed)
    return random_play(rng, random_deal(rng), Contract.parse("3N by S"), cards)


@pytest.mark.parametrize("seed", range(12))
def test_every_layout_allows_the_very_same_play(seed: int) -> None:
    state = _state(seed, 3 * seed)
    layouts = believed(SeatKnowledge.of(state), state.turn, None, np.random.default_rng(seed))
    assert layouts.weights.sum() == pytest.approx(1)
    for deal, _ in layouts.drawn(6, np.random.default_rng(seed)):
        assert Play.start(deal, state.contract).after_all(state.played).turn is state.turn
        for seat in SeatKnowledge.of(state).open_hands:
            assert deal[seat] == state.deal[seat]


def test_all_layouts_come_where_they_are_few() -> None:
    state = _state(5, 44)
    found = believed(SeatKnowledge.of(state), state.turn, None, np.random.default_rng(1))
    owners = found.owners
    assert found.are_all
    assert len(np.unique(owners, axis=0)) == len(owners)


@pytest.mark.parametrize("misled", [0.2, 1.0, 5.0])
def test_what_is_expected_decides_what_is_weighed_and_not_what_it_weighs(misled: float) -> None:
    """A card is three times as likely in one of two hands: 3 to 1, whatever was expected."""
    state = _state(2, 1)
    seen = SeatKnowledge.of(state)
    left, right = seen.shown
    card = next(card for card in seen.hidden)
    prefers = Prefers(str(card), left, 3.0, misled)
    place = card.bit.bit_length() - 1
    plain = [believed(seen, state.turn, None, np.random.default_rng(s)) for s in range(12)]
    found = [believed(seen, state.turn, prefers, np.random.default_rng(s)) for s in range(12)]
    prior = np.mean([one.weights[one.owners[:, place] == left].sum() for one in plain])
    share = np.mean([one.weights[one.owners[:, place] == left].sum() for one in found])
    assert share == pytest.approx(3 * prior / (3 * prior + 1 - prior), abs=0.05)
    assert all(one.worth >= ENOUGH or len(one.weights) > 0.9 * WEIGHED for one in found)
    assert right in seen.shown


def test_layouts_are_drawn_by_their_weight() -> None:
    state = _state(2, 1)
    seen = SeatKnowledge.of(state)
    left, _ = seen.shown
    card = next(card for card in seen.hidden)
    layouts = believed(seen, state.turn, Prefers(str(card), left, 1000.0), np.random.default_rng(4))
    drawn = layouts.drawn(20, np.random.default_rng(4))
    assert sum(card in deal[left] for deal, _ in drawn) >= 18


def test_hidden_cards_are_never_read() -> None:
    record = table("starter:111")
    for number in (1, 2, 20, 37):
        state = record.opening_state().after_all(record.play[: number - 1])
        other = scrambled(state, random.Random(number))
        assert SeatKnowledge.of(other) == SeatKnowledge.of(state)


def test_the_same_seed_gives_the_same_belief_and_another_a_like_one() -> None:
    question = BeliefQuestion.of(table("starter:111"), "W", card=9)
    one, again, other = (BeliefAdviser(seed).ask(question) for seed in (0, 0, 1))
    assert one.to_json() == again.to_json()
    for first, second in zip(one.hands, other.hands, strict=True):
        assert abs(first.points.mean - second.points.mean) < 1.5


def test_one_no_trump_is_believed_to_be_strong_and_even() -> None:
    answer = kibitz.belief("KQT94.73.862.J54", seat="E", auction="1N P 3N", dealer="S")
    opener = next(hand for hand in answer.hands if hand.seat is Seat.SOUTH)
    partner = next(hand for hand in answer.hands if hand.seat is Seat.WEST)
    assert 12.5 < opener.points.mean < 17
    assert partner.points.mean < 9
    assert sum(opener.lengths[3].shares[6:]) < 0.05


def test_a_card_that_is_placed_for_certain_is_said_to_be() -> None:
    record = table("starter:111")
    answer = kibitz.belief(record, "N", card=47)
    for places in answer.cards.values():
        assert sum(places.values()) == pytest.approx(1)


def test_what_a_seat_sees_follows_its_part_in_the_deal() -> None:
    record = table("starter:111")
    assert record.contract is not None
    declarer, dummy, leader = (
        record.contract.declarer, record.contract.dummy, record.contract.leader,
    )  # fmt: skip
    assert set(BeliefQuestion.of(record, leader).seen.open_hands) == {leader}
    assert set(BeliefQuestion.of(record, leader, card=2).seen.open_hands) == {leader, dummy}
    assert set(BeliefQuestion.of(record, dummy, card=2).seen.open_hands) == {declarer, dummy}


@pytest.mark.parametrize("seat", list(Seat))
def test_whoever_asks_is_the_one_who_sees(seat: Seat) -> None:
    answer = kibitz.belief(table("starter:111"), seat, calls=1)
    assert answer.question.viewer is seat
    assert seat not in {hand.seat for hand in answer.hands}


def test_somebody_must_ask() -> None:
    with pytest.raises(UsageError, match="which seat"):
        kibitz.belief(table("starter:111"))


def test_a_question_is_read_from_words() -> None:
    asked = BeliefQuestion.parse("KQT94.73.862.J54 after S: 1N P 3N, seat E")
    assert (asked.viewer, str(asked.auction)) == (Seat.EAST, "S: 1N P 3N")
    assert BeliefQuestion.parse("starter:111, card 9, seat W").viewer is Seat.WEST
    with pytest.raises(UsageError, match="13 cards"):
        BeliefQuestion.parse("KQT94.73.862.J5 after 1N")


def test_the_lead_of_the_jack_denies_the_queen() -> None:
    """West leads the jack of hearts against 3NT; dummy has neither the queen nor the ten."""
    deal = Deal.parse("N:K83.K72.KQ52.T43 T642.Q65.874.K98 AQJ.A83.AJ63.A65 975.JT94.T9.QJ72")
    auction = Auction.parse("S: 2N P 3N P P P")
    contract = auction.contract
    assert contract is not None
    state = Play.start(deal, contract).after(Card.parse("HJ"))
    seen, heard = SeatKnowledge.by(state, (Seat.NORTH, Seat.SOUTH)), hear(auction, None)
    cards = cards_heard(seen, state, auction, shipped_networks())
    deaf, heeding = (
        believed(seen, Seat.SOUTH, heard, np.random.default_rng(1), cards=one)
        for one in (None, cards)
    )
    queen, ten = (Card.parse(name).bit.bit_length() - 1 for name in ("HQ", "HT"))

    def with_west(found: Layouts, card: int) -> float:
        return float(found.weights[found.owners[:, card] == Seat.WEST].sum())

    assert with_west(heeding, queen) < 0.25 < with_west(deaf, queen)
    assert with_west(heeding, ten) > 0.75


def test_a_signal_is_heard_as_it_is_agreed() -> None:
    """Of Q65 the five discourages, as most play it; of Q954 it encourages."""
    deal = Deal.parse("N:K83.K72.KQ52.T43 T642.Q65.874.K98 AQJ.A83.AJ63.A65 975.JT94.T9.QJ72")
    other = Deal.parse("N:K83.K72.KQ52.T43 T64.Q954.874.K98 AQJ.A83.AJ63.A65 9752.JT6.T9.QJ72")
    auction = Auction.parse("S: 2N P 3N P P P")
    contract = auction.contract
    assert contract is not None
    cards = [Card.parse(one) for one in ("HJ", "H2", "H5", "HA")]
    state = Play.start(deal, contract).after_all(cards)
    seen = SeatKnowledge.by(state, (Seat.NORTH, Seat.SOUTH))
    owners = np.zeros((2, 52), np.uint8)
    for row, one in enumerate((deal, other)):
        for seat in Seat:
            owners[row, [card.bit.bit_length() - 1 for card in one[seat]]] = seat
    standard, turned = (
        heard.log_chances(owners)
        for agreed in (Agreements(), Agreements(attitude="upside-down"))
        if (heard := cards_heard(seen, state, auction, shipped_networks(), agreed)) is not None
    )
    assert standard[0] < turned[0] - 0.5
    assert standard[1] > turned[1] + 0.5


def test_few_layouts_say_less_and_all_of_them_say_so() -> None:
    record = table("starter:111")
    answer = BeliefAdviser().ask(BeliefQuestion.of(record, "W", card=9))
    assert not answer.is_thin
    assert f"worth {round(answer.worth)} equally likely ones." in str(answer)
    nearly = replace(answer, worth=answer.layouts + 40.0, are_all=False)
    assert str(nearly).endswith("which are nearly all that is likely.")
    thin = replace(answer, worth=12.0, are_all=False)
    assert thin.is_thin
    assert "points" not in str(thin)
    assert str(thin).endswith("too few to say more than what is plain.")
    late = BeliefAdviser().ask(BeliefQuestion.of(record, "W", card=45))
    assert late.are_all
    assert "that are possible stood behind it." in str(late) or "that is possible" in str(late)
