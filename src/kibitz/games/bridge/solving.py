"""The double-dummy solver of a worker: made when it is first asked, kept for the next task."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import current_process, get_start_method, set_start_method

from kibitz.games.bridge.double_dummy import DoubleDummy

_here = threading.local()
_one_at_a_time = threading.Lock()


@contextmanager
def solving() -> Iterator[DoubleDummy]:
    """The solver of this thread, in a process of its own, whose death costs one answer at most.

    A process under a Dask nanny may have no children: there it solves by itself, a thread at a
    time, and it is the nanny that replaces it.
    """
    if current_process().daemon:
        with _one_at_a_time:
            yield DoubleDummy.unprotected()
        return
    if not hasattr(_here, "solver"):
        if get_start_method(allow_none=True) == "loky":
            set_start_method(
                "spawn", force=True
            )  # a child process would be given joblib's own settings
        _here.solver = DoubleDummy()
    yield _here.solver
