"""Where a result comes from: the commit of the code that made it."""

from __future__ import annotations

import subprocess
from pathlib import Path


def commit() -> str:
    """The commit of this checkout, marked where files differ from it; 'released' outside one."""
    here = Path(__file__).parent
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=here, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return "released"
    return told.stdout.strip() or "released"
