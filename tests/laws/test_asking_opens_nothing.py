"""To ask is not to open: what was learned is opened before the first question, and only once."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kibitz.asking import Kibitz
from kibitz.bidding.calls import adviser as calls
from kibitz.bidding.calls.adviser import CallAdviser
from kibitz.bidding.calls.own import OwnCalls, retain, revise, save_own
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.openings import adviser as openings
from kibitz.bidding.openings.cases import OpeningSystem
from kibitz.bidding.openings.house import shipped_cases
from kibitz.bidding.openings.memory import learn_memory
from kibitz.bidding.openings.store import save_memory
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Bid
from kibitz.places import Places

HAND = "AQ7.KJ985.K2.T43"
QUESTIONS = [
    CallQuestion.typed(HAND),
    CallQuestion.typed(HAND, "P P"),
    CallQuestion.typed(HAND, system="Acol"),
    CallQuestion.typed(HAND, system="house rules"),
    CallQuestion.typed(HAND, "1S P"),
    CallQuestion.typed("KJ4.Q85.A962.T73", "1H P"),
    CallQuestion.typed("KJ4.Q85.A962.T73", "1H P", system="house system"),
]

_watched: list[tuple[Path, list[str]]] = []


def _note(event: str, args: tuple[Any, ...]) -> None:
    """Note every file that is opened and every folder that is listed in the watched folders."""
    if not _watched or event not in ("open", "os.listdir", "os.scandir"):
        return
    if not args or not isinstance(args[0], str | os.PathLike):
        return
    path = Path(os.fsdecode(args[0]))
    for folder, seen in _watched:
        if path == folder or folder in path.parents:
            seen.append(path.relative_to(folder).as_posix())


sys.addaudithook(_note)


@contextmanager
def _opened(folder: Path) -> Iterator[list[str]]:
    """What is opened or listed in a folder."""
    seen = list[str]()
    _watched.append((folder, seen))
    try:
        yield seen
    finally:
        _watched.pop()


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    """A player's folder with a learned system and an own case, and no library."""
    folder = tmp_path_factory.mktemp("player")
    places = Places(folder / "library.kibitz", folder, Places.of().cache)
    acol = OpeningSystem("Acol")
    cases = [replace(case, system=acol) for case in islice(shipped_cases(), 400)]
    save_memory(places.openings, learn_memory(acol, cases))
    case = revise(CallQuestion.typed(HAND, "1S P"), None, Bid.parse("2S"))
    save_own(places.own_calls, retain(OwnCalls(), case))
    return places


@pytest.fixture(scope="module")
def adviser(places: Places) -> CallAdviser:
    return replace(calls.open_adviser(places, openings.open_adviser(places)), house=None)


def test_opening_an_adviser_looks_into_the_folder(places: Places) -> None:
    with _opened(places.folder) as seen:
        calls.open_adviser(places, openings.open_adviser(places))
    assert "openings" in seen
    assert places.own_calls.name in seen


def test_asking_looks_into_no_folder(places: Places, adviser: CallAdviser) -> None:
    with _opened(places.folder) as seen:
        for question in QUESTIONS:
            assert adviser.ask(question).best is not None
    memories = [path.relative_to(places.folder).as_posix() for path in places.openings.iterdir()]
    assert set(seen) <= set(memories)  # a system's memory, when it is first asked


def test_asking_again_opens_nothing(places: Places, adviser: CallAdviser) -> None:
    first = [adviser.ask(question).to_json() for question in QUESTIONS]
    with _opened(places.folder) as seen:
        assert [adviser.ask(question).to_json() for question in QUESTIONS] == first
    assert seen == []


def test_what_cannot_be_learned_makes_no_library(tmp_path: Path) -> None:
    places = Places.of(tmp_path / "library.kibitz", tmp_path)
    with pytest.raises(UsageError, match="not 'drills'"):
        Kibitz(places).learn("drills")
    assert not list(tmp_path.iterdir())
