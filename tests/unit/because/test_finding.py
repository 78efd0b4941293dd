"""What explains a gain is found; what does not is not said."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kibitz.because.candidates import CARD, StepContext, candidates
from kibitz.because.causes import Cause, Kind
from kibitz.because.finding import reasons
from kibitz.because.measuring import measure
from kibitz.because.pair import StoryPair
from kibitz.because.story import Story
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Suit
from played import random_play

ROWS = 100


@cache
def random_pair(seed: int, side: int = 0) -> StoryPair:
    """Two plays of each of many deals, each card at random: what is gained has no cause."""
    rng, stories = random.Random(seed), []
    plays = [random_play(rng, "3N") for _ in range(ROWS)]
    for _ in range(2):
        rows = []
        for state, first in plays:
            now = state.after(first[0])
            while not now.is_over:
                now = now.after(rng.choice(now.legal_actions))
            rows.append([card.bit.bit_length() - 1 for card in now.played])
        stories.append(Story(np.array(rows, np.uint8), None, side, 6 if side else 7))
    return StoryPair(stories[0], stories[1], np.full(ROWS, 1 / ROWS))


def fresh(seed: int) -> StoryPair:
    """The same, to be changed."""
    pair = random_pair(seed)
    return replace(pair, _memo={})


def turned(pair: StoryPair, order: list[int]) -> StoryPair:
    """The same plays with the suits renamed."""
    names = np.array([13 * order[card // 13] + card % 13 for card in range(52)], np.uint8)
    plan, rival = (
        Story(names[one.cards], one.trumps, one.side, one.needed) for one in (pair.plan, pair.rival)
    )
    return StoryPair(plan, rival, pair.weights)


@pytest.mark.parametrize("side", [0, 1])
def test_a_cause_is_as_true_when_the_suits_are_renamed(side: int) -> None:
    pair, order = random_pair(3, side), [2, 0, 3, 1]
    renamed, true = turned(pair, order), 0
    for kind in ("first", "hold up", CARD):
        for cause in candidates(pair, kind, StepContext()):
            if cause.card is not None or cause.lie is not None:
                continue
            suit, via = (
                None if one is None else Suit(order[one]) for one in (cause.suit, cause.via)
            )
            other = Cause(cause.kind, suit, cause.seat, via, cause.hand, cause.number)
            here, there = cause.holds(pair), other.holds(renamed)
            assert (here == there).all(), cause
            true += bool(here.any())
    assert true > 100


def test_every_candidate_reads_back_from_its_json() -> None:
    pair = random_pair(3)
    for kind in ("first", "order", "hold up", CARD):
        found = list(candidates(pair, kind, StepContext()))
        assert [Cause.of_json(cause.to_json()) for cause in found] == found
        assert len(found) == len(set(found))


def test_what_is_no_cause_is_refused() -> None:
    with pytest.raises(UsageError, match="no cause"):
        Cause.of_json({"kind": "luck"})
    with pytest.raises(UsageError, match="no cause"):
        Cause.of_json({"kind": "count", "suit": "X"})


def test_a_step_is_explained_only_by_causes_of_its_kind() -> None:
    pair = random_pair(3)
    kinds = {cause.kind for cause in candidates(pair, "ruff", StepContext())}
    assert kinds <= {Kind.RUFFED_LOSER}
    assert Kind.EXTRA_CHANCE not in {c.kind for c in candidates(pair, "first", StepContext())}


def test_a_truth_that_covers_everything_explains_nothing() -> None:
    pair = random_pair(3)
    always = np.ones(ROWS, np.bool_)
    found = measure(always, pair, pair.weights)
    assert found.cover == 1
    assert not found.may_be_said


def test_what_parts_failures_from_successes_exactly_is_a_reason() -> None:
    pair = random_pair(3)
    found = measure(pair.gained, pair, pair.weights)
    assert (found.cover, found.base, found.pure) == (1, 0, 1)
    assert found.may_be_said


def test_of_gains_at_random_at_most_one_in_twenty_is_explained() -> None:
    """The players follow no plan, and which of them gained is dealt anew."""
    explained, asked = 0, [(seed, deal) for seed in (3, 4, 5) for deal in range(20)]
    for seed, deal in asked:
        pair = fresh(seed).dealt(np.random.default_rng(deal).permutation(ROWS))
        explained += bool(reasons(pair, "first", StepContext(Suit.CLUBS, Suit.HEARTS)))
    assert explained <= len(asked) / 20


def test_nothing_is_said_of_a_gain_on_few_layouts() -> None:
    pair = fresh(3)
    few = np.zeros(ROWS, np.bool_)
    few[np.flatnonzero(pair.more)[:10]] = True
    pair.__dict__["gained"] = few
    assert reasons(pair, "first", StepContext()) == []
