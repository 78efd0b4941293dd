"""Everything that can go wrong in a way the caller may want to handle."""

from __future__ import annotations


class KibitzError(Exception):
    """Base of every error this package raises on purpose; its text is one line for a person.

    >>> try:
    ...     raise UsageError("give four suits")
    ... except KibitzError as error:
    ...     print(error)
    give four suits
    """


class IllegalActionError(KibitzError, ValueError):
    """The action is well formed, but the rules forbid it in this state."""


class UsageError(KibitzError, ValueError):
    """What was asked cannot be understood."""


class StorageError(KibitzError, OSError):
    """A kept file cannot be read or written, or is not what it should be."""


class LibraryError(KibitzError):
    """The library cannot be opened, read or written; what it held is intact."""


class SolverError(KibitzError, RuntimeError):
    """The native double-dummy solver failed or died; the caller's own work is untouched."""
