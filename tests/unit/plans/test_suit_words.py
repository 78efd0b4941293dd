"""The suit solver's words for a suit of the plan, with the entries of the deal."""

from __future__ import annotations

from fractions import Fraction

from kibitz.games.bridge.cards import Suit
from kibitz.plans.claims.suit_words import handled
from kibitz.plans.explain import trumps_text
from kibitz.plans.lines.line import Both, Draw, Finesse, Free
from kibitz.plans.question import PlanQuestion
from kibitz.suits import explain
from kibitz.suits.adviser import SuitAdviser
from kibitz.suits.question import SuitQuestion

C = Suit.CLUBS
SLAM = PlanQuestion.typed(
    "S:Q4.A6.KJ83.AQ872,N:A5.KQJ95.A4.T653", lead="SJ", contract="6C", declarer="S"
)
NO_ENTRY = PlanQuestion.typed(
    "S:AQ5.A64.KQ5.AT85,N:76.752.974.QJ942", lead="HK", contract="3NT", declarer="S"
)


def test_trumps_are_told_as_the_solver_plays_them() -> None:
    found = handled(SLAM.state, C, 4, Free())
    assert found is not None
    how, chance = found
    assert how == "cash the ace; if the nine drops, lead low to the queen"
    assert Fraction(3, 4) < chance < Fraction(4, 5)
    assert trumps_text(4, how, chance).startswith("Play trumps for 4 tricks: cash the ace; if")


def test_nothing_is_told_that_contradicts_the_plan() -> None:
    assert handled(SLAM.state, C, 4, Both(Finesse(C, 3), Draw(C))) is None


def test_without_entries_the_solver_has_no_words() -> None:
    assert handled(NO_ENTRY.state, C, 5, Free()) is None


def test_cards_that_one_defender_may_play_are_named_together() -> None:
    answer = SuitAdviser().ask(SuitQuestion.of("KJ4", "532", goal="matchpoints"))
    assert "if West plays the Ace or Queen, finesse the Jack" in explain.describe(answer)
