"""The house's own deals as precedents: what a user finds before anything of his own was watched.

They ship as records; their library and their cases are made in the cache when they are first
needed, and anew for another similarity.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path

from kibitz.cardplay.adviser import Shelf
from kibitz.cardplay.casebase import CaseBase
from kibitz.cardplay.learning import Watch, cases_folder, learn
from kibitz.cardplay.similarity import Similarity
from kibitz.records.importing import import_stream
from kibitz.records.library import Library
from kibitz.records.starter import HOUSE_DEALS
from kibitz.storage import cache_folder, shipped


def starter_shelf(similarity: Similarity, watch: Watch = lambda done, of: None) -> Shelf | None:
    """The house's cases; None where the package was built without them."""
    try:
        content = shipped(HOUSE_DEALS)
    except FileNotFoundError:
        return None
    return house_shelf(content, similarity, watch)


def house_shelf(content: bytes, similarity: Similarity, watch: Watch) -> Shelf:
    """The cases of a file of records, by its content."""
    path = house_library(content)
    with Library.open(path) as library:
        learn(library, cases_folder(path), similarity, watch)
    return Shelf(CaseBase.open(cases_folder(path)), path, is_house=True)


def house_library(content: bytes) -> Path:
    """The library of a file of records, made where it is not there yet."""
    mark = hashlib.sha256(content).hexdigest()[:12]
    path = cache_folder() / "starter" / f"house-{mark}.kibitz"
    with Library.open(path) as library:
        import_stream(library, BytesIO(content), HOUSE_DEALS)
    return path
