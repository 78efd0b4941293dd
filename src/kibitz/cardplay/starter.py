"""The house's own deals as precedents: what a user finds before anything of his own was watched.

They ship as records, and with them what the shipped similarity makes of them. Their library and
their cases are put into the cache when they are first needed; where the similarity is another,
the decisions are described there and then.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.cardplay.learning import Watch, cases_folder, learn, waiting
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.store import CaseBase, Cases, Shelf
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables, tables_with_keys
from kibitz.records.starter import HOUSE_CASES, HOUSE_DEALS
from kibitz.runtime import arrays
from kibitz.runtime.running import Engine
from kibitz.runtime.storage import cache_folder, shipped_if_built

FORM = arrays.Form("house-cases", 2, "kibitz lab starter-cases")
_COLUMNS = ("codes", "trumps", "cards", "records", "plies", "kinds")


def make_starter_shelf(
    similarity: Similarity, watch: Watch = lambda done, of: None, engine: Engine | None = None
) -> Shelf | None:
    """Make the house's cases, or open them; None where the package was built without."""
    records = shipped_if_built(HOUSE_DEALS)
    if records is None:
        return None
    described = shipped_if_built(HOUSE_CASES)
    return make_house_shelf(records, similarity, described=described, watch=watch, engine=engine)


def starter_waiting(similarity: Similarity) -> int:
    """How many of the house's tables `make_starter_shelf` would describe; it makes nothing."""
    records, described = shipped_if_built(HOUSE_DEALS), shipped_if_built(HOUSE_CASES)
    if records is None:
        return 0
    kept = _place(records)
    folder = cases_folder(kept)
    with TemporaryDirectory() as passing:
        path = kept if kept.is_file() else make_house_library(records, Path(passing) / kept.name)
        return _waiting(path, folder, described, similarity)


def _waiting(path: Path, folder: Path, described: bytes | None, similarity: Similarity) -> int:
    with Library.open(path) as library:
        is_there = CaseBase.is_in(folder) and not CaseBase.is_outdated(folder)
        if is_there or described is None:
            return waiting(library, folder, similarity.name)
        keys = list(played_tables(library))
        return 0 if _unpack(described, keys, similarity) is not None else len(keys)


def make_house_shelf(
    records: bytes,
    similarity: Similarity,
    *,
    described: bytes | None = None,
    watch: Watch = lambda done, of: None,
    engine: Engine | None = None,
) -> Shelf:
    """Make the cases of a file of records, or open them; *described* comes from `pack`."""
    path = make_house_library(records)
    folder = cases_folder(path)
    CaseBase.discard_outdated(folder)
    with Library.open(path) as library:
        if described is not None and not CaseBase.is_in(folder):
            _take_over(described, library, folder, similarity)
        learn(library, folder, [similarity], watch, engine)
    return Shelf(CaseBase.open(folder), path, is_house=True)


def make_house_library(content: bytes, path: Path | None = None) -> Path:
    """Make the library of a file of records where it is not there, in the cache unless named."""
    path = path or _place(content)
    with Library.open(path) as library:
        import_file(library, Opened(io.BytesIO(content), HOUSE_DEALS))
    return path


def _place(content: bytes) -> Path:
    mark = hashlib.sha256(content).hexdigest()[:12]
    return cache_folder() / "starter" / f"house-{mark}.kibitz"


def pack(shelf: Shelf) -> bytes:
    """The cases of a shelf as one sealed file, to be shipped beside its records."""
    cases = shelf.base.everything()
    about = {"similarity": shelf.base.similarity, "keys": shelf.base.keys()}
    return arrays.pack(FORM, {name: getattr(cases, name) for name in _COLUMNS}, about)


def _take_over(described: bytes, library: Library, folder: Path, similarity: Similarity) -> None:
    """Make the case base of descriptions, if they are this similarity's of these very tables."""
    keys = list(played_tables(library))
    cases = _unpack(described, keys, similarity)
    if cases is None:
        return
    entries = tables_with_keys(library, keys)
    base = CaseBase.create(folder, similarity.name)
    base.add(cases, [KeptRecord(entries[key].record.source, key) for key in keys])


def _unpack(described: bytes, keys: list[str], similarity: Similarity) -> Cases | None:
    """What `pack` made; None where it is another similarity's, or of other tables."""
    found = arrays.unpack(FORM, described, name=HOUSE_CASES)
    if found.about != {"similarity": similarity.name, "keys": keys}:
        return None
    return Cases(*(found.arrays[name] for name in _COLUMNS))
