"""Shipped machine code: run where it fits, never where it does not, and kept once it is made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.runtime import ahead
from kibitz.runtime.storage import shipped

AGAIN = "python -m kibitz_lab.making.kernels src/kibitz/data/kernels.code"
ASK = (
    "import sys; from kibitz import suit; "
    "print(suit('AQ', 'xx').targets[1].chance, 'numba' in sys.modules)"
)


@pytest.fixture(scope="module")
def code() -> ahead.Shipped:
    return ahead.Shipped.unpack(shipped(ahead.FILE))


def test_the_shipped_code_is_made_of_the_sources_at_hand(code: ahead.Shipped) -> None:
    assert code.fits, f"the suit solver has changed; make its code again: {AGAIN}"


def test_code_of_other_sources_does_not_fit(code: ahead.Shipped) -> None:
    assert not code._replace(modules=code.modules[1:]).fits


def test_what_is_packed_is_unpacked(code: ahead.Shipped) -> None:
    assert ahead.Shipped.unpack(code.pack()) == code


@pytest.mark.process
def test_a_fresh_machine_answers_without_the_compiler_and_keeps_its_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    assert _said() == ["1/2", "False"]
    [kept] = (tmp_path / "cache" / "machine-code").iterdir()
    made = kept.read_bytes()
    kept.write_bytes(made[:-100])
    assert _said() == ["1/2", "False"]
    assert kept.read_bytes() == made


def _said() -> list[str]:
    asked = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    return asked.stdout.split()
