"""Advice: from whom it comes, which table is left out, which decision is meant."""

from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from coached import (
    SIMILARITY,
    adviser,
    answered_card,
    fill,
    memory,
    real_card,
    table,
    tables,
    taught,
    untrained,
)
from kibitz.advice import Count
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.answer import CardPrecedent
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.lookahead.evaluation import Lookahead
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import SCHEMA, decisions, state_features
from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.places import Places
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Players, Record

KEYS = {"card", "confidence", "candidates", "precedents", "lookahead", "text"}
PRECEDENT = {"source", "event", "board", "room", "declarer", "card", "distance", "differs"}
NEW = {"choices", "place", "trick", "result", "player", "alike"}


@pytest.fixture(scope="module")
def coach(tmp_path_factory: pytest.TempPathFactory) -> CardAdviser:
    return adviser(tmp_path_factory.mktemp("coach") / "library.kibitz", tables(30))


def test_the_answer_has_its_fixed_fields(coach: CardAdviser) -> None:
    asked = table(101)
    advice = coach.ask(CardQuestion.of(asked, answered_card(asked, coach)))
    told = advice.to_json()
    assert set(told) >= KEYS
    assert told["precedents"]
    assert all(set(one) == PRECEDENT | NEW for one in told["precedents"])
    assert {one["card"] for one in told["candidates"]} == {
        str(card) for card in advice.state.legal_actions
    }
    assert told["text"] == str(advice)
    assert told["lookahead"] is None


def test_the_choices_stand_on_a_count_and_on_precedents_that_open(coach: CardAdviser) -> None:
    record = table(101)
    answer = coach.ask(CardQuestion.of(record, answered_card(record, coach)))
    assert answer.best is not None
    assert answer.best.action == answer.card
    assert sum(choice.weight for choice in answer.choices) == pytest.approx(1, abs=0.01)
    for choice in answer.choices:
        count, *cited = choice.grounds
        assert isinstance(count, Count)
        assert (count.part, count.whole) == (
            answer.candidate(choice.action).count,
            len(answer.precedents),
        )
        for one in cited:
            assert isinstance(one, CardPrecedent)
            assert one.chose(choice.action)
            assert one.open().play[one.ply] == one.card


