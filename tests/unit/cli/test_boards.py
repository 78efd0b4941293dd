"""The commands about board games: what they print, and how they fail."""

import io
import json
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.games.boards import GAMES, ROW_GAMES
from kibitz.games.boards.solving.solution import open_solution


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    return tmp_path


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "list", "--json"]) == 0
    names = [row["game"] for row in json.loads(capsys.readouterr().out)]
    assert names == [*GAMES, *ROW_GAMES]


def test_strategies_are_learned_then_shown_then_drawn(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategies", "six-mens-morris"]) == 1
    assert "run: kibitz learn strategies six-mens-morris" in capsys.readouterr().err
    assert main(["learn", "strategies", "lose-tic-tac-toe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["contests"] == 160
    drawn = str(home / "svg")
    assert main(["strategies", "lose-tic-tac-toe", "--top", "3", "--svg", drawn]) == 0
    assert "reflects the opponent's moves through the centre" in capsys.readouterr().out
    assert len(list((home / "svg").glob("*.svg"))) == 3
    assert main(["strategies", "lose-tic-tac-toe", "--top", "1", "--json"]) == 0
    [best] = json.loads(capsys.readouterr().out)
    assert best["weight"] == 1.0
    assert best["standing"] in ("proved", "refuted")
    assert (best["refutation"] is None) == (best["standing"] == "proved")


def test_how_long_watching_takes_is_said_beforehand(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["learn", "strategies", "lose-tic-tac-toe", "--contests", "50", "--json"]
    assert main([*words, "--dry-run"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tasks"], told["finished_before"]) == (1 + 56, 0)
    assert list(home.iterdir()) == []
    open_solution.cache_clear()
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["contests"] == 56
    assert main([*words, "--dry-run"]) == 0
    assert json.loads(capsys.readouterr().out)["finished_before"] == 1  # the game is solved


def test_a_contest_is_played_in_the_terminal_with_advice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["learn", "strategies", "lose-tic-tac-toe"])
    monkeypatch.setattr("sys.stdin", io.StringIO("advice\nnonsense\n5\n5\nquit\n"))
    assert main(["game", "play", "lose-tic-tac-toe", "--against", "kibitz", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "5: experts who did not lose brought just this state about" in said
    assert "not a move such as" in said
    assert "O plays" in said
    assert "That move is not legal" in said


def test_a_whole_contest_ends_with_who_won(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{i}\n" for i in range(1, 10)) * 9))
    assert main(["game", "play", "tic-tac-toe", "--against", "perfect", "--second"]) == 0
    assert capsys.readouterr().out.strip().endswith(("A draw.", "X wins."))


def test_unknown_games_and_opponents_are_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "chess"]) == 2
    assert main(["game", "play", "tic-tac-toe", "--against", "god"]) == 2
    assert "There is no opponent 'god'" in capsys.readouterr().err
