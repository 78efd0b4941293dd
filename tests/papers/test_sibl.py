"""The worked example and the pseudocode of the SIBL paper (Epstein and Shih)."""

import random

import numpy as np
import pytest

from kibitz.precedents.sequences.columns import NONE
from kibitz.precedents.sequences.distance import Feature, FeatureKind, Schema, Sequences
from kibitz.precedents.sequences.learners import (
    Fixed,
    Learner,
    MajorityVote,
    MostSimilar,
    NearestRun,
    SequenceChoice,
    combined,
    plurality,
)
from kibitz.precedents.sequences.sequential import (
    CandidateSimilarity,
    Metric,
    consistency,
    convergence,
    distance,
    most_similar,
    recency,
    similarity,
)

A1, A2, A3 = 0, 1, 2
TABLE_2 = (
    CandidateSimilarity(distance=0.67, convergence=0.55, consistency=1, recency=1),
    CandidateSimilarity(distance=0.69, convergence=0.58, consistency=1, recency=1),
    CandidateSimilarity(distance=0.68, convergence=0.56, consistency=2, recency=2),
)
SCHEMA = Schema((Feature("height", FeatureKind.COUNT, 9), Feature("colour", FeatureKind.SYMBOL)))


def rng() -> random.Random:
    return random.Random(0)


def row(*states: tuple[int, int], window: int = 3) -> Sequences:
    """One sequence; states are given oldest first, as the paper writes them."""
    return Sequences.of(SCHEMA, [states], window)


def taught(learner: Learner, *lessons: tuple[Sequences, int]) -> Learner:
    for lesson, action in lessons:
        learner.learn(lesson, np.array([action], np.uint16), rng())
    return learner


def answer(learner: Learner, asked: Sequences) -> int:
    [choice] = learner.decide(asked, rng())
    return choice.action


def partial_instances(decisions: int) -> list[list[int]]:
    """For each state of a contest but the last the lengths under which the memory is asked."""
    states = [(number % 10, 0) for number in range(decisions)]
    learner = taught(Learner(SCHEMA, MajorityVote(decisions)), (row(*states, window=decisions), A1))
    seen = [states[: place + 1] for place in range(decisions - 1)]
    choices = learner.decide(Sequences.of(SCHEMA, seen, decisions), rng())
    return [[len(candidate.gaps) for candidate in choice.candidates] for choice in choices]


def test_formula_5_three_states_are_asked_as_every_run_that_ends_in_the_last() -> None:
    assert partial_instances(4)[2] == [1, 2, 3]


def test_section_2_the_kth_state_has_as_many_partial_instances_as_states_before_it() -> None:
    assert list(map(len, partial_instances(5))) == [1, 2, 3, 4]


def test_section_5_a_deal_of_26_decisions_has_325_partial_instances_before_its_last_state() -> None:
    assert sum(map(len, partial_instances(26))) == 325


def test_table_2_distance_alone_would_choose_the_first() -> None:
    assert most_similar(TABLE_2, rng(), precision=100) == (A1, Metric.DISTANCE)


def test_table_2_to_the_nearest_tenth_only_consistency_tells_the_candidates_apart() -> None:
    assert most_similar(TABLE_2, rng()) == (A3, Metric.CONSISTENCY)


def test_table_2_convergence_chooses_the_second_where_distances_are_the_same() -> None:
    same = [candidate._replace(distance=0.7) for candidate in TABLE_2]
    assert most_similar(same, rng(), precision=100) == (A2, Metric.CONVERGENCE)


def test_table_2_recency_chooses_the_third_where_consistencies_are_the_same() -> None:
    same = [candidate._replace(consistency=1) for candidate in TABLE_2]
    assert most_similar(same, rng()) == (A3, Metric.RECENCY)


def test_where_no_metric_tells_candidates_apart_chance_does() -> None:
    same = [TABLE_2[0]] * 3
    drawn = {most_similar(same, random.Random(seed)) for seed in range(40)}
    assert drawn == {(index, Metric.CHANCE) for index in range(3)}


def test_equations_9_and_10_add_squares_of_gaps_and_of_unlike_symbols() -> None:
    told = SCHEMA.distance((7, 1), (3, 2))
    assert told.parts == {"height": 4, "colour": 1}
    assert told.total == pytest.approx(17**0.5)


def test_equations_9_to_13_on_one_pair_of_sequences() -> None:
    gaps = (4.0, 3.0, 3.0, 5.0)  # nearer, no farther, farther
    assert distance(gaps, 8) == pytest.approx((59 / 4) ** 0.5 / 8)
    assert convergence(gaps, 8) == pytest.approx((1 - 1 / 8) / 2)
    assert consistency(gaps) == pytest.approx(2 / 3)
    assert recency(gaps) == pytest.approx(2 / 3)


