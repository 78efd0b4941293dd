"""Options that several studies share, as annotated types for the fields of their tasks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from kibitz.errors import UsageError
from kibitz.forms import Said

TrainFiles: TypeAlias = Annotated[Sequence[Path], Said("Files of games to learn from.")]
TestFiles: TypeAlias = Annotated[
    Sequence[Path], Said("Files of games to test on; events learned from are left out.")
]
Methods: TypeAlias = Annotated[
    Sequence[str], Said("A method; may be given several times. Default: all.", option="method")
]
Weights: TypeAlias = Annotated[
    Sequence[float],
    Said("Of a sampled trick beside the votes: try this one as well.", option="weight"),
]
Device: TypeAlias = Annotated[
    str | None, Said("The device on which torch looks up cases: cuda, cpu (kibitz[gpu]).")
]
SimilarityFile: TypeAlias = Annotated[
    Path | None, Said("A similarity of your own making; else the shipped one.")
]
ResultName: TypeAlias = Annotated[str, Said("With --into: the result file's name.")]


def methods_named(asked: Sequence[str], known: Sequence[str]) -> list[str]:
    """The methods asked for, or all of them if none was; UsageError if one is unknown."""
    for one in asked:
        if one not in known:
            raise UsageError(f"There is no method {one!r}, only {', '.join(known)}.")
    return list(asked or known)