def test_a_question_is_named_and_read_as_people_name_it(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("".join(write_lines([table(8)])))
    card = real_card(table(8))
    question = CardQuestion.parse(f"{file}:8, card {card}")
    assert question == CardQuestion.of(question.record or table(8), card)
    assert str(question) == f"Made / Match, board 8, open room, card {card}"
    assert str(CardQuestion(question.state)) == f"3NT by North, card {card}"
    with pytest.raises(UsageError, match="has no closed room"):
        CardQuestion.parse(f"{file}:8, closed room, card {card}")


def test_the_package_offers_advice_and_review() -> None:
    assert kibitz.advise == kibitz.open().advise
    assert kibitz.review == kibitz.open().review


def test_precedents_of_the_kind_and_most_alike_come_first(coach: CardAdviser) -> None:
    asked = table(101)
    precedents = coach.ask(CardQuestion.of(asked, answered_card(asked, coach))).precedents
    order = [(one.is_wider, one.likeness.unlike, one.distance) for one in precedents]
    assert order == sorted(order)
    assert len(order) <= 64
    for one in precedents:
        assert one.likeness.is_of_kind != one.is_wider
        assert one.likeness.real
        assert one.likeness.place
        assert one.likeness.hand


def test_a_precedent_can_be_looked_up(coach: CardAdviser) -> None:
    asked = table(102)
    precedents = coach.ask(CardQuestion.of(asked, answered_card(asked, coach))).precedents
    assert precedents
    for one in precedents:
        assert one.record.play[one.number - 1] == one.card
        assert one.state.turn.is_with(one.state.contract.declarer)
        assert (one.state.trumps is None) == (one.here.trumps is None)
        assert one.stands_for.rank is one.card.rank
        features = (state_features(play, len(play.played)) for play in (one.here, one.there))
        assert one.distance == pytest.approx(SCHEMA.distance(*features).total)


def test_a_table_does_not_speak_for_itself(tmp_path: Path) -> None:
    records = tables(12)
    coach = adviser(tmp_path / "library.kibitz", records)
    card = real_card(records[0])
    asked = CardQuestion.of(records[0], card)
    boards = {one.record.citation.board for one in coach.ask(asked).precedents}
    assert "0" not in boards
    as_a_state = coach.ask(CardQuestion(asked.state, asked.auction))
    assert records[0].deal not in {one.record.deal for one in as_a_state.precedents}


def test_the_other_room_of_the_same_deal_is_no_precedent(tmp_path: Path) -> None:
    records = tables(12)
    players = Players("e", "f", "g", "h")
    cite = replace(records[0].citation, players=players, room="closed")
    other = replace(records[0], citation=cite)
    coach = adviser(tmp_path / "library.kibitz", [other, *records[1:]])
    asked = CardQuestion.of(records[0], real_card(records[0]))
    assert records[0].deal not in {one.record.deal for one in coach.ask(asked).precedents}
    elsewhere = CardQuestion.of(table(50), answered_card(table(50), coach))
    assert coach.ask(elsewhere).precedents


def test_own_cases_come_before_the_houses_at_equal_distance(tmp_path: Path) -> None:
    records = tables(12)
    own = memory(tmp_path / "own.kibitz", records)
    house = memory(tmp_path / "house.kibitz", records, is_house=True)
    card = answered_card(table(103), CardAdviser(SIMILARITY, (own,)))
    asked = CardQuestion.of(table(103), card)
    for shelves, first in (((own, house), False), ((house, own), True)):
        precedents = CardAdviser(SIMILARITY, shelves).ask(asked).precedents
        places = [(str(one.record.source), one.ply) for one in precedents]
        by_place = {place: precedents[places.index(place)].is_house for place in places}
        assert set(by_place.values()) == {first}
        assert len(by_place) < len(places)  # each stands on both shelves


def test_a_forced_card_needs_no_precedent() -> None:
    record = table(7, cards=52)
    forced = next(
        state
        for state, _ in decisions(record.opening_state(), record.play)
        if len(state.legal_actions) == 1
    )
    advice = CardAdviser(SIMILARITY, ()).ask(CardQuestion(forced))
    assert (advice.card,) == forced.legal_actions
    assert "the only card" in str(advice)


def test_without_a_memory_there_is_no_card_but_an_answer() -> None:
    asked = table(104)
    advice = CardAdviser(SIMILARITY, ()).ask(CardQuestion.of(asked, real_card(asked)))
    assert advice.card is None
    assert advice.to_json()["confidence"] is None
    assert "no precedents yet" in str(advice)
    assert "learn cardplay" in str(advice)


def test_cases_of_another_similarity_are_refused_plainly(tmp_path: Path) -> None:
    own = memory(tmp_path / "library.kibitz", tables(2))
    with pytest.raises(StorageError, match="described by another similarity.*learn cardplay"):
        CardAdviser(untrained(1), [own])


def test_a_library_without_the_tables_is_named(tmp_path: Path) -> None:
    path = tmp_path / "library.kibitz"
    own = memory(path, tables(3))
    fill(tmp_path / "other.kibitz", tables(1, first=50))
    coach = CardAdviser(SIMILARITY, [replace(own, library=tmp_path / "other.kibitz")])
    with pytest.raises(StorageError, match="does not hold a table that .* was learned from"):
        coach.ask(CardQuestion.of(table(105), real_card(table(105))))
    assert Places.of(path).cards.is_dir()


class TestWhichDecision:
    def test_a_card_is_counted_from_one(self) -> None:
        record = table(8)
        card = real_card(record)
        assert CardQuestion.of(record, card).state.played == record.play[: card - 1]

    def test_without_a_number_it_is_the_card_after_the_recorded_play(self) -> None:
        record = table(8)
        ours = [n for n in range(1, 30) if self.is_ours(record, n)]
        cut = replace(record, play=record.play[: ours[5]])
        assert CardQuestion.of(cut).state.played == cut.play

    def test_where_a_defender_is_next_it_is_his_card(self) -> None:
        record = table(8)
        theirs = [n for n in range(12, 30) if not self.is_ours(record, n)]
        cut = replace(record, play=record.play[: theirs[0]])
        assert CardQuestion.of(cut).state.played == cut.play
        assert CardQuestion.of(cut).chair.is_defender

    def test_of_a_complete_record_it_is_the_last_real_choice(self) -> None:
        record = table(9, cards=52)
        states = [record.opening_state().after_all(record.play[:ply]) for ply in range(52)]
        assert CardQuestion.of(record).state == [state for state in states if is_real(state)][-1]

    @staticmethod
    def is_ours(record: Record, played: int) -> bool:
        state = record.opening_state().after_all(record.play[:played])
        return state.turn.is_with(state.contract.declarer)

    @pytest.mark.parametrize(
        ("card", "problem"),
        [(45, "There is no card 45: 30 were played; the next is card 31"), (0, "no card 0")],
    )
    def test_what_cannot_be_asked_is_said(self, card: int, problem: str) -> None:
        with pytest.raises(UsageError, match=problem):
            CardQuestion.of(table(8), card)

    def test_where_nothing_is_recorded_it_is_the_opening_lead(self) -> None:
        assert CardQuestion.of(table(8, cards=0)).chair is Chair.OPENING_LEAD

    def test_a_passed_out_board_has_no_card(self) -> None:
        passed = replace(table(8, cards=0), contract=None)
        with pytest.raises(UsageError, match="passed out"):
            CardQuestion.of(passed)


class TestLookahead:
    def test_it_may_overrule_the_precedents_and_says_so(self, coach: CardAdviser) -> None:
        asked = table(106)
        advice = coach.ask(CardQuestion.of(asked, real_card(asked)))
        other = advice.ballot.candidates[-1].card
        tricks = {one.card: 5.0 + 8 * (one.card == other) for one in advice.ballot.candidates}
        ahead = Lookahead(tricks, dict.fromkeys(tricks, 0.5), 16)
        together = replace(advice, lookahead=ahead, seed=3)
        assert together.card == other
        assert together.confidence is None
        told = together.to_json()
        assert told["lookahead"]["tricks"][str(other)] == 13
        assert (told["lookahead"]["layouts"], told["lookahead"]["seed"]) == (16, 3)
        assert "Over 16 layouts that fit what is known, solved double dummy: " in told["text"]
        assert "the layouts are followed" in told["text"]

    def test_the_same_seed_gives_the_same_answer(
        self, coach: CardAdviser, solver: DoubleDummy
    ) -> None:
        asked = table(107, cards=34)
        ahead = replace(coach, lookahead=3, seed=5, solver=solver)
        one, other = (ahead.ask(CardQuestion.of(asked)) for _ in range(2))
        assert one.lookahead is not None
        assert one.to_json() == other.to_json()


def test_learning_goes_on_beside_an_open_memory(tmp_path: Path) -> None:
    path = tmp_path / "library.kibitz"
    coach = adviser(path, tables(3))
    asked = CardQuestion.of(table(108), real_card(table(108)))
    before = coach.ask(asked).to_json()
    fill(path, tables(3, first=20), "more.lin")
    taught(path)
    assert coach.ask(asked).to_json() == before
