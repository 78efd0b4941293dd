import pytest

from kibitz.precedents.trust import wilson


def test_the_interval_of_a_proportion_is_wilsons() -> None:
    # 8 of 10 at 90 %: computed by hand from the formula
    assert wilson(8, 10, 1.6449, -1.0) == pytest.approx(0.5408, abs=2e-3)
    assert wilson(8, 10, 1.6449, 1.0) == pytest.approx(0.9315, abs=2e-3)
    assert (wilson(0, 0, 1.6449, -1.0), wilson(0, 0, 1.6449, 1.0)) == (0, 1)
