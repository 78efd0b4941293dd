"""Where the next best call would lead is told from auctions bid on over layouts."""

from __future__ import annotations

import pytest

from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.question import CallQuestion
from kibitz.cardplay.belief.ahead import TwoWays, Way, look_ahead, next_best
from kibitz.cardplay.belief.ahead_words import ahead_words
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.typed import typed_auction

_ONE, _TWO = (typed_auction(text, "N").calls[-1] for text in ("1N", "2D"))


def _ahead(**changed: object) -> TwoWays:
    one = Way(_ONE, ((Contract.parse("1N by S"), 9),), 9, None, 7.0)
    two = Way(_TWO, ((Contract.parse("2D by S"), 12),), 12, (2, 2), 7.5)
    given = {"best": one, "other": two, "same": 0, "better": 7, "worse": 4, "imps": 0.8}
    return TwoWays((4, 4, 3, 2), 0, layouts=16, **{**given, **changed})  # type: ignore[arg-type]


def test_a_call_that_is_passed_is_told_with_its_fit() -> None:
    said = ahead_words(_ahead())
    assert "2♦ is passed on 12 of them, with four diamonds opposite two" in said
    assert "1NT is passed on 9 of them" in said
    assert "1NT gains 0.8 IMPs a layout (better on 7, worse on 4)" in said


def test_a_small_difference_is_none_and_the_same_end_is_said() -> None:
    assert "little in it" in ahead_words(_ahead(imps=0.2))
    assert "leads to the same contract" in ahead_words(_ahead(same=16))


def test_without_a_solver_nothing_is_said_of_which_is_better() -> None:
    said = ahead_words(_ahead(imps=None))
    assert said.endswith("1NT is passed on 9 of them.")
    answer = CallAdviser(CallNetwork.shipped()).ask(CallQuestion.typed("KJ4.Q85.A962.T73", "1H P"))
    found = look_ahead(answer, None, layouts=2)
    assert found is not None
    assert found.imps is None
    assert found.best.tricks is None


@pytest.mark.long
def test_the_same_question_leads_to_the_same_places(solver: DoubleDummy) -> None:
    adviser = CallAdviser(CallNetwork.shipped())
    answer = adviser.ask(CallQuestion.typed("KJ4.Q85.A962.T73", "1H P"))
    one, again = (look_ahead(answer, solver, layouts=4) for _ in range(2))
    assert one is not None
    assert one == again
    assert one.other.call == next_best(answer)
    assert one.same + one.better + one.worse <= one.layouts == 4
    assert sum(times for _, times in one.best.ends) == 4


def test_where_nothing_else_is_plausible_nothing_is_told() -> None:
    found = CallAdviser(CallNetwork.shipped()).ask(CallQuestion.typed("5432.5432.543.32", "7N"))
    assert next_best(found) is None
