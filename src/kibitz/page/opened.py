"""A worker process's own Kibitz, which stays open from job to job."""

from __future__ import annotations

from typing import Any

from kibitz.asking import Kibitz, at
from kibitz.errors import UsageError
from kibitz.page.words import WORDS
from kibitz.page.worker import Signal
from kibitz.places import Places


def kibitz_at(signal: Signal, places: Places) -> Kibitz:
    """This process's Kibitz; *signal* follows what it must prepare first."""
    kibitz = at(places)
    kibitz.watch = signal.tell
    return kibitz


def adviser_of(signal: Signal, places: Places, question: Any, like: str) -> Any:
    """The adviser for a question; if a player is named, it asks only his decisions."""
    try:
        return kibitz_at(signal, places).adviser(question, like=like)
    except UsageError as error:
        if not like:
            raise
        raise UsageError(WORDS["advice"]["nobody"].format(name=like)) from error
