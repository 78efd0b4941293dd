"""The story of a playout agrees with the rules, and means the same wherever declarer sits."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kibitz.because.story import NEVER, Story, median, share
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.play import Play
from played import random_play


def _story(state: Play, cards: tuple[Card, ...], side: int = 0) -> Story:
    row = np.array([[card.bit.bit_length() - 1 for card in cards]], np.uint8)
    return Story(row, state.trumps, side, state.contract.target)


def _number(card: Card) -> int:
    return card.bit.bit_length() - 1


@pytest.fixture(params=["3N", "4S", "5D"])
def random_story(request: pytest.FixtureRequest) -> tuple[Play, tuple[Card, ...], Story, Story]:
    state, cards = random_play(random.Random(request.param), request.param)
    return state, cards, _story(state, cards, 0), _story(state, cards, 1)


def test_the_tricks_of_both_sides_sum_to_thirteen(
    random_story: tuple[Play, tuple[Card, ...], Story, Story],
) -> None:
    state, cards, ours, theirs = random_story
    end = state.after_all(cards)
    assert ours.tricks[0] == end.declarer_tricks
    assert ours.tricks[0] + theirs.tricks[0] == 13
    plain = ours.by_suit[0].sum()
    ruffed = sum(one.led[0, k] != one.winning[0, k] // 13 for one in (ours,) for k in range(13))
    assert plain + ruffed == 13
    assert (ours.by_suit[0] == theirs.by_suit[0, ::-1]).all()


def test_every_card_has_the_owner_who_was_dealt_it(
    random_story: tuple[Play, tuple[Card, ...], Story, Story],
) -> None:
    state, _, story, _ = random_story
    declarer = state.contract.declarer
    for seat in range(4):
        hand = state.deal[type(declarer)((declarer + seat) % 4)]
        assert [int(at) for at in np.flatnonzero(story.owner[0] == seat)] == sorted(
            map(_number, hand)
        )


def test_what_a_hand_has_left_is_what_it_has_not_played(
    random_story: tuple[Play, tuple[Card, ...], Story, Story],
) -> None:
    state, cards, story, _ = random_story
    for trick in range(13):
        now = state.after_all(cards[: 4 * trick + 4])
        for seat in range(4):
            who = type(now.contract.declarer)((now.contract.declarer + seat) % 4)
            for suit in Suit:
                left = story.left(np.array([trick]), seat, int(suit))[0]
                assert left == now.holding(who).length(suit)


def test_they_get_in_only_by_winning_a_trick_that_we_led(
    random_story: tuple[Play, tuple[Card, ...], Story, Story],
) -> None:
    _, _, ours, theirs = random_story
    for story in (ours, theirs):
        led_by_us = story.leaders[0] % 2 == story.side
        assert (story.gains[0] == (led_by_us & ~story.ours[0])).all()
        first = story.first_gain[0]
        assert first == NEVER or story.gains[0, first]
        reached = story.reached[0]
        assert (reached == NEVER) == (story.tricks[0] < story.needed)


def test_a_run_is_what_they_cash_before_we_win_again(
    random_story: tuple[Play, tuple[Card, ...], Story, Story],
) -> None:
    _, _, ours, theirs = random_story
    for story in (ours, theirs):
        for suit in range(4):
            assert story.runs.length[0, suit] == _longest(story, suit)


def _longest(story: Story, suit: int) -> int:
    """The longest run, trick by trick."""
    best = now = 0
    inside = False
    for trick in range(13):
        if story.ours[0, trick]:
            inside = False
        elif story.gains[0, trick]:
            inside, now = True, 0
        elif inside and story.led[0, trick] == suit == story.winning[0, trick] // 13:
            now += 1
            best = max(best, now)
    return best


def test_a_weighed_median_goes_by_weight() -> None:
    weights = np.array([0.1, 0.1, 0.8])
    assert median([1, 2, 5], weights) == 5
    assert median([1, 2, 5], np.ones(3)) == 2
    assert share(np.array([True, False, False]), weights) == pytest.approx(0.1)
    assert share(np.array([True]), np.zeros(1)) == 0.0
