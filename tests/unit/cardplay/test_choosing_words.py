"""How a card was chosen, in words: what is followed, what is close, what is only a signal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coached import SIMILARITY
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.answer import CardAnswer
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain import parts
from kibitz.cardplay.lookahead.comparing import CardComparison
from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.cardplay.lookahead.evaluation import Lookahead
from kibitz.cardplay.lookahead.trying import Gain
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.voting import Ballot, CardShare
from kibitz.games.bridge.cards import Card

KING, SIX, TWO = (Card.parse(name) for name in ("HK", "H6", "H2"))
SPADE = Card.parse("S7")
LEAD = CardQuestion.lead("74.K962.8532.Q93", "1N P 3N")


def answer(votes: dict[Card, float], chances: dict[Card, float], layouts: int = 300) -> CardAnswer:
    """A lead with these votes and chances to beat the contract."""
    legal = LEAD.state.legal_actions
    order = sorted(legal, key=lambda card: -votes.get(card, 0))
    ballot = Ballot(tuple(CardShare(card, votes.get(card, 0.0), 0) for card in order), 0.5, True)
    made = {card: 1 - chance for card, chance in chances.items()}
    tricks = dict.fromkeys(chances, 9.0)
    ahead = Lookahead(tricks, made, layouts, Chair.OPENING_LEAD, is_played_out=True)
    even = dict.fromkeys(legal, 1 / len(legal))
    return CardAnswer(LEAD, ballot, (), 100, ahead, forecast=even)


def compared(told: CardAnswer, rival: Card) -> CardAnswer:
    ahead, card = told.lookahead, told.card
    assert ahead is not None
    assert card is not None
    gain = ahead.success(card) - ahead.success(rival)
    chance, tricks = Estimate(gain, 0.01), Estimate(0.0, 0.01)
    found = CardComparison(card, rival, ahead, 150.0, Gain(chance, tricks))
    return replace(told, reason=found)


def followed(told: CardAnswer) -> str:
    return next(line for line in parts(told) if line.startswith("Over "))


def test_together_is_said_only_where_votes_and_layouts_are_for_one_card() -> None:
    both = followed(answer({KING: 0.6, SPADE: 0.4}, {KING: 0.5, SPADE: 0.3}))
    assert "♥K beats the contract in 50 %" in both
    assert both.endswith("The experts' choice and the layouts together are for ♥K.")
    layouts = followed(answer({KING: 0.6, SPADE: 0.4}, {KING: 0.03, SPADE: 0.35}))
    assert "♠7 beats the contract in 35 %, ♥K in 3 %" in layouts
    assert layouts.endswith("The experts' choice is ♥K: the layouts are followed.")
    votes = followed(answer({KING: 0.9, SPADE: 0.1}, {KING: 0.3, SPADE: 0.4}))
    assert votes.endswith(
        "The layouts are for ♠7, but not by enough: the experts' choice is followed."
    )


def test_of_few_layouts_there_is_a_count_and_no_share() -> None:
    few = followed(answer({KING: 0.6, SPADE: 0.4}, {KING: 0.5, SPADE: 0.25}, layouts=8))
    assert "♥K beats the contract in 4 of 8" in few
    assert "%" not in few


@pytest.mark.parametrize(
    ("votes", "chances", "rival", "words"),
    [
        ({KING: 0.6, SPADE: 0.4}, {KING: 0.5, SPADE: 0.3}, SPADE,
         "♥K beats the contract in 50 %, ♠7 in 30 %."),
        ({KING: 0.6, SPADE: 0.4}, {KING: 0.41, SPADE: 0.4}, SPADE, "♥K or ♠7: it is close."),
        ({SIX: 0.6, TWO: 0.4}, {SIX: 0.41, TWO: 0.4}, TWO,
         "♥6 or ♥2: between them is only what they tell partner."),
        ({KING: 0.6, SPADE: 0.4}, {KING: 0.99, SPADE: 0.98}, SPADE,
         "The contract is beaten with either of ♥K or ♠7."),
        ({KING: 0.6, SPADE: 0.4}, {KING: 0.01, SPADE: 0.0}, SPADE,
         "The contract can hardly be beaten any more: ♥K or ♠7, it is close."),
    ],
)  # fmt: skip
def test_the_reason_without_a_cause(
    votes: dict[Card, float], chances: dict[Card, float], rival: Card, words: str
) -> None:
    told = compared(answer(votes, chances), rival)
    assert parts(told)[1] == words


def test_what_does_better_on_the_layouts_is_not_called_close() -> None:
    told = compared(answer({KING: 0.97, SPADE: 0.03}, {KING: 0.57, SPADE: 0.77}), SPADE)
    assert told.card == KING
    assert told.reason is not None
    assert not told.reason.is_close
    assert "♠7 beats the contract in 77 %, ♥K in 57 %" in parts(told)[1]


def test_nothing_is_tried_without_the_network_of_defenders() -> None:
    coach = CardAdviser(SIMILARITY, ())
    told = answer({KING: 0.6, SPADE: 0.4}, {KING: 0.5, SPADE: 0.3})
    assert coach.explained(told) is told
    assert coach.against(told.question, KING, SPADE) is None
