"""The house's own deals as precedents: what a user finds before anything of his own was watched.

They ship as records, and with them what the shipped similarity makes of them. Their library and
their cases are put into the cache when they are first needed; where the similarity is another,
the decisions are described there and then.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kibitz.cardplay.learning import Watch, cases_folder, learn, waiting
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.store import CaseBase, Cases, Shelf
from kibitz.errors import StorageError
from kibitz.precedents.manifest import KeptRecord
from kibitz.records.importing import import_stream
from kibitz.records.library import Library
from kibitz.records.lookup import played_tables, tables_with_keys
from kibitz.records.starter import HOUSE_DEALS
from kibitz.runtime.running import Engine
from kibitz.runtime.storage import cache_folder, seal, shipped, unseal

HOUSE_CASES = "house-3nt.cases"
"""The descriptions of the house's decisions, made by ``kibitz lab starter-cases``."""

_KIND, _VERSION = "house-cases", 1
_COLUMNS = ("codes", "trumps", "cards", "records", "plies")


def make_starter_shelf(
    similarity: Similarity, watch: Watch = lambda done, of: None, engine: Engine | None = None
) -> Shelf | None:
    """Make the house's cases, or open them; None where the package was built without."""
    records = _shipped(HOUSE_DEALS)
    if records is None:
        return None
    described = _shipped(HOUSE_CASES)
    return make_house_shelf(records, similarity, described=described, watch=watch, engine=engine)


def starter_waiting(similarity: Similarity) -> int:
    """How many of the house's tables `make_starter_shelf` would describe; it makes nothing."""
    records, described = _shipped(HOUSE_DEALS), _shipped(HOUSE_CASES)
    if records is None:
        return 0
    kept = _place(records)
    folder = cases_folder(kept)
    with TemporaryDirectory() as passing:
        path = kept if kept.is_file() else make_house_library(records, Path(passing) / kept.name)
        return _waiting(path, folder, described, similarity)


def _waiting(path: Path, folder: Path, described: bytes | None, similarity: Similarity) -> int:
    with Library.open(path) as library:
        if CaseBase.is_in(folder) or described is None:
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
    with Library.open(path) as library:
        if described is not None and not CaseBase.is_in(folder):
            _take_over(described, library, folder, similarity)
        learn(library, folder, similarity, watch, engine)
    return Shelf(CaseBase.open(folder), path, is_house=True)


def make_house_library(content: bytes, path: Path | None = None) -> Path:
    """Make the library of a file of records where it is not there, in the cache unless named."""
    path = path or _place(content)
    with Library.open(path) as library:
        import_stream(library, io.BytesIO(content), HOUSE_DEALS)
    return path


def _place(content: bytes) -> Path:
    mark = hashlib.sha256(content).hexdigest()[:12]
    return cache_folder() / "starter" / f"house-{mark}.kibitz"


def pack(shelf: Shelf) -> bytes:
    """The cases of a shelf as one sealed file, to be shipped beside its records."""
    about = {"similarity": shelf.base.similarity, "keys": shelf.base.keys()}
    cases = shelf.base.everything()
    archive = io.BytesIO()
    np.savez_compressed(
        archive,
        allow_pickle=False,
        told=np.frombuffer(json.dumps(about).encode(), np.uint8),
        **{name: getattr(cases, name) for name in _COLUMNS},
    )
    return seal(archive.getvalue(), kind=_KIND, version=_VERSION)


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
    content = unseal(described, kind=_KIND, version=_VERSION, name=HOUSE_CASES)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            about = json.loads(archive["told"].tobytes())
            cases = Cases(*(archive[name] for name in _COLUMNS))
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise StorageError(f"{HOUSE_CASES} is not a file of cases: {error}") from error
    return cases if about == {"similarity": similarity.name, "keys": keys} else None


def _shipped(name: str) -> bytes | None:
    try:
        return shipped(name)
    except FileNotFoundError:
        return None
