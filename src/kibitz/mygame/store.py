"""What is kept of players: reviews of their tables, first guesses, drill cards and their answers.

One SQLite file in the user's data folder, in WAL mode as the library is: every change is whole or
not at all, and a killed process loses none that was made. `forget` leaves nothing of a player.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kibitz.errors import StorageError
from kibitz.mygame.slips import TableReview

_VERSION = 2
PLAYER = "me"
"""Who answers here, unless a name is given."""
_PATIENCE = 60.0
_SCHEMA = """
CREATE TABLE reviews (
    player TEXT NOT NULL, key TEXT NOT NULL, version TEXT NOT NULL, review TEXT NOT NULL,
    PRIMARY KEY (player, key)
) WITHOUT ROWID;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, player TEXT NOT NULL, mark TEXT NOT NULL, theme TEXT NOT NULL,
    content TEXT NOT NULL, schedule TEXT NOT NULL, due TEXT NOT NULL,
    UNIQUE (player, mark)
);
CREATE INDEX cards_by_due ON cards (player, due);
CREATE TABLE answers (
    id INTEGER PRIMARY KEY, card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
    answered TEXT NOT NULL, grade INTEGER NOT NULL, right INTEGER NOT NULL
);
CREATE INDEX answers_by_card ON answers (card);
"""
_SECOND = """
CREATE TABLE guesses (
    id INTEGER PRIMARY KEY, player TEXT NOT NULL, mark TEXT NOT NULL, deal TEXT NOT NULL,
    theme TEXT NOT NULL, what TEXT NOT NULL, guessed TEXT NOT NULL, right INTEGER NOT NULL,
    lucky INTEGER NOT NULL,
    UNIQUE (player, mark)
);
"""
"""What the second version of the file added."""


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A drill card: what it asks, how it is scheduled, when it is due."""

    id: int
    player: str
    theme: str
    content: Mapping[str, Any]
    schedule: Mapping[str, Any]
    due: datetime

    @property
    def asks(self) -> str:
        """What its position asks, where the theme is a cause; else nothing."""
        slip = self.content.get("slip") or {}
        return str(slip.get("question", ""))

    @property
    def deal(self) -> str:
        """The four hands of its table; empty for what has none, such as one suit."""
        hands = (self.content.get("record") or {}).get("hands")
        return f"N:{' '.join(hands[seat] for seat in 'NESW')}" if hands else ""


@dataclass(frozen=True, slots=True)
class FirstGuess:
    """The first answer to a decision that was asked anywhere but in practice."""

    mark: str
    """What tells the decision from all others."""
    deal: str
    """The four hands; empty where there are none."""
    theme: str
    what: str
    """What was asked: a card, a call, a line, a count, a suit."""
    guessed: datetime
    right: bool
    by_luck: bool = False
    """Whether it was right, but not by the player's own thought, or wrong and cost nothing."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer to a card."""

    card: int
    theme: str
    answered: datetime
    right: bool
    is_first: bool
    """Whether it was the first time that the card was seen."""


