"""``kibitz ladder``, and sitting down to a theme, a wish, or a file of lessons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Contract
from kibitz.sitting.deals import SeatedAs
from kibitz.sitting.ladder.rungs import rungs_of
from kibitz.sitting.ladder.themes import ladder_theme, ladder_themes
from kibitz.sitting.wishes import DealWish, of_file

LESSONS = """\
[Event "Lessons"]
[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765"]
[Declarer "S"]
[Contract "3NT"]
[Auction "S"]
1NT Pass 3NT AP

[Event "Lessons"]
[Board "2"]
[Dealer "N"]
[Vulnerable "All"]
[Deal "N:KQ5.K62.AQJ4.K83 763.T743.63.Q765 A42.A85.K952.A42 JT98.QJ9.T87.JT9"]

[Event "Lessons"]
[Board "3"]
[Deal "N:KQ5.K62.AQJ4.K83 - - -"]
"""


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    place = tmp_path / "lessons.pbn"
    place.write_text(LESSONS)
    return place


def test_the_ladder_is_printed_and_given_as_data(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder"]) == 0
    told = capsys.readouterr().out
    assert all(one.name in told for one in ladder_themes().values())
    assert main(["ladder", "--theme", "after 1nt"]) == 0
    theme = ladder_theme("after-1nt")
    told = capsys.readouterr().out
    assert theme.lesson in told
    assert all(one.place in told for one in rungs_of(theme))
    assert main(["ladder", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["key"] for one in found["themes"]] == list(ladder_themes())
    assert {deal["state"] for one in found["themes"] for deal in one["deals"]} == {"new"}
    assert not bare_home.exists()


@pytest.mark.long
@pytest.mark.process
def test_a_themed_deal_reaches_its_decision_and_is_done_then(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theme = ladder_theme("after-1nt")
    first, second = rungs_of(theme, 1)[:2]
    words = ["sit", "--theme", "After 1NT", "--level", "1"]
    assert main([*words, "--moves", str(first.right)]) == 0
    told = capsys.readouterr().out
    assert f"{theme.name}: {theme.says}" in told
    assert f"{theme.asks}\nYour call? {first.right}\nYes" in told
    assert main(["ladder", "--json"]) == 0
    [found] = [
        one for one in json.loads(capsys.readouterr().out)["themes"] if one["key"] == theme.key
    ]
    assert [one["state"] for one in found["deals"][:2]] == ["right", "new"]
    assert main([*words, "--json", "--moves", "q"]) == 0
    seen = json.loads(capsys.readouterr().out)["seen"]
    assert seen["hands"]["S"] == str(second.deal.south)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--theme", "squeezes"], "There are: entries"),
        (["--theme", "entries", "--today"], "Name one deal"),
        (["--deal", "ladder:entries-9-9"], "no deal"),
        (["--strain", "jokers"], "clubs"),
        (["--file", "nowhere.pbn"], "no file"),
    ],
)
@pytest.mark.process
def test_what_cannot_be_sat_down_to_is_said(
    words: list[str], said: str, bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sit", *words, "--moves", "q"]) == 2
    assert said in capsys.readouterr().err


def test_a_file_of_lessons_gives_its_sound_deals_in_order(lessons: Path) -> None:
    first, second = of_file(lessons, "", SeatedAs.ALL)
    assert (first.start.origin, second.start.origin) == ("lessons.pbn:1", "lessons.pbn:2")
    assert of_file(lessons, "2", SeatedAs.ALL) == [second]
    [played] = of_file(lessons, "1", SeatedAs.DECLARER)
    assert played.contract == Contract.parse("3N by S")
    with pytest.raises(UsageError, match="no board 3"):
        of_file(lessons, "3", SeatedAs.ALL)
    with pytest.raises(UsageError, match="auction is not known"):
        of_file(lessons, "2", SeatedAs.DEFENDER)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "large.pbn"
    place.write_bytes(b" " * 4_000_001)
    with pytest.raises(UsageError, match="larger"):
        of_file(place, "", SeatedAs.ALL)


def test_a_wish_is_about_strain_and_height() -> None:
    assert DealWish("notrump", "game").fits(Contract.parse("3N by N"))
    assert not DealWish("notrump", "slam").fits(Contract.parse("3N by N"))
    assert DealWish("suit").fits(Contract.parse("2H by E"))
    assert not DealWish("spades").fits(Contract.parse("2H by E"))
    with pytest.raises(UsageError, match="slam"):
        DealWish("", "grand")
