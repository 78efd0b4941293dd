"""A claim is true or not on given layouts, whoever made it."""

from __future__ import annotations

import pytest

from kibitz.because.causes import Cause, Kind
from kibitz.because.facts import Particulars
from kibitz.because.finding import Told
from kibitz.cardplay.lookahead.estimates import Estimate
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.plans.claims.checker import check
from kibitz.plans.claims.claim import (
    Because,
    Begins,
    Better,
    Branches,
    Claim,
    Depends,
    Every,
    Hardly,
    Needs,
    Perfect,
    Safety,
    parse_claim,
)
from kibitz.plans.lines.events import Break, Place, events_of
from kibitz.plans.lines.line import Attack, Both, Cash, Finesse, Free, HoldUp, Refrain, Ruff, See
from kibitz.plans.question import Scoring
from kibitz.plans.trying.trials import chance_interval, worth
from played import HOLD_UP, LAYDOWN, SUIT, TWO_CHANCES, bench

HELD = Both(HoldUp(Suit.HEARTS, 2), Attack(Suit.CLUBS))
AT_ONCE = Both(HoldUp(Suit.HEARTS, 0), Attack(Suit.CLUBS))
FINESSE = Finesse(Suit.CLUBS, 3)
HOPELESS = Attack(Suit.SPADES)
TESTED = See(Suit.DIAMONDS, FINESSE)
THREE_THREE = Break(Suit.DIAMONDS, 3, 6, Seat.WEST)
STOPPER = Cause(Kind.STOPPER_KEPT, Suit.HEARTS, None, Suit.CLUBS, number=3)
HELD_TWICE = Told(STOPPER, Particulars(None, Card.parse("CK"), Suit.CLUBS, None, 3))
WRONG_CARD = Told(STOPPER, Particulars(None, Card.parse("CJ"), Suit.CLUBS, None, 3))
TWICE, ONCE = (Both(HoldUp(Suit.HEARTS, rounds), Cash(Suit.CLUBS)) for rounds in (2, 1))
CLAIMS = (
    Because(TWICE, ONCE, Scoring.TEAMS, (HELD_TWICE,)),
    Branches(TESTED, THREE_THREE, FINESSE, Cash(Suit.DIAMONDS), Scoring.TEAMS),
    Safety(HELD, AT_ONCE),
    Perfect(HELD, Scoring.TEAMS),
    Better(HELD, AT_ONCE, Scoring.TEAMS),
    Depends(HELD, Place(Card.parse("CK"), Seat.WEST), Scoring.MATCHPOINTS),
    Depends(HELD, Break(Suit.CLUBS, 2, 4, Seat.WEST), Scoring.TEAMS),
    Needs(HELD, Suit.CLUBS, 4),
    Begins(HELD, Suit.CLUBS),
    Every((HELD, AT_ONCE), 0.9),
    Hardly((HELD, AT_ONCE), 0.1),
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: type(claim).__name__)
def test_a_claim_survives_the_trip_through_data(claim: Claim) -> None:
    assert parse_claim(claim.to_json()) == claim


def test_what_is_no_claim_is_refused() -> None:
    with pytest.raises(UsageError, match="no claim"):
        parse_claim({"claim": "trust me"})


def test_a_textbook_hold_up_is_better_than_winning_at_once_and_the_reverse_is_false() -> None:
    tried = bench(HOLD_UP, 40)
    held = check(Better(HELD, AT_ONCE, Scoring.TEAMS), tried)
    assert held.holds
    assert held.one - held.other == pytest.approx(held.gain.mean)
    assert not check(Better(AT_ONCE, HELD, Scoring.TEAMS), tried).holds


def test_the_reason_of_a_hold_up_is_the_stopper_kept_and_its_words_must_be_true() -> None:
    tried = bench(HOLD_UP, 120)
    found = check(Because(TWICE, ONCE, Scoring.TEAMS, (HELD_TWICE,)), tried)
    assert found.holds
    assert found.one - found.other == pytest.approx(found.gain.mean)
    assert not check(Because(TWICE, ONCE, Scoring.TEAMS, (WRONG_CARD,)), tried).holds
    assert not check(Because(ONCE, TWICE, Scoring.TEAMS, (HELD_TWICE,)), tried).holds


