"""Tricks and losers are counted by the deal: with entries, with the lead, with ruffs."""

from __future__ import annotations

import pytest

from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.plans.arithmetic import count, top_tricks
from kibitz.plans.counting import ledger
from kibitz.plans.counting.reaching import reachable
from kibitz.plans.question import PlanQuestion
from kibitz.plans.saying import count_steps

H, S, D, C = Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS


def typed(hands: str, lead: str, contract: str) -> PlanQuestion:
    return PlanQuestion.typed(hands, lead=lead, contract=contract, declarer="S")


LED_UP_TO = typed("S:AK5.K52.AQT6.J83,N:QJ3.743.KJ92.AQ4", "H6", "3NT")
STRANDED = typed("S:A.A432.A432.A432,N:KQJT2.765.765.J7", "HQ", "3NT")
ENTRY = typed("S:A.A432.A432.A432,N:KQJT2.765.765.K7", "HQ", "3NT")
RUFF = typed("S:KQJ95.A74.AK3.52,N:A842.82.752.K943", "HK", "4S")
ONE_LOSER = typed("S:AKQJ95.72.A74.52,N:T842.Q.852.AK943", "HK", "4S")
DISCARDS = typed("S:Q4.A6.KJ83.AQ872,N:A5.KQJ95.A4.T653", "SJ", "6C")


def told(asked: PlanQuestion) -> list[str]:
    return [step.text for step in count_steps(asked)]


def test_what_the_lead_gives_is_counted_as_a_trick() -> None:
    [text] = told(LED_UP_TO)
    assert text == "Count 9 tricks: 3♠ + 4♦ + ♣A + ♥K led up to = 9, enough for 3NT."
    assert not count(LED_UP_TO.state).to_find


@pytest.mark.parametrize(
    ("hands", "lead", "tricks"),
    [
        ("S:A32.AQ2.A432.A32,N:KQJT5.765.765.76", "H4", 2),  # the ace and queen both win
        ("S:A32.Q32.A432.A32,N:KQJT5.J65.765.76", "H4", 0),  # one trick, but not at once
        ("S:A32.32.AQ432.A32,N:KQJT5.K65.765.76", "H4", 0),  # the king is led through
        ("S:A32.K2.AQ432.A32,N:KQJT5.Q65.765.76", "HJ", 1),
    ],
)
def test_the_lead_gives_what_it_must(hands: str, lead: str, tricks: int) -> None:
    assert count(typed(hands, lead, "3NT").state).on_top[H] == tricks


def test_winners_that_nobody_can_lead_to_are_not_counted() -> None:
    assert count(STRANDED.state).on_top[S] == 1
    assert count(ENTRY.state).on_top[S] == 5
    assert "four in spades with an entry to them" in told(STRANDED)[0]
    [row] = [row for row in ledger.rows(STRANDED.state) if row.suit is S]
    assert (row.now, row.later, row.stranded, row.card) == (1, 4, 4, Card.parse("SA"))


def test_a_suit_of_which_no_card_is_missing_any_more_runs() -> None:
    one, other = Hand.parse("KQJ95.2.2.2"), Hand.parse("A842.3.3.3")
    assert top_tricks(one, other, Hand(), S) == 5
    assert reachable(one, other, Hand())[S] == 5


def test_a_ruff_is_a_trick_to_come_and_no_loser() -> None:
    tricks, losers = told(RUFF)
    assert tricks == (
        "Count 8 tricks: 5♠ + ♥A + 2♦ = 8; two more must be found. There may be a heart ruff."
    )
    assert losers == (
        "Count 4 losers when hearts have been ruffed, one in hearts, one in diamonds and two in "
        "clubs: the contract can bear three."
    )


def test_losers_are_counted_by_both_hands_together() -> None:
    assert ledger.losers(ONE_LOSER.state).by_suit[H] == 1
    assert ledger.losers(ONE_LOSER.state).ruffed[H] == 1


def test_what_can_be_thrown_away_is_told() -> None:
    found = ledger.losers(DISCARDS.state)
    assert found.thrown == {H: 2}
    assert "Losers can be thrown on the hearts." in told(DISCARDS)[1]


def test_king_and_queen_are_one_trick_to_come() -> None:
    one, other = Hand.parse("KQ4.2.2.2"), Hand.parse("532.3.3.3")
    assert ledger.promoted(one, other, Hand(), S) == (1, (Card.parse("SA"),))


@pytest.mark.parametrize("asked", [LED_UP_TO, STRANDED, RUFF, DISCARDS])
def test_the_ledger_is_data_that_adds_up(asked: PlanQuestion) -> None:
    claim = count_steps(asked)[0].claim
    rows = claim["ledger"]
    assert sum(row["now"] for row in rows) + claim["won"] == count(asked.state).tricks
    assert {row["suit"] for row in rows} == set("SHDC")
