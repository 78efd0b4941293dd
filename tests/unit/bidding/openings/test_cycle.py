"""Retrieve, reuse, revise, review, retain, refine; and what is said about them."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from kibitz.bidding.openings.adviser import OpeningAdviser
from kibitz.bidding.openings.answer import OpeningAnswer
from kibitz.bidding.openings.cases import (
    MIXED,
    OpeningCase,
    OpeningSystem,
    Origin,
    by_system,
    opening_cases,
    system_of,
)
from kibitz.bidding.openings.cycle import (
    CaseStatus,
    Opening,
    refine,
    retain,
    retrieve,
    review,
    revise,
)
from kibitz.bidding.openings.differences import ChangeKind
from kibitz.bidding.openings.house import HOUSE, house_memory
from kibitz.bidding.openings.memory import OpeningMemory, learn_memory, written_memory
from kibitz.bidding.openings.own import OwnOpenings, load_own, save_own
from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.similarity.columns import SituationColumns, columns_of
from kibitz.bidding.openings.survey.convention_card import convention_card
from kibitz.bidding.openings.survey.doctor import examine
from kibitz.games.bridge.auction import Call, parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Citation, Record
from kit import random_record
from opened import house_cases


@cache
def some_hands() -> OpeningMemory:
    """What the house opens, written down once, and not before a test asks."""
    return written_memory(HOUSE, house_cases(1500, random.Random(11)))


QUESTION = Situation(Hand.parse("AQ7.KJ985.K2.T43"))
FREAK, WEAK = "AKQJT98765432...", "T72.9643.J52.843"


def asked(memory: OpeningMemory, question: Situation) -> OpeningAnswer:
    return OpeningAdviser(memory).ask(question)


def advised(memory: OpeningMemory, question: Situation) -> Call:
    best = asked(memory, question).best
    assert best is not None
    return best.action


def opening_of(memory: OpeningMemory, question: Situation) -> Opening:
    opening = asked(memory, question).opening
    assert opening is not None
    return opening


def test_the_nearest_are_in_order_and_were_all_learned() -> None:
    matches = retrieve(some_hands(), QUESTION)
    alike = [match.similarity for match in matches]
    assert alike == sorted(alike, reverse=True)
    assert {match.case for match in matches} <= set(some_hands().cases)


def test_the_house_memory_bids_by_the_house_rules() -> None:
    rng = random.Random(12)
    columns, calls = columns_of(house_cases(400, rng))
    votes = some_hands().voter.votes(columns)
    assert (votes.calls == calls).mean() > 0.93


def test_deciding_teaches_nothing_and_is_the_same_twice() -> None:
    for memory in (some_hands(), house_memory()):
        assert asked(memory, QUESTION) == asked(memory, QUESTION)
        assert asked(memory, QUESTION).to_json() == asked(memory, QUESTION).to_json()


def test_a_correction_decides_for_that_very_hand_and_a_withdrawal_takes_it_back() -> None:
    first = advised(some_hands(), QUESTION)
    case = revise(some_hands(), QUESTION, first, parse_call("1N"))
    assert case.origin is Origin.CORRECTED
    assert case.call != first
    own = retain(OwnOpenings(), case)
    mine = refine(some_hands(), own)
    assert str(advised(mine, QUESTION)) == "1N"
    assert "You said so yourself" in str(asked(mine, QUESTION))
    back = refine(some_hands(), own.without(HOUSE, QUESTION, case.call))
    assert advised(back, QUESTION) == first


def test_without_any_case_the_answer_says_why_there_is_none() -> None:
    everything = OwnOpenings()
    for case in some_hands().cases[:150]:
        everything = everything.without(HOUSE, case.situation, case.call)
    empty = refine(written_memory(HOUSE, some_hands().cases[:150]), everything)
    answer = asked(empty, QUESTION)
    assert (answer.choices, answer.best, answer.confidence) == ((), None, None)
    assert str(answer) == answer.why_not
    assert "nothing to go by" in answer.to_json()["why_not"]


def test_every_call_voted_for_is_a_choice_with_its_share() -> None:
    for case in some_hands().cases[:20]:
        answer = asked(some_hands(), case.situation)
        assert sum(choice.weight for choice in answer.choices) == pytest.approx(1)
        weights = [choice.weight for choice in answer.choices]
        assert weights == sorted(weights, reverse=True)


def test_a_precedent_of_no_table_opens_as_the_hand_it_is() -> None:
    for precedent in asked(some_hands(), QUESTION).precedents:
        assert precedent.open() == precedent.case


def test_a_house_precedent_opens_at_its_table() -> None:
    for precedent in asked(house_memory(), QUESTION).precedents:
        record = precedent.open()
        assert isinstance(record, Record)
        assert precedent.case.situation.hand in [record.deal[seat] for seat in Seat]
        assert precedent.name in precedent.case.source.replace("(", "").replace(")", "")
        assert "jsonl" not in precedent.name


def test_a_second_correction_replaces_the_first() -> None:
    own = OwnOpenings()
    for call in ("1N", "2H"):
        own = retain(
            own, revise(some_hands(), QUESTION, advised(some_hands(), QUESTION), parse_call(call))
        )
    assert [str(case.call) for case in own.retained] == ["2H"]


def test_a_withdrawn_case_votes_no_more() -> None:
    nearest = retrieve(some_hands(), QUESTION)[0].case
    own = OwnOpenings().without(HOUSE, nearest.situation, nearest.call)
    assert nearest not in {match.case for match in retrieve(refine(some_hands(), own), QUESTION)}


def test_corrections_of_another_system_change_nothing() -> None:
    other = OpeningCase(QUESTION, parse_call("1N"), "me", OpeningSystem("Acol"), Origin.CORRECTED)
    assert refine(some_hands(), OwnOpenings().adding(other)) is some_hands()


def test_a_review_names_what_a_case_is_among_the_others() -> None:
    case = some_hands().cases[0]
    other = parse_call("7N")
    assert review(some_hands(), case).status is CaseStatus.KNOWN
    contrary = OpeningCase(case.situation, other, "me", HOUSE)
    assert review(some_hands(), contrary).status is CaseStatus.CONTRADICTS
    assert review(some_hands(), OpeningCase(QUESTION, other, "me", HOUSE)).status is CaseStatus.NEW


def test_own_cases_survive_the_disk(tmp_path: Path) -> None:
    assert load_own(tmp_path / "own.kibitz") == OwnOpenings()
    own = retain(
        OwnOpenings(),
        revise(some_hands(), QUESTION, advised(some_hands(), QUESTION), parse_call("1N")),
    )
    own = own.without(
        OpeningSystem("Acol", True), some_hands().cases[3].situation, some_hands().cases[3].call
    )
    save_own(tmp_path / "own.kibitz", own)
    assert load_own(tmp_path / "own.kibitz") == own


def test_the_doctor_finds_what_is_twice_and_what_contradicts() -> None:
    first, second = some_hands().cases[:2]
    contrary = OpeningCase(second.situation, parse_call("7N"), "elsewhere", HOUSE)
    found = examine(written_memory(HOUSE, [*some_hands().cases, first, contrary]))
    assert [group.situation for group in found.duplicates] == [first.situation]
    assert [group.situation for group in found.contradictions] == [second.situation]
    assert contrary in found.odd


def test_one_point_less_is_told_where_it_changes_the_call() -> None:
    thin = Situation(Hand.parse("AQ74.KJ98.K2.T43"))
    changes = opening_of(some_hands(), thin).changes
    weaker = [change for change in changes if change.variation.kind is ChangeKind.WEAKER]
    for change in changes:
        after = change.variation.situation
        assert advised(some_hands(), after) == change.call
        assert len(after.hand) == 13
    assert all(c.variation.situation.hand.points == thin.hand.points - 1 for c in weaker)


def test_out_of_range_says_so() -> None:
    answer = asked(some_hands(), Situation.parse(FREAK))
    assert not opening_of(some_hands(), Situation.parse(FREAK)).in_range
    assert "out of range" in str(answer)
    assert "of the time" not in str(answer)
    assert answer.to_json()["confidence"] is None
    assert opening_of(some_hands(), some_hands().cases[0].situation).in_range


@pytest.mark.parametrize("hand", [str(QUESTION.hand), FREAK, WEAK])
@pytest.mark.parametrize("learns", [False, True])
def test_precedents_and_contrast_are_on_one_scale(hand: str, learns: bool) -> None:
    memory = learn_memory(HOUSE, some_hands().cases) if learns else some_hands()
    opening = opening_of(memory, Situation.parse(hand))
    found = memory.voter.similarity.nearest(
        SituationColumns.of([opening.situation]), len(memory.cases)
    )
    alike = {
        memory.cases[case]: one
        for case, one in zip(found.cases[0], found.similarities[0], strict=True)
        if case >= 0
    }
    assert all(match.similarity == alike[match.case] for match in opening.matches)
    assert opening.contrast is not None
    assert opening.contrast.proposes != opening.call
    others = [one for case, one in alike.items() if case.call != opening.call]
    assert opening.contrast.similarity == max(others, default=0)
    assert f"{round(opening.closest * 100)} %" not in str(asked(memory, opening.situation))


def test_every_precedent_and_contrast_is_told_with_its_source() -> None:
    row = asked(some_hands(), QUESTION).to_json()
    assert row["bid"] == "1H"
    assert 0 < row["share"] <= 1
    assert 0 < row["confidence"] <= 1
    assert row["contrast"]["bid"] != row["bid"]
    sources = {case.source for case in some_hands().cases}
    assert {one["source"] for one in row["precedents"]} <= sources
    assert all(one["origin"] == "generated" for one in row["precedents"])
    assert "generated by the house rules" in row["text"]


def test_the_card_tells_what_the_house_plays() -> None:
    lines = {str(line.call): line for line in convention_card(some_hands().cases)}
    assert (lines["1N"].points.low, lines["1N"].points.high) == (15, 17)
    assert lines["1N"].balanced == 1
    length = lines["1S"].suit_length
    assert length is not None
    assert length.low == 5
    assert sum(line.count for line in lines.values()) == len(some_hands().cases)
    assert list(lines)[-1] == "P"


def test_opening_decisions_are_the_passes_and_the_opening() -> None:
    for seed in range(40):
        record = random_record(random.Random(seed))
        cases = list(opening_cases(record))
        if not record.is_witness:
            assert not cases
            continue
        calls = [str(case.call) for case in cases]
        assert calls == [str(call) for call in record.auction.calls[: len(calls)]]
        assert all(call == "P" for call in calls[:-1])
        assert len(calls) == 4 or calls[-1] != "P"
        for place, case in enumerate(cases):
            seat = Seat((record.dealer + place) % 4)
            assert case.situation.hand == record.deal[seat]
            assert case.situation.seat == place + 1
            assert case.situation.colours.ours == record.vulnerability.includes(seat)
            assert case.situation.colours.theirs == record.vulnerability.includes(seat.next)


@pytest.mark.parametrize(
    ("citation", "system"),
    [
        (Citation(system="Acol", kind="robot:GIB"), OpeningSystem("Acol")),
        (Citation(kind="robot:GIB"), OpeningSystem("GIB", inferred=True)),
        (Citation(kind="human"), OpeningSystem(MIXED, inferred=True)),
        (Citation(), OpeningSystem(MIXED, inferred=True)),
    ],
)
def test_the_system_is_as_stated_or_marked_as_inferred(
    citation: Citation, system: OpeningSystem
) -> None:
    assert system_of(random_record(random.Random(1), citation)) == system


def test_systems_are_kept_apart() -> None:
    cases = [OpeningCase(QUESTION, parse_call("1H"), "a", OpeningSystem(name)) for name in "xyx"]
    assert {str(s): len(c) for s, c in by_system(cases).items()} == {"x": 2, "y": 1}


def test_colours_are_seen_from_the_player() -> None:
    from kibitz.games.bridge.deal import Vulnerability

    assert Colours.seen_from(Seat.EAST, Vulnerability.EAST_WEST) is Colours.WE
    assert Colours.seen_from(Seat.NORTH, Vulnerability.EAST_WEST) is Colours.THEY
    assert Colours.seen_from(Seat.WEST, Vulnerability.BOTH) is Colours.BOTH
