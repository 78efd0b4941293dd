"""The calls of the house's match as precedents; they are put into the cache when first needed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.bidding.calls.describing import network_name
from kibitz.bidding.calls.learning import learn
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.store import Block
from kibitz.places import Places
from kibitz.precedents.house import HousePack
from kibitz.precedents.shelf import Shelf
from kibitz.records.library import Library
from kibitz.records.lookup import bid_tables
from kibitz.records.starter import HOUSE_FILE, house_places, make_house_library
from kibitz.runtime.arrays import FileForm
from kibitz.runtime.running import Engine, Watch, unwatched
from kibitz.runtime.storage import shipped_if_built

HOUSE_CALLS = "house-calls.xz"
"""The decisions of the tables in `HOUSE_FILE`, described by the shipped network."""

PACK = HousePack(
    HOUSE_CALLS,
    FileForm("house-calls", 1),
    Block,
    Block.arrays,
    Block.read,
)


@dataclass(frozen=True, slots=True)
class House:
    """The memory of the house's calls, and the library with its tables."""

    memory: CallMemory
    library: Path


def make_starter_memory(
    places: Places, watch: Watch = unwatched, engine: Engine | None = None
) -> House | None:
    """Open the house's memory, or make it first; None if the package was built without it."""
    records = shipped_if_built(HOUSE_FILE)
    if records is None:
        return None
    described = shipped_if_built(HOUSE_CALLS)
    return make_house_memory(places, records, described=described, watch=watch, engine=engine)


def make_house_memory(
    places: Places,
    records: bytes,
    *,
    described: bytes | None = None,
    watch: Watch = unwatched,
    engine: Engine | None = None,
) -> House | None:
    """Open the memory of a file of records, or make it first; *described* comes from `PACK`."""
    house = house_places(places, records)
    path, folder = make_house_library(records, house.library), house.calls
    with Library.open(path) as library:
        if described is not None and not Shelf.is_in(folder):
            PACK.take_over(described, library, bid_tables(library), folder, network_name())
        if not Shelf.is_in(folder) or Shelf.open(Block, folder).by != network_name():
            learn(library, folder, watch, engine)
    memory = CallMemory.open(folder)
    return None if memory is None else House(replace(memory, is_house=True), path)
