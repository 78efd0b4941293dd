"""One way to run many things: in this process, in several processes, or on a Dask cluster.

Whatever repeats (files, blocks of records, shards of cases, runs of an experiment) is a list of
tasks for `Engine.run`, which gives their results in the order of the tasks. A result hangs on its
task alone, never on who worked it out or when: chance comes from `chance(seed, key)`. Tasks and
results travel between our own processes as pickles in memory; what is kept is JSON.
"""

from __future__ import annotations

import os
import random
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from kibitz.errors import KibitzError, UsageError
from kibitz.runtime.parts import NOT_KEPT, Kept

T = TypeVar("T")
R = TypeVar("R")

Watch: TypeAlias = Callable[[int, int], object]
"""Called with (done, total) as work goes on; to stop the work, it may raise."""

AHEAD = 64
_DEATHS = 3  # of processes, after which the work itself is to blame
_PATIENCE = 10  # seconds in which a scheduler must answer
CLUSTER_MISSING = "a cluster needs Dask: pip install 'kibitz[cluster]'"


def unwatched(done: float, total: float) -> None:
    """The watch of work that nobody watches."""


class EngineKind(StrEnum):
    """Who does the work."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True, slots=True)
class Engine:
    """Where tasks run: *jobs* processes of this machine, or the Dask cluster at *address*.

    >>> list(Engine().run(abs, [3, -1, -4]))
    [3, 1, 4]
    """

    jobs: int = 1
    kind: EngineKind = EngineKind.LOCAL
    address: str = ""

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise UsageError("at least one process is needed")
        if self.kind is EngineKind.DASK and not self.address:
            raise UsageError("a Dask cluster has an address: --address tcp://host:8786")
        if self.kind is EngineKind.LOCAL and self.address:
            raise UsageError("only a cluster has an address: --engine dask")

    @property
    def alone(self) -> bool:
        """Whether this very process does everything."""
        return self.kind is EngineKind.LOCAL and self.jobs == 1

    def for_at_most(self, tasks: int) -> Engine:
        """The same, with no process of this machine that would have nothing to do."""
        return (
            self
            if self.kind is EngineKind.DASK
            else replace(self, jobs=max(1, min(self.jobs, tasks)))
        )

    def run(
        self,
        work: Callable[[T], R],
        tasks: Iterable[T],
        *,
        tell: Callable[[], object] = lambda: None,
        parts: Kept | None = None,
        key: Callable[[T], object] = lambda task: task,
        ahead: int = AHEAD,
    ) -> Iterator[R]:
        """The result of *work* for each of *tasks*, in their order; *tell* is called after each.

        With *parts*, results (plain JSON values for `Parts`) are kept by the *key* of their task as
        they come, in whatever order, and those that were kept before are not worked out again. No
        more than *ahead* tasks a worker are read before the first result is taken: that bounds
        memory.
        """
        numbered = enumerate(tasks)
        with self._workers() as workers:
            while wave := list(islice(numbered, 1 if self.alone else ahead * workers.number)):
                keys = {number: key(task) for number, task in wave} if parts is not None else {}
                done = _kept(keys, parts)
                for _ in done:
                    tell()
                missing = {number: task for number, task in wave if number not in done}
                found = _survived(workers.spread, work, missing)
                for number, _ in wave:
                    while number not in done:
                        which, result = next(found)
                        done[which] = result
                        if parts is not None:
                            parts.keep(keys[which], result)
                        tell()
                    yield done.pop(number)
                found.close()

    def _workers(self) -> AbstractContextManager[_Workers]:
        if self.alone:
            return nullcontext(_Workers(_in_turn, 1))
        return _processes(self.jobs) if self.kind is EngineKind.LOCAL else _cluster(self.address)


_Numbered = list[tuple[int, Any]]
_Results = Generator[tuple[int, Any], None, None]
_Spread = Callable[[Callable[[Any], Any], _Numbered], _Results]


@dataclass(frozen=True, slots=True)
class _Workers:
    """How tasks are spread, and over how many."""

    spread: _Spread
    number: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of some work: how many tasks, how many *done* before, *seconds* of a core for each."""

    tasks: int
    done: int
    seconds: float

    @property
    def left(self) -> int:
        return max(0, self.tasks - self.done)


def chance(seed: int | str, key: object) -> random.Random:
    """The seed of chance in one task: the same on every worker and in any order."""
    return random.Random(f"{seed}:{key}")


def cores() -> int:
    """How many cores this process may use; a worker beside others is given its share."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    if given.isdigit() and int(given):
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def at_once(work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """*work* for each of *tasks* in threads of this process, kept ready: for compiled loops alone.

    Handing two calls to joblib's threads takes longer than scanning a hundred thousand cases.
    """
    return _threads().map(work, tasks)


def ahead(work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """`at_once`, but no more than two tasks a core are begun before the first result is taken."""
    waiting = deque[Future[R]]()
    for task in tasks:
        waiting.append(_threads().submit(work, task))
        if len(waiting) > 2 * cores():
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="kibitz")


def _kept(keys: dict[int, object], parts: Kept | None) -> dict[int, Any]:
    if parts is None:
        return {}
    found = ((number, parts.find(key)) for number, key in keys.items())
    return {number: result for number, result in found if result is not NOT_KEPT}


def _survived(spread: _Spread, work: Callable[[Any], Any], tasks: dict[int, Any]) -> _Results:
    """The results of all *tasks* as they come; what a process died over is tried again."""
    left = dict(tasks)
    for _ in range(_DEATHS):
        if not left:
            return
        found = spread(work, list(left.items()))
        try:
            for which, result in found:
                if which in left:
                    del left[which]
                    yield which, result
        except BrokenExecutor:
            continue
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of joblib: what was given up
                found.close()
    if left:
        raise KibitzError(f"processes died {_DEATHS} times over the same work: is memory short?")


def _in_turn(work: Callable[[Any], Any], tasks: _Numbered) -> _Results:
    return ((number, work(task)) for number, task in tasks)


def _one(work: Callable[[Any], Any], numbered: tuple[int, Any]) -> tuple[int, Any]:
    """One task with its number; in one tuple, which joblib's Dask never parks on some worker."""
    number, task = numbered
    return number, work(task)


@contextmanager
def _processes(jobs: int) -> Iterator[_Workers]:
    from joblib import Parallel, delayed

    def spread(work: Callable[[Any], Any], tasks: _Numbered) -> _Results:
        # arrays above a size would go through files, and files of ours are never pickles; one that
        # lived through a death might still hand out results of before it
        parallel = Parallel(jobs, batch_size=1, max_nbytes=None, return_as="generator_unordered")
        results: _Results = parallel(map(partial(delayed(_one), work), tasks))
        return results

    yield _Workers(spread, jobs)


@contextmanager
def _cluster(address: str) -> Iterator[_Workers]:
    try:
        from distributed import Client
        from joblib import Parallel, delayed, parallel_config
    except ImportError as error:
        raise UsageError(CLUSTER_MISSING) from error
    try:
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        with parallel_config("dask", client=client):
            parallel = Parallel(batch_size=1, pre_dispatch="all", return_as="generator_unordered")
        number = max(2, sum(client.ncores().values()))
        yield _Workers(
            lambda work, tasks: parallel(map(partial(delayed(_one), work), tasks)), number
        )
