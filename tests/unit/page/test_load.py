"""Fifty readers at once, for a few seconds: nobody gets an error (benchmarks/page.py: a minute)."""

from __future__ import annotations

from pathlib import Path

import pytest

from page_load import QUESTIONS, Load
from serving import served

pytestmark = pytest.mark.process


def test_fifty_readers_at_once_get_no_error(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        found = Load(address, clients=50, seconds=4).run()
    assert not {(one.status, one.path) for one in found if one.is_error}
    assert {one.question for one in found} == set(QUESTIONS)
    assert len(found) >= 50
