"""The coverage-guided fuzzer runs for a moment on each format and a protocol, if it is there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from kibitz.records.formats.known import FORMATS
from kit import ROOT

pytestmark = pytest.mark.process

RUNS = 3000


needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed"
)


def fuzzed(*words: str) -> None:
    command = [sys.executable, *words, f"-atheris_runs={RUNS}", "-seed=1"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr[-3000:]
    assert "Done" in run.stderr


@needs_atheris
@pytest.mark.parametrize("form", FORMATS)
def test_the_fuzzer_finds_nothing_that_raises(form: str) -> None:
    fuzzed(str(ROOT / "tests" / "fuzz" / "fuzz_readers.py"), form)


@needs_atheris
def test_the_fuzzer_finds_no_line_of_a_program_that_raises() -> None:
    fuzzed(str(ROOT / "tests" / "fuzz" / "fuzz_seats.py"))
