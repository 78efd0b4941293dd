"""The fast solver against the slow one, and against itself seen in a mirror."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, at_least
from kibitz.suits.plans.plan import SuitPlanner
from kibitz.suits.solver.exact import SuitLine, SuitSolver
from kibitz.suits.solver.layouts import SuitLayouts
from small_suits import Reference, Tricks, chance_won, small


def _by_card(solver: SuitSolver, measure: Reference, line: SuitLine) -> Tricks:
    """What a line is sure of in each of the measure's layouts, which tell equal cards apart."""
    blocks, strides = solver.layouts.blocks, solver.layouts.strides
    return tuple(
        line.sure[
            sum(
                stride * len(west & set(block.cards))
                for block, stride in zip(blocks, strides, strict=True)
            )
        ]
        for west, _ in measure.layouts
    )


@pytest.mark.parametrize("batch", range(20))
def test_the_solver_equals_the_reference_on_random_small_suits(batch: int) -> None:
    for seed in range(100 * batch, 100 * batch + 100):
        suit = small(random.Random(seed), cards=7)
        measure, solver = Reference(suit), SuitSolver(suit)
        for tricks in range(suit.most_tricks + 2):
            line = solver.best(at_least(tricks))
            assert (line.worth, line.proved) == (measure.chance(tricks), True), (seed, suit)
        average = solver.best(AVERAGE)
        assert average.worth == measure.average(), (seed, suit)
        rival = _by_card(solver, measure, average)
        assert measure.mean(rival) == average.worth
        assert solver.best(MATCHPOINTS).worth == measure.matchpoints(rival), (seed, suit)


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_equals_the_reference_with_five_cards_missing(seed: int) -> None:
    suit = small(random.Random(1000 + seed), cards=9, missing=5)
    measure, solver = Reference(suit), SuitSolver(suit)
    for tricks in range(1, suit.most_tricks + 1):
        assert solver.best(at_least(tricks)).worth == measure.chance(tricks)
    assert solver.best(AVERAGE).worth == measure.average()


def _values(suit: Combination) -> list[Fraction]:
    solver = SuitSolver(suit)
    goals = [*map(at_least, range(1, suit.most_tricks + 1)), AVERAGE]
    return [solver.best(goal).worth for goal in goals]


def _random_suit(seed: int) -> Combination:
    rng = random.Random(seed)
    cards = rng.sample(list(Rank), rng.randint(6, 10))
    cut = rng.randint(0, len(cards))
    declarer, missing = frozenset(cards), frozenset(Rank) - frozenset(cards)
    known = rng.sample(sorted(missing), rng.randint(0, 2))
    return Combination(
        north=frozenset(cards[:cut]),
        south=declarer - frozenset(cards[:cut]),
        missing=missing,
        west=frozenset(known),
        vacant=(rng.randint(7, 13), rng.randint(7, 13)),
        entries_north=rng.choice([None, None, 0, 1, 2]),
    )


@pytest.mark.parametrize("seed", range(40))
def test_exchanging_the_hands_and_the_defenders_changes_nothing(seed: int) -> None:
    suit = _random_suit(seed)
    turned = replace(
        suit,
        north=suit.south,
        south=suit.north,
        entries_north=suit.entries_south,
        entries_south=suit.entries_north,
        west=suit.east,
        east=suit.west,
        vacant=suit.vacant[::-1],
    )
    assert _values(suit) == _values(turned)


@pytest.mark.parametrize("seed", range(20))
def test_exchanging_the_defenders_alone_changes_nothing_when_leads_come_from_anywhere(
    seed: int,
) -> None:
    # the mirror image of a table exchanges both pairs' places; with both of declarer's hands
    # free to lead, exchanging the defenders is exchanging the hands
    suit = replace(_random_suit(seed), entries_north=None)
    mirrored = replace(suit, west=suit.east, east=suit.west, vacant=suit.vacant[::-1])
    turned = replace(suit, north=suit.south, south=suit.north)
    assert _values(mirrored) == _values(turned)


@pytest.mark.parametrize("seed", range(40))
def test_renaming_equal_cards_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    suit = replace(_random_suit(seed), west=frozenset(), entries_north=None)
    blocks = SuitLayouts.of(suit).blocks
    borders = [max(block.cards) for block in blocks]

    def run(rank: Rank) -> int:
        return sum(rank < border for border in borders)

    north, south = set(suit.north), set(suit.south)
    for one in sorted(north):
        equal = [other for other in sorted(south) if run(other) == run(one)]
        if equal and rng.random() < 0.7:
            other = rng.choice(equal)
            north, south = north - {one} | {other}, south - {other} | {one}
    renamed = replace(suit, north=frozenset(north), south=frozenset(south))
    assert _values(suit) == _values(renamed)


def test_a_search_cut_short_says_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.suits.solver.exact.SLICE", 200_000)
    suit = Combination.parse("J9753", "K")
    solver = SuitSolver(suit, stop=lambda: True)
    line = solver.best(at_least(2))
    assert 0 < line.worth <= Fraction(1248, 4025) < line.ceiling
    assert chance_won(suit, SuitPlanner(solver).tree(line), 2) == line.worth


def test_a_stop_that_is_never_needed_changes_nothing() -> None:
    suit = Combination.parse("AKQ9", "xxx")
    patient, hurried = SuitSolver(suit), SuitSolver(suit, stop=lambda: True)
    assert patient.best(at_least(4)) == hurried.best(at_least(4))
    assert patient.best(AVERAGE) == hurried.best(AVERAGE)
