"""Shares and chances in words: all and none are said of nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coached import adviser, real_card, table, tables
from kibitz.bidding.openings.adviser import OpeningAdviser
from kibitz.bidding.openings.house import HOUSE
from kibitz.bidding.openings.memory import written_memory
from kibitz.bidding.openings.question import Situation
from kibitz.cardplay.explain import explain
from kibitz.cardplay.explain.reviews import decision_verdict
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.review import JudgedCard
from kibitz.cardplay.scoring import are_equal
from kibitz.games.bridge.auction import Sign
from kibitz.suits.explain import percent as suit_percent
from kibitz.wording import chance_text, percent
from kit import ROOT
from opened import house_cases

NUMBER = re.compile(r"^(over |under )?(\d+(?:\.\d+)?) %$")


@pytest.mark.parametrize("decimals", [0, 1, 2, 3])
def test_a_share_is_told_within_its_last_decimal_and_only_all_is_called_all(decimals: int) -> None:
    rng, step = random.Random(decimals), 10.0**-decimals
    shares = [rng.random() ** rng.choice((1, 8)) for _ in range(2000)]
    for share in (*shares, *(1 - share for share in shares), 0.0, 1.0):
        found = NUMBER.match(percent(share, decimals))
        assert found is not None
        side, told = found[1], float(found[2])
        assert abs(told - 100 * share) <= step
        assert (told == 100) == (round(share, 6) == 1)
        assert (told == 0) == (round(share, 6) == 0)
        assert side != "over " or told < 100 * share < 100
        assert side != "under " or 0 < 100 * share < told


def test_a_measured_chance_is_never_certain() -> None:
    assert [chance_text(chance, 1) for chance in (0.0, 0.5, 1.0)] == [
        *("under 0.1 %", "50.0 %", "over 99.9 %")
    ]


def test_what_floats_add_up_to_nearly_all_is_all() -> None:
    assert percent(sum([0.1] * 10)) == "100 %"
    assert percent(1 - 6e-8) == "100 %"
    assert percent(6e-8) == "0 %"


def test_a_suit_that_hardly_ever_fails_does_fail() -> None:
    assert suit_percent(Fraction(1)) == "100.00 %"
    assert suit_percent(1 - Fraction(105, 10400600)) == "over 99.99 %"
    assert suit_percent(Fraction(105, 10400600)) == "under 0.01 %"


def test_advice_never_calls_a_part_of_the_vote_all_of_it(tmp_path: Path) -> None:
    record = table(1, "3N", 52)
    asked = CardQuestion.of(record, real_card(record))
    advice = adviser(tmp_path / "library.kibitz", tables(12, first=20)).ask(asked)
    first, *rest = advice.ballot.candidates
    other = next(one for one in rest if not are_equal(asked.state, one.card, first.card))
    voters = len(advice.precedents)
    candidates = (
        replace(first, share=0.998, count=voters - 1),
        replace(other, share=0.002, count=1),
    )
    ballot = replace(advice.ballot, candidates=candidates, confidence=1.0, close=True)
    advice = replace(advice, ballot=ballot)
    told = explain(advice)
    assert "of the vote" not in told  # counts, beside one measured chance
    assert f" in {voters - 1} and " in told or f"in {voters - 1}, " in told
    assert "what an expert plays over 99 % of the time" in told
    assert "over 99 % of the vote" in decision_verdict(JudgedCard(advice, first.card, None))
    assert "under 1 % of the vote" in decision_verdict(JudgedCard(advice, other.card, None))
    nobody = (candidates[0], replace(candidates[1], share=1e-5, count=0))
    advice = replace(advice, ballot=replace(ballot, candidates=nobody))
    assert "none of" in decision_verdict(JudgedCard(advice, other.card, None))
    assert ", 0 % of the vote" in decision_verdict(JudgedCard(advice, other.card, None))


def test_an_opening_is_told_by_counts_and_one_measured_chance() -> None:
    memory = written_memory(HOUSE, house_cases(300, random.Random(1)))
    answer = OpeningAdviser(memory).ask(Situation.parse("AQ7.KJ985.K2.T43"))
    assert answer.opening is not None
    shares = ((answer.opening.call, 0.998), (Sign.PASS, 0.002))
    opening = replace(answer.opening, shares=shares, confidence=1.0)
    told = str(replace(answer, opening=opening))
    assert "of the vote" not in told
    assert "the call that is made over 99.9 % of the time" in told


def test_percentages_for_people_are_written_in_one_place() -> None:
    """The tables of the lab print figures; whatever answers a player uses `percent`."""
    written = [
        str(path.relative_to(ROOT))
        for pattern in ("*.py", "*.html")
        for path in (ROOT / "src" / "kibitz").rglob(pattern)
        if "lab" not in path.relative_to(ROOT).parts
        if re.search(r":[.]\d%\}|format\(100 \*", path.read_text())
    ]
    assert written == []
