"""The experiment of plans: what it draws, checks and reports."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.games.bridge.deal import Seat
from kibitz.plans.answer import Witness
from kibitz.plans.lines.line import Free
from kibitz.plans.precedents import first_lead
from kibitz_lab.catalogue.generated import declared
from kibitz_lab.harness.splits import SplitPart, digest, parts_of_events
from kibitz_lab.plans import experiment, figures, steady
from kibitz_lab.plans.examples import EXAMPLES
from played import HOLD_UP, bench

TESTED = next(
    name
    for name in (f"Event {number}" for number in range(1000))
    if parts_of_events(np.array([digest(name)], np.uint64))[0] == SplitPart.TESTS
)
TASK = experiment.Task(records=[Path("generated.jsonl")], deals=3, every_event=True)


def test_no_trump_and_suits_are_drawn_by_turns_and_no_deal_twice() -> None:
    rng = random.Random(1)
    offered = [declared(rng, bid, "event") for bid in ("3N", "4S", "2N") for _ in range(4)]
    tables = experiment.drawn([*offered, *offered], TASK)
    contracts = [str(record.contract.bid) for record in tables if record.contract is not None]
    assert contracts == ["3N", "4S"] * 3
    assert len({record.deal for record in tables}) == 6


def test_only_events_for_testing_are_drawn() -> None:
    record = declared(random.Random(1), "3N", "Bermuda Bowl 2007")
    assert experiment.drawn([record], replace(TASK, every_event=False)) == []


def test_lines_of_events_that_teach_are_not_even_read(tmp_path: Path) -> None:
    lines = [
        '{"event": "Bermuda Bowl 2007 / Final", "hands": 1}',
        f'{{"event": "{TESTED} / Final 3", "hands": 2}}',
        '{"hands": 3}',
    ]
    file = tmp_path / "tables.jsonl"
    file.write_text("\n".join(lines))
    read: list[int] = []
    task = replace(TASK, records=[file], every_event=False)
    assert list(experiment.offered(task, read.append)) == []
    assert len(read) == 2


def test_a_plan_is_followed_by_precedents_that_keep_to_it() -> None:
    record = declared(random.Random(1), "3N", "event")
    lost = experiment.followed(TASK, (0, record, Free().to_json()))
    assert set(lost) == {"plan", "free"}
    assert lost["plan"] == lost["free"]


def test_the_first_lead_of_a_record_is_declarers_after_the_trick() -> None:
    record = declared(random.Random(2), "3N", "event")
    state = record.opening_state().after(record.play[0])
    led = first_lead(record, state)
    now = record.opening_state()
    leads = []
    for card in record.play:
        if not now.trick and now.turn.is_with(Seat.NORTH):
            leads.append(card)
        now = now.after(card)
    assert led == leads[0]


def test_a_witness_that_does_not_end_as_it_says_is_found_out() -> None:
    tried = bench(HOLD_UP, 8)
    trial = tried.trial(Free())
    play, tricks = trial.played(0), int(trial.tricks[0])
    witness = Witness(tried.deals[0], "x", Free(), play, play, tricks, tricks, 1.0)
    assert not experiment.replays(witness, tried.state)  # neither is better
    assert not experiment.replays(replace(witness, plan_tricks=tricks + 1), tried.state)


def deal(**given: object) -> dict[str, object]:
    said = {"kind": "first", "gain": 0.2, "error": 0.05, "fresh": 0.1, "fresh_error": 0.05}
    return {
        **{"event": "e", "strain": "no-trump", "made": True, "chance": 0.8, "error": 0.03},
        **{
            "fresh": 0.75,
            "fresh_error": 0.03,
            "double_dummy": 0.9,
            "because": [],
            "said": [{**said, "held": 1}],
        },
        **{"steps": 5, "witness": True, "suits": ["D"], "expert_suit": "D", "hold": 1},
        **{"expert_hold": 0, "gap": 0.2, "decides": True, "lost": {"plan": 1, "free": 0}},
        **given,
    }


def test_the_figures_count_what_was_said_and_what_held() -> None:
    deals = [deal(), deal(fresh=0.2, made=False, expert_suit="C", witness=None, lost=None)]
    found = figures.summary(deals)
    assert (found["said"], found["held"], found["witnesses"], found["replayed"]) == (2, 2, 1, 1)
    assert found["within_two_errors"] == 0.5
    assert found["brier"] == pytest.approx((0.04 + 0.64) / 2)
    assert (found["expert_suit"], found["expert_suit_known"], found["decided"]) == (1, 2, 2)
    assert (found["lost"], found["followed"]) == (1, 1)


def test_the_examples_can_all_be_asked() -> None:
    assert len(EXAMPLES) == 12
    for example in EXAMPLES:
        assert example.question.state.contract.declarer is Seat.SOUTH
        assert example.lead in example.command


def plans_of_a_deal(
    lines: str, suits: str, totals: list[float], close: bool
) -> list[dict[str, object]]:
    return [
        {"line": line, "suit": suit, "card": "H2", "close": close, "total": total, "seconds": 2.0}
        for line, suit, total in zip(lines, suits, totals, strict=True)
    ]


def test_a_deal_is_steady_if_every_seed_says_the_same() -> None:
    found = steady.figures(
        [
            plans_of_a_deal("aaa", "SSS", [0.5, 0.52, 0.58], close=False),
            plans_of_a_deal("aba", "SSS", [0.5, 0.5, 0.6], close=True),
            plans_of_a_deal("abb", "SHH", [0.5, 0.5, 0.5], close=False),
        ]
    )
    assert (found["one_line"], found["one_line_or_close"], found["close"]) == (1, 2, 1)
    assert (found["one_suit"], found["one_card"]) == (2, 3)
    assert found["totals_together"] == 2
    assert found["furthest_apart"] == pytest.approx(0.1)
