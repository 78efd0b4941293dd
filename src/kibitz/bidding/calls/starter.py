"""The house's auctions as precedents: what a user finds before anything of his own was learned.

With the records of the house's match ships what the network of calls makes of every decision. The
memory of it is put into the cache when it is first needed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.bidding.calls.learning import Watch, calls_folder, learn, network_name
from kibitz.bidding.calls.memory import CallMemory
from kibitz.bidding.calls.store import Block, CallStore
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.library import Library
from kibitz.records.lookup import bid_tables, sources_with_keys
from kibitz.records.starter import HOUSE_FILE, make_house_library, pressed, unpressed
from kibitz.runtime.arrays import Form, pack, unpack
from kibitz.runtime.running import Engine
from kibitz.runtime.storage import shipped_if_built

HOUSE_CALLS = "house-calls.xz"
"""What the network that ships makes of the calls in `HOUSE_FILE`."""

FORM = Form("house-calls", 1)


@dataclass(frozen=True, slots=True)
class House:
    """The memory of the house's calls, and the library that its tables stand in."""

    memory: CallMemory
    library: Path


def make_starter_memory(
    watch: Watch = lambda done, of: None, engine: Engine | None = None
) -> House | None:
    """Make the house's memory, or open it; None where the package was built without."""
    records = shipped_if_built(HOUSE_FILE)
    if records is None:
        return None
    described = shipped_if_built(HOUSE_CALLS)
    return make_house_memory(records, described=described, watch=watch, engine=engine)


def make_house_memory(
    records: bytes,
    *,
    described: bytes | None = None,
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
) -> House | None:
    """Make the memory of a file of records, or open it; *described* comes from `pack_memory`."""
    path = make_house_library(records)
    folder = calls_folder(path)
    with Library.open(path) as library:
        if described is not None and not CallStore.is_in(folder):
            _take_over(described, library, folder)
        if not CallStore.is_in(folder) or CallStore.open(folder).network != network_name():
            learn(library, folder, watch, engine)
    memory = CallMemory.open(folder)
    return None if memory is None else House(replace(memory, is_house=True), path)


def pack_memory(house: House) -> bytes:
    """The memory as one file, to be shipped beside its records."""
    memory = house.memory
    block = Block(memory.auctions, memory.pairs, memory.names, memory.decisions, memory.entries)
    return pressed(pack(FORM, block.arrays(), _about(network_name(), memory.keys)))


def _take_over(described: bytes, library: Library, folder: Path) -> None:
    """Make the memory of descriptions, if they are this network's of these very tables."""
    found = unpack(FORM, unpressed(described, HOUSE_CALLS), name=HOUSE_CALLS)
    keys = list(bid_tables(library))
    if found.about != _about(network_name(), keys):
        return
    sources = sources_with_keys(library, keys)
    store = CallStore.create(folder, network_name())
    kept = [KeptRecord(sources[key], key) for key in keys]
    store.add(Block.of_arrays(found.arrays), kept)


def _about(network: str, keys: Sequence[str]) -> dict[str, str]:
    """Whose descriptions they are, and of which tables."""
    return {"network": network, "tables": hashlib.sha256("".join(keys).encode()).hexdigest()}
