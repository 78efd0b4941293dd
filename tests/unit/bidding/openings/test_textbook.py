"""Textbook hands stay textbook hands, whatever small archive was learned; and whose word it was."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

from kibitz.bidding.openings import learning
from kibitz.bidding.openings.adviser import OpeningAdviser, open_adviser
from kibitz.bidding.openings.cases import MIXED, OpeningCase, OpeningSystem, Origin, cases_of
from kibitz.bidding.openings.house import ENOUGH, filling, house_memory
from kibitz.bidding.openings.memory import learn_memory
from kibitz.bidding.openings.question import Situation
from kibitz.bidding.openings.survey.convention_card import convention_card
from kibitz.games.bridge.auction import Auction, Call, Sign, parse_call
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.places import Places
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Citation, Record, ResultSource, Source
from kit import SHARED, needs_data
from textbook import TEXTBOOK


def table(seed: int, *calls: str, room: str = "closed", kind: str = "human") -> Record:
    """A table of a match with these calls, a result and not one card."""
    auction = Auction(Seat.NORTH, tuple(map(parse_call, calls)))
    return Record(
        source=Source("match.lin", seed),
        deal=Deal.shuffled(random.Random(seed)),
        auction=auction,
        vulnerability=Vulnerability.NONE,
        contract=auction.contract,
        tricks=9,
        result_source=ResultSource.CLAIM,
        citation=Citation(event="A match", board=str(seed), room=room, kind=kind),
    )


def odd_archive(tables: int) -> list[Record]:
    """A small archive of people who open by fancy: any hand is opened 1C, 2D or 3NT, or passed."""
    rng = random.Random(5)
    openings = [*(("1C", "P", "1H"), ("2D", "P", "2H"), ("3N", "X"), ("P", "P", "P")) * 2]
    found = []
    for seed in islice(count(1), tables):
        calls = rng.choice(openings)
        closing = ("P",) if calls == ("P", "P", "P") else ("P", "P", "P")
        record = table(seed, *calls, *closing) if calls != ("P", "P", "P") else None
        found.append(record or table(seed, "P", "P", "1S", "P", "2S", "P", "P", "P"))
    return found


def called(adviser: OpeningAdviser) -> list[str]:
    best = [adviser.ask(Situation.parse(hand, seat)).best for hand, seat, _ in TEXTBOOK]
    return [str(one.action) for one in best if one is not None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("memories")
    found = learning.lessons(odd_archive(250))
    [learned] = learning.learn(
        Places.of(folder=folder).openings, found.taught, left_out=found.left_out
    )
    assert learned.house == ENOUGH
    assert "they do not play one system" in str(learned)
    return folder


def test_the_house_opens_as_the_books_do() -> None:
    assert len({hand for hand, _, _ in TEXTBOOK}) == 40
    assert called(OpeningAdviser(house_memory())) == [call for _, _, call in TEXTBOOK]


@pytest.mark.long
def test_a_small_archive_does_not_make_textbook_hands_worse(folder: Path) -> None:
    assert called(open_adviser(Places.of(folder=folder)).of()) == [call for _, _, call in TEXTBOOK]


@pytest.mark.long
def test_the_answer_says_whose_hands_spoke(folder: Path) -> None:
    answer = open_adviser(Places.of(folder=folder)).of().ask(Situation.parse("AKQ4.AKJ2.AQ3.K5"))
    assert answer.best is not None
    assert str(answer.best.action) == "2C"
    assert "of the house rules" in str(answer)
    assert answer.opening is not None
    assert any(match.case.origin is Origin.HOUSE for match in answer.opening.matches)


@pytest.mark.long
def test_what_fills_in_is_no_part_of_the_card(folder: Path) -> None:
    memory = open_adviser(Places.of(folder=folder)).of().memory
    assert len(memory.cases) == ENOUGH + len(memory.watched)
    assert {line.call for line in convention_card(memory.watched)} <= {
        *map(parse_call, ("1C", "2D", "3N", "1S")), Sign.PASS,
    }  # fmt: skip


def test_with_enough_of_one_system_nothing_fills_in() -> None:
    acol = OpeningSystem("Acol")
    assert filling(acol, ENOUGH) == filling(acol, ENOUGH + 1) == []
    assert len(filling(acol, ENOUGH - 3)) == 3
    assert {case.origin for case in filling(acol, ENOUGH - 3)} == {Origin.HOUSE}


def test_people_of_unknown_systems_never_become_one() -> None:
    mixed = OpeningSystem(MIXED, inferred=True)
    assert len(filling(mixed, 100)) == len(filling(mixed, 10 * ENOUGH)) == ENOUGH


@pytest.fixture(scope="module")
def watched() -> list[OpeningCase]:
    """Opening decisions of experts, whole events, in an order of our own."""
    events: dict[str, list[Record]] = {}
    for record in read_path(SHARED / "data" / "human_other.jsonl.gz"):
        if isinstance(record, Record):
            events.setdefault(record.citation.event, []).append(record)
    names = sorted(events)
    random.Random(1).shuffle(names)
    return list(islice(cases_of(one for name in names for one in events[name]), 12_000))


@pytest.mark.long
@needs_data
@pytest.mark.parametrize("decisions", [500, 12_000])
def test_experts_of_any_number_leave_textbook_hands_as_they_are(
    watched: list[OpeningCase], decisions: int
) -> None:
    own = watched[:decisions]
    assert len(own) == decisions
    assert {case.system.name for case in own} == {MIXED}
    memory = learn_memory(own[0].system, [*own, *filling(own[0].system, len(own))])
    adviser = OpeningAdviser(memory)
    assert called(adviser) == [call for _, _, call in TEXTBOOK]
    assert "house rules, which fill in" in str(adviser.ask(Situation.parse("KQJ974.63.T82.95")))


@pytest.mark.long
@needs_data
def test_the_raw_files_leave_textbook_hands_as_they_are(tmp_path: Path) -> None:
    files = sorted((SHARED / "data" / "raw").iterdir())
    records = [one for file in files for one in read_path(file) if isinstance(one, Record)]
    found = learning.lessons(records)
    places = Places.of(folder=tmp_path)
    learning.learn(places.openings, found.taught, left_out=found.left_out)
    assert called(open_adviser(places).of()) == [call for _, _, call in TEXTBOOK]


def test_a_room_that_nobody_watched_is_no_witness() -> None:
    filler = table(1, "P", "3H", "P", "P", "P")
    assert filler.is_filler
    assert list(cases_of([filler])) == []
    assert "Nobody watched this room" in str(filler)
    doubled = table(2, "3N", "X", "P", "P", "P")
    assert doubled.is_filler


@pytest.mark.parametrize(
    "witness",
    [
        table(1, "1N", "P", "3N", "P", "P", "P"),
        table(1, "1N", "P", "P", "P", kind="robot:BEN"),
        table(1, "1N", "P", "P", "P", room=""),
        replace(table(1, "1N", "P", "P", "P"), tricks=None, result_source=None),
    ],
)
def test_a_table_that_was_bid_is_a_witness(witness: Record) -> None:
    assert witness.is_witness
    assert not witness.is_filler
    assert "Nobody watched" not in str(witness)
    assert list(cases_of([witness]))


def test_what_was_left_out_is_counted() -> None:
    found = learning.lessons(
        [table(1, "3N", "P", "P", "P"), table(2, "1C", "P", "1N", "P", "P", "P")]
    )
    assert found.left_out == {OpeningSystem(MIXED, inferred=True): 1}
    [own] = found.taught.values()
    calls: list[Call] = [case.call for case in own]
    assert calls == [parse_call("1C")]


@pytest.mark.usefixtures("few_house_hands")
def test_learning_says_what_was_learned_and_what_changed(tmp_path: Path) -> None:
    records = odd_archive(130)
    texts = []
    for tables in (20, 120, 130):
        found = learning.lessons(records[:tables])
        [done] = learning.learn(
            Places.of(folder=tmp_path).openings, found.taught, left_out=found.left_out
        )
        texts.append(str(done))
    assert "too few to learn from (it takes 100); the answers stay as they were" in texts[0]
    assert "learned; it was not known before" in texts[1]
    assert "were known before" in texts[2]
    assert all("left out: the auction was never bid" in text for text in texts)
    assert all(str(tmp_path) not in text for text in texts)
