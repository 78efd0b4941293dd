"""One page for all questions that leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import LONG, ask, bring, opened
from kibitz.records.formats.lin import write_lin


@pytest.fixture(scope="package")
def coach(
    furnish: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """The page over a library of one table, with the starter's tables on their shelf."""
    with opened(furnish(tmp_path_factory.mktemp("coach"))) as client:
        bring(client, "".join(write_lin([LONG])))
        ask(client, "/play")
        yield client
