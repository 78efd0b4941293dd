"""``kibitz agreements``: shown, changed, kept, and read from a pair's own cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import main


def _told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    assert main(["agreements", *words, "--json"]) == 0
    found: dict[str, str] = json.loads(capsys.readouterr().out)
    return found


def test_what_is_agreed_is_kept(bare_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _told(capsys)["count"] == "standard"
    assert main(["agreements", "--count", "upside-down", "--suit-leads", "third-fifth"]) == 0
    assert "Leads against suits: third and fifth" in capsys.readouterr().out
    kept = _told(capsys)
    assert (kept["count"], kept["suit_leads"], kept["pair"]) == ("upside-down", "third-fifth", "")


def test_a_pair_has_its_own(bare_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = _told(capsys, "--pair", "Bob - Ann", "--count", "none")
    assert changed["pair"] == "Ann - Bob"
    assert _told(capsys, "--pair", "Ann - Bob")["count"] == "none"
    assert _told(capsys)["count"] == "standard"


def test_what_cannot_be_agreed_is_one_clear_line(
    bare_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agreements", "--count", "backwards"]) == 2
    assert "count is standard, upside-down or none" in capsys.readouterr().err
