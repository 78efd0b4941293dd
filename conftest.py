"""What every test may count on: its tier, how many run at once, and what many of them need.

Property tests draw the same examples every time, and more of them on request.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from kibitz.asking import Kibitz
from kibitz.bidding.openings import house
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.runtime.running import cores
from suite import homes, tiers

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("KIBITZ_HYPOTHESIS", "steady"))

ROOT = Path(__file__).parent
CORES = cores()
os.environ["OMP_NUM_THREADS"] = "1"  # a test has others beside it: one core is its share
tiers.listen()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test in the browser waits a third of its time."""
    return CORES + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(ROOT / "tests" / "browser"):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """From its first fixture to its end a test starts processes only where its mark says so.

    The lab is a tier of its own.
    """
    marks = {mark.name for mark in item.iter_markers()}
    may_start = marks & {"process", "browser"} or item.path.is_relative_to(ROOT / "lab")
    with tiers.alone(not may_start):
        return (yield)


@pytest.fixture(scope="session")
def solver() -> Iterator[DoubleDummy]:
    with DoubleDummy() as solver:
        yield solver


Furnish = Callable[[Path], Path]


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def furnish(run_folder: Path) -> Furnish:
    """Makes a folder a home with what Kibitz makes before its first answers."""
    like = homes.made_once(run_folder / "furnished", homes.answer_at_first)
    return partial(homes.furnish, like=like)


@pytest.fixture(scope="session")
def k(furnish: Furnish, tmp_path_factory: pytest.TempPathFactory) -> Kibitz:
    """A Kibitz over such a home, for whoever only asks."""
    return Kibitz(homes.places_in(furnish(tmp_path_factory.mktemp("home"))))


@pytest.fixture
def bare_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home for a test, before anything was ever asked."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KIBITZ_LIBRARY", raising=False)
    return tmp_path / "home"


@pytest.fixture
def home(furnish: Furnish, bare_home: Path) -> Path:
    """The user's home for a test, with what Kibitz makes before its first answers."""
    return furnish(bare_home)


@pytest.fixture
def few_house_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house fills in some hundred hands beside the learned ones, not ten thousand."""
    monkeypatch.setattr(house, "ENOUGH", 300)


@pytest.fixture(autouse=True)
def no_library_of_the_users_own(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The examples of the documentation are answered from what ships, on every machine."""
    if isinstance(request.node, pytest.DoctestItem):
        nowhere = tmp_path_factory.getbasetemp() / "no-such-library.kibitz"
        monkeypatch.setenv("KIBITZ_LIBRARY", str(nowhere))
