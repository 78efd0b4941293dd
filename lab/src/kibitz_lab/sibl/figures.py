"""Figures of the SIBL experiments, drawn from their result files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz_lab.harness.experiment import Result
from kibitz_lab.harness.figures import panels, save


def draw_curves(result: Result, path: Path) -> None:
    """Learning curves of every decision maker, one panel per reading (the paper's Figure 2)."""
    figure, axes = panels(len(result["readings"]))
    for axis, (reading, found) in zip(axes, result["readings"].items(), strict=True):
        for maker, measured in found["makers"].items():
            curve = measured["score"]["curve"]
            tenths = [100 * (i + 1) / len(curve) for i in range(len(curve))]
            axis.plot(tenths, [100 * value for value in curve], label=maker, linewidth=1.4)
        axis.set_title(f"read as {reading}", fontsize=10)
        axis.set_xlabel("training seen (%)")
        axis.set_ylabel("score (%)")
        axis.grid(alpha=0.3)
    axes[-1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, path)


def draw_scale(result: Result, path: Path) -> None:
    """Real agreement against the number of training deals."""
    figure, [axis] = panels(1)
    deals = [point["deals"] for point in result["points"]]
    for voter in result["points"][0]["real_agreement"]:
        found = [point["real_agreement"][voter] for point in result["points"]]
        means, halves = ([100 * each[name] for each in found] for name in ("mean", "within"))
        axis.errorbar(deals, means, halves, label=voter, capsize=2)
    chance = 100 * result["random_legal"]["mean"]
    axis.axhline(chance, color="grey", linestyle=":", label="random legal")
    axis.set_xscale("log")
    axis.set_xlabel("training deals")
    axis.set_ylabel("real agreement (%)")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)
    save(figure, path)


def draw_beside(draw: Callable[[Result, Path], None]) -> Callable[[Any, Result, Path | None], None]:
    """Draw a figure beside the result file, if there is one."""

    def finish(task: Any, result: Result, into: Path | None) -> None:
        if into is not None:
            draw(result, into / f"{result['experiment']}.svg")

    return finish
