"""Where a result comes from: the commit of the code that made it, and the code itself."""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

from kibitz.parts import Parts


def commit() -> str:
    """The commit of this checkout, marked where files differ from it; 'released' outside one.

    Where the files are without their history, KIBITZ_COMMIT says which they are.
    """
    if told := os.environ.get("KIBITZ_COMMIT", ""):
        return told
    here = Path(__file__).parent
    try:
        asked = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=here, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return "released"
    return asked.stdout.strip() or "released"


@cache
def code_digest() -> str:
    """A digest of this package's source: another one, and what was worked out before is stale."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def parts_of(experiment: str, *told: object) -> Parts:
    """The finished parts of an experiment that this very code ran under these circumstances."""
    return Parts.of(experiment, code_digest(), *told)
