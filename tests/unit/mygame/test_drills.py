"""Drill cards: the position as the player saw it, a guess, and what experts do."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.deal import Seat
from kibitz.mygame.drills.cards import Drill, cards_from
from kibitz.mygame.drills.showing import position_text, seen
from kibitz.mygame.drills.suits import SuitDrill, new_suits, remember_suit
from kibitz.mygame.reviewing import Reviewed
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.slips import Slip, TableReview
from kibitz.mygame.store import PracticeStore
from kibitz.records.lookup import table
from kibitz.records.record import Players, Record

NUMBER = 2  # dummy's card to the lead


@pytest.fixture(scope="module")
def record() -> Record:
    found = table("starter:12")
    names = Players.of(("Me", "Secret", "Secret", "Secret"))
    return replace(found, citation=replace(found.citation, players=names))


def _slip(record: Record, number: int) -> Slip:
    state = Sitting(record, Seat.NORTH).state(number)
    did, *_, experts = state.legal_actions
    return Slip(
        role="declarer", number=number, did=str(did), experts=str(experts), sure=0.95,
        theme="discards", cost=0.5, layouts=16, worst=str(record.deal), most=1.0, voters=8,
        share=0.9, alike=1,
    )  # fmt: skip


@pytest.fixture(scope="module")
def drill(record: Record) -> Drill:
    slip = _slip(record, NUMBER)
    review = TableReview({}, {}, {}, {}, (slip,))
    [(mark, theme, content, _)] = cards_from([Reviewed(Sitting(record, Seat.NORTH), review)])
    made = Drill.of(content)
    assert (mark, theme) == (made.mark, "discards")
    return made


def test_a_card_is_read_back_as_it_was_made_and_names_nobody_else(drill: Drill) -> None:
    assert Drill.of(drill.to_json()) == drill
    assert drill.sitting.record.citation.players.north == "Me"
    assert "Secret" not in str(drill.to_json())


def test_only_what_the_player_saw_is_shown(drill: Drill, record: Record) -> None:
    shown = seen(drill)
    state = drill.sitting.state(NUMBER)
    contract = state.contract
    assert set(shown["hands"]) == {str(contract.declarer), str(contract.dummy)}
    text = position_text(drill)
    for seat in (contract.leader, contract.leader.partner):
        hidden = state.holding(seat)
        assert str(hidden) not in str(shown)
    assert text.endswith("hand?")


def test_a_guess_is_judged_and_answered(drill: Drill) -> None:
    right = drill.guess(drill.experts)
    assert drill.is_right(right)
    assert drill.verdict(right)[0].startswith("Right")
    assert drill.slip is not None
    wrong = drill.guess(drill.slip.did)
    assert drill.is_right(wrong) == (drill.verdict(wrong)[0].startswith("Right"))
    with pytest.raises(UsageError):
        drill.guess("nonsense")


def test_the_cause_is_said_before_the_counts(drill: Drill) -> None:
    assert drill.slip is not None
    lesson = "♠A was better. After ♠2, they ruff a spade."
    slip = replace(drill.slip, theme="their ruff", question="discards", lesson=lesson)
    told = replace(drill, theme="their ruff", slip=slip)
    lines = told.verdict(told.guess(drill.experts))
    assert lines[1] == lesson
    assert lines[2].startswith("At the table you chose ")
    assert told.asks == drill.asks == "discards"
    assert Drill.of(told.to_json()) == told
    other = next(str(one) for one in drill.options if not drill.is_right(one))
    also = replace(drill, slip=replace(drill.slip, also=[other]))
    assert also.is_right(also.guess(other))
    kept = drill.to_json()
    for name in ("question", "lesson", "reason", "also"):
        del kept["slip"][name]
    assert Drill.of(kept) == drill


def test_a_call_is_guessed_as_a_call(record: Record) -> None:
    drill = Drill(Sitting(record, record.dealer), 1, True, "P", "opening or passing")
    assert drill.is_right(drill.guess("p"))
    assert not drill.is_right(parse_call("1C"))
    assert "What do you call?" in position_text(drill)
    assert set(seen(drill)["hands"]) == {str(record.dealer)}
    with pytest.raises(UsageError, match="cannot be chosen"):
        drill.guess("X")


def test_suits_go_on_where_the_player_stands(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        assert store.add_cards("me", new_suits(store, "me", 2)) == 2
        assert store.add_cards("me", new_suits(store, "me", 1)) == 1
        kept = store.cards("me")
    assert sorted(card.content["number"] for card in kept) == [1, 2, 3]
    suit = SuitDrill.of(kept[0].content)
    rights = [at for at in range(len(suit.problem.choices)) if suit.is_right(at)]
    assert rights
    assert suit.verdict(rights[0])[0].startswith("Right")
    assert suit.guess(suit.problem.choices[0].play) == suit.guess("1") == 0
    with pytest.raises(UsageError):
        suit.guess("99")


def test_a_wrong_answer_about_a_suit_is_asked_again_and_a_right_one_noted(tmp_path: Path) -> None:
    now = datetime(2026, 3, 9, 12, tzinfo=UTC)
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        for number, right in ((3001, False), (3002, True), (3001, True)):
            remember_suit(store, number, 2, right, now)
        [card] = store.cards("me")
        assert [one.right for one in store.guesses("me")] == [False, True]
        assert store.add_cards("me", new_suits(store, "me", 1)) == 1
        assert {one.content["number"] for one in store.cards("me")} == {1, 3001}
    assert SuitDrill.of(card.content).problem.level == 2
