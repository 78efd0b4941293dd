"""The experiment of reasons: which decisions it draws, what it asks of one, and its figures."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kibitz.cardplay.scoring import is_real
from kibitz_lab.catalogue.generated import declared
from kibitz_lab.reasons import experiment
from kibitz_lab.reasons.cards import decisions_of
from kibitz_lab.reasons.figures import cards_figures, compared_figures, confidence

TASK = experiment.Task(records=[Path("generated.jsonl")], layouts=20, every_event=True)


@pytest.mark.parametrize("declares", [True, False])
def test_real_decisions_of_the_side_are_drawn_and_the_same_again(declares: bool) -> None:
    record = declared(random.Random(3), "4S", "event")
    drawn = [decisions_of(record, declares, random.Random(7)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 3
    for question in drawn[0]:
        assert question.chair.is_defender != declares
        assert is_real(question.state)
        assert question.state.played == record.play[: len(question.state.played)]


@pytest.mark.long
def test_a_decision_is_asked_and_everything_is_plain() -> None:
    record = declared(random.Random(1), "3N", "event")
    found = experiment.card(TASK, (2, record))
    assert found is not None
    assert json.loads(json.dumps(found)) == found
    assert found["defends"]
    assert set(found["agrees"]) == set(found["lost"]) == {"joined", "votes", "layouts"}
    assert min(found["lost"].values()) >= 0


def compared(kind: str | None, held: bool, anew: str | None, control: bool) -> dict[str, object]:
    return {"kind": kind, "held": held, "anew": anew, "control": control, "seconds": 0.03}


def test_the_figures_count_reasons_said_true_again_and_by_chance() -> None:
    found = compared_figures(
        [
            compared("none left", True, "none left", False),
            compared("none left", False, "count", False),
            compared("in time", True, None, True),
            compared(None, False, "count", False),
        ]
    )
    counts = {name: (found[name]["right"], found[name]["of"]) for name in _SHARES}
    assert counts == {"said": (3, 4), "held": (2, 3), "same_kind": (1, 2), "by_chance": (1, 4)}
    assert found["kinds"][0] == {"kind": "none left", "said": 2, "held": 1}
    assert found["seconds"] == 0.03


_SHARES = ("said", "held", "same_kind", "by_chance")


def asked(confidence: float, agrees: bool, differ: bool, tried: int = 2) -> dict[str, object]:
    ways = ("joined", "votes", "layouts")
    return {
        **{"event": "e", "tried": tried, "defends": differ, "differ": differ, "compared": None},
        **{"confidence": confidence, "agrees": dict.fromkeys(ways, agrees)},
        "lost": dict.fromkeys(ways, int(not agrees)),
    }


def test_cards_are_counted_where_several_were_tried() -> None:
    found = cards_figures(
        [asked(0.9, True, False), asked(0.7, False, True), asked(1.0, True, False, tried=0)]
    )
    assert (found["decisions"], found["tried"]) == (3, 2)
    choices = found["choices"]
    assert choices["all"]["decisions"] == 2
    assert choices["votes and layouts differ"]["rows"][0]["lost"] == 1
    assert found["said"] is None  # nothing was compared


def test_the_tenth_that_is_furthest_off_is_told_with_its_error() -> None:
    sure = [asked(0.5, at % 2 == 0, False) for at in range(90)]
    found = confidence([*sure, *(asked(0.8, False, False) for _ in range(10))])
    assert found is not None
    assert found["off"] == pytest.approx(0.8)
    assert found["off_error"] == pytest.approx((0.8 * 0.2 / 10) ** 0.5)
    assert found["beyond"] == 1
    assert confidence([]) is None
