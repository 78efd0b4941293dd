"""Frank and Basin, "Strategies Explained", section 6: its texts and its comparisons."""

import json
from typing import Any

import pytest

import kibitz
from kibitz_lab.suits.texts import folded
from kit import SHARED
from plan_reader import Reader

FILE = SHARED / "suits" / "finesse_problems.json"
needs_shared = pytest.mark.skipif(not FILE.exists(), reason="../shared/suits is not there")


def _problems() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(FILE.read_text())["problems"]
    return rows


@needs_shared
def test_every_text_of_the_numbered_problems_wins_what_it_promises() -> None:
    for problem in _problems():
        answer = kibitz.suit(problem["north"], problem["south"], tricks=problem["max_tricks"])
        reader = Reader(problem["north"], problem["south"], answer.text())
        assert reader.chance(problem["max_tricks"]) == answer.plan.line.worth, problem["number"]


@needs_shared
@pytest.mark.parametrize("number", [26, 28])
def test_where_we_say_more_finesse_s_text_read_to_the_letter_wins_less(number: int) -> None:
    [problem] = [row for row in _problems() if row["number"] == number]
    lines = [line.replace("otherwise cash", "otherwise, cash") for line in problem["finesse_says"]]
    first, out, repeat, other, last = lines
    told = [
        first,
        "  " + out.replace(" finesse", ", finesse"),
        "  " + repeat,
        "  " + other,
        "    " + last.replace(" finesse", ", finesse"),
    ]
    answer = kibitz.suit(problem["north"], problem["south"], tricks=4)
    assert Reader(problem["north"], problem["south"], told).chance(4) < answer.plan.line.worth


@needs_shared
def test_text_31_read_to_the_letter_forgets_what_fell_in_the_first_round() -> None:
    [problem] = [row for row in _problems() if row["number"] == 31]
    first, then = problem["finesse_says"]
    lines = [first, "  " + then.replace("both follow low", "both play low")]
    answer = kibitz.suit(problem["north"], problem["south"], tricks=4)
    assert Reader(problem["north"], problem["south"], lines).chance(4) < answer.plan.line.worth
    ours = Reader(problem["north"], problem["south"], answer.text())
    assert ours.chance(4) == answer.plan.line.worth


@pytest.mark.parametrize(
    ("north", "south", "rival", "trick", "better"),
    [
        ("AKQT9", "x", "the immediate finesse of the ten", 1, 0.00404),  # 9: "fractionally"
        ("AKQT", "xxx", "a third-round finesse of the ten", 3, 0.01615),  # 25: 2 %
        ("AKQ9", "xxx", "cashing in the third round whatever has fallen", 3, 0.05814),  # 26: 6 %
        ("AKxx", "QTx", "a second-round finesse of the ten", 2, 0.03634),  # 29: 4 %
        ("Axxx", "KQT", "a second-round finesse of the ten", 2, 0.03634),  # 32: 4 %
    ],
)
def test_the_comparisons_of_the_paper_are_runner_up_differences(
    north: str, south: str, rival: str, trick: int, better: float
) -> None:
    told = kibitz.suit(north, south, goal="most").to_json()["runner_up"]
    assert (told["text"], told["trick"]) == (rival, trick)
    assert told["difference"] == pytest.approx(better, abs=1e-5)


@pytest.mark.parametrize(
    ("north", "south", "line"),
    [  # problems 5, 14 and 34: the Encyclopedia's lines against defenders who do not falsecard
        ("AKQJ8", "xx", "cash the ace if east plays the ten or nine finesse the eight"),
        ("AK9x", "Qx", "cash the queen if east plays the jack or ten finesse the nine"),
        ("AKQ9xx", "xx", "cash the ace if east plays the jack or ten finesse the nine"),
    ],
)
def test_weak_defence_has_its_own_line_in_brackets(north: str, south: str, line: str) -> None:
    answer = kibitz.suit(north, south, goal="most")
    weak = answer.to_json()["weak_defence"]
    assert folded(weak["text"]) == line
    assert weak["chance"] > weak["plan_there"] > weak["against_best_defence"]
    assert str(answer).rstrip().count("(Against defenders who never falsecard") == 1


def test_equally_good_lines_are_named() -> None:
    others = kibitz.suit("AK98x", "Jx", goal="most").to_json()["equally_good"]
    assert any(other["text"][0] == "finesse the eight" for other in others)


def test_a_runner_up_is_a_line_that_a_player_would_weigh() -> None:
    content = kibitz.suit("A32", "QJT", tricks=3).to_json()
    assert content["runner_up"] is None  # a finesse that has just held is not given up
    content = kibitz.suit("A32", "QJT").to_json()
    assert content["runner_up"]["text"] == "cashing a top card first"
    assert kibitz.suit("AKxx", "Qxx").to_json()["runner_up"] is None  # nobody ducks with these


def test_a_wrong_start_is_one_that_a_player_would_weigh() -> None:
    content = kibitz.suit("Q987", "A432", tricks=3).to_json()
    assert content["wrong_start"]["text"] == "lead low to the Queen"
    [choice] = [
        one for one in content["choices"] if one["action"] == content["wrong_start"]["first_play"]
    ]
    assert choice["weight"] == pytest.approx(content["wrong_start"]["chance"], abs=1e-4)
