"""Figures of the experiments, drawn from result files; matplotlib comes with ``kibitz[plots]``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.errors import UsageError
from kibitz.lab.harness.results import read_result


def draw_sibl(result: dict[str, Any], path: Path) -> None:
    """Learning curves of every decision maker, one panel a reading (the paper's Figure 2)."""
    figure, axes = _panels(len(result["readings"]))
    for axis, (reading, told) in zip(axes, result["readings"].items(), strict=True):
        for maker, measured in told["makers"].items():
            curve = measured["score"]["curve"]
            tenths = [100 * (i + 1) / len(curve) for i in range(len(curve))]
            axis.plot(tenths, [100 * value for value in curve], label=maker, linewidth=1.4)
        axis.set_title(f"legality read as {reading}", fontsize=10)
        axis.set_xlabel("training seen (%)")
        axis.set_ylabel("score (%)")
        axis.grid(alpha=0.3)
    axes[-1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
    _save(figure, path)


def draw_scale(result: dict[str, Any], path: Path) -> None:
    """Real agreement against the number of training deals."""
    figure, [axis] = _panels(1)
    deals = [point["deals"] for point in result["points"]]
    for voter in result["points"][0]["real_agreement"]:
        told = [point["real_agreement"][voter] for point in result["points"]]
        means = [100 * each["mean"] for each in told]
        axis.errorbar(deals, means, [100 * each["within"] for each in told], label=voter, capsize=2)
    chance = 100 * result["random_legal"]["mean"]
    axis.axhline(chance, color="grey", linestyle=":", label="random legal")
    axis.set_xscale("log")
    axis.set_xlabel("training deals")
    axis.set_ylabel("real agreement (%)")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)
    _save(figure, path)


def draw_growth(result: dict[str, Any], path: Path) -> None:
    """Time of a question, of a case and of a table against how many there are."""
    figure, [asked, made] = _panels(2)
    beside = path.with_name("growth-gpu.json")
    told = {"processor": result} | ({"GPU": read_result(beside)} if beside.is_file() else {})
    for place, each in told.items():
        for states in sorted({row["states"] for row in each["rows"]}):
            rows = [row for row in each["rows"] if row["states"] == states]
            for key, kind, style in (
                ("question", "alone", "-"),
                ("question_in_batch", "of a batch", "--"),
            ):
                sizes, times = [row["cases"] for row in rows], [row[key]["seconds"] for row in rows]
                label = f"{place}, {states} state{'s' * (states > 1)}, {kind}"
                asked.loglog(sizes, times, style, marker=".", label=label)
    rows = [row for row in result["rows"] if row["states"] == 1]
    for key, label in (
        ("learned_case_seconds", "learned case"),
        ("kept_case_seconds", "case kept on disk"),
    ):
        made.loglog(
            [row["cases"] for row in rows], [row[key] for row in rows], marker=".", label=label
        )
    tables = result["tables"]
    seconds = [row["imported_table_seconds"] for row in tables]
    made.loglog([row["tables"] for row in tables], seconds, marker=".", label="imported table")
    for axis, title, size in (
        (asked, "a question", "cases"),
        (made, "a case, a table", "cases or tables"),
    ):
        axis.set_title(title, fontsize=10)
        axis.set_xlabel(size)
        axis.set_ylabel("seconds")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    _save(figure, path)


def _panels(count: int) -> tuple[Any, Any]:
    try:
        import matplotlib
    except ImportError as error:
        raise UsageError("figures need matplotlib: pip install 'kibitz[plots]'") from error
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "kibitz"  # the same figure gives the same file
    figure = Figure(figsize=(5.2 * count, 4), layout="constrained")
    return figure, figure.subplots(1, count, squeeze=False)[0]


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


FIGURES: dict[str, Callable[[dict[str, Any], Path], None]] = {
    "sibl": draw_sibl,
    "sibl-scale": draw_scale,
    "growth": draw_growth,
}
"""The figure that belongs to a result file."""
