"""From whichever chair a card is asked about, only what that player can know is in the answer."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from coached import DEFENDERS, adviser_of_all, table, tables
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.likeness import Whereabouts, shown_out, tricks_needed, whereabouts
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import UNKNOWN
from kibitz.cardplay.similarity.defence_naming import features_of_defender
from kibitz.cardplay.similarity.positions import DEFENDING, Views
from kibitz.cardplay.similarity.sights import DEFENCE
from kibitz.cardplay.similarity.tokens import Tokens
from kibitz.games.bridge.cards import DECK, Suit
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from played import scrambled

ASKED = table(402, "4S", cards=40)


@pytest.fixture(scope="module")
def coach(tmp_path_factory: pytest.TempPathFactory, solver: DoubleDummy) -> CardAdviser:
    folder = tmp_path_factory.mktemp("coach")
    return replace(adviser_of_all(folder / "library.kibitz", tables(60)), solver=solver)


def real_questions() -> list[CardQuestion]:
    """The first two real decisions of every chair, as mere states."""
    states = [ASKED.opening_state().after_all(ASKED.play[:ply]) for ply in range(40)]
    found: dict[Chair, list[Play]] = {}
    for state in filter(is_real, states):
        found.setdefault(Chair.of(state), []).append(state)
    assert set(found) == set(Chair)
    return [CardQuestion(state, ASKED.auction) for each in found.values() for state in each[-2:]]


def everything_about(coach: CardAdviser, question: CardQuestion) -> dict[str, Any]:
    answer = coach.ask(question)
    return {**answer.to_json(), "alike": [str(one.likeness) for one in answer.precedents]}


@pytest.mark.parametrize("lookahead", [0, 3])
def test_scrambling_what_is_hidden_changes_nothing(coach: CardAdviser, lookahead: int) -> None:
    asked = replace(coach, lookahead=lookahead)
    for number, question in enumerate(real_questions()):
        plain = everything_about(asked, question)
        state = scrambled(question.state, random.Random(number))
        assert state.deal != question.state.deal or question.number > 36
        assert everything_about(asked, replace(question, state=state)) == plain


def test_defenders_have_precedents_of_their_own_chair(coach: CardAdviser) -> None:
    """Positions of tables that were learned: others answer, never the deal that is asked about."""
    found = set[Chair]()
    for record in tables(60)[:3]:
        for ply in range(20):
            state = record.opening_state().after_all(record.play[:ply])
            chair = Chair.of(state)
            if not chair.is_defender or not is_real(state):
                continue
            answer = coach.ask(CardQuestion(state, record.auction))
            assert all(one.state.deal != state.deal for one in answer.precedents)
            for one in answer.precedents:
                assert Chair.of(one.state) is chair
                assert len(one.state.trick) == len(state.trick)
            if answer.precedents:
                found.add(chair)
    assert len(found) >= 2  # of few tables, a lead may have none that is close


def test_the_defenders_network_is_given_what_a_defender_sees() -> None:
    """Every state of a table: tokens and chances are those of the same state scrambled."""
    rng, seen = random.Random(11), set[Chair]()
    for ply in range(40):
        state = ASKED.opening_state().after_all(ASKED.play[:ply])
        chair = Chair.of(state)
        if not chair.is_defender:
            continue
        seen.add(chair)
        views = [Views.of([one], [ASKED.auction]) for one in (state, scrambled(state, rng))]
        one, two = (DEFENCE.tokens(view) for view in views)
        assert np.array_equal(one.suits, two.suits)
        assert np.array_equal(one.whole, two.whole)
        own, dummy = (one.suits[0, :, 13 * plane : 13 * plane + 13] for plane in (0, 1))
        assert {DECK[card] for card in np.flatnonzero(own)} == set(state.holding(state.turn))
        lies = set(state.holding(state.contract.dummy)) if ply else set()
        assert {DECK[card] for card in np.flatnonzero(dummy)} == lies
        foreseen, again = (DEFENDERS.chances(view) for view in views)
        assert np.array_equal(foreseen, again)
    assert len(seen) == 3


def test_suits_that_change_places_change_the_places_of_the_answer() -> None:
    """What the auction says of a suit goes with it."""
    views, _ = Views.of_records(tables(8), DEFENDING)
    given = DEFENCE.tokens(views)
    order = [2, 0, 3, 1]
    moved = Tokens(given.suits[:, order], given.whole, given.legal[:, order])
    network = DEFENDERS.network
    assert np.allclose(network.chances(given)[:, order], network.chances(moved), atol=1e-6)


def test_the_words_about_a_decision_are_those_of_its_chair() -> None:
    for question in real_questions():
        state = question.state
        other = scrambled(state, random.Random(7))
        for card in DECK:
            place = whereabouts(state, card)
            assert whereabouts(other, card) is place
            assert place is not Whereabouts.DUMMY or question.chair.is_defender
            assert place is not Whereabouts.PARTNER or not question.chair.is_defender
        for suit in Suit:
            assert shown_out(other, suit) == shown_out(state, suit)


def test_the_suits_of_a_defender_are_told_apart_by_what_he_has_seen() -> None:
    for question in real_questions():
        if question.chair.is_defender:
            state = question.state
            here = features_of_defender(state)
            other = features_of_defender(scrambled(state, random.Random(7)))
            assert np.array_equal(here.strengths, other.strengths)
            assert (here.trick, here.turn, here.trumps) == (other.trick, other.turn, other.trumps)
            assert here.strengths[0].sum() > 0
            assert bool(here.strengths[1].sum()) == (question.chair is not Chair.OPENING_LEAD)
            assert sum(card != UNKNOWN for card in here.trick) == len(state.trick)


def test_what_one_side_needs_the_other_has_left_to_lose() -> None:
    """As many tricks as make the contract and as beat it are one more than are left."""
    for question in real_questions():
        state = question.state
        made = max(0, state.contract.target - state.declarer_tricks)
        beaten = max(0, 14 - state.contract.target - (state.tricks - state.declarer_tricks))
        assert tricks_needed(state) == (beaten if question.chair.is_defender else made)
        if made and beaten:
            assert made + beaten == 14 - state.tricks


def test_a_lead_from_a_hand_alone_is_that_of_the_record(coach: CardAdviser) -> None:
    question = CardQuestion.of(ASKED, 1)
    contract = question.state.contract
    alone = CardQuestion.lead(
        ASKED.deal[question.seat], str(contract.bid), dealer=contract.declarer
    )
    asked = replace(coach, lookahead=4)
    dealt = CardQuestion(question.state, alone.auction)
    told, same = asked.ask(dealt).to_json(), asked.ask(alone).to_json()
    assert told["lookahead"] == same["lookahead"]
    assert told["text"] == same["text"]
