"""The Kibitz of a process beside the server: what was learned stays open from job to job."""

from __future__ import annotations

from typing import Any

from kibitz.asking import Kibitz, at
from kibitz.errors import UsageError
from kibitz.page.words import WORDS
from kibitz.page.worker import Bell
from kibitz.places import Places


def kibitz_at(bell: Bell, places: Places) -> Kibitz:
    """This process's Kibitz; what it must make first is told to the *bell*."""
    kibitz = at(places)
    kibitz.watch = bell.tell
    return kibitz


def adviser_of(bell: Bell, places: Places, question: Any, like: str) -> Any:
    """Whoever answers the question; where a player is named, from his decisions alone."""
    try:
        return kibitz_at(bell, places).adviser(question, like=like)
    except UsageError as error:
        if not like:
            raise
        raise UsageError(WORDS["advice"]["nobody"].format(name=like)) from error
