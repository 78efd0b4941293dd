"""The openings from the command line: ask, correct, withdraw, look at the cases, learn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import main
from opened import write_house_records

HAND = "AQ7.KJ985.K2.T43"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "made.jsonl.gz"
    write_house_records(path, 90, seed=1)
    return path


def test_an_answer_out_of_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "open", HAND, "--seat", "1", "--vul", "none")
    assert {"bid", "share", "confidence", "system", "precedents", "contrast", "text"} <= set(told)
    assert (told["bid"], told["system"]) == ("1H", "house rules")
    assert {"hand", "bid", "seat", "vul", "source", "similarity", "differs"} <= set(
        told["precedents"][0]
    )
    assert main(["open", HAND]) == 0
    assert told["text"].split(".")[0] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "words",
    [["AQ7", "KJ985", "K2", "T43"], ["♠AQ7 ♥KJ985 ♦K2 ♣T43"], ["aq7.kj985.k2.1043"]],
)
def test_a_hand_is_read_as_people_type_it(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(capsys, "open", *words)["question"].startswith(HAND)


def test_the_reason_stands_before_any_precedent(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "open", "xx AQxxx QJxx Kx")
    assert answer["text"].startswith(
        "Open 1♥: 12 points, five hearts, an opening by the rule of twenty "
        "(12 and the 9 cards of the two longest suits make 21)."
    )
    assert "jsonl" not in answer["text"]
    for one in answer["precedents"]:
        assert one["alike"] < 1
        assert one["similarity"] <= 1


@pytest.mark.long
def test_a_correction_becomes_a_case_and_can_be_withdrawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert asked(capsys, "openings", "correct", HAND, "1NT")["review"] == "new"
    assert asked(capsys, "open", HAND)["bid"] == "1N"
    assert asked(capsys, "openings", "withdraw", HAND, "1N")["withdrawn"] == 1
    assert asked(capsys, "open", HAND)["bid"] == "1H"
    assert asked(capsys, "openings", "accept", HAND)["call"] == "1H"


def test_thin_places_are_filled_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    before = asked(capsys, "openings", "coverage", "--least", "2")
    made = asked(capsys, "openings", "fill", "--least", "2", "--places", "10")
    after = asked(capsys, "openings", "coverage", "--least", "2")
    assert made["generated"] > 0
    assert after["cases"] == before["cases"] + made["generated"]
    assert after["covered"] > before["covered"]


def test_coverage_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["openings", "coverage", "--picture", str(tmp_path / "c.svg")]) == 0
    assert "of all hands" in capsys.readouterr().out
    assert (tmp_path / "c.svg").read_text().startswith("<svg")


def test_the_card_is_printed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    bids = {one["bid"]: one for one in asked(capsys, "openings", "card")["bids"]}
    assert bids["1N"]["points"] == [15, 17]
    assert main(["openings", "card"]) == 0
    assert "1NT" in capsys.readouterr().out


@pytest.mark.usefixtures("few_house_hands")
def test_learning_from_the_library_makes_a_memory_of_its_system(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "openings"]) == 1
    assert "there is no library" in capsys.readouterr().err
    assert asked(capsys, "import", str(records))["kept"] == 90
    [learned] = asked(capsys, "learn", "openings", "--system", "House")
    assert learned["system"] == "House (inferred)"
    told = asked(capsys, "open", HAND)
    assert told["system"] == "House (inferred)"
    assert told["bid"] == "1H"
    assert "made.jsonl" in told["precedents"][0]["source"]
    assert asked(capsys, "open", HAND, "--system", "house rules")["system"] == "house rules"
    assert asked(capsys, "openings", "accept", HAND)["call"] == "1H"
    assert asked(capsys, "openings", "doctor")["contradictions"] == []  # of the few cases here


@pytest.mark.process
@pytest.mark.usefixtures("few_house_hands")
def test_what_is_learned_does_not_hang_on_who_learned_it(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("learn", "openings", str(records))
    announced = asked(capsys, *words, "--dry-run")
    assert (announced["would_run"], announced["tasks"]) == ("learn openings", 3)
    assert announced["about_seconds"] > 0
    assert not (tmp_path / "home").exists()
    memories = set()
    for jobs in ("1", "2"):
        [learned] = asked(capsys, *words, "--jobs", jobs)
        memories.add(Path(learned["kept"]).read_bytes())
    assert len(memories) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["open", "AQ7.KJ985.K2"], "a hand has four suits"),
        (["open", "AQ7.KJ985.K2.T432"], "an opener holds 13 cards, not 14"),
        (["open", HAND, "--vul", "red"], "not a vulnerability: 'red'"),
        (["open", HAND, "--system", "Acol"], "The system 'Acol' was not learned"),
        (["openings", "correct", HAND, "X"], "nobody opens with X"),
        (["openings", "correct", HAND, "8S"], "not a call: '8S'"),
        (["openings", "withdraw", HAND, "7N"], "There is no case"),
        (["learn", "openings", "nowhere.lin"], "There is no file nowhere.lin"),
    ],
)
def test_misuse_is_one_clear_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.startswith("kibitz:")
    assert told.count("\n") == 1
