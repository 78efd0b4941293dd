"""The cards that are tried beside the one advised, and which of them is told as its rival."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from kibitz.because.candidates import CARD, StepContext, allowed
from kibitz.because.causes import Cause, Kind
from kibitz.because.pair import StoryPair
from kibitz.because.story import DEFENDERS, Story
from kibitz.cardplay.adviser import cards_to_try
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.lookahead.comparing import compared, is_worth_saying, ways
from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.cardplay.lookahead.trying import Gain, TriedCards
from kibitz.cardplay.lookahead.weighing import Layouts
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.voting import Ballot, CardShare
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.known_table import KnownTable

HANDS = "E:Q962.KJ5.764.J97,N:A84.Q73.KJT5.862"
THIRD_HAND = "H4 H3"


def asked(played: str, votes: Mapping[str, float]) -> CardAnswer:
    """East's decision against 3NT, with these votes."""
    table = KnownTable.parse(HANDS, "1N P 3N", dealer="S", played=played)
    question = CardQuestion.at(table)
    shares = {Card.parse(name): share for name, share in votes.items()}
    legal = sorted(question.state.legal_actions, key=lambda card: -shares.get(card, 0.0))
    ballot = Ballot(tuple(CardShare(card, shares.get(card, 0.0), 0) for card in legal), 0.9, True)
    return CardAnswer(question, ballot, (), 100)


def names(answer: CardAnswer) -> list[str]:
    return [str(card) for card in cards_to_try(answer)]


def test_the_likeliest_other_choice_stands_in_where_there_is_none() -> None:
    assert names(asked(THIRD_HAND, {"HJ": 0.99, "HK": 0.01})) == ["HJ", "HK"]
    assert names(asked(THIRD_HAND, {"HJ": 0.99, "H5": 0.01})) == ["HJ", "H5"]


def test_a_high_card_that_cannot_win_is_no_other_choice() -> None:
    assert names(asked("H4 HQ", {"H5": 0.99, "HJ": 0.01})) == ["H5", "HK"]
    under = asked("HA H3", {"H5": 0.99, "HK": 0.01})
    assert names(under) == ["H5"]


def test_nobody_stands_in_where_good_players_differ() -> None:
    assert names(asked(THIRD_HAND, {"HJ": 0.7, "HK": 0.25, "H5": 0.05})) == ["HJ", "HK"]


def test_nobody_stands_in_on_the_opening_lead() -> None:
    lead = CardQuestion.lead("74.K962.8532.Q93", "1N P 3N")
    first, *others = lead.state.legal_actions
    ballot = Ballot(
        (CardShare(first, 1.0, 9), *(CardShare(one, 0.0, 0) for one in others)), 1, True
    )
    assert cards_to_try(CardAnswer(lead, ballot, (), 100)) == [first]


def gain(chance: float, tricks: float, error: float = 0.01) -> Gain:
    return Gain(Estimate(chance, error), Estimate(tricks, error))


@pytest.mark.parametrize(
    ("found", "explained"),
    [
        (gain(0.2, 0.1), [False]),
        (gain(0.2, 0.6), [False, True]),
        (gain(0.01, 0.6), [True]),
        (gain(0.01, 0.1), []),
        (gain(0.2, 0.6, error=1.0), []),
    ],
)
def test_a_gain_is_explained_as_one_of_the_contract_and_then_of_tricks(
    found: Gain, explained: list[bool]
) -> None:
    assert ways(found) == explained
    assert is_worth_saying(found) == bool(explained)


def test_a_card_may_be_compared_with_some_of_those_tried() -> None:
    answer = asked(THIRD_HAND, {"HJ": 0.99})
    cards = tuple(map(Card.parse, ("HJ", "HK", "H5")))
    owners, weights = np.zeros((4, 52), np.uint8), np.full(4, 0.25)
    tricks, played = np.full((3, 4), 9, np.uint8), np.zeros((3, 4, 52), np.uint8)
    tried = TriedCards(answer.state, Layouts(owners, weights), cards, tricks, played)
    assert compared(cards[0], tried).rival == cards[1]
    assert compared(cards[0], tried, cards[2:]).rival == cards[2]
    alone = compared(cards[0], tried, cards[:1])
    assert (alone.rival, alone.is_close) == (None, False)


def pair(trumps: Suit | None) -> StoryPair:
    rows = np.tile(np.arange(52, dtype=np.uint8), (2, 1))
    plan, rival = (Story(rows, trumps, DEFENDERS, 4) for _ in range(2))
    return StoryPair(plan, rival, np.full(2, 0.5))


def test_without_trumps_nothing_is_taken_in_time() -> None:
    cause, context = Cause(Kind.IN_TIME, Suit.HEARTS), StepContext()
    assert allowed(cause, pair(Suit.SPADES), CARD, context)
    assert not allowed(cause, pair(None), CARD, context)


def test_a_card_that_is_not_played_cannot_be_said_to_take_its_trick() -> None:
    jack, king = map(Card.parse, ("HJ", "HK"))
    context = StepContext(card=jack, than=king)
    assert allowed(Cause(Kind.TAKES, card=jack), pair(None), CARD, context)
    assert not allowed(Cause(Kind.TAKES, card=king), pair(None), CARD, context)
