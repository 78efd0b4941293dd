"""Calls and belief in the lab: what is tested, how it is scored; training where torch is there."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.bidding.auctions.arrays import FIRST_BID, PASS, Auctions, legal_calls, number_of
from kibitz.bidding.auctions.pairs import SITUATIONS
from kibitz.bidding.calls.likeness.decisions import CallKind
from kibitz.bidding.calls.network import LENGTHS, POINTS, CallNetwork, HandBelief
from kibitz.bidding.openings.question import Colours
from kibitz.cli import main
from kibitz.games.bridge.auction import Auction, parse_call
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.records.formats.lines import write_lines
from kibitz.records.record import Citation, Players, Record
from kibitz.runtime.running import Engine
from kibitz_lab.calls import belief, experiment, prior
from kibitz_lab.calls.answers import (
    BOTH,
    KNOWING,
    METHODS,
    RULES,
    GivenCalls,
    another_expert,
    rules_first,
)
from kibitz_lab.calls.rule import CallerTurn, by_rules
from kibitz_lab.calls.sample import CallDraw, CallTables, draw, sums_of
from kibitz_lab.calls.scores import row
from kibitz_lab.catalogue import generated
from kibitz_lab.harness.splits import SplitPart
from kibitz_lab.making.calls import course
from kibitz_lab.making.calls.lessons import PackedAuctions

CALLS_FIELDS = {
    "method", "known", "decisions", "all", "non_pass", "top3", "opening", "response", "rebid",
    "overcall", "competitive", "interval", "calibration_error",
}  # fmt: skip
BELIEF_FIELDS = {
    "method", "decisions", "hcp_error", "length_error", "cover80", "width80", "cards_placed",
}  # fmt: skip


def unwatched(stage: str, total: int | None, done: int) -> None:
    """Nobody looks."""


def pairs_at(number: int) -> Players:
    return Players(*(f"{seat.name.lower()} {number % 3}" for seat in Seat))


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables of many events, each deal played twice, by pairs with names."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    rng, found = random.Random(5), list[Record]()
    for number in range(160):
        one = generated.declared(rng, "3N", f"event {number // 2}", 30)
        other = replace(one, auction=Auction.of(Seat.NORTH, "1N P 3N P P P"))
        for each in (one, other):
            cite = Citation(event=each.citation.event, players=pairs_at(number))
            found.append(replace(each, citation=cite))
    path = tmp_path / "tables.jsonl"
    path.write_text("".join(write_lines(found)))
    return path


def test_packed_auctions_come_back_with_their_parts(tables: Path, tmp_path: Path) -> None:
    into = tmp_path / "auctions.kibitz"
    assert main(["lab", "pack-auctions", "--records", str(tables), "--into", str(into)]) == 0
    [packed, gathered] = (
        PackedAuctions.of_files([path], lambda n: None) for path in (into, tables)
    )
    for name in ("pairs", "deals", "events", "parts"):
        assert np.array_equal(getattr(packed, name), getattr(gathered, name))
    assert np.array_equal(packed.auctions.calls, gathered.auctions.calls)
    assert set(packed.parts.tolist()) == {SplitPart.TEACHES, SplitPart.VALIDATES, SplitPart.TESTS}
    for event in np.unique(packed.events):
        assert len(set(packed.parts[packed.events == event].tolist())) == 1


def test_a_filled_in_auction_is_no_witness(tmp_path: Path) -> None:
    rng = random.Random(1)
    few, enough = (generated.declared(rng, "3N", f"event {n}", n) for n in (19, 20))
    path = tmp_path / "tables.jsonl"
    path.write_text("".join(write_lines([few, enough])))
    assert len(PackedAuctions.of_files([path], lambda n: None).auctions) == 1


def test_one_event_is_split_by_deal_as_the_openings_are(tmp_path: Path) -> None:
    rng = random.Random(1)
    path = tmp_path / "tables.jsonl"
    path.write_text("".join(write_lines(generated.declared(rng, "3N", "one") for _ in range(20))))
    packed = PackedAuctions.of_files([path], lambda n: None)
    tested = np.flatnonzero(packed.parts == SplitPart.TESTS)
    assert tested.tolist() == [7, 8, 9, 17, 18, 19]


def test_tables_that_test_never_teach_and_pairs_are_known_from_those_that_teach(
    tables: Path,
) -> None:
    packed = PackedAuctions.of_files([tables], lambda n: None)
    sample = draw(packed, packed, CallDraw(train=(), test=(), limit_train=0, limit_test=0))
    assert not np.isin(sample.lessons.events, sample.every.events).any()
    assert not np.isin(sample.lessons.deals, sample.every.deals).any()
    taught = packed.parts == SplitPart.TEACHES
    opened = (packed.auctions.calls[taught, 0] == number_of(parse_call("1N"))).sum()
    early = SITUATIONS.index(("opens early", number_of(parse_call("1N"))))
    assert sample.sums[:, early, 0].sum() == opened


def test_what_is_known_of_a_pair_comes_from_its_other_boards(tables: Path) -> None:
    packed = PackedAuctions.of_files([tables], lambda n: None)
    sample = draw(packed, packed, CallDraw(train=(), test=(), limit_train=0, limit_test=0))
    ordinary = CallNetwork.shipped().usual
    second = np.flatnonzero(packed.parts == SplitPart.TESTS)[1]
    alone, own = sample.every[1:2], sums_of(packed, np.array([second]))
    assert own.any()
    assert not replace(sample, others=own).of_tested(ordinary, alone).any()
    assert sample.of_tested(ordinary, alone).any()
    assert sample.are_known(np.array([1]), np.array([0])).all()
    assert not replace(sample, others=own).are_known(np.array([1]), np.array([0])).any()


def test_who_always_makes_the_experts_call_scores_one() -> None:
    chosen = np.array([PASS, FIRST_BID, FIRST_BID + 1, PASS], np.uint8)
    kinds = np.array(
        [CallKind.OPENING, CallKind.OPENING, CallKind.RESPONSE, CallKind.OVERCALL], np.uint8
    )
    groups = np.array([1, 1, 2, 2], np.uint64)
    first = np.stack([chosen, chosen, chosen], axis=1)
    perfect = row(GivenCalls("perfect", True, kinds, chosen, groups, chosen, first, np.ones(4)), 1)
    assert perfect["all"] == perfect["non_pass"] == perfect["top3"] == perfect["opening"] == 1
    assert perfect["rebid"] is None
    assert perfect["calibration_error"] == 0
    passes = np.full(4, PASS, np.uint8)
    passing = row(GivenCalls("pass", False, kinds, chosen, groups, passes), 1)
    assert (passing["all"], passing["non_pass"], passing["overcall"]) == (0.5, 0, 1)


def test_two_experts_are_compared_with_the_same_hand_after_the_same_calls() -> None:
    deal = Deal.shuffled(random.Random(1))
    texts = ("1N P 3N P P P", "1N P P P", "P P P P")
    held = [(deal, Auction.of(Seat.NORTH, text), Vulnerability.NONE) for text in texts]
    one = np.array([7, 7, 7], np.uint64)
    found = another_expert(CallTables(Auctions.of(held), np.zeros((3, 2), np.int64), one, one), 1)
    # three times the opening; twice the call over it and the answer to it
    assert len(found.calls) == 3 + 2 + 2
    assert sorted(found.kinds.tolist()) == [0, 0, 0, 1, 1, 3, 3]
    answers = found.kinds == CallKind.RESPONSE
    assert (found.calls[answers] != found.chosen[answers]).all()


@pytest.mark.parametrize(
    ("hand", "calls", "call"),
    [
        ("AQ7.KJ985.K2.T43", "", "1H"),
        ("KQ72.85.K92.T743", "1H P", "1S"),
        ("72.Q853.K92.Q743", "1H P", "2H"),
        ("7.J9853.K92.T743", "1N P", "2D"),
        ("A72.853.K92.AK74", "1N P 2D P", "2H"),
        ("AQJ95.85.K92.T74", "1H", "1S"),
        ("AQ95.8.KJ92.K742", "1H", "X"),
        ("9542.832.Q92.742", "1H P", "P"),
    ],
)
def test_natural_rules(hand: str, calls: str, call: str) -> None:
    made = [number_of(parse_call(word)) for word in calls.split()]
    padded = np.array([[*made, *(32 - len(made)) * [0]]], np.uint8)
    legal = legal_calls(padded)[0, len(made)]
    turn = CallerTurn(Hand.parse(hand), made, Colours.NONE, legal)
    assert by_rules(turn) == number_of(parse_call(call))


def test_a_rule_goes_before_the_cases_where_it_speaks() -> None:
    two, three, four = FIRST_BID, FIRST_BID + 1, FIRST_BID + 2
    chosen = np.array([two, two], np.uint8)
    kinds, groups = np.zeros(2, np.uint8), np.array([1, 2], np.uint64)
    rules = GivenCalls(RULES, False, kinds, chosen, groups, np.array([three, PASS], np.uint8))
    first = np.array([[two, three, four], [two, PASS, four]], np.uint8)
    cases = GivenCalls("learned", False, kinds, chosen, groups, first[:, 0], first, np.ones(2))
    both = rules_first(rules, np.array([True, False]), cases)
    assert both.method == BOTH
    assert both.calls.tolist() == [three, two]
    assert both.first is not None
    assert both.first.tolist() == [[three, two, four], [two, PASS, four]]


def asked(tables: Path, engine: Engine) -> list[dict[str, object]]:
    ready = experiment.prepared(
        experiment.Task(draw=CallDraw(train=[tables], test=[tables], limit_test=60)), unwatched
    )
    found: list[dict[str, object]] = experiment.run(ready, engine=engine, watch=unwatched)["rows"]
    return found


def test_the_command_tells_every_method_with_the_pair_and_without(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--train", str(tables), "--test", str(tables), "--limit-test", "60", "--jobs", "1"]
    assert main(["lab", "calls", *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(set(one) >= CALLS_FIELDS for one in rows)
    assert [(one["method"], one["known"]) for one in rows] == [
        *((method, False) for method in METHODS), *((method, True) for method in KNOWING),
    ]  # fmt: skip
    for one in rows:
        assert 0 <= one["all"] <= 1
        if one["interval"] is not None:
            assert one["interval"][0] <= one["all"] <= one["interval"][1]
        if one["top3"] is not None:
            assert one["all"] <= one["top3"] <= 1
    learned = next(one for one in rows if one["method"] == "learned")
    assert learned["calibration_error"] is not None


def test_results_are_the_same_on_one_process_and_on_two(tables: Path) -> None:
    assert asked(tables, Engine()) == asked(tables, Engine(2))


def test_belief_is_told_beside_the_odds_of_the_cards(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--train", str(tables), "--test", str(tables), "--limit-test", "100", "--jobs", "1"]
    assert main(["lab", "belief", *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(set(one) >= BELIEF_FIELDS for one in rows)
    assert [one["method"] for one in rows] == ["prior", "network", "network"]


def test_the_odds_of_the_cards_hold_four_fifths_of_dealt_hands() -> None:
    rng = random.Random(2)
    silent = Auction.of(Seat.NORTH, "P P P P")
    held = [(Deal.shuffled(rng), silent, Vulnerability.NONE) for _ in range(150)]
    auctions = Auctions.of(held)
    found = belief.judge(belief.by_odds(auctions), auctions, np.random.default_rng(1))
    assert found.points_held.mean() == pytest.approx(0.8, abs=0.04)
    assert found.lengths_held.mean() == pytest.approx(0.8, abs=0.02)
    assert found.placed.mean() == pytest.approx(1 / 3, abs=0.02)
    assert found.points_off.mean() == pytest.approx(3.3, abs=0.3)


def test_who_sees_all_hands_is_never_wrong_and_his_ranges_are_one_number() -> None:
    auctions = Auctions.of(
        [(Deal.shuffled(random.Random(3)), Auction.of(Seat.NORTH, "P P P P"), Vulnerability.NONE)]
    )
    others = (np.arange(4)[:, None] + np.arange(1, 4)) % 4
    points = np.eye(POINTS, dtype=np.float32)[auctions.points[0][others]]
    lengths = np.eye(LENGTHS, dtype=np.float32)[auctions.lengths[0][others]]
    holder = (auctions.owners[0][None] - np.arange(4)[:, None] + 3) % 4  # 3: his own
    cards = np.eye(4, dtype=np.float32)[holder][:, :, :3]
    found = belief.judge(HandBelief(points, lengths, cards), auctions, np.random.default_rng(1))
    assert found.points_off.max() == found.lengths_off.max() == 0
    assert np.allclose(found.points_wide, 0.8)
    assert (found.placed == 1).all()


def test_odds_of_points_and_lengths_are_whole() -> None:
    for own in range(14):
        assert prior.of_length(own).sum() == pytest.approx(1, abs=1e-5)
    assert prior.of_points((0, 0, 0, 0))[0] == 1
    assert prior.of_points((2, 3, 4, 1)).sum() == pytest.approx(1, abs=1e-5)


def test_the_shipped_network_was_made_by_the_shipped_setting() -> None:
    about = CallNetwork.shipped().about
    assert about["program"] == course.PROGRAM
    assert about["split"] == "harness.splits"
    assert all(len(one["sha256"]) == 64 for one in about["records"])
    stages = course.SETTINGS["shipped"].stages
    assert [one["setting"] for one in about["stages"]] == [asdict(stage) for stage in stages]


def test_confidence_grows_with_the_chance_and_is_never_certain() -> None:
    network = CallNetwork.shipped()
    for kind in CallKind:
        for known in (True, False):
            said = [network.confidence(c, kind, known=known) for c in np.linspace(0.2, 1, 30)]
            assert said == sorted(said)
            assert 0 < said[0] < said[-1] < 1


def ready_to_teach(tables: Path) -> course.Prepared:
    """Two tiny stages, the second taught by the first."""
    [modest] = course.SETTINGS["two-cores"].stages
    tiny = replace(modest, width=16, layers=1, heads=2, tables=8)
    packed = PackedAuctions.of_files([tables], lambda n: None)
    return course.prepared(packed, course.CallCourse((tiny, tiny)), limit=0, seed=1)


def test_a_training_that_was_stopped_goes_on_to_the_same_network(
    tables: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra 'learn')")
    steps = [stage.tasks for stage in ready_to_teach(tables).stages]
    taken: list[int] = []

    def stops(stage: str, total: int | None, done: int) -> None:
        taken.append(done)
        if sum(taken) == steps[0] + steps[1] // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        course.make(ready_to_teach(tables), tmp_path / "stopped", watch=stops)
    assert 0 < ready_to_teach(tables).stages[1].done <= steps[1] // 2
    course.make(ready_to_teach(tables), tmp_path / "stopped", watch=unwatched)
    assert [stage.done for stage in ready_to_teach(tables).stages] == [0, 0]
    course.make(ready_to_teach(tables), tmp_path / "whole", watch=unwatched)
    made, again = (CallNetwork.at(tmp_path / way / "calls.kibitz") for way in ("whole", "stopped"))
    for name, weight in made.weights.items():
        assert np.array_equal(weight, again.weights[name])


def test_a_network_is_trained_and_used(tables: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra 'learn')")
    story = course.make(ready_to_teach(tables), tmp_path / "made", watch=unwatched)
    assert set(story["validation"]) == {"known", "unknown"}
    path = tmp_path / "made" / "calls.kibitz"
    assert CallNetwork.at(path).about["trust"] == story["trust"]
    words = ["--train", str(tables), "--test", str(tables), "--limit-test", "40", "--jobs", "1"]
    assert main(["lab", "calls", *words, "--network", str(path), "--json"]) == 0
