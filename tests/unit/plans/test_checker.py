"""A claim is true or not on given layouts, whoever made it."""

from __future__ import annotations

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.plans.claims.checker import check, worth
from kibitz.plans.claims.claim import (
    Begins,
    Better,
    Claim,
    Depends,
    Every,
    Hardly,
    Needs,
    parse_claim,
)
from kibitz.plans.claims.events import Break, Place, events_of
from kibitz.plans.question import Scoring
from kibitz.plans.trying.lines import Attack, Both, Free, HoldUp
from kibitz.plans.trying.trials import Estimate, chance_interval
from played import HOLD_UP, LAYDOWN, bench

HELD = Both(HoldUp(Suit.HEARTS, 2), Attack(Suit.CLUBS))
AT_ONCE = Both(HoldUp(Suit.HEARTS, 0), Attack(Suit.CLUBS))
CLAIMS = (
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
