"""The house's match as precedents of cards: what a user finds before anything of his own.

It ships as records, and with them what the shipped similarities make of them. Its library and its
cases are put into the cache when they are first needed; where the similarities are others, the
decisions are described there and then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.cardplay.learning import Watch, learn, waiting
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.store import CaseBase, Cases, Shelf
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables, sources_with_keys
from kibitz.records.starter import (
    HOUSE_FILE,
    house_library_path,
    make_house_library,
    pressed,
    unpressed,
)
from kibitz.runtime import arrays
from kibitz.runtime.running import Engine
from kibitz.runtime.storage import shipped_if_built

HOUSE_CASES = "house-cards.xz"
"""What the similarities that ship make of the decisions in `HOUSE_FILE`."""

FORM = arrays.Form("house-cards", 1)
_COLUMNS = ("codes", "trumps", "cards", "records", "plies", "kinds")


def make_starter_shelf(
    similarities: Sequence[Similarity],
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
) -> Shelf | None:
    """Make the house's cases, or open them; None where the package was built without."""
    records = shipped_if_built(HOUSE_FILE)
    if records is None:
        return None
    described = shipped_if_built(HOUSE_CASES)
    return make_house_shelf(records, similarities, described=described, watch=watch, engine=engine)


def starter_waiting(similarities: Sequence[Similarity]) -> int:
    """How many of the house's tables `make_starter_shelf` would describe; it makes nothing."""
    records, described = shipped_if_built(HOUSE_FILE), shipped_if_built(HOUSE_CASES)
    if records is None:
        return 0
    kept = house_library_path(records)
    folder = _folder(kept, similarities)
    with TemporaryDirectory() as passing:
        path = kept if kept.is_file() else make_house_library(records, Path(passing) / kept.name)
        with Library.open(path) as library:
            if CaseBase.is_in(folder) or described is None:
                return waiting(library, folder, name_of(similarities))
            keys = list(played_tables(library))
            return 0 if _unpack(described, keys, similarities) is not None else len(keys)


def make_house_shelf(
    records: bytes,
    similarities: Sequence[Similarity],
    *,
    described: bytes | None = None,
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
) -> Shelf:
    """Make the cases of a file of records, or open them; *described* comes from `pack`."""
    path = make_house_library(records)
    folder = _folder(path, similarities)
    with Library.open(path) as library:
        if described is not None and not CaseBase.is_in(folder):
            _take_over(described, library, folder, similarities)
        learn(library, folder, similarities, watch, engine)
    return Shelf(CaseBase.open(folder), path, is_house=True)


def _folder(library: Path, similarities: Sequence[Similarity]) -> Path:
    """Where the cases lie: apart for each choice of similarities."""
    return library.with_name(f"{library.name}.{name_of(similarities)}.cardplay")


def pack(shelf: Shelf) -> bytes:
    """The cases of a shelf as one file, to be shipped beside its records."""
    cases = shelf.base.everything()
    about = _about(shelf.base.similarity, shelf.base.keys())
    return pressed(arrays.pack(FORM, {name: getattr(cases, name) for name in _COLUMNS}, about))


def _take_over(
    described: bytes, library: Library, folder: Path, similarities: Sequence[Similarity]
) -> None:
    """Make the case base of descriptions, if they are these similarities' of these very tables."""
    keys = list(played_tables(library))
    cases = _unpack(described, keys, similarities)
    if cases is None:
        return
    sources = sources_with_keys(library, keys)
    base = CaseBase.create(folder, name_of(similarities))
    base.add(cases, [KeptRecord(sources[key], key) for key in keys])


def _unpack(
    described: bytes, keys: Sequence[str], similarities: Sequence[Similarity]
) -> Cases | None:
    """What `pack` made; None where it is other similarities', or of other tables."""
    found = arrays.unpack(FORM, unpressed(described, HOUSE_CASES), name=HOUSE_CASES)
    if found.about != _about(name_of(similarities), keys):
        return None
    return Cases(*(found.arrays[name] for name in _COLUMNS))


def _about(similarity: str, keys: Sequence[str]) -> dict[str, str]:
    """Whose descriptions they are, and of which tables."""
    return {"similarity": similarity, "tables": hashlib.sha256("".join(keys).encode()).hexdigest()}
