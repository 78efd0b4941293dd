"""``kibitz lab`` where the lab is installed, and where it is not."""

from __future__ import annotations

import pytest

from kibitz.cli import lab, main


def test_its_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab"]) == 2
    assert "routing" in capsys.readouterr().err
    assert main(["lab", "dance"]) == 2
    assert "No such command 'dance'" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["lab"], ["lab", "--help"], ["lab", "routing", "--runs", "2"]])
def test_where_it_is_missing_one_line_says_how_to_install_it(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.err == f"kibitz: {lab.MISSING}\n"
    assert told.out == ""
    assert "pip install ./lab" in lab.MISSING


def test_kibitz_help_is_there_without_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert main(["--help"]) == 0
    assert "Measure: run an experiment" in capsys.readouterr().out
