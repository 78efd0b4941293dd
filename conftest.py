"""How the property tests run: the same examples every time, and more of them on request.

Beside that how many tests run at once, and what many of them need: a double-dummy solver, one for
each module, and a house that fills in little.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kibitz.bidding.openings import house
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.runtime.running import cores

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("KIBITZ_HYPOTHESIS", "steady"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test in the browser waits a third of its time."""
    return cores() + 1


@pytest.fixture(scope="module")
def solver() -> Iterator[DoubleDummy]:
    with DoubleDummy() as solver:
        yield solver


@pytest.fixture
def few_house_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house fills in some hundred hands beside the learned ones, not ten thousand."""
    monkeypatch.setattr(house, "ENOUGH", 300)


@pytest.fixture(autouse=True)
def no_library_of_the_users_own(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples of the documentation are answered from what ships, on every machine."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.setenv("KIBITZ_LIBRARY", "no-such-library.kibitz")