@pytest.mark.parametrize("seed", range(30))
def test_section_4_every_metric_lies_between_0_and_1(seed: int) -> None:
    draw = random.Random(seed)
    gaps = [draw.uniform(0, 8) for _ in range(draw.randint(1, 6))]
    assert all(0 <= value <= 1 for value in similarity(gaps, 8))


def test_section_4_a_longer_sequence_is_not_farther_for_being_longer() -> None:
    assert distance((2.0,), 8) == distance((2.0, 2.0, 2.0), 8)


class TestLearnFixed:
    """SIBL-learn-fixed: unless FindMostSimilar(...) = a, append the instance to DB."""

    def test_the_first_lesson_is_stored(self) -> None:
        assert len(taught(Learner(SCHEMA, Fixed(1)), (row((1, 0)), A1)).memory) == 1

    def test_a_lesson_that_was_foreseen_is_not_stored(self) -> None:
        learner = taught(Learner(SCHEMA, Fixed(1)), (row((1, 0)), A1), (row((2, 0)), A1))
        assert len(learner.memory) == 1

    def test_a_lesson_that_was_not_foreseen_is_stored(self) -> None:
        learner = taught(Learner(SCHEMA, Fixed(1)), (row((1, 0)), A1), (row((2, 0)), A2))
        assert len(learner.memory) == 2

    def test_the_last_l_states_alone_are_compared(self) -> None:
        learner = taught(
            Learner(SCHEMA, Fixed(2)),
            (row((9, 1), (5, 0), (5, 0)), A1),
            (row((0, 0), (1, 0), (5, 0)), A2),
        )
        assert answer(learner, row((9, 1), (2, 0), (5, 0))) == A2

    def test_where_fewer_states_were_seen_all_of_them_are_compared(self) -> None:
        learner = taught(Learner(SCHEMA, Fixed(3)), (row((1, 0)), A1), (row((8, 0)), A2))
        assert answer(learner, row((7, 0))) == A2


class TestMajorityVote:
    LESSONS = (
        (row((9, 0), (9, 0), (5, 0)), A1),
        (row((1, 0), (1, 0), (4, 0)), A2),
    )

    def test_each_length_has_one_vote(self) -> None:
        learner = taught(Learner(SCHEMA, MajorityVote(3)), *self.LESSONS)
        # alone, the last state is nearer to the first lesson; both longer runs to the second
        assert answer(learner, row((1, 0), (1, 0), (5, 0))) == A2
        assert answer(learner, row((5, 0))) == A1

    def test_a_lesson_outvoted_is_stored_with_all_its_states(self) -> None:
        learner = taught(Learner(SCHEMA, MajorityVote(3)), *self.LESSONS)
        taught(learner, (row((1, 0), (1, 0), (5, 0)), A1))
        assert len(learner.memory) == 3
        assert learner.memory.case(2).spans.tolist() == [3]

    def test_equal_votes_are_decided_at_random(self) -> None:
        assert {plurality([A1, A2], random.Random(seed)) for seed in range(20)} == {A1, A2}
        assert plurality([A1, A2, A2], rng()) == A2


class TestMostSimilar:
    def test_the_candidate_that_a_metric_singles_out_decides(self) -> None:
        near, far = NearestRun(0, A1, (0.0,)), NearestRun(1, A2, (5.0, 5.0))
        choice = MostSimilar().choose((near, far), 9.0, rng())
        assert (choice.action, choice.decided_by) == (A1, Metric.DISTANCE)

    def test_a_foreseen_lesson_is_not_stored_and_another_is(self) -> None:
        learner = taught(Learner(SCHEMA, MostSimilar(3)), (row((1, 0), (2, 0)), A1))
        assert len(taught(learner, (row((1, 0), (3, 0)), A1)).memory) == 1
        assert len(taught(learner, (row((1, 0), (3, 0)), A2)).memory) == 2

    def test_an_empty_memory_recommends_nothing(self) -> None:
        assert answer(Learner(SCHEMA, MostSimilar(3)), row((1, 0))) == NONE


def test_model_combination_lets_every_model_vote_equally() -> None:
    votes = [SequenceChoice(action, ()) for action in (A2, A1, A2)]
    assert combined(votes, rng()) == A2
    assert combined([SequenceChoice(NONE, ()), SequenceChoice(A1, ())], rng()) == A1
