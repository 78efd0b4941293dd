"""Whole plans: what they say, in what order, and that it can be replayed."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

import kibitz
from advisers import NOWHERE
from kibitz.asking import Kibitz
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.play import replay
from kibitz.places import Places
from kibitz.plans.answer import PlanAnswer, PlanStep, Total
from kibitz.plans.claims.claim import Because, parse_claim
from kibitz.plans.explain import total_text
from kibitz.plans.precedents import first_lead, rounds_let_go
from kibitz.plans.question import PlanQuestion, Scoring
from played import HOLD_UP, LAYDOWN, SUIT, planner

QUESTIONS = {"hold-up": HOLD_UP, "laydown": LAYDOWN, "suit": SUIT}


@cache
def plan(name: str) -> PlanAnswer:
    return planner().ask(QUESTIONS[name])


def kinds(answer: PlanAnswer) -> list[str]:
    return [step.kind for step in answer.steps]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_plan_says_the_next_card_first_and_what_to_expect_last(name: str) -> None:
    steps = plan(name).steps
    assert [step.kind for step in steps[:2]] == ["card", "tricks"]
    assert steps[-1].kind == "total"
    assert 3 <= len(steps) <= 10
    assert all(step.text.endswith(".") for step in steps)


@pytest.mark.parametrize("name", QUESTIONS)
def test_its_data_has_the_fields_that_are_promised(name: str) -> None:
    content = plan(name).to_json()
    promised = {"tricks", "needed", "steps", "total", "witness", "card", "seed"}
    assert promised <= set(content)
    for step in content["steps"]:
        fields = {"kind", "text", "claim", "gain", "interval", "layouts", "checked"}
        fields |= {"because", "detail"}
        assert set(step) == fields
    assert set(content["total"]) >= {"chance", "interval", "double_dummy"}
    assert json.loads(json.dumps(content)) == content


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_sentence_about_layouts_has_a_claim_that_can_be_read_back(name: str) -> None:
    for step in plan(name).steps:
        if step.hangs_on_layouts and step.kind != "total":
            assert parse_claim(dict(step.claim)).to_json() == step.claim


@pytest.mark.long
def test_a_step_with_a_reason_keeps_its_numbers_for_the_end() -> None:
    answer = replace(planner(), choosing=40, stating=120).ask(HOLD_UP)
    told = [step for step in answer.steps if step.because is not None]
    assert told
    for step in told:
        assert "%" not in step.text
        assert " against " in step.detail
        because = parse_claim(dict(step.because or {}))
        assert isinstance(because, Because)
        assert parse_claim(because.to_json()) == because
        assert step.detail[1:-1] in str(answer).replace("\n", " ")
    assert "How sure: step " in str(answer)


@pytest.mark.long
def test_a_textbook_hold_up_is_told_with_its_figures() -> None:
    wide = replace(planner(), choosing=40, stating=80)
    answer = wide.ask(HOLD_UP)
    [step] = [step for step in answer.steps if step.kind == "hold up"]
    assert "Hold up in hearts" in step.text
    assert step.gain is not None
    assert step.gain >= 0.05
    assert answer.card == Card.parse("H2")


def test_a_laydown_is_told_to_be_one() -> None:
    assert "take" in kinds(plan("laydown"))
    assert "Take your tricks: there are enough" in str(plan("laydown"))


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_witness_replays_card_by_card(name: str) -> None:
    answer = plan(name)
    witness = answer.witness
    if witness is None:
        return
    contract = answer.asked.state.contract
    for play, tricks in (
        (witness.plan_play, witness.plan_tricks),
        (witness.other_play, witness.other_tricks),
    ):
        found = replay(witness.deal, contract, play)
        assert (found.problem, found.tricks) == (None, tricks)
    for seat in (contract.declarer, contract.dummy):
        assert witness.deal[seat] == answer.asked.state.deal[seat]
    assert witness.plan_tricks > witness.other_tricks


def test_steps_are_told_as_they_are_proved() -> None:
    told: list[PlanStep] = []
    answer = replace(planner(), tell=told.append).ask(LAYDOWN)
    assert tuple(told) == answer.steps


def test_hidden_cards_are_never_read() -> None:
    deal = HOLD_UP.state.deal
    swapped = replace(deal, east=deal.west, west=deal.east)
    lead = Card.parse("HK")
    moved = replace(
        swapped,
        west=kibitz.Hand.of([*list(swapped.west)[1:], lead]),
        east=kibitz.Hand.of([*[c for c in swapped.east if c != lead], next(iter(swapped.west))]),
    )
    state = kibitz.Play.start(moved, HOLD_UP.state.contract).after(lead)
    assert (
        plan("hold-up").to_json()["steps"]
        == (planner().ask(PlanQuestion(state)).to_json()["steps"])
    )


def test_at_matchpoints_tricks_are_counted() -> None:
    answer = planner().ask(replace(LAYDOWN, scoring=Scoring.MATCHPOINTS))
    assert answer.measure.value == "tricks on average"
    assert "tricks on average" in answer.steps[-1].text


def test_later_in_the_play_what_was_learned_is_said() -> None:
    answer = planner().ask(PlanQuestion.parse("starter:4, card 21"))
    assert "known" in kinds(answer)


def test_a_plan_asked_for_in_one_call_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = "S:AK3.AK4.AQ5.A742,N:Q72.Q52.K84.KQ65"
    monkeypatch.setattr(Kibitz, "plans", planner())
    answer = kibitz.plan(hands, lead="HJ", contract="3NT", declarer="S")
    assert answer.to_json() == plan("laydown").to_json()


def test_a_record_has_its_own_lead() -> None:
    with pytest.raises(UsageError, match="has its lead"):
        kibitz.plan(kibitz.table("starter:1"), lead="HK")


def test_where_every_card_is_placed_the_end_is_known() -> None:
    total = Total(0.0, (0.0, 0.8), 8.0, None, 1, 1.0)
    told = total_text(total, Scoring.TEAMS, HOLD_UP.state)
    assert told == "Every card is placed now: 3NT goes down."


@pytest.mark.long
def test_who_held_up_as_long_is_asked_where_declarer_has_his_first_choice() -> None:
    asked = replace(planner(), cards=Kibitz(Places.of(NOWHERE)).cards, choosing=40, stating=80).ask(
        HOLD_UP
    )
    fellows = asked.fellows
    assert fellows is not None
    assert fellows.held is not None
    assert fellows.hold is not None
    assert [str(card)[0] for card in fellows.after] == ["H", "H"]
    for one in fellows.held.same:
        assert rounds_let_go(one.record, one.state) == fellows.hold.rounds
    for one in fellows.held.others:
        assert rounds_let_go(one.record, one.state) != fellows.hold.rounds
    for one in fellows.began.same:
        led = first_lead(one.record, one.state)
        assert led is not None
        assert one.renaming.card(led).suit is asked.suits[0]
    assert "and no more" in str(asked)
    assert asked.to_json()["precedents"]["hold_up"]["rounds"] == fellows.hold.rounds