def test_no_line_is_better_than_itself() -> None:
    found = check(Better(HELD, HELD, Scoring.TEAMS), bench(HOLD_UP))
    assert (found.holds, found.is_said, found.gain.mean) == (False, False, 0)


def test_a_laydown_makes_whatever_one_does_and_is_not_hopeless() -> None:
    tried = bench(LAYDOWN, 8)
    lines = (Free(), Attack(Suit.CLUBS))
    assert check(Every(lines, 0.9), tried).is_said
    assert not check(Hardly(lines, 0.1), tried).holds


def test_an_event_splits_the_layouts_and_its_contrary_splits_them_the_other_way() -> None:
    tried = bench(HOLD_UP, 30)
    west, east = (
        check(Depends(AT_ONCE, Place(Card.parse("CK"), seat), Scoring.TEAMS), tried)
        for seat in (Seat.WEST, Seat.EAST)
    )
    assert west.gain.mean == pytest.approx(-east.gain.mean)


def test_events_name_no_card_that_declarer_sees() -> None:
    seen = HOLD_UP.state.deal[Seat.SOUTH] | HOLD_UP.state.deal[Seat.NORTH]
    for event in events_of(HOLD_UP.state):
        assert not isinstance(event, Place) or event.card not in seen


def test_a_branch_is_right_where_each_way_is_and_wrong_where_one_is_not() -> None:
    tried = bench(TWO_CHANCES, 60)
    at_once = Both(Cash(Suit.DIAMONDS), FINESSE)
    found = check(Branches(TESTED, THREE_THREE, at_once, HOPELESS, Scoring.TEAMS), tried)
    assert found.holds
    assert found.one > found.other
    assert found.also[0] > found.also[1]
    turned = check(Branches(HOPELESS, THREE_THREE, TESTED, TESTED, Scoring.TEAMS), tried)
    assert not turned.holds


def test_to_see_a_suit_break_before_a_finesse_is_better_than_the_finesse_at_once() -> None:
    tried = bench(TWO_CHANCES, 60)
    assert check(Better(TESTED, FINESSE, Scoring.TEAMS), tried).holds


def test_what_wins_as_many_tricks_is_no_safety_play() -> None:
    tried = bench(HOLD_UP, 20)
    assert not check(Safety(HELD, HELD), tried).holds
    better = check(Better(HELD, AT_ONCE, Scoring.TEAMS), tried)
    found = check(Safety(HELD, AT_ONCE), tried)
    assert found.gain == better.gain
    assert found.holds == (better.holds and found.also[0] < found.also[1])


def test_losers_that_are_not_ruffed_in_dummy_are_lost() -> None:
    tried = bench(SUIT, 20)
    ruffed = Ruff(Suit.DIAMONDS, Suit.SPADES, 2)
    without = Both(Refrain(Suit.DIAMONDS, Suit.SPADES, 2), ruffed)
    assert check(Better(ruffed, without, Scoring.MATCHPOINTS), tried).holds


def test_perfect_defenders_are_tried_on_the_same_layouts() -> None:
    tried = bench(LAYDOWN, 3)
    found = check(Perfect(Free(), Scoring.TEAMS), tried)
    assert (found.one, found.other, found.layouts) == (1.0, 1.0, 3)
    assert not found.is_said


def test_both_measures_count_what_they_say() -> None:
    tried = bench(HOLD_UP)
    tricks = worth(HELD, tried, Scoring.MATCHPOINTS)
    made = worth(HELD, tried, Scoring.TEAMS)
    assert ((tricks >= 9) == made.astype(bool)).all()


def test_an_interval_of_a_chance_holds_it_and_stays_between_none_and_all() -> None:
    for chance in (0.0, 0.3, 1.0):
        low, high = chance_interval(chance, 150)
        assert 0 <= low <= chance <= high <= 1
    assert not Estimate(0.05, 0.04).is_sure
    assert Estimate(0.05, 0.02).is_sure
