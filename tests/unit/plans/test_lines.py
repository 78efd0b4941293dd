"""A line narrows what is played, on every layout, and says nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.because.story import walk
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import DECK, Card, Suit
from kibitz.games.bridge.play import replay
from kibitz.plans.lines.handling import DuckTo, Offer, Towards, Unblock
from kibitz.plans.lines.line import (
    DECLARER,
    DUMMY,
    Attack,
    Both,
    Cash,
    Draw,
    Duck,
    Finesse,
    Free,
    HoldUp,
    Keep,
    Next,
    PlanLine,
    Refrain,
    Ruff,
    See,
    Spend,
)
from kibitz.plans.lines.menu import breaks_to_see, menu
from kibitz.plans.lines.reading import parse_line
from kibitz.plans.lines.trumping import CrossRuff, Throw, ThrowIn
from kibitz.plans.trying.playing import first_suits, led_suits, ruffs_in, tricks_in
from played import HOLD_UP, LAYDOWN, SUIT, TWO_CHANCES, bench

H, S, D, C = Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS
EVERY = (
    Free(),
    HoldUp(H, 2),
    Attack(C),
    Attack(C, DUMMY),
    Finesse(C, 1),
    Cash(C),
    Keep(Card.parse("SA"), C),
    Spend(Card.parse("SA")),
    Next(Card.parse("H2"), 1),
    Draw(S),
    Ruff(D, S, DUMMY),
    Duck(C),
    See(D, Finesse(C, 1)),
    Refrain(D, S, DUMMY),
    Both(HoldUp(H, 1), Attack(C)),
    Towards(Card.parse("CJ"), 1),
    DuckTo(C, 3),
    Unblock(C, DUMMY),
    Offer(Card.parse("CQ"), Card.parse("CT")),
    Throw(C, D, DECLARER),
    CrossRuff(H, D, S),
    ThrowIn(H, D, S),
    ThrowIn(S, C, None),
)


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_a_line_survives_the_trip_through_data(line: PlanLine) -> None:
    assert parse_line(line.to_json()) == line


def test_what_is_no_line_is_refused() -> None:
    with pytest.raises(UsageError, match="no line"):
        parse_line({"do": "squeeze"})


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_every_line_is_played_by_the_rules_to_the_last_card(line: PlanLine) -> None:
    tried = bench(SUIT if getattr(line, "trumps", None) is S else HOLD_UP, 4)
    trial = tried.trial(line)
    for row, deal in enumerate(tried.deals):
        found = replay(deal, tried.state.contract, trial.played(row))
        assert found.problem is None
        assert found.cards == 52
        assert found.tricks == trial.tricks[row]


def test_declarer_plays_the_same_card_on_every_layout_for_he_sees_none() -> None:
    tried = bench(HOLD_UP, 8)
    for course in menu(HOLD_UP.state).courses:
        assert len({int(card) for card in tried.trial(course.line).cards[:, 1]}) == 1


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_hold_up_lets_so_many_rounds_go(rounds: int) -> None:
    tried = bench(HOLD_UP, 8)
    trial = tried.trial(HoldUp(H, rounds))
    ace = [DECK[card] for card in range(52)].index(Card.parse("HA"))
    leaders, led, _ = walk(trial.cards, None)
    for row in range(len(tried)):
        trick = int(np.flatnonzero(trial.cards[row] == ace)[0]) // 4
        hearts_before = int((led[row, :trick] == int(H)).sum())
        if led[row, trick] == int(H) and leaders[row, trick] % 2:  # led by a defender
            assert hearts_before >= rounds


def test_attacking_a_suit_leads_it_first() -> None:
    tried = bench(HOLD_UP, 8)
    for suit in (C, S):
        assert set(first_suits(tried.state, tried.trial(Attack(suit)).cards)) == {int(suit)}


def test_a_suit_is_led_from_the_hand_that_was_named_where_one_can_cross() -> None:
    tried = bench(HOLD_UP, 8)
    cards = tried.trial(Both(HoldUp(H, 0), Finesse(C, 1))).cards
    leaders, led, _ = walk(cards, None)
    for row in range(len(tried)):
        first = int(np.flatnonzero((led[row] == int(C)) & (leaders[row, :13] % 2 == 0))[0])
        assert leaders[row, first] == DECLARER


def test_a_finesse_keeps_the_ace_until_the_king_has_come_or_gone() -> None:
    tried = bench(HOLD_UP, 8)
    cards = tried.trial(Both(HoldUp(H, 0), Finesse(C, 1))).cards
    king, ace = int(C) * 13 + 11, int(C) * 13 + 12
    leaders, led, _ = walk(cards, None)
    for row in range(len(tried)):
        first = int(np.flatnonzero((led[row] == int(C)) & (leaders[row, :13] % 2 == 0))[0])
        trick = cards[row, 4 * first : 4 * first + 4].tolist()
        assert ace not in trick or king in trick


def test_drawing_trumps_leads_them_until_nobody_has_any() -> None:
    tried = bench(SUIT, 6)
    first, second = led_suits(tried.state, tried.trial(Draw(S)).cards).T
    assert set(first.tolist()) == {int(S)}
    assert int(S) in second.tolist()


def test_ruffing_comes_before_drawing_trumps() -> None:
    tried = bench(SUIT, 6)
    cards = tried.trial(Ruff(D, S, DUMMY)).cards
    assert set(first_suits(tried.state, cards)) == {int(D)}


def test_a_ducked_round_is_lost_to_low_cards() -> None:
    tried = bench(TWO_CHANCES, 6)
    cards = tried.trial(Both(HoldUp(H, 0), Duck(D))).cards
    leaders, led, _ = walk(cards, None)
    queen = int(D) * 13 + 10
    for row in range(len(tried)):
        first = int(np.flatnonzero((led[row] == int(D)) & (leaders[row, :13] % 2 == 0))[0])
        ours = cards[row, 4 * first : 4 * first + 4][[0, 2]]
        assert max(card for card in ours if card // 13 == int(D)) < queen


def test_what_is_seen_first_is_cashed_first_and_then_it_depends() -> None:
    tried = bench(TWO_CHANCES, 40)
    seen = tried.trial(Both(HoldUp(H, 2), See(D, Finesse(C, 3)))).cards
    always = tried.trial(Both(HoldUp(H, 2), Both(Cash(D), Finesse(C, 3)))).cards
    breaks = next(iter(breaks_to_see(TWO_CHANCES.state))).holds(tried.layouts.owners)
    assert (first_suits(tried.state, seen) == int(D)).all()
    alike = (seen == always).all(axis=1)
    assert alike[~breaks].mean() > 0.7  # but where a defender throws diamonds away
    assert alike[breaks].mean() < 0.3


def test_who_refrains_ruffs_nothing_that_he_could_throw_on() -> None:
    tried = bench(SUIT, 6)
    line = Ruff(D, S, DUMMY)
    ruffs, fewer = (
        ruffs_in(D, DUMMY, tried.state, tried.trial(one).cards)
        for one in (line, Both(Refrain(D, S, DUMMY), line))
    )
    assert (ruffs > 0).all()
    assert (fewer == 0).all()


def test_only_a_suit_that_may_come_good_is_worth_a_test() -> None:
    assert [event.suit for event in breaks_to_see(TWO_CHANCES.state)] == [D]
    assert list(breaks_to_see(LAYDOWN.state)) != []
    assert all(event.suit is not S for event in breaks_to_see(SUIT.state))


def test_tricks_of_all_suits_are_all_tricks() -> None:
    tried = bench(LAYDOWN, 4)
    trial = tried.trial(Free())
    each = sum(tricks_in(suit, tried.state, trial.cards) for suit in Suit)
    assert np.array_equal(each, trial.tricks)


def test_the_menu_holds_up_without_trumps_and_draws_or_ruffs_with_them() -> None:
    hold_up, suit = menu(HOLD_UP.state), menu(SUIT.state)
    assert [one.rounds for one in hold_up.holds] == [0, 1, 2]
    assert Finesse(C, 1) in hold_up.firsts
    assert [one.rounds for one in suit.holds] == [0, 1]
    assert {Draw(S), Ruff(D, S, DUMMY)} <= set(suit.firsts)
