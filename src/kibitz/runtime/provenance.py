"""A digest of our own source: what other code has worked out is stale, and is worked out anew."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from pathlib import Path

from kibitz.runtime.parts import Parts


@cache
def code_digest(package: str = "kibitz") -> str:
    """A digest of the source of *package*."""
    folder = Path(str(resources.files(package)))
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def parts_of(run: str, *circumstances: object) -> Parts:
    """The parts of a long run that this very code has finished under these circumstances."""
    return Parts.of(run, code_digest(), *circumstances)
