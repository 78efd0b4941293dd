"""The openings from the command line: ask, correct, withdraw, look at the cases, learn, measure."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from kibitz.bidding.openings.question import Colours, Situation
from kibitz.bidding.openings.rules import house_call
from kibitz.cli import main
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.records.formats.lines import to_json
from kibitz.records.record import Citation, Record, Source
from kit import random_deal

HAND = "AQ7.KJ985.K2.T43"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def house_records(count: int, seed: int) -> list[Record]:
    """Tables where everyone opens by the house rules and all pass after that."""
    rng = random.Random(seed)
    records = []
    for number in range(1, count + 1):
        deal, dealer = random_deal(rng), rng.choice(tuple(Seat))
        vulnerability = rng.choice(tuple(Vulnerability))
        auction = Auction(dealer)
        while not auction.is_over:
            seat, place = auction.turn, len(auction.calls)
            colours = Colours.seen_from(seat, vulnerability)
            silent = any(call is not Sign.PASS for call in auction.calls) or place > 3
            call = Sign.PASS if silent else house_call(Situation(deal[seat], place + 1, colours))
            auction = auction.after(call)
        records.append(
            Record(
                source=Source("made.jsonl", number),
                deal=deal,
                auction=auction,
                vulnerability=vulnerability,
                contract=auction.contract,
                citation=Citation(kind="robot:House", event="made"),
            )  # fmt: skip
        )
    return records


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "made.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(to_json(record)) + "\n" for record in house_records(90, 1))
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


def test_measuring_prints_a_row_for_each_method(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = asked(
        capsys, "lab", "openings", "--train", str(records), "--runs", "2",
        "--method", "always-pass", "--method", "rules", "--method", "cbridge1",
    )  # fmt: skip
    by_name = {row["method"]: row for row in rows}
    assert by_name["rules"]["accuracy"] == 1
    assert by_name["always-pass"]["non_pass"] == 0
    assert by_name["cbridge1"]["accuracy"] > by_name["always-pass"]["accuracy"]
    keys = {"method", "decisions", "accuracy", "non_pass", "balanced", "balanced20", "interval"}
    assert all(keys | {"seconds_per_decision"} <= set(row) for row in rows)


def test_no_deal_is_on_both_sides(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tested on the very file it learned from, nothing is left to learn."""
    both = ["--train", str(records), "--test", str(records), "--method", "cbridge1"]
    assert main(["lab", "openings", *both]) == 2
    assert "no cases to learn from" in capsys.readouterr().err


def test_the_dissertations_tables_are_printed(
    records: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = asked(capsys, "lab", "cbridge", str(records), "--into", str(tmp_path))
    assert [row["k"] for row in found["tables"]["cbridge1"]] == list(range(1, 61))
    kept = json.loads((tmp_path / "cbridge.json").read_text())
    assert kept["tables"] == found["tables"]
    assert str(tmp_path) not in json.dumps(kept)


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
        (["lab", "openings", "--train", "x", "--by", "moon"], "by deal or by event, not by 'moon'"),
        (["lab", "openings", "--train", "x", "--method", "magic"], "There is no method 'magic'"),
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
