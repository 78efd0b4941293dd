"""How a course is chosen: rounds of more layouts, and when free play is left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.cardplay.lookahead.playouts import Remembering
from kibitz.cardplay.similarity.positions import Views
from kibitz.cardplay.similarity.tokens import Floats
from kibitz.games.bridge.cards import Suit
from kibitz.plans.claims.checker import check
from kibitz.plans.claims.claim import Close, parse_claim
from kibitz.plans.lines.deeds import does
from kibitz.plans.lines.line import Attack, Free, HoldUp
from kibitz.plans.lines.menu import Course, menu
from kibitz.plans.question import Scoring
from kibitz.plans.trying.choosing import Chooser
from kibitz.plans.trying.racing import FREE, LEAVES, Standing
from kibitz.plans.trying.rivals import rival_aims, rival_holds, rival_starts
from played import HOLD_UP, SUIT, bench

HEARTS, CLUBS = Course(HoldUp(Suit.HEARTS, 2)), Course(None, Attack(Suit.CLUBS))


def chooser(gains: dict[Course, Standing]) -> Chooser:
    """A chooser that knows how some courses stand."""
    made = Chooser(bench(HOLD_UP), menu(HOLD_UP.state), Scoring.TEAMS)
    made._standings.update({FREE: Standing(Estimate(0.0, 0.0), 12), **gains})
    return made


@dataclass
class Asked:
    """A network that gives every card the same chance, and counts what it is asked."""

    sizes: list[int] = field(default_factory=list)

    def chances(self, views: Views) -> Floats:
        self.sizes.append(len(views))
        return np.full((len(views), 52), 1 / 52, np.float32)


def test_a_network_with_a_memory_is_asked_each_view_once() -> None:
    asked = Asked()
    network = Remembering(asked)
    state = HOLD_UP.state
    views = Views.of([state, state], [None, None])
    first = network.chances(views)
    again = network.chances(views)
    assert asked.sizes == [1]
    assert np.array_equal(first, again)
    assert first.shape == (2, 52)


def test_what_is_tried_on_a_few_layouts_is_not_tried_on_them_again() -> None:
    whole = replace(bench(SUIT), _tried={})
    few = whole.first(5)
    before = few.trial(Free())
    after = whole.trial(Free())
    assert np.array_equal(after.cards[:5], before.cards)
    together = replace(bench(SUIT), _tried={}).trial(Free())
    assert np.array_equal(after.cards, together.cards)
    assert np.array_equal(after.tricks, together.tricks)


def test_draws_share_out_the_layouts() -> None:
    whole = bench(SUIT)
    draws = whole.draws(3, [Free()])
    assert sum(map(len, draws)) == len(whole)
    assert all(draw.weights.sum() == pytest.approx(1) for draw in draws)
    tricks = np.concatenate([draw.trial(Free()).tricks for draw in draws])
    assert sorted(tricks) == sorted(whole.trial(Free()).tricks)


def test_a_line_drops_out_when_it_can_hardly_reach_what_it_must() -> None:
    assert Standing(Estimate(-0.2, 0.15), 16).may_reach(0.05, 1.0)
    assert not Standing(Estimate(-0.4, 0.15), 16).may_reach(0.05, 1.0)
    assert Standing(Estimate(0.0, 0.0), 16).may_reach(0.05, 1.0)  # sixteen alike prove little
    assert not Standing(Estimate(0.0, 0.0), 100).may_reach(0.05, 1.0)


def test_free_play_is_left_only_for_what_is_surely_better_by_enough() -> None:
    better = Standing(Estimate(0.12, 0.03), 12)
    unsure = Standing(Estimate(0.12, 0.08), 12)
    little = Standing(Estimate(LEAVES[Scoring.TEAMS] / 2, 0.001), 12)
    early = Standing(Estimate(0.3, 0.01), 6)
    assert chooser({CLUBS: better}).chosen == CLUBS
    for standing in (unsure, little, early):
        made = chooser({CLUBS: standing})
        assert made.chosen == made.read


def test_of_lines_that_are_nearly_alike_the_first_of_the_menu_is_told() -> None:
    one, other = (Standing(Estimate(gain, 0.01), 12) for gain in (0.14, 0.15))
    assert chooser({HEARTS: one, CLUBS: other}).chosen == HEARTS
    assert chooser({CLUBS: other, HEARTS: one}).chosen == CLUBS


def test_what_another_draw_might_have_told_is_close() -> None:
    spades = Course(None, Attack(Suit.SPADES))
    little = Standing(Estimate(LEAVES[Scoring.TEAMS] - 0.01, 0.02), 12)
    made = chooser({CLUBS: little, spades: Standing(Estimate(-0.2, 0.02), 12)})
    assert made.start(made.read) == made.start(CLUBS)
    assert made.other(CLUBS, False) is None  # free play begins with clubs as well
    instead = made.other(spades, True)
    assert instead is not None
    assert made.start(instead) == made.start(made.read)


def test_the_name_of_free_play_is_what_it_does() -> None:
    made = Chooser(bench(HOLD_UP), menu(HOLD_UP.state), Scoring.TEAMS)
    made.weigh_all()
    line = made.read.first
    cards = made.bench.trial(Free()).cards
    assert does(line, made.bench.state, cards, made.bench.weights)
    assert made.costs_nothing(Course(None, line))


def test_nobody_is_compared_with_a_start_that_nobody_would_make() -> None:
    made = Chooser(bench(HOLD_UP), menu(HOLD_UP.state), Scoring.TEAMS)
    assert sum(made.habits.values()) == pytest.approx(1, abs=0.01)
    likeliest = max(made.habits, key=lambda suit: made.habits[suit])
    assert made.would_be_played((likeliest, None))
    assert not made.would_be_played(None)
    unlikely = [suit for suit in made.habits if made.habits[suit] < 0.1]
    assert unlikely
    assert not any(made.would_be_played((suit, None)) for suit in unlikely)


def test_rivals_differ_from_the_plan_in_one_choice() -> None:
    made = Chooser(bench(HOLD_UP), menu(HOLD_UP.state), Scoring.TEAMS)
    made.weigh_all()
    plan = Course(HoldUp(Suit.HEARTS, 2), Attack(Suit.CLUBS, 0))
    holds = rival_holds(made, plan)
    assert {one.hold.rounds for one in holds if one.hold} == {0, 1}
    assert all(one.first == plan.first for one in holds)
    starts = [made.start(one) for one in rival_starts(made, plan)]
    assert len(set(starts)) == len(starts)
    assert made.start(plan) not in starts
    assert all(one.hold == plan.hold for one in rival_aims(made, plan))


def test_free_play_is_told_by_a_suit() -> None:
    made = Chooser(bench(HOLD_UP), menu(HOLD_UP.state), Scoring.TEAMS)
    made.weigh_all()
    assert made.read.first != Free()


def test_a_line_is_close_to_itself_and_not_to_one_that_is_far_behind() -> None:
    claim = Close(Free(), Free(), Scoring.TEAMS)
    assert parse_claim(claim.to_json()) == claim
    checked = check(claim, bench(SUIT))
    assert checked.is_said
    assert checked.holds
    far = Close(Free(), HoldUp(Suit.HEARTS, 0), Scoring.MATCHPOINTS)
    one = check(far, bench(HOLD_UP))
    assert not one.is_said
