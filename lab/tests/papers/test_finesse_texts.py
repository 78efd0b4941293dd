"""Frank and Basin, "Strategies Explained", section 6: how many of its texts are ours."""

import json

import pytest

from kibitz_lab.suits.texts import REASONS, compare
from kit import ROOT, SHARED

FILE = SHARED / "suits" / "finesse_problems.json"


@pytest.mark.skipif(not FILE.exists(), reason="../shared/suits is not there")
def test_most_texts_are_finesse_s_own_and_each_difference_has_its_reason() -> None:
    found = compare(json.loads(FILE.read_text())["problems"])
    assert found["legible"] == 37
    assert found["same"] >= 28
    assert {row["number"] for row in found["different"]} <= REASONS.keys()
    kept = json.loads((ROOT / "docs" / "results" / "suits_texts.json").read_text())
    assert {key: kept[key] for key in found} == found
