"""Every list of layouts is counted from its words alone, by a reader that knows nothing else."""

import random

import pytest

import kibitz
from kibitz.suits.combination import Combination
from kibitz.suits.goal import at_least
from kibitz.suits.plans.groups import Grouping
from kibitz.suits.plans.wording import group_text
from kibitz.suits.solver.exact import SuitSolver
from kibitz_lab.suits.combinations import encyclopedia_like
from layout_reader import LayoutReader


@pytest.mark.parametrize("batch", range(10))
def test_entries_are_disjoint_and_have_the_chance_of_the_layouts_they_describe(batch: int) -> None:
    rng = random.Random(batch)
    for _ in range(50):
        north, south = encyclopedia_like(rng)
        solver = SuitSolver(Combination.parse(north, south))
        if not solver.most:
            continue
        line = solver.best(at_least(rng.randint(max(1, solver.most - 1), solver.most)))
        layouts, reader = solver.layouts, LayoutReader(north, south)
        won = frozenset(i for i, tricks in enumerate(line.sure) if tricks)
        everything = frozenset(range(len(layouts.weights)))
        for wanted, chance in ((won, line.worth), (everything - won, 1 - line.worth)):
            seen = frozenset[frozenset[int]]()
            for group in Grouping(layouts).of(wanted):
                words = group_text(group.features, layouts.blocks)
                meant = reader.read(words)
                assert reader.chance(meant) == group.chance, (north, south, words)
                assert not meant & seen, (north, south, words)
                seen |= meant
            assert reader.chance(seen) == chance, (north, south)


def test_the_list_of_q987_opposite_a432_is_the_chance_of_its_plan() -> None:
    content = kibitz.suit("Q987", "A432", tricks=3).to_json()
    reader = LayoutReader("Q987", "A432")
    entries = {one["text"]: one["chance"] for one in content["succeeds"]}
    assert sum(entries.values()) == pytest.approx(content["plan"]["chance"])
    for words, chance in entries.items():
        assert float(reader.chance(reader.read(words))) == pytest.approx(chance), words
        assert f"{100 * chance:.2f} %" in content["statements"][0]["text"]


def test_layouts_are_written_as_people_write_them() -> None:
    answer = kibitz.suit("AKQ9", "xxx", tricks=4)
    written = {(one["west"], one["east"]) for one in answer.layouts_json()}
    assert ("Jxx or Txx", "Txx or Jxx") in written
    for hand in {hand for pair in written for hand in pair}:
        assert set(hand) <= set("AKQJT98765432x- or()f")
        assert "*" not in hand