class PracticeStore:
    """The opened file; a context manager."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection, self.name = connection, name

    @classmethod
    def open(cls, place: Path) -> Self:
        """The store at this place, made where there is none."""
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{place} cannot be opened: {error}") from error
        opened = cls(connection, str(place))
        try:
            opened._prepare()
        except BaseException:
            connection.close()
            raise
        return opened

    def _prepare(self) -> None:
        with self._changing() as run:
            [(version,)] = run("PRAGMA user_version")
            if version > _VERSION:
                raise StorageError(f"{self.name} was made by a newer kibitz (schema {version})")
            if version == 0:
                for statement in _SCHEMA.split(";"):
                    run(statement)
            if version < _VERSION:
                for statement in _SECOND.split(";"):
                    run(statement)
                run(f"PRAGMA user_version = {_VERSION}")
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("PRAGMA secure_delete = ON")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def keep_reviews(
        self, player: str, version: str, reviews: Iterable[tuple[str, TableReview]]
    ) -> None:
        """Keep reviews of tables, by their keys, all or none."""
        with self._changing() as run:
            for key, review in reviews:
                run(
                    "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?)",
                    player, key, version, json.dumps(review.to_json()),
                )  # fmt: skip

    def reviews(self, player: str, version: str) -> dict[str, TableReview]:
        """Those kept of a player that were made in the same way, by the key of their table."""
        rows = self._ask(
            "SELECT key, review FROM reviews WHERE player = ? AND version = ?", player, version
        )
        return {key: TableReview.of_json(json.loads(text)) for key, text in rows}

    def add_cards(
        self, player: str, cards: Iterable[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]]
    ) -> int:
        """Add cards (mark, theme, content, schedule) that are not there yet; how many were new."""
        new = 0
        with self._changing() as run:
            for mark, theme, content, schedule in cards:
                before = self._connection.total_changes
                run(
                    "INSERT OR IGNORE INTO cards (player, mark, theme, content, schedule, due)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    player, mark, theme, json.dumps(content), json.dumps(schedule),
                    schedule["due"],
                )  # fmt: skip
                new += self._connection.total_changes - before
        return new

    def cards(self, player: str | None = None) -> list[KeptCard]:
        """All cards of a player, or of everybody; those due first come first."""
        whose, values = ("WHERE player = ?", [player]) if player is not None else ("", [])
        rows = self._ask(
            f"SELECT id, player, theme, content, schedule, due FROM cards {whose} ORDER BY due, id",
            *values,
        )
        return [
            KeptCard(
                number, whom, theme, json.loads(content), json.loads(schedule),
                datetime.fromisoformat(due),
            )
            for number, whom, theme, content, schedule, due in rows
        ]  # fmt: skip

    def answer(
        self, card: int, schedule: Mapping[str, Any], when: datetime, grade: int, right: bool
    ) -> None:
        """Write down an answer, and when the card comes again: both or neither."""
        with self._changing() as run:
            run(
                "UPDATE cards SET schedule = ?, due = ? WHERE id = ?",
                json.dumps(schedule), schedule["due"], card,
            )  # fmt: skip
            run(
                "INSERT INTO answers (card, answered, grade, right) VALUES (?, ?, ?, ?)",
                card, when.astimezone(UTC).isoformat(), grade, int(right),
            )  # fmt: skip

    def answers(self, player: str | None = None) -> list[Answered]:
        """Every answer, in the order given."""
        whose, values = ("WHERE player = ?", [player]) if player is not None else ("", [])
        rows = self._ask(
            "SELECT card, theme, answered, right FROM answers JOIN cards ON cards.id = card"
            f" {whose} ORDER BY answers.id",
            *values,
        )
        seen: set[int] = set()
        found = []
        for card, theme, answered, right in rows:
            when = datetime.fromisoformat(answered)
            found.append(Answered(card, theme, when, bool(right), card not in seen))
            seen.add(card)
        return found

    def add_guesses(self, player: str, guesses: Iterable[FirstGuess]) -> int:
        """Note guesses; of each decision the first one counts. How many were new."""
        new = 0
        with self._changing() as run:
            for one in guesses:
                before = self._connection.total_changes
                run(
                    "INSERT OR IGNORE INTO guesses"
                    " (player, mark, deal, theme, what, guessed, right, lucky)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    player, one.mark, one.deal, one.theme, one.what,
                    one.guessed.astimezone(UTC).isoformat(), int(one.right), int(one.by_luck),
                )  # fmt: skip
                new += self._connection.total_changes - before
        return new

    def guesses(self, player: str | None = None) -> list[FirstGuess]:
        """Every guess, in the order made."""
        whose, values = ("WHERE player = ?", [player]) if player is not None else ("", [])
        rows = self._ask(
            "SELECT mark, deal, theme, what, guessed, right, lucky FROM guesses"
            f" {whose} ORDER BY id",
            *values,
        )
        return [
            FirstGuess(
                mark, deal, theme, what, datetime.fromisoformat(guessed), bool(right), bool(lucky)
            )
            for mark, deal, theme, what, guessed, right, lucky in rows
        ]

    def players(self) -> list[str]:
        """Of whom something is kept."""
        rows = self._ask(
            "SELECT player FROM reviews UNION SELECT player FROM cards"
            " UNION SELECT player FROM guesses ORDER BY 1"
        )
        return [name for (name,) in rows]

    def forget(self, player: str) -> tuple[int, int]:
        """Remove all that is kept of a player; how many reviews and cards there were."""
        with self._changing() as run:
            [(reviews,)] = run("SELECT count(*) FROM reviews WHERE player = ?", player)
            [(cards,)] = run("SELECT count(*) FROM cards WHERE player = ?", player)
            run("DELETE FROM answers WHERE card IN (SELECT id FROM cards WHERE player = ?)", player)
            run("DELETE FROM cards WHERE player = ?", player)
            run("DELETE FROM reviews WHERE player = ?", player)
            run("DELETE FROM guesses WHERE player = ?", player)
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(reviews), int(cards)

    def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with _named_errors(self.name):
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def _changing(self) -> Iterator[_Run]:
        """One transaction: all that is changed in it stays, or nothing."""
        with _named_errors(self.name):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield _Run(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


@dataclass(frozen=True, slots=True)
class _Run:
    """Runs statements inside a transaction."""

    connection: sqlite3.Connection

    def __call__(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        return self.connection.execute(sql, values).fetchall()


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StorageError(f"{name}: {error}; what was kept before is intact") from error
