"""Retrieve, reuse, revise, review, retain, refine; and what is told about them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kibitz.bidding.desk import answer
from kibitz.bidding.explain import explain
from kibitz.bidding.openings.cases import (
    MIXED,
    Case,
    Origin,
    System,
    by_system,
    opening_cases,
    system_of,
)
from kibitz.bidding.openings.changes import Kind
from kibitz.bidding.openings.convention_card import convention_card
from kibitz.bidding.openings.cycle import (
    NoPrecedentError,
    Verdict,
    decide,
    refine,
    retain,
    retrieve,
    reuse,
    review,
    revise,
)
from kibitz.bidding.openings.doctor import examine
from kibitz.bidding.openings.house import HOUSE, house_cases, house_memory
from kibitz.bidding.openings.memory import Own, learned, unlearned
from kibitz.bidding.question import Colours, Situation
from kibitz.bidding.similarity.columns import Columns, columns_of
from kibitz.bidding.store import keep_own, recall_own
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.records.record import Citation
from kit import random_record

MEMORY = unlearned(HOUSE, house_cases(1500, random.Random(11)))
QUESTION = Situation(Hand.parse("AQ7.KJ985.K2.T43"))
FREAK, WEAK = "AKQJT98765432...", "T72.9643.J52.843"


def test_the_nearest_are_in_order_and_were_all_learned() -> None:
    matches = retrieve(MEMORY, QUESTION)
    alike = [match.similarity for match in matches]
    assert alike == sorted(alike, reverse=True)
    assert {match.case for match in matches} <= set(MEMORY.cases)


def test_the_house_memory_bids_by_the_house_rules() -> None:
    rng = random.Random(12)
    columns, calls = columns_of(house_cases(400, rng))
    votes = MEMORY.voter.votes(columns)
    assert (votes.calls == calls).mean() > 0.93


def test_deciding_teaches_nothing_and_is_the_same_twice() -> None:
    assert answer(decide(MEMORY, QUESTION)) == answer(decide(MEMORY, QUESTION))
    assert answer(decide(house_memory(), QUESTION)) == answer(decide(house_memory(), QUESTION))


def test_a_correction_decides_for_that_very_hand_and_a_withdrawal_takes_it_back() -> None:
    advised = decide(MEMORY, QUESTION)
    case = revise(advised, parse_call("1N"))
    assert case.origin is Origin.CORRECTED
    assert case.call != advised.action
    own = retain(Own(), case)
    mine = refine(MEMORY, own)
    corrected = decide(mine, QUESTION)
    assert str(corrected.action) == "1N"
    assert "you said so yourself" in explain(corrected)
    back = refine(MEMORY, own.without(HOUSE, QUESTION, case.call))
    assert decide(back, QUESTION).action == advised.action


def test_without_any_precedent_nothing_is_decided() -> None:
    with pytest.raises(NoPrecedentError, match="no case of house rules is anything like"):
        reuse(MEMORY, QUESTION, [])


def test_a_second_correction_replaces_the_first() -> None:
    advised = decide(MEMORY, QUESTION)
    own = retain(
        retain(Own(), revise(advised, parse_call("1N"))), revise(advised, parse_call("2H"))
    )
    assert [str(case.call) for case in own.retained] == ["2H"]


def test_a_withdrawn_case_votes_no_more() -> None:
    nearest = retrieve(MEMORY, QUESTION)[0].case
    own = Own().without(HOUSE, nearest.situation, nearest.call)
    assert nearest not in {match.case for match in retrieve(refine(MEMORY, own), QUESTION)}


def test_corrections_of_another_system_change_nothing() -> None:
    other = Case(QUESTION, parse_call("1N"), "me", System("Acol"), Origin.CORRECTED)
    assert refine(MEMORY, Own().keeping(other)) is MEMORY


def test_a_review_names_what_a_case_is_among_the_others() -> None:
    case = MEMORY.cases[0]
    other = parse_call("7N")
    assert review(MEMORY, case).verdict is Verdict.KNOWN
    contrary = Case(case.situation, other, "me", HOUSE)
    assert review(MEMORY, contrary).verdict is Verdict.CONTRADICTS
    assert review(MEMORY, Case(QUESTION, other, "me", HOUSE)).verdict is Verdict.NEW


def test_own_cases_survive_the_disk(tmp_path: Path) -> None:
    assert recall_own(tmp_path) == Own()
    own = retain(Own(), revise(decide(MEMORY, QUESTION), parse_call("1N")))
    own = own.without(System("Acol", True), MEMORY.cases[3].situation, MEMORY.cases[3].call)
    keep_own(tmp_path, own)
    assert recall_own(tmp_path) == own


def test_the_doctor_finds_what_is_twice_and_what_contradicts() -> None:
    first, second = MEMORY.cases[:2]
    contrary = Case(second.situation, parse_call("7N"), "elsewhere", HOUSE)
    found = examine(unlearned(HOUSE, [*MEMORY.cases, first, contrary]))
    assert [group.situation for group in found.duplicates] == [first.situation]
    assert [group.situation for group in found.contradictions] == [second.situation]
    assert contrary in found.odd


def test_one_point_less_is_told_where_it_changes_the_call() -> None:
    thin = Situation(Hand.parse("AQ74.KJ98.K2.T43"))
    changes = decide(MEMORY, thin).grounds.changes
    weaker = [change for change in changes if change.variation.kind is Kind.WEAKER]
    for change in changes:
        after = change.variation.situation
        assert decide(MEMORY, after).action == change.call
        assert len(after.hand) == 13
    assert all(c.variation.situation.hand.points == thin.hand.points - 1 for c in weaker)


def test_out_of_range_says_so() -> None:
    decision = decide(MEMORY, Situation(Hand.parse(FREAK)))
    assert not decision.grounds.in_range
    assert "out of range" in explain(decision)
    assert "of the time" not in explain(decision)
    assert answer(decision)["confidence"] is None
    assert decide(MEMORY, MEMORY.cases[0].situation).grounds.in_range


@pytest.mark.parametrize("hand", [str(QUESTION.hand), FREAK, WEAK])
@pytest.mark.parametrize("learns", [False, True])
def test_precedents_and_contrast_are_on_one_scale(hand: str, learns: bool) -> None:
    memory = learned(HOUSE, MEMORY.cases) if learns else MEMORY
    decision = decide(memory, Situation(Hand.parse(hand)))
    grounds = decision.grounds
    found = memory.voter.similarity.nearest(Columns.of([grounds.situation]), len(memory.cases))
    alike = {
        memory.cases[case]: one
        for case, one in zip(found.cases[0], found.similarities[0], strict=True)
        if case >= 0
    }
    assert all(match.similarity == alike[match.case] for match in grounds.matches)
    assert grounds.contrast is not None
    assert grounds.contrast.proposes != decision.action
    others = [one for case, one in alike.items() if case.call != decision.action]
    assert grounds.contrast.similarity == max(others, default=0)
    assert f"{round(grounds.closest * 100)} %" not in explain(decision)


def test_every_precedent_and_contrast_is_told_with_its_source() -> None:
    told = answer(decide(MEMORY, QUESTION))
    assert told["bid"] == "1H"
    assert 0 < told["share"] <= 1
    assert 0 < told["confidence"] <= 1
    assert told["contrast"]["bid"] != told["bid"]
    sources = {case.source for case in MEMORY.cases}
    assert {one["source"] for one in told["precedents"]} <= sources
    assert all(one["origin"] == "generated" for one in told["precedents"])
    assert "generated by the house rules" in told["text"]


def test_the_card_tells_what_the_house_plays() -> None:
    lines = {str(line.call): line for line in convention_card(MEMORY.cases)}
    assert (lines["1N"].points.low, lines["1N"].points.high) == (15, 17)
    assert lines["1N"].balanced == 1
    length = lines["1S"].suit_length
    assert length is not None
    assert length.low == 5
    assert sum(line.count for line in lines.values()) == len(MEMORY.cases)
    assert list(lines)[-1] == "P"


def test_opening_decisions_are_the_passes_and_the_opening() -> None:
    for seed in range(40):
        record = random_record(random.Random(seed))
        cases = list(opening_cases(record))
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
        (Citation(system="Acol", kind="robot:GIB"), System("Acol")),
        (Citation(kind="robot:GIB"), System("GIB", inferred=True)),
        (Citation(kind="human"), System(MIXED, inferred=True)),
        (Citation(), System(MIXED, inferred=True)),
    ],
)
def test_the_system_is_as_stated_or_marked_as_inferred(citation: Citation, system: System) -> None:
    assert system_of(random_record(random.Random(1), citation)) == system


def test_systems_are_kept_apart() -> None:
    cases = [Case(QUESTION, parse_call("1H"), "a", System(name)) for name in "xyx"]
    assert {str(s): len(c) for s, c in by_system(cases).items()} == {"x": 2, "y": 1}


def test_colours_are_seen_from_the_player() -> None:
    from kibitz.games.bridge.deal import Vulnerability

    assert Colours.seen_from(Seat.EAST, Vulnerability.EAST_WEST) is Colours.WE
    assert Colours.seen_from(Seat.NORTH, Vulnerability.EAST_WEST) is Colours.THEY
    assert Colours.seen_from(Seat.WEST, Vulnerability.BOTH) is Colours.BOTH
