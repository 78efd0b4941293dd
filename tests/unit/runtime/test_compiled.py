"""Machine code is kept, and made anew once anything it was made of has changed."""

from __future__ import annotations

from pathlib import Path

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
    monkeypatch.setattr(wrapper, "_PACKAGE", tmp_path)
    before = wrapper.source_stamp("kibitz.room.kernel")
    (room / "apart.py").write_text("changed = True\n")
    assert wrapper.source_stamp("kibitz.room.kernel") == before
    (room / "sizes.py").write_text("MOST = 4\n")
    assert wrapper.source_stamp("kibitz.room.kernel") != before
