"""A match is scored by its tables, kept as it is played, and goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.errors import UsageError
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kibitz.seats.kept import KeptBoards
from kibitz.seats.match import MatchScore, MatchTeam, play_match
from seated import RandomSeat, boards


def teams(asked: list[int]) -> tuple[MatchTeam, MatchTeam]:
    def adviser(seed: int) -> RandomSeat:
        asked.append(seed)
        return RandomSeat(seed)

    return MatchTeam("one", lambda: adviser(1)), MatchTeam("two", lambda: adviser(2))


def test_a_match_that_was_stopped_goes_on(tmp_path: Path) -> None:
    asked: list[int] = []
    path, dealt = tmp_path / "match.pbn", boards(4)
    play_match(dealt[:2], *teams(asked), KeptBoards(path), "a match")
    assert len(asked) == 2 * 2 * 4
    asked.clear()
    whole = play_match(dealt, *teams(asked), KeptBoards(path), "a match")
    assert len(asked) == 2 * 2 * 4  # the first two boards were read
    fresh = play_match(dealt, *teams(asked), KeptBoards(None), "a match")
    assert whole.to_json() == fresh.to_json()
    records = [found for found in read_path(path) if isinstance(found, Record)]
    assert len(records) == 8
    assert {one.citation.room for one in records} == {"Open", "Closed"}


def test_equal_teams_are_level_and_imps_are_of_the_home_team() -> None:
    same = MatchTeam("a", RandomSeat), MatchTeam("b", RandomSeat)
    level = play_match(boards(5), *same, KeptBoards(None), "a match")
    assert set(level.imps.values()) == {0}
    assert level.error == 0
    won = MatchScore({1: (430, -50), 2: (100, 100)})
    assert won.imps == {1: 10, 2: 0}
    assert won.mean == 5
    assert won.error == pytest.approx(1.96 * 5)


def test_a_file_that_holds_something_else_is_not_written_over(tmp_path: Path) -> None:
    letter = tmp_path / "letter.pbn"
    letter.write_text("Dear partner,")
    with pytest.raises(UsageError, match="holds no tables"):
        KeptBoards(letter)
    assert letter.read_text() == "Dear partner,"
    with pytest.raises(UsageError, match=r"not as '\.doc'"):
        KeptBoards(tmp_path / "match.doc")


@pytest.mark.long
def test_the_house_plays_a_match_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "m.lin"
    words = ["match", "quick", "quick:house system", "--boards", "1", "--into", str(path)]
    first = CliRunner().invoke(app, [*words, "--json"])
    assert first.exit_code == 0, first.output
    told = json.loads(first.output)
    assert told["home"] == "quick"
    assert [one["board"] for one in told["boards"]] == [1]
    again = CliRunner().invoke(app, words)
    assert f"{told['imps']:+d} IMPs" in again.output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["match", "nobody"], "nobody is called 'nobody'"),
        (["match", "quick:no such system"], "not a system"),
        (["match", "--boards", "0"], "between 1 and 100,000 boards"),
        (["match", "--boards", "no-such-file.pbn"], "There is no file"),
        (["host", "--north", "everybody"], "not somebody for a seat"),
        (["seat", "N", "--connect", "here"], "not an address"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(words: list[str], problem: str) -> None:
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code != 0
    assert problem in str(answer.exception)
