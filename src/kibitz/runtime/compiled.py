"""The one way to machine code: compiled when first called, by one process, kept, never stale.

The compiler takes longer to import than most commands take, so it is not before a function is
called, or is used by another one that is compiled.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, update_wrapper
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_ONE_AT_A_TIME = RLock()
_IMPORTS = re.compile(r"^from (kibitz[\w.]*) import \(?([^)]*?)\)?$", re.MULTILINE)


def compiled(function: F) -> F:
    """*function* compiled when it is first called, and read from disk ever after."""
    return cast(F, Compiled(function))


class Compiled:
    """A function that is compiled on demand; other compiled functions may call it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self._dispatcher: Any = None
        self._is_compiling = False
        self.name = f"{function.__module__}.{function.__name__}"

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.dispatcher(*args, **named)

    @property
    def dispatcher(self) -> Any:
        """The compiler's own object for the function, one for all threads."""
        if self._dispatcher is None:
            with _ONE_AT_A_TIME:
                self._dispatcher = self._dispatcher or self._dispatch()
        return self._dispatcher

    def _dispatch(self) -> Any:
        import numba
        from numba.core import types

        function = self.function
        dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
        if not hasattr(dispatcher, "get_call_template"):
            return function  # NUMBA_DISABLE_JIT is set: plain Python, for a debugger
        unliteral: Callable[[Any], Any] = types.unliteral
        # numba watches only the file of the function itself; machine code also holds the functions
        # that it calls and the constants that it reads: a change in any of them makes it stale
        kept = dispatcher._cache._cache_file
        kept._source_stamp = source_stamp(function.__module__)
        kept._load_index = _readable(kept._load_index)
        # a call with a constant would be compiled again for that very number
        resolve = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: resolve(
            tuple(map(unliteral, args)), {name: unliteral(kws[name]) for name in kws}
        )
        compile_for = dispatcher.compile
        dispatcher.compile = lambda signature: self._once(compile_for, signature)
        return dispatcher

    def _once(self, compile_for: Callable[[Any], Any], signature: Any) -> Any:
        """Read from disk, or compiled by one process while the others wait to read what it made."""
        with _ONE_AT_A_TIME:
            if self._is_compiling:  # it calls itself
                return compile_for(signature)
            self._is_compiling = True
            try:
                with _turn(Path(self.dispatcher._cache.cache_path) / f"{self.name}.lock"):
                    return compile_for(signature)
            finally:
                self._is_compiling = False

    @property
    def _numba_type_(self) -> Any:
        """What the compiler takes the function for where another one calls it."""
        return self.dispatcher._numba_type_


def _readable(load_index: Callable[[], dict[Any, Any]]) -> Callable[[], dict[Any, Any]]:
    """The kept code as *load_index* reads it; none where it names a class that is gone."""

    def load() -> dict[Any, Any]:
        try:
            return load_index()
        except (AttributeError, ImportError):
            return {}

    return load


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """The turn of this process: others wait here until it is over, or this process is."""
    taken = _take_turn(path)
    try:
        yield
    finally:
        if taken is not None:
            os.close(taken)


def _take_turn(path: Path) -> int | None:
    """The lock at *path* once it is ours; None where there are no locks: then nobody waits."""
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        taken = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except (ImportError, OSError):
        return None
    with suppress(OSError):
        fcntl.flock(taken, fcntl.LOCK_EX)
    return taken


def source_stamp(module: str) -> str:
    """A digest of the source of a module and of all of ours that it imports, near or far."""
    digest = hashlib.sha256()
    for path in sorted(_sources(module)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources(module: str) -> set[Path]:
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        path = _file(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


def source_of(module: str) -> bytes:
    """The source of one of our modules; nothing where it was left out."""
    path = _file(module)
    return b"" if path is None else path.read_bytes()


def _file(module: str) -> Path | None:
    """The source of one of our modules; None for the name of something else."""
    package, *inner = module.split(".")
    folder = _folder(package)
    if folder is None:
        return None
    inside = folder.joinpath(*inner)
    places = (inside.with_suffix(".py"), inside / "__init__.py")
    return next((place for place in places if place.is_file()), None)


@cache
def _folder(package: str) -> Path | None:
    """Where a package of ours lies: kibitz, or one built on it; None for any other name."""
    spec = find_spec(package) if package.startswith("kibitz") else None
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


@cache
def _imported(path: Path) -> tuple[str, ...]:
    """What a source names in its imports: modules of ours, and names that may be modules."""
    every = _IMPORTS.findall(path.read_text("utf-8"))
    inner = (f"{module}.{name}" for module, names in every for name in re.findall(r"\w+", names))
    return (*(module for module, _ in every), *inner)
