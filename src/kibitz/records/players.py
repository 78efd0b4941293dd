"""Players by their names, which vugraph files spell in several ways.

``G Helgemo``, ``Geir Helgemo``, ``Helgemo`` and ``HELGEMO`` may be one person: the surname is the
same, and of two given names one begins with the other. Which other names belong to one person only
somebody who knows them can say: a file of aliases joins them.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.deal import Seat
from kibitz.records.library import Library

_SEATS = ("north", "east", "south", "west")
_AT_ONCE = 200  # names in one question to the library


@lru_cache(maxsize=65_536)
def folded(name: str) -> tuple[str, ...]:
    """The words of a name without case, accents and signs.

    >>> folded("G. HELGEMO"), folded("Müller-Lüdenscheidt")
    (('g', 'helgemo'), ('muller', 'ludenscheidt'))
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = (letter for letter in letters if not unicodedata.combining(letter))
    return tuple("".join(letter if letter.isalnum() else " " for letter in plain).split())


def may_be_one(one: str, other: str) -> bool:
    """Whether two names may be the same person's.

    >>> may_be_one("Helgemo", "G HELGEMO"), may_be_one("Geir Helgemo", "G Helgemo")
    (True, True)
    >>> may_be_one("T Helness", "G Helgemo"), may_be_one("P Hackett", "J Hackett")
    (False, False)
    """
    ours, theirs = folded(one), folded(other)
    if not ours or not theirs or ours[-1] != theirs[-1]:
        return False
    return all(
        a.startswith(b) or b.startswith(a) for a, b in zip(ours[:-1], theirs[:-1], strict=False)
    )


@dataclass(frozen=True, slots=True)
class Player:
    """A player who is asked about: the name typed, and the other names that an alias file gives."""

    name: str
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not folded(self.name):
            raise UsageError("Name the player, as in --player 'G Helgemo'.")

    def is_called(self, written: str) -> bool:
        """Whether a name that a file writes is this player's.

        >>> Player("Helgemo").is_called("G Helgemo"), Player("Helgemo").is_called("")
        (True, False)
        """
        if any(folded(alias) == folded(written) for alias in self.aliases):
            return True
        return may_be_one(self.name, written)

    def seat_at(self, players: Iterable[str]) -> Seat | None:
        """His seat, by the names from North on; None if he has none, or if two may be his."""
        seats = [seat for seat, name in zip(Seat, players, strict=True) if self.is_called(name)]
        return seats[0] if len(seats) == 1 else None

    @property
    def key(self) -> str:
        """The key under which his reviews and drill cards are kept."""
        return " ".join(folded(self.aliases[0] if self.aliases else self.name))


@dataclass(frozen=True, slots=True)
class Aliases:
    """Groups of names, each of one person; the first of each group is the one shown."""

    joined: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Aliases:
        """Read one person per line: ``Geir Helgemo = Helgemo, G Helgemo``; # begins a remark.

        >>> Aliases.parse("Geir Helgemo = Helge, gh1  # online").player("helge").name
        'Geir Helgemo'
        """
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            said = line.partition("#")[0].strip()
            if not said:
                continue
            name, sign, others = said.partition("=")
            names = [one.strip() for one in (name, *others.split(",")) if one.strip()]
            if not sign or len(names) < 2 or not all(map(folded, names)):
                raise UsageError(f"line {number} is not of the form NAME = OTHER, ANOTHER: {said}")
            found.append(tuple(names))
        return cls(tuple(found))

    @classmethod
    def read(cls, path: Path) -> Aliases:
        """Read a file of aliases; none if there is no such file."""
        try:
            return cls.parse(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, UnicodeDecodeError) as error:
            raise StorageError(f"{path} cannot be read: {error}") from error
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error

    def player(self, name: str) -> Player:
        """The player with this name, with all names joined to it."""
        for names in self.joined:
            if any(folded(one) == folded(name) for one in names):
                return Player(names[0], names)
        return Player(name)

    def shown(self, written: str) -> str:
        """The name to show for a name as it is written."""
        return self.player(written).name if folded(written) else written


def names_in(library: Library) -> Counter[str]:
    """Every name in a library, as it is written, with the number of its tables."""
    found: Counter[str] = Counter()
    for seat in _SEATS:
        rows = library.tally(
            f"SELECT {seat}, count(DISTINCT table_id) FROM sources WHERE {seat} <> '' GROUP BY 1"
        )
        for name, tables in rows:
            found[name] += tables
    return found


def people(names: Counter[str], aliases: Aliases) -> list[tuple[str, int, list[str]]]:
    """All players, with their tables and the spellings of their names; most tables first.

    Names that differ in case, accents or signs alone are one, and those that aliases join.
    """
    gathered: dict[tuple[str, ...], Counter[str]] = {}
    for written, tables in names.items():
        gathered.setdefault(folded(aliases.shown(written)), Counter())[written] += tables
    rows = [
        (aliases.shown(found.most_common(1)[0][0]), found.total(), sorted(found))
        for found in gathered.values()
    ]
    return sorted(rows, key=lambda row: (-row[1], row[0].casefold()))


@dataclass(frozen=True, slots=True)
class Sat:
    """A table of a library at which a player sat: its key, his seat, the dealer, declarer."""

    table: int
    key: str
    seat: Seat
    dealer: Seat
    declarer: Seat | None


def tables_of(library: Library, player: Player) -> list[Sat]:
    """Every table of a library at which a player sat, in the order watched."""
    written = [name for name in names_in(library) if player.is_called(name)]
    found: dict[int, Sat] = {}
    for names in _some(written):
        places = ", ".join("?" * len(names))
        where = " OR ".join(f"{seat} IN ({places})" for seat in _SEATS)
        rows = library.tally(
            "SELECT tables.id, lower(hex(tables.digest)), north, east, south, west, dealer,"
            f" declarer FROM sources JOIN tables ON tables.id = table_id WHERE {where}",
            *(4 * names),
        )
        for table, key, *players, dealer, declarer in rows:
            seat = player.seat_at(players)
            if seat is not None and table not in found:
                by = None if declarer is None else Seat.parse(declarer)
                found[table] = Sat(table, key, seat, Seat.parse(dealer), by)
    return [found[table] for table in sorted(found)]


def _some(names: Sequence[str]) -> Iterator[list[str]]:
    for first in range(0, len(names), _AT_ONCE):
        yield list(names[first : first + _AT_ONCE])
