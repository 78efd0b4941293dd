"""Every example runs as its first lines say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit import ROOT

pytestmark = pytest.mark.process

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_says_something(path: Path, tmp_path: Path) -> None:
    if path.stem == "digits":
        pytest.importorskip("sklearn", reason="examples/digits.py needs kibitz[sklearn]")
    run = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")},
    )
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) > 3
    assert f"python examples/{path.name}" in path.read_text()
