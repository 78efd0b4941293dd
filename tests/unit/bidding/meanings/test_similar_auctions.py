"""Auctions that mean the same speak for a rare one, and it is said that they do."""

from __future__ import annotations

import numpy as np
import pytest

from heard_tables import SomeTables, prefix
from kibitz.bidding.auctions.ranges import Spread
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.meanings.answer import MeaningAnswer
from kibitz.bidding.meanings.hands import FEWEST_AUCTIONS, Kinship
from kibitz.bidding.meanings.meaning import Meaning, Wanted, find_meaning
from kibitz.bidding.meanings.question import MeaningQuestion
from kibitz.bidding.meanings.similar_auctions import same_meaning
from kibitz.bidding.openings.question import Colours
from kibitz.games.bridge.cards import Suit

RARE = "1C 1S X P 2H"
WAYS = (RARE, "1C P 1H 1S 2H", "P 1C P 1H 1S 2H", "P 1C 1S X P 2H")


def _four_hearts(points: int, lengths: list[int]) -> bool:
    return lengths[Suit.HEARTS] == 4 and 12 <= points <= 15


def _no_hearts(points: int, lengths: list[int]) -> bool:
    return lengths[Suit.HEARTS] < 3


@pytest.fixture(scope="module")
def tables() -> SomeTables:
    """A rare auction, some that mean the same, and a frequent one that does not."""
    others = [SomeTables.dealt(way, 8, _four_hearts, seed=n) for n, way in enumerate(WAYS)]
    return SomeTables.of([*others, SomeTables.dealt("2D 2H", 40, _no_hearts, seed=9)])


@pytest.fixture(scope="module")
def said(tables: SomeTables) -> Meaning:
    return find_meaning(tables, Wanted(prefix(RARE), Colours.NONE), CallNetwork.shipped())


def _text(said: Meaning, vul: str | None = "none") -> str:
    return str(MeaningAnswer(MeaningQuestion.parse(RARE, vulnerability=vul), said))


def test_only_auctions_that_are_read_as_the_same_hand_are_akin(tables: SomeTables) -> None:
    found = same_meaning(tables.auctions, prefix(RARE), CallNetwork.shipped())
    assert found.kinship is Kinship.SAME_MEANING
    assert found.auctions >= FEWEST_AUCTIONS[Kinship.SAME_MEANING]
    spoken = {" ".join(map(str, way)) for way in found.ways(tables.auctions)}
    assert RARE in spoken
    assert spoken <= set(WAYS)
    points, lengths = found.holdings(tables.auctions)
    assert (lengths[:, Suit.HEARTS] == 4).all()
    assert ((points >= 12) & (points <= 15)).all()


def test_they_speak_for_one_that_is_too_rare(said: Meaning) -> None:
    assert said.kinship is Kinship.SAME_MEANING
    assert said.whole.length(Suit.HEARTS).range.least == 4
    assert said.found == 8 * len(said.ways)
    assert said.any_colours


def test_it_is_said_how_rare_it_is_and_which_speak_for_it(said: Meaning) -> None:
    text = _text(said)
    assert "exactly this auction at this vulnerability" in text
    assert (
        f"{said.found} have one that means the same at any vulnerability, such as pass, 1♣" in text
    )


def test_a_double_is_compared_over_the_same_bid_only() -> None:
    some = SomeTables.of(
        [
            SomeTables.dealt("1H X", 4, _no_hearts),
            SomeTables.dealt("1S X", 4, _no_hearts),
        ]
    )
    found = same_meaning(some.auctions, prefix("1H X"), CallNetwork.shipped())
    assert len(found) == 4


def test_a_passed_hand_is_compared_with_passed_hands_only() -> None:
    some = SomeTables.of(
        [SomeTables.dealt("P P 1C 1H X", 4, _no_hearts), SomeTables.dealt("1C 1H X", 4, _no_hearts)]
    )
    network = CallNetwork.shipped()
    assert len(same_meaning(some.auctions, prefix("P P 1C 1H X"), network)) == 4
    assert len(same_meaning(some.auctions, prefix("1C 1H X"), network)) == 4


def test_where_auctions_are_folds_the_cover_is_that_of_one_left_out() -> None:
    """Two auctions with quite different hands: neither's range holds the other's."""
    values = np.repeat([3, 9], 30)
    assert Spread.of_values(values, 14, np.repeat([0, 1], 30)).range.cover < 0.05
    assert Spread.of_values(values, 14).range.cover > 0.8


def test_a_pair_with_too_few_hands_is_told_how_many_there_are() -> None:
    question = MeaningQuestion.parse("1N", pair="A - B")
    assert "Only 7 hands of A - B for 1NT by the dealer" in str(
        MeaningAnswer(question, None, known=7)
    )
    assert "No hand of A - B" in str(MeaningAnswer(question, None))
    systems = MeaningQuestion.parse("1N", system="strong club")
    assert "Only 1 hand of strong-club pairs" in str(MeaningAnswer(systems, None, known=1))
