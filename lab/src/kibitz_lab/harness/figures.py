"""Figures of results: panels to draw into, and saving them."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def panels(count: int) -> tuple[Any, Any]:
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "kibitz"  # so that the same figure gives the same file
    figure = Figure(figsize=(5.2 * count, 4), layout="constrained")
    return figure, figure.subplots(1, count, squeeze=False)[0]


def save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
