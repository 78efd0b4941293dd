"""How cost grows, drawn from the result files of benchmarks/growth.py."""

from __future__ import annotations

from pathlib import Path

from kibitz_lab.harness.experiment import Result
from kibitz_lab.harness.figures import panels, save
from kibitz_lab.harness.results import read_result


def draw_growth(result: Result, path: Path) -> None:
    """Time of a question, of a case and of a table against how many there are."""
    figure, [asked, made] = panels(2)
    device = path.with_name("growth-gpu.json")
    measured = {"processor": result} | ({"GPU": read_result(device)} if device.is_file() else {})
    for place, each in measured.items():
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
    save(figure, path)
