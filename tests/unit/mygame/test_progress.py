"""How a player is getting on: few numbers, a streak of days, and themes that come wild."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import main
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.mygame.drills.exporting import exported
from kibitz.mygame.drills.practice import Practice, record_answer
from kibitz.mygame.drills.progress import PlayerProgress, Trend
from kibitz.mygame.drills.scheduling import new_schedule
from kibitz.mygame.store import FirstGuess, PracticeStore
from kibitz.sitting.coached import CoachedDeal, DealStart
from kibitz.sitting.keeping import keep

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
HANDS = {"N": "A.", "E": "K.", "S": "Q.", "W": "J."}
DEAL = "N:A. K. Q. J."


def guess(mark: str, theme: str, days: float, right: bool = True, deal: str = "") -> FirstGuess:
    when = NOW + timedelta(days=days)
    return FirstGuess(mark, deal or f"deal of {mark}", theme, "card", when, right)


def card(mark: str, theme: str) -> tuple[str, str, dict[str, Any], dict[str, Any]]:
    content = {"kind": "table", "record": {"hands": HANDS}, "note": f"secret {mark}"}
    return mark, theme, content, new_schedule(mark, NOW - timedelta(days=9))


def test_the_first_guess_counts_and_themes_stand_weakest_first(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        first = [guess("a", "hold-up", -2), guess("b", "hold-up", -1, right=False)]
        assert store.add_guesses("me", first) == 2
        assert store.add_guesses("me", [guess("b", "hold-up", 0)]) == 0
        store.add_guesses("me", [guess("c", "their ruff", 0), guess("d", "", -5)])
        found = PlayerProgress.of(store, "me", NOW)
    assert (found.asked, found.right, found.streak, found.longest) == (4, 3, 3, 3)
    assert [(one.theme, one.right, one.asked) for one in found.themes] == [
        ("hold-up", 1, 2),
        ("no theme", 1, 1),
        ("their ruff", 1, 1),
    ]
    assert str(found).splitlines()[0] == "Right 3 of 4, on 4 days; 3 days in a row, longest 3."
    assert "  hold-up: right 1 of 2" in str(found)
    assert found.to_json()["themes"][0]["last"] == [True, False]


def test_a_right_answer_by_luck_is_not_counted_as_right(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_guesses("me", [replace(guess("a", "hold-up", 0), by_luck=True)])
        found = PlayerProgress.of(store, "me", NOW)
    assert (found.asked, found.right) == (1, 0)


def test_a_trend_is_told_with_its_interval_and_of_enough_answers_alone() -> None:
    assert Trend.of([False] * 4 + [True] * 4) is None
    clear = Trend.of([False] * 8 + [True] * 8)
    assert clear is not None
    assert 0 < clear.low < clear.mean == 1.0
    assert clear.text.startswith("better than before")
    unclear = Trend.of([True, False] * 6)
    assert unclear is not None
    assert unclear.low < 0 < unclear.high
    assert unclear.text.startswith("not clear yet")
    worse = Trend.of([True] * 8 + [False] * 8)
    assert worse is not None
    assert worse.text.startswith("worse than before")


def test_a_position_waits_until_its_theme_has_come_on_another_deal(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_cards("me", [card("x", "hold-up")])
        mistake = guess("x", "hold-up", -7, right=False, deal=DEAL)
        store.add_guesses("me", [mistake])
        waiting = Practice.of(store, "me", NOW)
        assert [one.theme for one in waiting.waiting] == ["hold-up"]
        assert waiting.due == ()
        assert "1 card waits until the theme has come on another deal." in str(waiting)
        told = PlayerProgress.of(store, "me", NOW)
        assert (told.waiting, told.wild) == (1, "hold-up")
        assert "1 card comes back after the theme has come on another deal." in str(told)
        store.add_guesses("me", [guess("y", "hold-up", -1)])
        then = Practice.of(store, "me", NOW)
        assert [one.theme for one in then.due] == ["hold-up"]
        assert PlayerProgress.of(store, "me", NOW).wild == ""  # it came a day ago
        assert PlayerProgress.of(store, "me", NOW + timedelta(days=6)).wild == "hold-up"
        record_answer(store, then.due[0], False, NOW)
        assert not Practice.of(store, "me", NOW + timedelta(days=1)).due


def test_a_card_of_an_old_match_does_not_wait(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_cards("me", [card("x", "hold-up")])
        assert len(Practice.of(store, "me", NOW).due) == 1
        record_answer(store, store.cards("me")[0], False, NOW)
        assert len(Practice.of(store, "me", NOW + timedelta(days=1)).due) == 1


def test_all_that_is_kept_is_exported_and_forgotten(tmp_path: Path) -> None:
    place = tmp_path / "m.kibitz"
    with PracticeStore.open(place) as store:
        store.add_cards("me", [card("x", "hold-up")])
        store.add_guesses("me", [guess("secret guess", "hold-up", 0)])
        record_answer(store, store.cards("me")[0], True, NOW)
        found = exported(store, "me")
        assert [len(found[name]) for name in ("guesses", "cards", "answers")] == [1, 1, 1]
        store.forget("me")
        assert store.players() == []
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"secret" not in content


def test_progress_is_shown_exported_and_forgotten_by_one_command(
    bare_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.json"

    def said(*words: str) -> str:
        main(["progress", *words])
        return capsys.readouterr().out

    assert "Nothing was asked yet" in said()
    with PracticeStore.open(bare_home / "mygame.kibitz") as store:
        store.add_cards("me", [card("x", "hold-up")])
        store.add_guesses("me", [guess("a", "hold-up", 0)])
    (bare_home / "sittings").mkdir()
    keep(CoachedDeal.at(DealStart(Deal.shuffled(random.Random(1)), Seat.SOUTH, Vulnerability.NONE)),
         bare_home / "sittings")  # fmt: skip
    assert "Holding up: right 1 of 1" in said()
    assert json.loads(said("--json"))["themes"][0]["theme"] == "Holding up"
    assert "written: " in said("export", "--into", str(file))
    content = json.loads(file.read_text())
    assert [len(content[name]) for name in ("guesses", "cards", "deals")] == [1, 1, 1]
    assert said("forget") == "Removed: 1 answer, 1 card, 0 reviews, 1 deal.\n"
    assert "Nothing was asked yet" in said()
    assert main(["progress", "perhaps"]) == 2
