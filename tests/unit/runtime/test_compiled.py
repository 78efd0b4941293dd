"""Machine code is made once, kept, and made anew once anything it was made of has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.runtime import compiled as wrapper
from kibitz.suits.solver import branching


def test_machine_code_is_kept_under_the_sources_it_was_made_of() -> None:
    stamp = wrapper.source_stamp(branching.__name__)
    kernel = branching.weight_of.dispatcher._cache._cache_file  # type: ignore[attr-defined]
    assert kernel._source_stamp == stamp


def test_a_change_in_what_a_kernel_imports_makes_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "kernel.py").write_text("from kibitz.room.sizes import MOST\nfrom kibitz import room\n")
    (room / "sizes.py").write_text("MOST = 3\n")
    (room / "apart.py").write_text("")
    monkeypatch.setattr(wrapper, "_folder", lambda package: tmp_path)
    before = wrapper.source_stamp("kibitz.room.kernel")
    (room / "apart.py").write_text("changed = True\n")
    assert wrapper.source_stamp("kibitz.room.kernel") == before
    (room / "sizes.py").write_text("MOST = 4\n")
    assert wrapper.source_stamp("kibitz.room.kernel") != before


def test_kept_code_that_names_a_class_that_is_gone_is_made_anew() -> None:
    def load_index() -> dict[Any, Any]:
        raise AttributeError("Can't get attribute 'Pairs'")

    assert wrapper._readable(load_index)() == {}
    assert wrapper._readable(lambda: {"signature": "file"})() == {"signature": "file"}


ASKED_AT_ONCE = """
import sys
import numpy as np
from kibitz.suits.solver.bounds import lifted
print("ready", flush=True)
sys.stdin.readline()
lifted(np.zeros(4, np.uint64), 0, 0, 1)
print(sum(lifted.dispatcher.stats.cache_misses.values()))
"""


@pytest.mark.process
def test_what_two_processes_need_at_once_is_compiled_by_one_of_them(tmp_path: Path) -> None:
    given = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": given}
    both: list[Any] = [
        subprocess.Popen([sys.executable, "-c", ASKED_AT_ONCE], **pipes) for _ in range(2)
    ]
    assert [process.stdout.readline() for process in both] == ["ready\n", "ready\n"]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(int(process.communicate()[0]) for process in both) == [0, 1]


@pytest.mark.process
def test_a_process_that_dies_holds_nobody_up(tmp_path: Path) -> None:
    lock = tmp_path / "kernel.lock"
    dying = f"""
import os, pathlib
from kibitz.runtime import compiled
compiled._take_turn(pathlib.Path({str(lock)!r}))
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", dying], check=True)
    with wrapper._turn(lock):
        assert lock.exists()
