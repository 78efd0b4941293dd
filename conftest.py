"""How the property tests run: the same examples every time, and more of them on request.

Beside that how many tests run at once, and what many of them need: a double-dummy solver, one for
each module, and a house that fills in little.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

import tiers
from kibitz.bidding.openings import house
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.runtime.running import cores

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("KIBITZ_HYPOTHESIS", "steady"))


CORES = cores()
os.environ["OMP_NUM_THREADS"] = "1"  # a worker has others beside it: one core is its share
tiers.listen()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test in the browser waits a third of its time."""
    return CORES + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """From the first fixture that a test sets up to its end, its marks say what it may do."""
    marks = {mark.name for mark in item.iter_markers()}
    with tiers.alone(not marks & {"process", "browser"}):
        return (yield)


@pytest.fixture(scope="session")
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
