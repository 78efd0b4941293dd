import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kibitz.cli import main
from kibitz.precedents.sequences.columns import NONE
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import GameFile, import_file
from kibitz.records.library import Library
from kibitz_lab.harness.results import read_result
from kibitz_lab.harness.splits import groups, held_out, one_of_each
from kibitz_lab.harness.statistics import MeanEstimate, clustered, sign_flip_p
from kibitz_lab.sibl import experiment as sibl
from kibitz_lab.sibl import scale
from kibitz_lab.sibl.deals import Material, library_material, read_material
from kibitz_lab.sibl.exam import SiblExam
from kibitz_lab.sibl.experiment import SiblRun, runs
from kibitz_lab.sibl.pupils import AVERAGING, COMBINATION, IB2, MAKERS, VOTE, Pupil
from kibitz_lab.sibl.readings import (
    FOLLOW_SUIT,
    GROUPS,
    PAPER,
    RANDOM_CARD,
    RANDOM_SYMBOL,
    REPAIR,
    STANDARD,
    TARGET_SEEN,
)
from kibitz_lab.sibl.summary import summary
from played import strong_record


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty deals of twenty events, a quarter of them claimed early."""
    rng = random.Random(0)
    path = tmp_path_factory.mktemp("records") / "made.jsonl"
    told = [strong_record(rng, f"event {i // 2}", 30 if i % 4 == 3 else 52) for i in range(40)]
    path.write_text("".join(write_lines(told)))
    return path


@pytest.fixture(scope="module")
def material(records: Path) -> Material:
    return read_material(records)


SMALL = sibl.Protocol(models=2, training=1, testing=2, tenths=2)
"""The protocol with fewer deals and tests, so that a run takes a second."""


@pytest.fixture(scope="module")
def two_runs(material: Material) -> list[SiblRun]:
    """Two runs of the standard readings, which several tests look at."""
    return list(runs(material.longest(48), STANDARD, 2, 3, protocol=SMALL))


def test_events_that_share_a_deal_stand_on_one_side(material: Material) -> None:
    assert groups(["a", "b", "c", "d"], [1, 2, 1, 3]) == [[0, 2], [1], [3]]
    grouped = material.groups
    assert sorted(len(group) for group in grouped) == [2] * 20
    training, testing = held_out(grouped, 7, random.Random(1))
    assert len(testing) >= 7
    assert not {material.plays[i].event for i in training} & {
        material.plays[i].event for i in testing
    }
    chosen = one_of_each(grouped, 20, random.Random(1))
    assert len({material.plays[i].event for i in chosen}) == 20
    with pytest.raises(ValueError, match="21 events are needed"):
        one_of_each(grouped, 21, random.Random(1))


def test_only_long_records_are_used_and_are_complete(material: Material) -> None:
    assert len(material.plays) == 40
    assert {len(play.cards) for play in material.longest(48).plays} == {52}
    assert len(material.longest(48).plays) == 30


def test_intervals_and_significance() -> None:
    assert MeanEstimate.of([1.0, 2.0, 3.0]).within == pytest.approx(4.303 / 3**0.5, rel=1e-3)
    assert MeanEstimate.of([1.0]).within == float("inf")
    assert sign_flip_p([1.0] * 10, random.Random(0)) == pytest.approx(2 / 1024)
    assert sign_flip_p([1.0, -1.0], random.Random(0)) == 1
    assert sign_flip_p([1.0] * 20, random.Random(0)) < 0.001
    alone = clustered([0.0, 1.0] * 50, range(100)).within
    doubled = clustered([0.0, 1.0] * 50, [i // 2 for i in range(100)]).within
    copied = clustered([0.0, 0.0, 1.0, 1.0] * 25, [i // 2 for i in range(100)]).within
    assert doubled < alone < copied  # copies of one value are worth less than new ones


def test_a_run_tests_every_maker_after_every_part_and_repeats_itself(
    material: Material, two_runs: list[SiblRun]
) -> None:
    long = material.longest(48)
    steps: list[int] = []
    one, other = runs(long, STANDARD, 2, 3, protocol=SMALL, tell=lambda: steps.append(1))
    again, _ = two_runs
    assert set(one.marks) == {(reading.name, maker) for reading in STANDARD for maker in MAKERS}
    assert len(steps) == 2
    for key, marks in one.marks.items():
        assert marks.shape == (2, 3)
        assert ((marks >= 0) & (marks <= 1)).all()
        np.testing.assert_array_equal(marks, again.marks[key])
    found = summary([one, again], STANDARD, long, 3, SMALL)
    for reading in found["readings"].values():
        curves = [len(maker["score"]["curve"]) for maker in reading["makers"].values()]
        assert curves == [2] * len(MAKERS)
        assert reading["makers"][RANDOM_CARD]["score"]["within"] == 0
    assert any((marks != other.marks[key]).any() for key, marks in one.marks.items())
    for mix in ("scaled", "unscaled", "agreed"):
        assert sum(found["deciding_metrics"][mix].values()) == pytest.approx(1)


def test_another_reading_beside_them_changes_nothing_in_the_first_two(
    material: Material, two_runs: list[SiblRun]
) -> None:
    long = material.longest(48)
    [alone] = runs(long, (PAPER, REPAIR), 1, 3, protocol=SMALL)
    beside, _ = two_runs
    for key, marks in alone.marks.items():
        np.testing.assert_array_equal(marks, beside.marks[key])


def test_what_may_not_be_played_is_never_chosen_where_candidates_of_such_suits_are_dropped(
    material: Material,
) -> None:
    plays = material.longest(48).plays
    exam = SiblExam.of(plays[:2])
    course = sibl._course(plays[2:3], random.Random(0))
    dropped = 0
    for maker in (IB2, VOTE, AVERAGING):
        pupil = Pupil(maker, FOLLOW_SUIT, course, exam, 1)
        pupil.learn(0, random.Random(0))
        as_they_stand = pupil.answers(PAPER, random.Random(0))
        for row, choice in enumerate(pupil.answers(FOLLOW_SUIT, random.Random(0))):
            assert choice.action == NONE or exam.legal[row, choice.action]
            assert all(exam.legal[row, one.action] for one in choice.candidates)
            dropped += not exam.legal[row, as_they_stand[row].action]
    assert dropped


def test_metrics_that_see_the_target_are_right_whenever_a_near_candidate_is(
    material: Material,
) -> None:
    long = material.longest(48)
    [run] = runs(long, TARGET_SEEN, 1, 3, protocol=SMALL)
    assert [each.name for each in TARGET_SEEN] == list(run.ceilings)
    for reading in TARGET_SEEN:
        right = run.marks[reading.name, AVERAGING][-1, 1]
        assert right <= run.ceilings[reading.name]
    seen, hidden, *_ = (run.marks[each.name, AVERAGING][-1, 1] for each in TARGET_SEEN)
    assert seen > hidden
    kept = {maker for _, maker in run.marks}
    assert kept == {RANDOM_CARD, RANDOM_SYMBOL, IB2, VOTE, AVERAGING, COMBINATION}


def test_every_claim_of_the_paper_is_a_row(material: Material, two_runs: list[SiblRun]) -> None:
    found = summary(two_runs, STANDARD, material, 3, SMALL)
    for reading in found["readings"].values():
        rows = [row["claim"] for row in reading["claims"]]
        assert len(rows) == len(set(rows)) == 8 + 4 + 3 + 3 + 8
        assert {"vote above random", "fixed 3 below IB3", "SSM combination above IB3"} < set(rows)
        assert "the curve of SSM averaging flattens" in rows


def test_a_random_symbol_of_a_suit_that_may_be_played_is_rarely_the_experts(
    material: Material,
) -> None:
    exam = SiblExam.of(material.longest(48).plays[:3])
    symbol, card = (exam.at_random(who, FOLLOW_SUIT)[1] for who in (RANDOM_SYMBOL, RANDOM_CARD))
    assert 1 / 28 <= symbol <= 1 / 7 < card


def test_cards_that_can_be_played_score_above_symbols_as_they_stand(material: Material) -> None:
    [run] = runs(material.longest(48), STANDARD, 1, 5, protocol=SMALL)
    for maker in set(MAKERS) - {RANDOM_CARD}:
        paper, repair = (run.marks[each.name, maker][-1, 0] for each in (PAPER, REPAIR))
        assert repair > paper


def test_the_command_prints_a_table_and_keeps_its_result(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["lab", "sibl", "--records", str(records), "--runs", "2", "--seed", "7"]
    arguments += ["--training", "1", "--testing", "2", "--jobs", "1"]
    assert main([*arguments, "--into", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert COMBINATION in printed
    assert "Which metric decided" in printed
    kept = read_result(tmp_path / "sibl.json")
    assert (kept["seed"], kept["runs"], kept["records"][0]["file"]) == (7, 2, "made.jsonl")
    assert (tmp_path / "sibl.svg").read_text().startswith("<?xml")
    for name in ("repair", "target-seen"):
        assert main([*arguments, "--runs", "1", "--reading", name, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert list(found["readings"]) == [reading.name for reading in GROUPS[name]]


def test_the_curve_grows_to_all_deals(material: Material) -> None:
    extent = scale.Extent(sizes=(2, 8), testing_deals=4, questions=30)
    told = scale.measure(material, seed=1, extent=extent)
    sizes = [point["deals"] for point in told["points"]]
    assert sizes[:2] == [2, 8]
    assert sizes[-1] + told["testing_deals"] == 40
    assert all(a["cases"] < b["cases"] for a, b in pairwise(told["points"]))


def test_the_command_draws_the_curve(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["lab", "scale", "--records", str(records), "--into", str(tmp_path)]
    assert main([*arguments, "--testing", "4", "--questions", "30", "--jobs", "1"]) == 0
    assert "Random legal play" in " ".join(capsys.readouterr().out.split())
    assert read_result(tmp_path / "sibl-scale.json")["questions"] == 30
    assert (tmp_path / "sibl-scale.svg").is_file()


def test_misuse_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_LIBRARY", str(tmp_path / "none.kibitz"))
    assert main(["lab", "sibl"]) == 1
    assert main(["lab", "scale", "--records", str(tmp_path / "none.lin")]) == 2
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert main(["lab", "sibl", "--records", str(empty)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert all(line.startswith("kibitz: ") for line in said)
    assert len(said) == 3


def test_without_a_file_the_deals_of_the_library_are_used(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "library.kibitz"
    with Library.open(place) as library:
        import_file(library, GameFile(records, records.name))
        told = library_material(library)
    assert sorted(play.cards for play in told.plays) == sorted(
        play.cards for play in read_material(records).plays
    )
    monkeypatch.setenv("KIBITZ_LIBRARY", str(place))
    assert main(["lab", "scale", "--json"]) == 2  # forty deals are too few to learn from
