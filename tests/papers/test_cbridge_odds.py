"""CBridge, section 3.7: its printed tables, to the digits printed there."""

from __future__ import annotations

import pytest

from kibitz.games.bridge.odds import DEALS, deals_with_small_cards, points_table, shape_table

# points: percent, as printed
POINTS = {
    **{0: 0.4, 1: 0.8, 2: 1.3, 3: 2.5, 4: 3.3, 5: 5.2, 6: 6.6, 7: 8.0, 8: 8.9, 9: 9.4, 10: 9.4},
    **{11: 8.9, 12: 8.0, 13: 7.0, 14: 5.6, 15: 4.5, 16: 3.3, 17: 2.3, 18: 1.6, 19: 1.1, 20: 0.6},
    **{21: 0.4, 22: 0.2, 23: 0.1},
}
MISPRINTED = {2: 1.4, 4: 3.8, 13: 6.9, 14: 5.7, 15: 4.4, 17: 2.4, 19: 1.0}
"""Where the printed digit is not the nearest one, and what is."""

SHAPES = {
    **{"4-4-3-2": 21.55, "5-3-3-2": 15.52, "5-4-3-1": 12.93, "5-4-2-2": 10.58, "4-3-3-3": 10.54},
    **{"6-3-2-2": 5.64, "6-4-2-1": 4.70, "6-3-3-1": 3.45, "5-5-2-1": 3.17, "4-4-4-1": 2.99},
    **{"7-3-2-1": 1.88, "6-4-3-0": 1.33, "5-4-4-0": 1.24, "5-5-3-0": 0.90, "6-5-1-1": 0.71},
    **{"6-5-2-0": 0.65, "7-2-2-2": 0.51, "7-4-1-1": 0.39, "7-4-2-0": 0.36, "7-3-3-0": 0.27},
}


@pytest.mark.parametrize("points", POINTS)
def test_points_agree_with_the_printed_table_or_its_misprint_is_known(points: int) -> None:
    percent = round(100 * float(points_table()[points]), 1)
    assert percent == MISPRINTED.get(points, POINTS[points])
    assert (points in MISPRINTED) == (percent != POINTS[points])


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_agree_with_the_printed_table(shape: str) -> None:
    [found] = [one for one in shape_table() if str(one) == shape]
    assert 100 * float(found.chance) == pytest.approx(SHAPES[shape], abs=0.005 + 1e-9)


# small cards of a suit, all alike: the number of deals, as printed (a misprinted point aside)
WITH_SMALL_CARDS = {
    1: 53_644_737_765_488_792_839_237_440_000,
    2: 7_811_544_503_918_790_990_995_915_520,
    3: 445_905_120_201_773_774_566_940_160,
    4: 14_369_217_850_047_151_709_620_800,
    5: 314_174_475_847_313_213_527_680,
    6: 5_197_480_921_767_366_548_160,
    7: 69_848_690_581_204_198_656,
    8: 800_827_437_699_287_808,
    9: 8_110_864_720_503_360,
    10: 74_424_657_938_928,
    11: 630_343_600_320,
    12: 4_997_094_488,
    13: 37_478_624,
}


@pytest.mark.parametrize("small", WITH_SMALL_CARDS)
def test_deals_with_small_cards_agree_with_the_printed_table(small: int) -> None:
    assert deals_with_small_cards(small) == WITH_SMALL_CARDS[small]


def test_one_small_card_of_a_suit_is_as_good_as_named() -> None:
    assert deals_with_small_cards(1) == DEALS
    with pytest.raises(ValueError, match="from 1 to 13"):
        deals_with_small_cards(0)
