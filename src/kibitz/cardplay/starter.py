"""The house's match, which ships, as precedents for cards; made in the cache when first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.cardplay.learning import learn, waiting
from kibitz.cardplay.memory import CardMemory
from kibitz.cardplay.similarity.learned import Similarity, name_of
from kibitz.cardplay.store import Cases
from kibitz.places import Places
from kibitz.precedents.house import HousePack
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables
from kibitz.records.starter import HOUSE_FILE, house_places, make_house_library
from kibitz.runtime.arrays import Array, FileForm
from kibitz.runtime.running import Engine, Watch, unwatched
from kibitz.runtime.storage import shipped_if_built

HOUSE_CASES = "house-cards.xz"
"""The decisions in `HOUSE_FILE` as cases, described by the similarities that ship."""

_NAMES = ("codes", "trumps", "cards", "records", "plies", "kinds")


def _arrays(cases: Cases) -> dict[str, Array]:
    return {name: getattr(cases, name) for name in _NAMES}


def _read(arrays: Mapping[str, Array]) -> Cases:
    return Cases(*(arrays[name] for name in _NAMES))


PACK = HousePack(HOUSE_CASES, FileForm("house-cards", 1), Cases, _arrays, _read)


def make_starter_memory(
    places: Places,
    similarities: Sequence[Similarity],
    watch: Watch = unwatched,
    engine: Engine | None = None,
) -> CardMemory | None:
    """Open the house's cases, or make them; None if the package was built without the match."""
    records = shipped_if_built(HOUSE_FILE)
    if records is None:
        return None
    described = shipped_if_built(HOUSE_CASES)
    return make_house_memory(
        places, records, similarities, described=described, watch=watch, engine=engine
    )


def starter_waiting(places: Places, similarities: Sequence[Similarity]) -> int:
    """The number of the house's tables that `make_starter_memory` would describe."""
    records, described = shipped_if_built(HOUSE_FILE), shipped_if_built(HOUSE_CASES)
    if records is None:
        return 0
    house, name = house_places(places, records), name_of(similarities)
    kept, folder = house.library, house.cards_by(name)
    with TemporaryDirectory() as scratch:
        path = kept if kept.is_file() else make_house_library(records, Path(scratch) / kept.name)
        with Library.open(path) as library:
            if Shelf.is_in(folder) or described is None:
                return waiting(library, folder, name)
            keys = played_tables(library)
            return 0 if PACK.unpack(described, keys, name) is not None else len(keys)


def make_house_memory(
    places: Places,
    records: bytes,
    similarities: Sequence[Similarity],
    *,
    described: bytes | None = None,
    watch: Watch = unwatched,
    engine: Engine | None = None,
) -> CardMemory:
    """Open the cases of a file of records, or make them; *described* is a file made with `PACK`."""
    house, name = house_places(places, records), name_of(similarities)
    path, folder = make_house_library(records, house.library), house.cards_by(name)
    with Library.open(path) as library:
        if described is not None and not Shelf.is_in(folder):
            keys = played_tables(library)
            PACK.take_over(described, library, keys, folder, name)
        learn(library, folder, similarities, watch, engine)
    return CardMemory(Shelf.open(Cases, folder), path, is_house=True)
