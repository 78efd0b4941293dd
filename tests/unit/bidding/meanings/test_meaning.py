"""What a call means is what the hands had; where they are few, similar auctions fill in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from heard_tables import SomeTables, prefix
from kibitz.bidding.auctions.styles import NAMES, STYLES, named_style
from kibitz.bidding.calls.network import CallNetwork
from kibitz.bidding.calls.shown.listening import read
from kibitz.bidding.meanings.hands import LEAST, Kinship, other_passes, same_auction
from kibitz.bidding.meanings.meaning import Meaning, Trait, Wanted, find_meaning
from kibitz.bidding.openings.question import Colours
from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Suit


def _strong(points: int, lengths: list[int]) -> bool:
    return 15 <= points <= 17


def _weak(points: int, lengths: list[int]) -> bool:
    return 12 <= points <= 14


def _hearts(points: int, lengths: list[int]) -> bool:
    return lengths[Suit.HEARTS] >= 5


def _means(memory: SomeTables | None, text: str, **wanted: object) -> Meaning:
    return find_meaning(memory, Wanted(prefix(text), **wanted), CallNetwork.shipped())  # type: ignore[arg-type]


def test_the_range_is_that_of_the_hands() -> None:
    said = _means(SomeTables.dealt("1N", 60, _strong), "1N")
    assert said.kinship is Kinship.SAME
    assert (said.whole.points.range.least, said.whole.points.range.most) in {(15, 17), (15, 16)}
    assert said.found == said.whole.hands == 60


def test_the_hand_of_whoever_called_counts_and_no_other() -> None:
    said = _means(SomeTables.dealt("1N P 2D", 60, _hearts), "1N P 2D")
    assert sum(said.whole.length(Suit.HEARTS).shares[5:]) == pytest.approx(1)
    assert said.whole.traits[Trait.FIVE_CARD_MAJOR] == 1
    assert sum(said.whole.length(Suit.SPADES).shares[5:]) < 0.5


def test_other_passes_fill_in_where_the_same_auction_is_rare() -> None:
    few = SomeTables.dealt("1N", LEAST - 1, _strong, seed=1)
    more = SomeTables.dealt("P 1N", 40, _weak, seed=2)
    said = _means(SomeTables.of([few, more]), "1N")
    assert said.kinship is Kinship.OTHER_PASSES
    assert (said.found, said.exact) == (LEAST - 1 + 40, LEAST - 1)
    assert _means(SomeTables.of([few, more]), "P 1N").kinship is Kinship.SAME


@pytest.mark.parametrize(
    ("asked", "other"), [("P P 1S P 2C", "1S P 2C"), ("1N", "P P 1N"), ("P 1S P 2C", "1S P 2C")]
)
def test_a_passed_hand_speaks_for_no_other(asked: str, other: str) -> None:
    """Nor is an opening opposite one like the others: it may be lighter."""
    tables = SomeTables.of([SomeTables.dealt(asked, 3, _strong), SomeTables.dealt(other, 5, _weak)])
    alike = len(other_passes(tables.auctions, prefix(asked)))
    assert alike == (8 if asked == "P 1S P 2C" else 3)


def test_a_pass_before_the_first_bid_is_only_compared_with_such_passes() -> None:
    tables = SomeTables.of([SomeTables.dealt("P", 5, _weak), SomeTables.dealt("P P", 5, _weak)])
    assert len(other_passes(tables.auctions, prefix("P P"))) == 5
    assert len(same_auction(tables.auctions, prefix("P"))) == 10


def test_without_enough_hands_the_network_reads_the_call() -> None:
    for memory in (None, SomeTables.dealt("1N", LEAST - 1, _strong)):
        said = _means(memory, "1N")
        assert said.kinship is Kinship.READING
        assert not said.whole.hands
        assert 11 <= said.whole.points.range.least <= said.whole.points.range.most <= 18


def test_a_reading_is_a_chance_of_every_number_and_the_same_each_time() -> None:
    network = CallNetwork.shipped()
    first, again = (read(network, prefix("1H P 2H"), Colours.NONE) for _ in range(2))
    assert first.points.sum() == pytest.approx(1, abs=1e-4)
    assert first.lengths.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-4)
    assert (first.points == again.points).all()


def test_colours_count_where_there_are_enough_hands_and_are_let_go_where_not() -> None:
    tables = SomeTables.dealt("1N", 200, _strong)
    assert _means(tables, "1N", colours=Colours.NONE).found == 50
    said = _means(SomeTables.dealt("1N", 40, _strong), "1N", colours=Colours.BOTH)
    assert said.any_colours
    assert said.found == 40


def test_withdrawn_tables_are_not_heard() -> None:
    tables = SomeTables.of([SomeTables.dealt("1N", 50, _strong)], withdrawn=range(10))
    assert _means(tables, "1N").found == 40


def _two_systems(strong: Sequence[int], weak: Sequence[int]) -> SomeTables:
    return SomeTables.of(
        [
            SomeTables.dealt("1N", 90, _strong, pairs=strong, seed=1),
            SomeTables.dealt("1N", 60, _weak, pairs=weak, seed=2),
        ]
    )


def test_pairs_that_play_it_differently_are_told_apart_by_their_other_tables() -> None:
    said = _means(_two_systems(range(1, 7), range(7, 11)), "1N")
    assert [sense.whose for sense in said.apart] == ["strong no-trump pairs", "weak no-trump pairs"]
    strong, weak = said.apart
    assert strong.points.range.least >= 15
    assert weak.points.range.most <= 14
    assert (strong.hands, weak.hands) == (90, 60)


def test_a_table_never_speaks_for_itself() -> None:
    """Everybody opens 1NT once: nothing is known of anybody from elsewhere."""
    assert not _means(_two_systems(range(1, 91), range(91, 151)), "1N").apart


def test_a_pair_that_is_not_known_is_on_no_side() -> None:
    assert not _means(_two_systems([0], [0]), "1N").apart


def test_a_pair_and_a_system_may_be_asked_for() -> None:
    tables = _two_systems(range(1, 4), range(7, 9))
    assert _means(tables, "1N", pair=8).whole.points.range.most <= 14
    style = named_style("strong no-trump")
    assert _means(tables, "1N", style=style, name="strong").found == 90


def test_every_style_has_two_names_and_is_found_by_them() -> None:
    assert len(set(NAMES)) == 2 * len(STYLES)
    for name in NAMES:
        style, _ = named_style(name)
        assert name in style.names
    with pytest.raises(UsageError, match="No system is called"):
        named_style("blue team")
    with pytest.raises(UsageError, match="fits several"):
        named_style("no-trump")
