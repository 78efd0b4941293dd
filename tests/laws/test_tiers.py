"""A test that carries no mark starts no process."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import pytest
from joblib.externals.loky import get_reusable_executor

from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.workers import SolverPool
from kibitz.page.desk import Desk
from kibitz.runtime.running import Engine
from kit import half_played
from suite.tiers import alone


def _pool() -> object:
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(abs, -1).result()


def _desk() -> object:
    return Desk().start("suits", "a number", abs, -1)


def _joblib() -> object:
    get_reusable_executor().shutdown(kill_workers=True)  # of an earlier test, which was marked
    return list(Engine(2).run(abs, [3, -1]))


def _other_native_code() -> object:
    return list(SolverPool(lambda: str, 1).answers(["a"]))


WAYS = {
    "subprocess": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "shell": lambda: os.system("true"),
    "fork": lambda: os.fork() or os._exit(0),
    "posix_spawn": lambda: os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}),
    "spawn": lambda: multiprocessing.get_context("spawn").Process(target=abs, args=(1,)).start(),
    "executor": _pool,
    "joblib": _joblib,
    "the desk of the page": _desk,
    "native code that is not the solver": _other_native_code,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_test_without_the_mark_that_starts_a_process_fails(way: Callable[[], object]) -> None:
    with pytest.raises(pytest.fail.Exception, match="mark this test `process`"):
        way()


def test_the_double_dummy_solver_is_let_through(solver: DoubleDummy) -> None:
    assert solver.solve(half_played(1)).tricks


@pytest.mark.process
@pytest.mark.parametrize("name", ["subprocess", "spawn"])
def test_a_test_with_the_mark_may(name: str) -> None:
    WAYS[name]()
    with alone(), pytest.raises(pytest.fail.Exception, match="mark this test `process`"):
        WAYS[name]()
