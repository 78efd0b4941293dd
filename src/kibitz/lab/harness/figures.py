"""Panels to draw a result into, and their file; matplotlib comes with ``kibitz[plots]``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.errors import UsageError


def panels(count: int) -> tuple[Any, Any]:
    try:
        import matplotlib
    except ImportError as error:
        raise UsageError("figures need matplotlib: pip install 'kibitz[plots]'") from error
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "kibitz"  # the same figure gives the same file
    figure = Figure(figsize=(5.2 * count, 4), layout="constrained")
    return figure, figure.subplots(1, count, squeeze=False)[0]


def save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
