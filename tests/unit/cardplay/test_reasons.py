"""What an answer cites is a reason: decisions of the same kind, told as a player tells them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from coached import memory
from kibitz.cardplay.adviser import CardAdviser, most_alike_first
from kibitz.cardplay.answer import SHOWN, CardAnswer
from kibitz.cardplay.learning import shipped
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.scoring import is_real, unequal_cards
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.starter import make_starter_memory
from kibitz.games.bridge.auction import Contract
from kibitz.places import Places
from kibitz.records.record import Record, ResultSource
from match import played


@pytest.fixture(scope="module")
def house() -> CardAdviser:
    declarers, defenders = shipped()
    made = make_starter_memory(Places.of(), [declarers, defenders])
    if made is None:
        pytest.skip("the package is built without the house's match")
    return CardAdviser(declarers, (made,), defence=defenders)


@pytest.fixture(scope="module")
def second_hand(house: CardAdviser) -> CardAnswer:
    """``starter:111``, card 2: dummy has ♦K7 opposite ♦AJ5, and the six is led."""
    return house.ask(CardQuestion.parse("starter:111, card 2"))


def test_dummies_with_a_singleton_are_not_cited_for_king_and_small(second_hand: CardAnswer) -> None:
    assert second_hand.precedents
    for one in second_hand.precedents:
        assert one.choices > 1
        assert (one.likeness.place, one.likeness.hand) == (True, True)
    shown = second_hand.to_json()["precedents"]
    assert {(one["place"], one["trick"] <= 3) for one in shown} == {(2, True)}
    for one in second_hand.precedents:
        length = one.there.holding(one.there.turn).length(one.suit)
        assert length > 1
        assert one.is_wider or length <= 3


def test_what_is_shown_is_the_same_decision_by_the_cards_of_its_table(
    second_hand: CardAnswer,
) -> None:
    """Read from the records alone: card 2, so dummy is second to play to trick 1, with two ♦."""
    shown = second_hand.precedents[:SHOWN]
    assert len(shown) == SHOWN
    for one in shown:
        state = one.record.opening_state().after_all(one.record.play[: one.number - 1])
        hand = state.holding(state.turn)
        followed = state.trick[0].suit
        assert len(state.trick) == 1
        assert state.turn == one.record.contract.declarer.partner  # type: ignore[union-attr]
        assert one.number <= 12  # within two tricks of the first
        assert hand.length(followed) in (2, 3)
        assert one.choices == len(unequal_cards(state, state.legal_actions)) > 1


def test_a_precedent_in_json_keeps_its_fields_and_gains_four(second_hand: CardAnswer) -> None:
    content = second_hand.to_json()
    assert {"card", "confidence", "candidates", "precedents", "lookahead", "text"} <= set(content)
    assert [set(one) for one in content["candidates"]] == [{"card", "share", "count"}] * len(
        content["candidates"]
    )
    before = {"source", "event", "board", "room", "declarer", "card", "distance", "differs"}
    for one, told in zip(second_hand.precedents, content["precedents"], strict=False):
        assert set(told) == before | {"player", "choices", "place", "trick", "result", "alike"}
        assert told["choices"] == one.choices
        assert (told["place"], told["trick"]) == ((one.number - 1) % 4 + 1, (one.number + 3) // 4)
        contract, tricks = one.record.contract, one.record.tricks
        assert contract is not None
        assert told["result"] == (None if tricks is None else tricks - contract.target)


def test_the_decision_is_named_counted_and_told_without_its_results(
    second_hand: CardAnswer,
) -> None:
    verdict = str(second_hand).splitlines()[0]
    first = second_hand.favoured
    assert verdict.startswith("Play ♦7. Second hand, ♦K7 in dummy opposite ♦AJ5, ♦6 led: of ")
    assert f"the house played low in {first.count} and the king in " in verdict
    assert "expert" not in verdict.split("Advice like this")[0]
    assert "made" not in verdict  # of the house's results nothing is said


@pytest.mark.parametrize(
    "place", ["starter:111, card 27", "starter:12, card 9", "starter:111, card 2"]
)
def test_a_vote_and_a_measured_chance_do_not_contradict_each_other(
    house: CardAdviser, place: str
) -> None:
    answer = house.ask(CardQuestion.parse(place))
    for line in str(answer).splitlines():
        for sentence in re.split(r"(?<=[.:]) ", line):
            assert len(re.findall(r"\d+ %", sentence)) <= 1
            assert "of the vote" not in sentence
    assert "smaller difference" not in str(answer)
    assert not re.search(r"[♠♥♦♣] for your [♠♥♦♣]", str(answer))


@pytest.mark.parametrize(
    "place", ["starter:111, card 27", "starter:12, card 9", "starter:14, card 2"]
)
def test_all_that_is_shown_is_of_the_kind_unless_it_is_said(house: CardAdviser, place: str) -> None:
    answer = house.ask(CardQuestion.parse(place))
    wider = [one for one in answer.precedents if one.is_wider]
    assert all(one.likeness.is_of_kind != one.is_wider for one in answer.precedents)
    assert ("of a wider one" in str(answer)) == bool(wider)
    if len(answer.precedents) - len(wider) >= SHOWN:
        assert not any(one.is_wider for one in answer.precedents[:SHOWN])


@pytest.mark.parametrize(
    "place", ["starter:111, card 2", "starter:111, card 27", "starter:29, card 31"]
)
def test_a_vote_that_outweighs_its_number_says_so(house: CardAdviser, place: str) -> None:
    answer = house.ask(CardQuestion.parse(place))
    first, number = answer.favoured, len(answer.precedents)
    outvoted = any(
        one.count > first.count for one in answer.ballot.candidates if one.share < first.share
    )
    heavy = first.share - first.count / number > 0.15
    assert ("The closest of them weigh more" in str(answer)) == (outvoted or heavy)


def _archive(folder: Path, failed_of: int) -> CardAdviser:
    """An archive of which one in *failed_of* contracts failed."""

    def went(number: int, record: Record) -> Record:
        assert record.contract is not None
        if number % failed_of:
            return record
        bid = Contract.parse(f"7{record.contract.bid.strain} by {record.contract.declarer}")
        return replace(record, contract=bid, result_source=ResultSource.LIST)

    records = [
        went(number, replace(record, auction=replace(record.auction, calls=())))
        for number, record in enumerate(islice((one for one in played() if one.made), 180))
    ]
    path = folder / "library.kibitz"
    return CardAdviser(
        Similarity.shipped(), (memory(path, records, similarity=Similarity.shipped()),)
    )


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> CardAdviser:
    return _archive(tmp_path_factory.mktemp("failing"), 3)


def test_nothing_is_said_of_results_where_hardly_a_failure_is_known(tmp_path: Path) -> None:
    answer = _archive(tmp_path, 100).ask(CardQuestion.parse("starter:273, card 2"))
    assert len([one for one in answer.precedents if one.result is not None]) > 5
    assert "made" not in str(answer).splitlines()[0]


def test_what_became_of_it_is_told_where_failures_are_known(failing: CardAdviser) -> None:
    answer = failing.ask(CardQuestion.parse("starter:273, card 2"))
    known = [one.result for one in answer.precedents if one.result is not None]
    assert any(result < 0 for result in known)
    first = answer.favoured
    made = sum((one.result or 0) >= 0 for one in answer.precedents if one.chose(first.card))
    assert f"in {made} of {first.count}" in str(answer)
    assert re.search(r"The contract was made after \w+ing ", str(answer))


def test_equal_cards_need_no_precedent(house: CardAdviser) -> None:
    equal = next(
        state
        for record in played()
        for state, _ in decisions(record.opening_state(), record.play)
        if len(state.legal_actions) > 1 and not is_real(state)
    )
    answer = house.ask(CardQuestion(equal))
    assert answer.precedents == ()
    assert answer.card in equal.legal_actions
    assert str(answer).startswith("All cards that may be played come to the same")


def test_the_same_cards_at_another_table_come_after_all_other_deals(
    second_hand: CardAnswer,
) -> None:
    deals = [one.record.deal for one in second_hand.precedents]
    shown = [second_hand.precedents[deals.index(deal)] for deal in dict.fromkeys(deals)]
    again = replace(shown[0], table=shown[0].table + 1)
    several = most_alike_first([again, *shown])
    of_kind = [one for one in several if not one.is_wider]
    assert of_kind[-1].record == again.record
    assert [one for one in several if one.record != again.record] == [
        one for one in shown if one.record != again.record
    ]


def test_two_low_cards_that_are_told_apart_are_named(house: CardAdviser) -> None:
    lead = house.ask(CardQuestion.lead("KJ752.84.Q93.T62", "1N P 3N"))
    counts = str(lead).partition(". ")[2].partition(". ")[0]
    assert "♠5 in " in counts
    assert "♠2 in " in counts
    assert "a low spade" not in counts
