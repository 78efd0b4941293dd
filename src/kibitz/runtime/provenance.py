"""Where a result comes from: the commit of the code that made it, and the code itself."""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

from kibitz.runtime.parts import Parts

COMMIT = "KIBITZ_COMMIT"
"""Says which commit it is where the files are without their history, or in the midst of a run."""

_MAKES_RESULTS = ("src", "benchmarks", "pyproject.toml")


def commit() -> str:
    """The commit of this checkout, marked where its code is another; 'released' outside one."""
    if given := os.environ.get(COMMIT, ""):
        return given
    try:
        number = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", *_MAKES_RESULTS)
    except (OSError, subprocess.SubprocessError):
        return "released"
    return f"{number}-dirty" if changed else number


def _git(*words: str) -> str:
    checkout = Path(__file__).parents[3]
    asked = subprocess.run(
        ["git", *words], cwd=checkout, capture_output=True, text=True, check=True, timeout=10
    )
    return asked.stdout.strip()


@cache
def code_digest() -> str:
    """A digest of this package's source: another one, and what was worked out before is stale."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def parts_of(experiment: str, *circumstances: object) -> Parts:
    """The finished parts of an experiment that this very code ran under these circumstances."""
    return Parts.of(experiment, code_digest(), *circumstances)
