"""Cards tried on the same layouts: nothing hidden is read, gains agree with averages."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from coached import untrained, untrained_defence
from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.cardplay.lookahead.cards_played import Networks
from kibitz.cardplay.lookahead.confidence import expected
from kibitz.cardplay.lookahead.evaluation import Lookahead, ranked
from kibitz.cardplay.lookahead.trying import TriedCards, try_cards
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.play import Play, certain_tricks
from kit import random_deal, random_play
from played import scrambled

NETWORKS = Networks(untrained(0), untrained_defence(0))
SMALL, HIGH, OTHER = (Card.parse(name) for name in ("S2", "SA", "H3"))


def _state(seed: int, cards: int) -> Play:
    rng = random.Random(seed)
    return random_play(rng, random_deal(rng), Contract.parse("3N by S"), cards)


def _tried(state: Play, seed: int = 0) -> TriedCards:
    return try_cards(
        state, None, state.legal_actions[:2], NETWORKS, believer=None, seed=seed, layouts=12
    )


@pytest.mark.parametrize("cards", [0, 1, 7, 18, 33])
def test_a_card_is_tried_without_the_hidden_hands(cards: int) -> None:
    state = _state(cards, cards)
    one, other = _tried(state), _tried(scrambled(state, random.Random(5)))
    assert np.array_equal(one.played, other.played)
    assert np.array_equal(one.tricks, other.tricks)
    assert np.array_equal(one.layouts.weights, other.layouts.weights)


@pytest.mark.parametrize("cards", [0, 6, 21])
def test_every_playout_begins_as_the_state_did_and_ends_by_the_rules(cards: int) -> None:
    state = _state(cards + 1, cards)
    tried = _tried(state)
    for card, plays, tricks in zip(tried.cards, tried.played, tried.tricks, strict=True):
        for deal, play, total in zip(tried.layouts.deals, plays, tricks, strict=True):
            order = [DECK[one] for one in play]
            assert tuple(order[: cards + 1]) == (*state.played, card)
            assert certain_tricks(deal, state.contract, order) == total
            for seat in open_seats(state):
                assert deal[seat] == state.deal[seat]


@pytest.mark.parametrize("cards", [8, 17])
def test_a_gain_is_the_difference_of_the_averages(cards: int) -> None:
    state = _state(cards, cards)
    tried = _tried(state)
    if len(tried.cards) < 2:
        pytest.skip("one legal card")
    one, other = tried.cards
    gain, ahead = tried.gain(one, other), tried.ahead
    assert ahead.is_played_out
    assert ahead.chair is Chair.of(state)
    assert gain.chance.mean == pytest.approx(ahead.success(one) - ahead.success(other))
    assert gain.tricks.mean == pytest.approx(ahead.own_tricks(one) - ahead.own_tricks(other))
    back = tried.gain(other, one)
    assert back.chance.mean == pytest.approx(-gain.chance.mean)
    assert back.chance.error == pytest.approx(gain.chance.error)


def _ahead(chances: tuple[float, float], chair: Chair, is_played_out: bool) -> Lookahead:
    """What the side to play makes of the small card and of the ace."""
    made = [1 - chance if chair.is_defender else chance for chance in chances]
    tricks = {SMALL: 9.0, HIGH: 9.0}
    return Lookahead(tricks, dict(zip((SMALL, HIGH), made, strict=True)), 200, chair, is_played_out)


@pytest.mark.parametrize("chair", [Chair.DECLARER, Chair.AFTER_DUMMY])
@pytest.mark.parametrize("is_played_out", [False, True])
def test_the_chance_of_the_contract_overrules_a_vote_and_small_gains_do_not(
    chair: Chair, is_played_out: bool
) -> None:
    votes = {SMALL: 0.75, HIGH: 0.2, OTHER: 0.05}
    assert ranked(votes, _ahead((0.03, 0.35), chair, is_played_out)) == [HIGH, SMALL, OTHER]
    assert ranked(votes, _ahead((0.30, 0.35), chair, is_played_out)) == [SMALL, HIGH, OTHER]


def test_the_more_often_a_card_succeeds_the_more_often_it_is_expected() -> None:
    shares = {SMALL: 0.6, HIGH: 0.3, OTHER: 0.1}
    level = expected(shares, shares, _ahead((0.4, 0.4), Chair.DECLARER, True))
    better = expected(shares, shares, _ahead((0.4, 0.8), Chair.DECLARER, True))
    assert level[SMALL] > level[HIGH]
    assert better[HIGH] > level[HIGH]
    for found in (level, better):
        assert sum(found.values()) == pytest.approx(0.9)  # the third card keeps its forecast


def test_a_lone_card_keeps_its_forecast() -> None:
    ahead = replace(
        _ahead((0.4, 0.4), Chair.DECLARER, True), tricks={SMALL: 9.0}, made={SMALL: 0.4}
    )
    shares = {SMALL: 0.6, HIGH: 0.4}
    assert expected(shares, shares, ahead) == {SMALL: pytest.approx(0.6)}
