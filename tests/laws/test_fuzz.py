"""The coverage-guided fuzzer runs for a moment on each format, where atheris is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from kibitz.records.formats.known import FORMATS
from kit import ROOT

pytestmark = pytest.mark.process

RUNS = 3000


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
@pytest.mark.parametrize("form", FORMATS)
def test_the_fuzzer_finds_nothing_that_raises(form: str) -> None:
    fuzzer = ROOT / "tests" / "fuzz" / "fuzz_readers.py"
    command = [sys.executable, str(fuzzer), form, f"-atheris_runs={RUNS}", "-seed=1"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr[-3000:]
    assert "Done" in run.stderr
