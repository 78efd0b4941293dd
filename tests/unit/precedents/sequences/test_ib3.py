import random

import numpy as np

from kibitz.precedents.sequences.columns import NONE
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.ib3 import ACCEPT, DROP, IB3, is_acceptable, is_poor
from kibitz.precedents.sequences.learners import ib2

SCHEMA = Schema((Feature("place", FeatureKind.COUNT, 200),))


def rows(places: np.ndarray) -> Sequences:
    codes = places.astype(np.uint8).reshape(-1, 1, 1)
    return Sequences.of_codes(codes, np.ones(len(places), np.uint8))


def noisy(seed: int, count: int, noise: float) -> tuple[Sequences, np.ndarray, np.ndarray]:
    """Two actions, low places and high places, of which a share is wrongly written down."""
    rng = np.random.default_rng(seed)
    places = rng.integers(0, 200, count)
    truth = (places >= 100).astype(np.uint16)
    written = np.where(rng.random(count) < noise, 1 - truth, truth).astype(np.uint16)
    return rows(places), written, truth


def test_a_case_is_accepted_for_being_right_more_often_than_its_action_is_met() -> None:
    assert is_acceptable(20, 20, 50, 100)
    assert not is_acceptable(10, 20, 50, 100)
    assert not is_acceptable(1, 1, 50, 100)  # too few tries to know


def test_a_case_is_dropped_for_being_right_less_often_than_its_action_is_met() -> None:
    assert is_poor(1, 20, 50, 100)
    assert not is_poor(10, 20, 50, 100)
    assert not is_poor(0, 1, 50, 100)
    assert DROP < ACCEPT  # dropping asks for less confidence than accepting


def test_noise_is_dropped_and_the_answer_is_better_than_ib2s() -> None:
    lessons, written, _ = noisy(0, 1500, 0.15)
    asked, _, truth = noisy(1, 400, 0.0)
    real, plain = IB3(SCHEMA), ib2(SCHEMA)
    right = []
    for learner in (real, plain):
        learner.learn(lessons, written, random.Random(0))
        choices = learner.decide(asked, random.Random(0))
        right.append(np.mean([c.action == t for c, t in zip(choices, truth, strict=True)]))
    assert right[0] > 0.95 > right[1]
    assert real.kept < len(plain.memory)


def test_learning_in_parts_is_learning_at_once() -> None:
    lessons, written, _ = noisy(2, 600, 0.1)
    whole, parts = IB3(SCHEMA), IB3(SCHEMA)
    one, other = random.Random(0), random.Random(0)
    whole.learn(lessons, written, one)
    for first in range(0, 600, 97):
        parts.learn(lessons[first : first + 97], written[first : first + 97], other)
    np.testing.assert_array_equal(whole.acceptable, parts.acceptable)
    np.testing.assert_array_equal(whole.tries, parts.tries)
    assert whole.kept == parts.kept


def test_until_a_case_is_trusted_the_nearest_decides() -> None:
    learner = IB3(SCHEMA)
    learner.learn(rows(np.array([10, 150])), np.array([0, 1], np.uint16), random.Random(0))
    assert not learner.acceptable.any()
    assert [c.action for c in learner.decide(rows(np.array([20])), random.Random(0))] == [0]
    nothing = learner.decide(
        rows(np.array([20])), random.Random(0), admitted=np.zeros((1, 2), bool)
    )
    assert nothing[0].action == NONE
