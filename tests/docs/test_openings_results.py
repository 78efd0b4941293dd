"""Figures of the openings are made from result files, never typed."""

from __future__ import annotations

import json

from kibitz.lab.openings_results import BEGIN, END, merged, section
from kit import ROOT

DOCS = ROOT / "docs"


def test_the_results_page_is_made_from_the_result_files() -> None:
    page = (DOCS / "results.md").read_text()
    assert merged(page, section(DOCS / "results")) == page, "run 'make docs'"


def test_a_part_is_replaced_and_nothing_else() -> None:
    page = f"# Results\n\nbefore\n\n{BEGIN}\nold\n{END}\n\nafter\n"
    new = f"{BEGIN}\nnew\n{END}\n"
    assert merged(page, new) == f"# Results\n\nbefore\n\n{new}\nafter\n"
    assert merged(merged(page, new), new) == merged(page, new)


def test_every_result_says_where_it_comes_from() -> None:
    for path in (DOCS / "results").glob("openings-*.json"):
        told = json.loads(path.read_text())
        assert told["commit"]
        if path.stem != "openings-speed":
            assert told["command"].startswith("kibitz lab openings")
            assert all(len(digest) == 16 for digest in told["records"].values())
            assert "/" not in told["command"]
