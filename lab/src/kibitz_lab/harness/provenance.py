"""Where a result comes from: the commit and the code that made it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from kibitz.runtime.parts import Parts
from kibitz.runtime.provenance import code_digest

COMMIT = "KIBITZ_COMMIT"
"""The environment variable that names the commit, for files without history or a run under way."""

CHECKOUT = Path(__file__).parents[4]
_MAKES_RESULTS = ("src", "lab", "benchmarks", "pyproject.toml")


def commit() -> str:
    """The commit of this checkout, marked if its code was changed; 'released' outside one."""
    if given := os.environ.get(COMMIT, ""):
        return given
    try:
        number = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", *_MAKES_RESULTS)
    except (OSError, subprocess.SubprocessError):
        return "released"
    return f"{number}-dirty" if changed else number


def _git(*words: str) -> str:
    asked = subprocess.run(
        ["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=10
    )
    return asked.stdout.strip()


def parts_of(experiment: str, *circumstances: object) -> Parts:
    """The finished parts of an experiment run by exactly this code under these circumstances."""
    return Parts.of(experiment, code_digest("kibitz"), code_digest("kibitz_lab"), *circumstances)
