"""Where the steps of a plan stand, told from the cards that were played."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.games.bridge.play import Play
from kibitz.page.table.progress import StepState, step_states

DEAL = "3N by S, N:K72.52.A74.AQJ94 J964.J987.T96.K3 A83.A64.KQ5.T852 QT5.KQT3.J832.76"
HOLD = {"do": "hold up", "suit": "H", "rounds": 2}
PLAN: dict[str, Any] = {
    "card": "H2",
    "first_suit": "C",
    "steps": [
        {"kind": "tricks", "claim": {"claim": "tricks"}},
        {"kind": "card", "claim": {"claim": "card", "card": "H2"}},
        {
            "kind": "hold up",
            "claim": {
                "claim": "better",
                "line": {"do": "both", "one": HOLD, "other": {"do": "cash", "suit": "C"}},
            },
        },
        {"kind": "first", "claim": {"claim": "better"}},
        {"kind": "needs", "claim": {"claim": "needs", "suit": "C", "tricks": 2}},
        {"kind": "total", "claim": {"claim": "total"}},
    ],
}
LEAD = "HK"
DUCKED_TWICE = "HK H2 H8 H4 HQ H5 H9 H6"
CLUBS = f"{DUCKED_TWICE} HT S2 H7 HA C2 C7 CQ C3 CA CK C5 C6"


@pytest.mark.parametrize(
    ("played", "stand"),
    [
        (LEAD, ["", "now", "ahead", "ahead", "ahead", ""]),
        ("HK H2 H8", ["", "done", "now", "ahead", "ahead", ""]),
        ("HK H5 H8 H4", ["", "done", "now", "ahead", "ahead", ""]),
        (DUCKED_TWICE, ["", "done", "done", "now", "ahead", ""]),
        ("HK H2 H8 HA", ["", "done", "left", "now", "ahead", ""]),
        (f"{DUCKED_TWICE} HT S2 H7 HA C2", ["", "done", "done", "begun", "now", ""]),
        (CLUBS, ["", "done", "done", "begun", "done", ""]),
    ],
)
def test_a_step_stands_where_the_cards_say(played: str, stand: list[str]) -> None:
    state = Play.parse(f"{DEAL}, {played}")
    assert [one.value for one in step_states(PLAN, state, 1)] == stand


def test_of_a_plan_that_was_stopped_only_what_is_known_is_told() -> None:
    stopped = {"steps": PLAN["steps"][:2], "stopped": True}
    state = Play.parse(f"{DEAL}, {LEAD}")
    assert step_states(stopped, state, 1) == [StepState.UNKNOWN, StepState.UNKNOWN]


def test_a_suit_led_by_the_defence_is_not_begun() -> None:
    state = Play.parse(f"{DEAL}, C7 C4 CK C2 C3")
    assert step_states(PLAN, state, 1)[3] is StepState.AHEAD
