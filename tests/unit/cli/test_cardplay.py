"""``kibitz learn cardplay``, ``play`` and ``review`` from end to end."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from coached import SIMILARITY, table, tables
from kibitz.cardplay import adviser
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cli import main
from kibitz.records.formats.lines import write_lines
from kibitz.records.formats.links import hand_link
from played import strong_record

FIELDS = {"card", "confidence", "candidates", "precedents", "lookahead", "text"}

TWO_HANDS = ["--hands", "S:AK4.K43.AQ72.K42, N:Q52.A65.KJT3.953"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home with a file of games; a small network, and no house deals to describe by it."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KIBITZ_LIBRARY", raising=False)
    monkeypatch.setattr(Similarity, "shipped", classmethod(lambda cls: SIMILARITY))
    monkeypatch.setattr(adviser, "make_starter_memory", lambda *_: None)
    (tmp_path / "games.jsonl").write_text("".join(write_lines(tables(12))))
    (tmp_path / "asked.jsonl").write_text("".join(write_lines([table(50, cards=20)])))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_games_become_precedents_and_are_withdrawn(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "import", str(home / "games.jsonl"))
    announced = said(capsys, "learn", "cardplay", "--dry-run")
    assert (announced["would_run"], announced["tasks"]) == ("learn cardplay", 1)
    learned = said(capsys, "learn", "cardplay")
    assert learned["tables"] == 12
    assert learned["cases"] == learned["known"] > 100
    assert said(capsys, "learn", "cardplay")["tables"] == 0
    gone = said(capsys, "learn", "cardplay", "--withdraw", "3", "5", "--reason", "mine")
    assert gone["withdrawn"] > 10
    again = said(capsys, "learn", "cardplay")
    assert again["known"] == learned["known"] - gone["withdrawn"]
    back = said(capsys, "learn", "cardplay", "--restore", "3", "5")
    assert back["restored"] == gone["withdrawn"]
    assert main(["learn", "cardplay", "--restore", "3", "--withdraw", "4"]) == 2


def test_a_file_a_board_a_link_and_a_number_are_understood(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "import", str(home / "games.jsonl"))
    said(capsys, "learn", "cardplay")
    places = [
        str(home / "asked.jsonl"),
        f"{home / 'asked.jsonl'}:50",
        "4",
        f"{home / 'games.jsonl'}:3",
    ]
    answers = [said(capsys, "play", place) for place in places]
    assert all(set(answer) >= FIELDS for answer in answers)
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]
    link = hand_link(strong_record(random.Random(0), "Cup", cards=21))
    assert set(said(capsys, "play", link)) >= FIELDS


def test_the_text_is_the_same_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "import", str(home / "games.jsonl"))
    said(capsys, "learn", "cardplay")
    answer = said(capsys, "play", str(home / "asked.jsonl"))
    assert main(["play", str(home / "asked.jsonl")]) == 0
    shown = capsys.readouterr().out.split()
    assert " ".join(shown).startswith(" ".join(answer["text"].split()))


def test_lookahead_is_seeded(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("play", str(home / "asked.jsonl"), "--lookahead", "2", "--seed", "7")
    answer = said(capsys, *words)
    assert answer["lookahead"]["layouts"] == 2
    assert answer["lookahead"]["seed"] == 7
    assert answer["card"] is not None


def test_whoever_is_to_play_is_answered(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = table(50, cards=20)
    declarer = record.opening_state().contract.declarer
    lead = said(capsys, "play", str(home / "asked.jsonl"), "--card", "1")
    assert (lead["seat"], lead["chair"]) == (str(declarer.next), "opening leader")
    assert lead["card"] == max(lead["reading"], key=lead["reading"].get)
    assert "no close precedent" in lead["text"]
    third = said(capsys, "play", str(home / "asked.jsonl"), "--card", "3", "--lookahead", "2")
    assert third["chair"] == "defender after dummy"
    assert third["card"] in third["lookahead"]["tricks"]


def test_a_card_is_answered_with_two_hands_hidden(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--auction", "1N P 3N", "--dealer", "S", "--played", "HQ"]
    answer = said(capsys, "play", *TWO_HANDS, *told, "--lookahead", "2")
    assert answer["seat"] == "N"
    assert set(answer["lookahead"]["tricks"]) == {"HA", "H6", "H5"}


def test_a_lead_is_answered_from_a_hand_and_an_auction(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lead", "KQT94", "73", "862", "J54", "--auction", "1N P 3N", "--lookahead", "2"]
    told = said(capsys, *words, "--seat", "E", "--vul", "ns", "--card", "S4")
    assert told["question"] == "KQT94.73.862.J54 on lead after N: 1N P 3N P P P"
    assert told["considered"] == "S4"
    assert set(told) >= FIELDS
    assert said(capsys, *words, "--vul", "ns", "--card", "S4")["lookahead"] == told["lookahead"]
    assert main([*words, "--vul", "ns", "--card", "S4"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown == " ".join(told["text"].split())


def test_a_review_is_written_as_text_data_and_a_page(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "import", str(home / "games.jsonl"))
    said(capsys, "learn", "cardplay")
    html = home / "review.html"
    [told] = said(capsys, "review", str(home / "asked.jsonl"), "--html", str(html))
    assert [one["played"] for one in told["decisions"]]
    assert html.read_text().startswith("<!doctype html>")
    assert main(["review", str(home / "asked.jsonl")]) == 0
    shown = capsys.readouterr().out
    assert " ".join(told["text"].split()) in " ".join(shown.split())


@pytest.mark.process
def test_a_file_is_reviewed_alike_by_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each process opens for itself what is learned, with the networks that ship."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    (tmp_path / "games.jsonl").write_text("".join(write_lines(tables(12))))
    said(capsys, "import", str(tmp_path / "games.jsonl"))
    said(capsys, "learn", "cardplay")
    asked = tmp_path / "several.jsonl"
    asked.write_text("".join(write_lines([table(number, cards=12) for number in (50, 51, 52)])))
    announced = said(capsys, "review", str(asked), "--dry-run")
    assert (announced["would_run"], announced["tasks"]) == ("review", 3)
    alone = said(capsys, "review", str(asked), "--jobs", "1")
    assert len(alone) == 3
    assert said(capsys, "review", str(asked), "--jobs", "2") == alone


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (["play", "games.jsonl"], 2, "holds 12 boards: name one"),
        (["play", "asked.jsonl", "--card", "30"], 2, "There is no card 30"),
        (["play", "asked.jsonl", "--room", "closed"], 2, "has no closed room"),
        (["play", "nowhere.lin"], 2, "there is no file nowhere.lin"),
        (["play"], 2, "Name a table, or give the hands that are known"),
        (["play", "--hands", "S:AK", "--auction", "1N"], 2, "a hand has four suits"),
        (["play", *TWO_HANDS, "--auction", "P"], 2, "the auction is not finished"),
        (["play", *TWO_HANDS, "--auction", "1N"], 2, "East's cards are not known"),
        (["review", "nowhere.lin"], 2, "there is no file nowhere.lin"),
        (["learn", "cardplay"], 1, "there is no library at"),
        (["lead", "KQT94.73.862.J5", "--auction", "1N"], 2, "a hand has 13 cards, not 12"),
        (["lead", "KQT94.73.862.J54", "--auction", "P"], 2, "the auction is not finished"),
        (["lead", "KQT94.73.862.J54", "--auction", "P P P P"], 2, "passed out"),
        (["lead", "KQT94.73.862.J54", "--auction", "1N", "--seat", "N"], 2, "North is not on lead"),
        (["lead", "KQT94.73.862.J54", "--auction", "1N", "--card", "HA"], 2, "not in the hand"),
    ],
)
def test_mistakes_are_one_line(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    code: int,
    problem: str,
) -> None:
    monkeypatch.chdir(home)
    assert main(words) == code
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1
