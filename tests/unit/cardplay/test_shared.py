"""Advice from real experts' records, where they are there: names, auctions, every contract."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from coached import adviser, real_card
from kibitz.cardplay.adviser import CardAdviser
from kibitz.cardplay.lookahead.sampling import layouts
from kibitz.cardplay.question import CardQuestion
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kit import SHARED, needs_data

pytestmark = needs_data


def some(name: str, first: int, count: int) -> list[Record]:
    found = islice(read_path(SHARED / "data" / f"{name}.jsonl.gz"), first, first + count)
    return [one for one in found if isinstance(one, Record) and len(one.play) > 20]


@pytest.fixture(scope="module")
def coach(tmp_path_factory: pytest.TempPathFactory) -> CardAdviser:
    learned = some("human_3nt_made", 0, 40) + some("human_trumps", 0, 40)
    return adviser(tmp_path_factory.mktemp("experts") / "library.kibitz", learned)


@pytest.mark.parametrize("name", ["human_3nt_down", "human_trumps"])
def test_experts_are_cited_by_event_board_and_seat_or_name(coach: CardAdviser, name: str) -> None:
    for record in some(name, 1000, 3):
        advice = coach.ask(CardQuestion.of(record, real_card(record)))
        for told in advice.to_json()["precedents"]:
            assert told["event"]
            assert told["board"]
            assert told["declarer"]
            assert told["distance"] >= 0
        assert all(
            (one.state.trumps is None) == (advice.state.trumps is None) for one in advice.precedents
        )


@pytest.mark.parametrize("name", ["human_3nt_made", "human_trumps"])
def test_hidden_cards_change_nothing_with_auctions_known(coach: CardAdviser, name: str) -> None:
    for record in some(name, 2000, 3):
        asked = CardQuestion.of(record, real_card(record))
        [deal] = layouts(asked.state, None, 1, random.Random(1))
        other = CardQuestion(replace(asked.state, deal=deal), asked.auction)
        plain = CardQuestion(asked.state, asked.auction)
        assert coach.ask(other).to_json() == coach.ask(plain).to_json()


def test_a_table_of_the_library_does_not_answer_about_itself(coach: CardAdviser) -> None:
    [record] = some("human_3nt_made", 0, 1)
    advice = coach.ask(CardQuestion.of(record, real_card(record)))
    assert record.play not in {one.record.play for one in advice.precedents}
    assert Path(record.source.file).name == record.source.file
