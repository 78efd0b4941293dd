"""No figure is typed: what README and docs say was measured stands in a result file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.errors import UsageError
from kibitz_lab.catalogue.citing import refreshed, uncited
from kibitz_lab.catalogue.registry import EXPERIMENTS
from kibitz_lab.catalogue.results_page import MADE_WHOLE
from kit import ROOT

RESULTS = ROOT / "docs" / "results"

PAGES = [
    page
    for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
    if page.name not in MADE_WHOLE
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_figure_is_cited_from_a_result_file(page: Path) -> None:
    text = page.read_text("utf-8")
    assert uncited(text) == [], "cite it, or mark what a paper gives: see CONTRIBUTING.md"
    assert refreshed(text, RESULTS) == text, "run 'make docs'"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It agrees in 82.1 % of them.", ["82.1 %"]),
        (
            "Some 1,200 tables a second, 3 times as fast, in 40 MB.",
            ["1,200 tables a second", "3 times", "40 MB"],
        ),
        ("It takes about two seconds and 465 megabytes.", ["two seconds", "465 megabytes"]),
        ("precedents 86.7 / 84.0, a power of .82", ["86.7", "84.0", ".82"]),
        ("32 of 37 texts, 2.63x bridgebots", ["32 of 37", "2.63x"]),
        ("In 95 % they agree; Python 3.11+, PBN 2.1 and §1.3.", ["95 %"]),
        ("From 5 to 7 minutes, 12ms at best.", ["5 to 7 minutes", "12ms"]),
        ("The 95 % interval over 20 runs of 24 deals, 3NT and 5-card suits.", []),
        ("```console\n$ kibitz odds splits 5\n 67.83%\n```\nand `--jobs 5 s`", []),
        ("the paper says 43 %<!-- given -->, and we 12 %.", ["12 %"]),
        ("we find 12.3 %<!-- made/share .1% --> here.", []),
        ("<!-- begin growth goal -->\n12 s\n<!-- end -->\n", []),
    ],
)
def test_a_typed_figure_is_found(text: str, found: list[str]) -> None:
    assert uncited(text) == found


def test_a_cited_figure_is_copied_from_its_file(tmp_path: Path) -> None:
    told = {"experiment": "made", "share": 0.12345, "rows": [{"ms": 1234.5}], "name": "x"}
    (tmp_path / "made.json").write_text(json.dumps(told))
    text = "We find 9 %<!-- made/share .1% --> and 7 ms<!-- made/rows/0/ms ,.0f -->."
    assert refreshed(text, tmp_path) == (
        "We find 12.3 %<!-- made/share .1% --> and 1,234 ms<!-- made/rows/0/ms ,.0f -->."
    )
    for wrong in ("made/other", "made/rows/3/ms", "made/name", "made/rows/x"):
        with pytest.raises(UsageError):
            refreshed(f"9 %<!-- {wrong} .1% -->", tmp_path)
    shown = "`9 %<!-- made/other .1% -->` shows how"
    assert refreshed(shown, tmp_path) == shown
    with pytest.raises(UsageError, match="nothing makes the block"):
        refreshed("<!-- begin other -->\n<!-- end -->", tmp_path)


DRAWS_NOTHING = {
    *("archive", "conventions", "describing-gpu", "explore", "first-answers", "import"),
    *("inferences", "meanings"),
    *("suits_table", "suits_texts"),
}
"""Every case, combination or text once: chance has no part in it."""


def test_every_result_file_is_made_by_a_registered_experiment() -> None:
    made = {experiment.result for experiment in EXPERIMENTS}
    assert {path.stem for path in RESULTS.glob("*.json")} <= made
    assert len(EXPERIMENTS) == len({experiment.result for experiment in EXPERIMENTS})


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*.json")), ids=lambda path: path.stem)
def test_every_result_can_be_found_again(path: Path) -> None:
    """Of an experiment: its command, the hash of its records, and what chance started from."""
    told = json.loads(path.read_text("utf-8"))
    assert told["experiment"] == path.stem
    assert (told["seed"] is None) == (path.stem in DRAWS_NOTHING)
    assert bool(told["records"]) == any(
        name in told["made_by"]["command"]
        for name in (".jsonl", ".json", ".kibitz", "raw", "lab lessons")
    )
    for one in told["records"]:
        assert re.fullmatch("[0-9a-f]{64}", one["sha256"])
        assert "/" not in one["file"]
