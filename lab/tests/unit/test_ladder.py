"""The search for the ladder's deals: the same for the same seed, and of a theme."""

from __future__ import annotations

import pytest

from kibitz.sitting.ladder.rungs import LadderRung
from kibitz.sitting.ladder.themes import LadderFamily
from kibitz_lab.ladder.calling import called
from kibitz_lab.ladder.choosing import chosen, mark_of, sorted_again
from kibitz_lab.ladder.dealing import SIEVES, DealtHands, dealt
from kibitz_lab.ladder.making import BLOCKS, LESSONS, dropped, file_of, tasks
from kibitz_lab.ladder.positions import BEATS
from kibitz_lab.ladder.searching import SEARCHES, searched
from kibitz_lab.ladder.written import lessons

BIDDING = (1, "slams", 0)


@pytest.mark.parametrize("sieve", SIEVES)
def test_dealt_deals_pass_their_sieve_and_follow_from_the_seed(sieve: str) -> None:
    once, again = (list(dealt(3, sieve, sieve, range(2, 4))) for _ in range(2))
    assert once == again
    assert all(SIEVES[sieve](DealtHands(one.deal)) for one in once)
    assert once != list(dealt(4, sieve, sieve, range(2, 4)))


def test_every_search_has_a_sieve_and_some_blocks() -> None:
    assert {sieve for sieve, _ in SEARCHES.values()} <= set(SIEVES)
    assert set(BLOCKS) <= {*SEARCHES, "bidding", "slams"}
    assert len(tasks(1)) == sum(BLOCKS.values()) + len(lessons())
    assert {name for _, name, _ in tasks(1, 1)} == {*BLOCKS, LESSONS}


@pytest.mark.long
def test_calls_are_found_again_with_the_same_seed_and_make_levels() -> None:
    found = called(BIDDING)
    assert found == called(BIDDING)
    rungs = chosen(found, {})
    assert rungs
    assert all(one.theme.family is LadderFamily.BIDDING for one in rungs)
    lines = file_of(rungs).splitlines()
    again = [LadderRung.read(one) for one in lines if not one.startswith("#")]
    assert file_of(again) == file_of(rungs)
    dull = [mark_of(one) for one in found if one["deal"] == str(rungs[0].deal)]
    assert rungs[0].deal not in [one.deal for one in chosen(found, dict.fromkeys(dull, "dull"))]


@pytest.mark.long
def test_cards_are_found_again_with_the_same_seed_and_beat_their_rival() -> None:
    found = searched((1, "ruffs", 0))
    assert found
    assert found == searched((1, "ruffs", 0))
    for one in map(sorted_again, found):
        assert one["gain"] >= BEATS
        assert one["theme"] in ("", "ruffs", "drawing-trumps")
    assert len({mark_of(one) for one in found}) == len(found)


def test_what_was_dropped_has_a_reason() -> None:
    assert all(why for why in dropped().values())
