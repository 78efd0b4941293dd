"""Result files: what an experiment found, with all that is needed to find it again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from kibitz.errors import StorageError, UsageError
from kibitz.lab.provenance import commit
from kibitz.storage import write_atomically


def provenance(command: Sequence[str]) -> dict[str, str]:
    """The program and the command line that made a result."""
    try:
        version = metadata.version("kibitz")
    except metadata.PackageNotFoundError:  # run from its source, as where only torch is
        version = "source"
    return {
        "version": version,
        "commit": commit(),
        "command": " ".join(["kibitz", *command]),
    }


def write_result(folder: Path, result: dict[str, Any]) -> Path:
    """Keep a result as ``<experiment>.json``."""
    path = folder / f"{result['experiment']}.json"
    write_atomically(path, (json.dumps(result, indent=1) + "\n").encode())
    return path


def read_result(path: Path) -> dict[str, Any]:
    try:
        result = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise StorageError(f"{path} is not a result file: {error}") from error
    if not isinstance(result, dict) or "experiment" not in result:
        raise UsageError(f"{path} is not a result file")
    return result
