"""Where everything is kept: no other file names a file or a folder of the user's.

What was learned from a library's tables lies beside the library; what belongs to the player lies in
his folder; what can be made again lies in the cache. A `Places` is plain data: it is what is sent
to another process, which opens a `Kibitz` of its own there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from kibitz.runtime.storage import cache_folder, data_folder

DEPENDS: Mapping[str, tuple[str, ...]] = {
    "belief": ("agreements",),
    "call": ("calls", "openings", "own_calls", "own_openings", "aliases"),
    "card": ("cards", "aliases", "agreements"),
    "exploration": ("library", "library_log"),
    "meaning": ("calls",),
    "my game": ("library", "library_log", "cards", "calls", "aliases", "agreements"),
    "opening": ("library", "library_log", "openings", "own_openings"),
    "plan": ("cards",),
    "review": (
        "library",
        "library_log",
        "cards",
        "calls",
        "openings",
        "own_calls",
        "own_openings",
        "agreements",
    ),
    "strategy": ("strategies",),
    "suit": (),
}
"""What the answer to a question follows from, beside what ships with the program."""


@dataclass(frozen=True, slots=True)
class Places:
    """The library, the player's own folder, and the cache."""

    library: Path
    folder: Path
    cache: Path

    @classmethod
    def of(cls, library: Path | str | None = None, folder: Path | None = None) -> Places:
        """The places of this user, unless others are named.

        The library is the one named, else ``$KIBITZ_LIBRARY``, else the one in the user's folder.
        """
        own = folder or data_folder()
        named = library or os.environ.get("KIBITZ_LIBRARY")
        return cls(Path(named) if named else own / "library.kibitz", own, cache_folder())

    def stamp(self, question: str) -> int:
        """A number that changes when something is written that this kind of question depends on."""
        states = [state for name in DEPENDS[question] for state in _states(getattr(self, name))]
        return int.from_bytes(blake2b(repr(states).encode(), digest_size=6).digest())

    @property
    def library_log(self) -> Path:
        """The changes that SQLite has not yet written into the library itself."""
        return self.library.with_name(f"{self.library.name}-wal")

    @property
    def calls(self) -> Path:
        """The decisions learned from the library's auctions."""
        return self.library.with_name(f"{self.library.name}.calls")

    @property
    def cards(self) -> Path:
        """The decisions learned from the play of the library's tables."""
        return self.cards_by("")

    def cards_by(self, similarities: str) -> Path:
        """The same, where each choice of similarities has a folder of its own."""
        mark = f".{similarities}" if similarities else ""
        return self.library.with_name(f"{self.library.name}{mark}.cardplay")

    @property
    def openings(self) -> Path:
        """The memories of openings, a file for each system."""
        return self.folder / "openings"

    @property
    def own_openings(self) -> Path:
        """The player's own cases of openings."""
        return self.folder / "openings-own.kibitz"

    @property
    def own_calls(self) -> Path:
        """The player's own cases of any call."""
        return self.folder / "calls-own.kibitz"

    @property
    def agreements(self) -> Path:
        """What the player and his partner have agreed about leads and signals."""
        return self.folder / "agreements.toml"

    @property
    def aliases(self) -> Path:
        """Which names are one player's."""
        return self.folder / "aliases.txt"

    @property
    def practice(self) -> Path:
        """Reviews of the player's own tables, and the drill cards made from them."""
        return self.folder / "mygame.kibitz"

    @property
    def sittings(self) -> Path:
        """Deals that the player sat down to, a file each."""
        return self.folder / "sittings"

    @property
    def desk(self) -> Path:
        """Tables pasted into the page."""
        return self.folder / "desk.kibitz"

    @property
    def last_review(self) -> Path:
        """The review that the page showed last."""
        return self.folder / "last-review.json"

    @property
    def strategies(self) -> list[Path]:
        """What was learned of board games, a file for each game."""
        return sorted(self.folder.glob("*.strategies"))

    def strategies_of(self, game: str) -> Path:
        """The file of one game's strategies, whether it is there or not."""
        return self.folder / f"{game}.strategies"

    def solution_of(self, game: str) -> Path:
        """The exact solution of a board game."""
        return self.cache / f"{game}.solved"

    def house(self, mark: str) -> Places:
        """The places of the house's match, whose records have this mark."""
        return Places(self.cache / "starter" / f"house-{mark}.kibitz", self.folder, self.cache)


def _states(places: Path | list[Path]) -> Iterator[tuple[str, int, int]]:
    """The files at these places: name, time of the last change, size; empty ones are left out."""
    for place in places if isinstance(places, list) else [places]:
        for file in (place, *sorted(place.glob("*"))):
            with suppress(FileNotFoundError):
                state = file.stat()
                if state.st_size:
                    yield str(file), state.st_mtime_ns, state.st_size
