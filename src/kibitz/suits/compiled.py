"""Machine code for the solver's inner loops, kept on disk between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar, cast

import numba
from numba.core import types

F = TypeVar("F", bound=Callable[..., Any])

SOURCES = ("graph.py", "bounds.py", "results.py", "fronts.py", "search.py")


def _stamp() -> str:
    folder = resources.files("kibitz.suits")
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in SOURCES)).hexdigest()


STAMP = _stamp()


def compiled(function: F) -> F:
    """*function* compiled when it is first called, and read from disk ever after."""
    dispatcher: Any = numba.njit(cache=True)(function)
    if not hasattr(dispatcher, "get_call_template"):
        return function  # NUMBA_DISABLE_JIT is set: plain Python, for a debugger
    unliteral: Callable[[Any], Any] = types.unliteral
    # numba watches only the file of the function itself; the machine code of those it calls is
    # part of its own, so that a change in any of the sources must make all of them stale
    dispatcher._cache._cache_file._source_stamp = STAMP
    # a call with a constant would be compiled again for that very number
    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: resolve(
        tuple(map(unliteral, args)), {name: unliteral(kws[name]) for name in kws}
    )
    return cast(F, dispatcher)
