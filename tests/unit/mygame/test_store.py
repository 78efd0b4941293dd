"""What is kept of players is whole or not at all, and gone when it is forgotten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kibitz.errors import StorageError, UsageError
from kibitz.mygame.drills.practice import Practice, record_answer
from kibitz.mygame.drills.scheduling import new_schedule
from kibitz.mygame.slips import Slip, TableReview
from kibitz.mygame.store import PracticeStore

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLIP = Slip(
    role="declarer", number=5, did="SA", experts="S2", sure=0.95, theme="hold-up", cost=0.5,
    layouts=16, worst="", most=1.0, voters=0, share=0.0, alike=0,
)  # fmt: skip
REVIEW = TableReview({"declarer": 9}, {"declarer": 4}, {"declarer": 1}, {"hold-up": 2}, (SLIP,))


def _card(mark: str, theme: str = "hold-up") -> tuple[str, str, dict[str, str], dict[str, object]]:
    return mark, theme, {"kind": "suit", "note": f"secret {mark}"}, new_schedule(mark, NOW)


def test_a_review_is_kept_as_it_was_made(tmp_path: Path) -> None:
    place = tmp_path / "m.kibitz"
    with PracticeStore.open(place) as store:
        store.keep_reviews("a", "1", [("key", REVIEW)])
    with PracticeStore.open(place) as store:
        assert store.reviews("a", "1") == {"key": REVIEW}
        assert store.reviews("a", "2") == {}
        assert store.reviews("b", "1") == {}


def test_a_change_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    def breaking() -> object:
        yield "one", REVIEW
        raise RuntimeError("killed")

    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        with pytest.raises(RuntimeError):
            store.keep_reviews("a", "1", breaking())  # type: ignore[arg-type]
        assert store.reviews("a", "1") == {}


def test_a_card_is_added_once(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        assert store.add_cards("a", [_card("x"), _card("y")]) == 2
        assert store.add_cards("a", [_card("x")]) == 0
        assert len(store.cards("a")) == 2


def test_what_is_forgotten_is_nowhere_in_the_file(tmp_path: Path) -> None:
    place = tmp_path / "m.kibitz"
    with PracticeStore.open(place) as store:
        store.keep_reviews("a", "1", [("key", REVIEW)])
        store.add_cards("a", [_card("mine")])
        store.add_cards("b", [_card("another's")])
        record_answer(store, store.cards("a")[0], True, NOW)
        assert store.forget("a") == (1, 1)
        assert store.players() == ["b"]
        assert store.answers() == []
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"secret mine" not in content
    assert b"secret another's" in content


def test_a_right_answer_comes_again_in_days_and_a_wrong_one_at_once(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_cards("a", [_card("x"), _card("y")])
        right, wrong = store.cards("a")
        assert record_answer(store, right, True, NOW) - NOW >= timedelta(days=1)
        assert record_answer(store, wrong, False, NOW) - NOW <= timedelta(minutes=15)
        assert [one.right for one in store.answers("a")] == [True, False]


def test_practice_knows_what_is_due_the_streak_and_what_is_kept(tmp_path: Path) -> None:
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_cards("a", [_card("x"), _card("y", "finesse or drop")])
        assert len(Practice.of(store, "a", NOW).due) == 2
        for day in range(3):
            when = NOW + timedelta(days=day)
            record_answer(
                store, next(c for c in store.cards("a") if c.theme == "hold-up"), True, when
            )
        then = Practice.of(store, "a", NOW + timedelta(days=3))
    assert then.streak == 3
    assert [card.theme for card in then.due] == ["finesse or drop"]
    kept = {one.theme: one for one in then.themes}
    assert (kept["hold-up"].repeated, kept["hold-up"].right) == (2, 2)
    assert kept["hold-up"].known is not None
    assert 0.5 < kept["hold-up"].known <= 1
    assert kept["finesse or drop"].known is None


def test_cards_are_found_by_the_theme_its_kind_or_what_their_position_asks(tmp_path: Path) -> None:
    mark, _, content, schedule = _card("y", "keeping the stopper")
    by_cause = (mark, "keeping the stopper", {**content, "slip": {"question": "hold-up"}}, schedule)
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        store.add_cards("a", [_card("x", "discards"), by_cause])

        def found(theme: str) -> list[str]:
            return [card.theme for card in Practice.of(store, "a", NOW, theme).due]

        assert found("discards") == ["discards"]
        names = ("Keeping the  stopper", "stopper kept", "hold-up")
        assert [found(name) for name in names] == [["keeping the stopper"]] * 3
        assert len(found("")) == 2
        named = Practice.of(store, "a", NOW, "Throwing", _thrown)
        assert [card.theme for card in named.due] == ["discards"]
        with pytest.raises(UsageError, match="cards about discards and keeping the stopper"):
            found("their ruff")


def _thrown(theme: str) -> str:
    return "Throwing" if theme == "discards" else theme


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    import sqlite3

    place = tmp_path / "m.kibitz"
    with sqlite3.connect(place) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match="newer"):
        PracticeStore.open(place)


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    place = tmp_path / "m.kibitz"
    place.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with pytest.raises(StorageError):
        PracticeStore.open(place)
