"""Result files: what an experiment found, with all that is needed to repeat it.

Every file begins with the experiment's name, what made it (program, commit, command, machine and,
for `kibitz lab all`, how long it took), its records with their SHA-256, and the seed. Then comes
what was found.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from kibitz.errors import StorageError, UsageError
from kibitz.runtime.storage import write_atomically
from kibitz_lab.harness.provenance import commit


def result_of(
    name: str,
    found: Mapping[str, Any],
    *,
    seed: int | None,
    records: Iterable[Path] = (),
    device: str = "",
) -> dict[str, Any]:
    """The content of a result file; *seed* is None only if nothing is drawn."""
    return {
        "experiment": name,
        "made_by": made_by(sys.argv, device),
        "records": [cited(path) for path in dict.fromkeys(records)],
        "seed": seed,
        **found,
    }


def write_result(folder: Path, result: Mapping[str, Any]) -> Path:
    """Write a result as ``<experiment>.json``."""
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


def source(result: Mapping[str, Any]) -> str:
    """Where a result comes from, for the page of results."""
    made = result["made_by"]
    took = f", {made['seconds'] / 60:,.0f} min" if made.get("seconds", 0) >= 60 else ""
    busy = f", load {made['load']:.1f}" if "load" in made else ""
    where = f"{made['machine']}{busy}{took}"
    return f"`{made['command']}`, commit {made['commit']}; {where}."


def files(result: Mapping[str, Any]) -> str:
    """The records a result was made from, for the page of results."""
    return ", ".join(
        f"`{one['file']}` (SHA-256 {one['sha256'][:12]}…)" for one in result["records"]
    )


def made_by(arguments: Sequence[str], device: str = "") -> dict[str, Any]:
    """The program, the command line and the machine that make a result.

    A benchmark also records how busy the machine was; an experiment's result does not depend on it.
    """
    try:
        version = metadata.version("kibitz")
    except metadata.PackageNotFoundError:  # run from its source, as on a machine with torch alone
        version = "source"
    cores, python = f"{os.cpu_count()} cores", f"Python {platform.python_version()}"
    made: dict[str, Any] = {
        "version": version,
        "commit": commit(),
        "command": command_of(arguments),
        "machine": ", ".join(filter(None, (device, cores, platform.machine(), python))),
    }
    if _is_benchmark(arguments):
        made["load"] = round(os.getloadavg()[0], 1)
    return made


def _is_benchmark(arguments: Sequence[str]) -> bool:
    script = Path(arguments[0])
    return script.suffix == ".py" and script.stem != "__main__"


def command_of(arguments: Sequence[str]) -> str:
    """A command line as anybody would type it, without folders of this machine.

    >>> command_of(["bin/kibitz", "lab", "sibl", "--records", "data/x.jsonl", "--into", "y"])
    'kibitz lab sibl --records x.jsonl'
    >>> command_of(["benchmarks/nearest.py", "--rounds", "3"])
    'python benchmarks/nearest.py --rounds 3'
    """
    script = f"python benchmarks/{Path(arguments[0]).name}"
    typed = [script if _is_benchmark(arguments) else "kibitz"]
    words = iter(arguments[1:])
    for word in words:
        if word == "--into":
            next(words, None)
        else:
            typed.append(Path(word).name if "/" in word else word)
    return " ".join(typed)


def contents_of(*groups: Iterable[Path]) -> list[str]:
    """The digests of files, independent of their names."""
    return [cited(path)["sha256"] for group in groups for path in group]


def cited(path: Path) -> dict[str, str]:
    """A file of records by its name and its content."""
    try:
        with path.open("rb") as file:
            return {"file": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
