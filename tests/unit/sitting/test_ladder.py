"""The ladder: themes, the deals that ship, what somebody has done, what is said at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import UsageError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.places import Places
from kibitz.sitting.coached import CoachedDeal
from kibitz.sitting.keeping import keep
from kibitz.sitting.ladder.climbing import RungState, climbed, state_of, weakest_of
from kibitz.sitting.ladder.pointing import answered_text, ended_text, opened_text, pointer_text
from kibitz.sitting.ladder.rungs import LadderRung, ladder_rungs, rung_at, rung_of, rungs_of
from kibitz.sitting.ladder.themes import (
    LEVELS,
    LadderFamily,
    ladder_theme,
    ladder_themes,
    of_mistake,
)
from kibitz.sitting.moves import chosen, undo

RUNGS = list(ladder_rungs().values())


def test_there_are_nine_themes_of_declarers_play_five_of_defence_and_five_of_bidding() -> None:
    families = [one.family for one in ladder_themes().values()]
    assert [families.count(one) for one in LadderFamily] == [9, 5, 5]


def test_a_mistake_belongs_to_one_theme_at_most() -> None:
    causes = [cause for one in ladder_themes().values() for cause in one.causes]
    assert len(causes) == len(set(causes))
    assert all(of_mistake(cause) is not None for cause in causes)
    assert of_mistake("nothing of the kind") is None


@pytest.mark.parametrize("rung", RUNGS, ids=[one.name for one in RUNGS])
def test_a_deal_of_the_ladder_comes_to_its_decision_and_is_the_players(rung: LadderRung) -> None:
    there = CoachedDeal.at(rung.start)
    assert there.is_persons
    assert there.moment == rung.moment
    legal = there.auction.legal_actions if there.play is None else there.play.legal_actions
    assert rung.right in legal
    assert rung.rival in legal
    assert rung.right != rung.rival
    assert rung.chances[0] > rung.chances[1]


def test_the_role_of_a_deal_is_that_of_its_theme() -> None:
    for rung in RUNGS:
        defends = CoachedDeal.at(rung.start).defends(Seat.SOUTH)
        assert rung.is_call == (rung.theme.family is LadderFamily.BIDDING)
        assert rung.is_call or defends == (rung.theme.family is LadderFamily.DEFENCE), rung.name


def test_deals_are_numbered_and_none_comes_twice() -> None:
    for theme in ladder_themes().values():
        for level in range(1, len(LEVELS) + 1):
            numbers = [one.number for one in rungs_of(theme, level)]
            assert numbers == list(range(1, len(numbers) + 1))
    assert len({str(one.deal) for one in RUNGS}) == len(RUNGS)


def test_a_line_of_the_file_reads_back() -> None:
    assert [LadderRung.read(str(one)) for one in RUNGS] == RUNGS
    with pytest.raises(UsageError, match="fields"):
        LadderRung.read("entries 1 1 | nothing")
    with pytest.raises(UsageError, match="no place"):
        LadderRung.read(str(RUNGS[0]).replace(RUNGS[0].theme.key, "squeezes", 1))


def test_a_deal_is_found_by_its_place_and_a_theme_by_its_words() -> None:
    rung = RUNGS[0]
    assert rung_at(rung.place) == rung == rung_of(rung.start)
    assert rung_of(replace(rung.start, origin="seed 3")) is None
    assert ladder_theme("Holding UP").key == "holding-up"
    with pytest.raises(UsageError, match="no deal"):
        rung_at("ladder:entries-9-9")
    with pytest.raises(UsageError, match="There are: entries"):
        ladder_theme("squeezes")


def _of(family: LadderFamily, level: int) -> LadderRung:
    return next(one for one in RUNGS if one.theme.family is family and one.level == level)


def test_the_theme_is_named_where_it_is_learned_and_used_and_nowhere_else_before_the_end() -> None:
    first, last = _of(LadderFamily.BIDDING, 1), _of(LadderFamily.BIDDING, 3)
    assert opened_text(CoachedDeal.at(first.start)) == [f"{first.theme.name}: {first.theme.says}"]
    assert pointer_text(CoachedDeal.at(first.start)) == [first.theme.asks]
    assert opened_text(CoachedDeal.at(last.start)) == pointer_text(CoachedDeal.at(last.start)) == []
    assert last.theme.lesson in ended_text(CoachedDeal.at(last.start))[0]
    other = CoachedDeal.at(replace(first.start, origin=""))
    assert opened_text(other) == pointer_text(other) == ended_text(other) == []


def test_the_right_call_is_answered_with_its_name_and_another_with_that_of_most() -> None:
    rung = next(one for one in RUNGS if one.is_call and one.kind == "Stayman")
    assert not isinstance(rung.right, Card)
    assert not isinstance(rung.rival, Card)
    assert "Stayman" in answered_text(CoachedDeal.at(rung.start), rung.right)[0]
    assert answered_text(CoachedDeal.at(rung.start), rung.rival)[0].startswith(
        "That is called, too"
    )


@pytest.fixture
def places(bare_home: Path) -> Places:
    assert not bare_home.exists()
    return Places.of()


def test_what_was_done_is_read_from_the_deals_that_are_kept(places: Places) -> None:
    theme = ladder_theme("after-1nt")
    one, two, three = rungs_of(theme, 1)[:3]
    for rung, call in ((one, one.right), (two, two.rival)):
        keep(chosen(CoachedDeal.at(rung.start), call), places.sittings)
    found = climbed(places)
    states = [found.of(each) for each in (one, two, three)]
    assert states == [RungState.RIGHT, RungState.MISSED, RungState.NEW]
    assert found.done(theme, 1) == (2, 1)
    following = list(found.following(theme, 1))
    assert following[0] == three
    assert following[-1] == one


def test_a_call_taken_back_is_not_right_the_first_time() -> None:
    rung = _of(LadderFamily.BIDDING, 1)
    back = undo(chosen(CoachedDeal.at(rung.start), rung.rival))
    assert state_of(chosen(back, rung.right), rung) is RungState.MISSED
    assert state_of(CoachedDeal.at(rung.start), rung) is RungState.BEGUN


def test_without_practice_cards_no_theme_is_weak_and_the_first_is_next(places: Places) -> None:
    found = climbed(places)
    assert found.weakest is None
    assert weakest_of([], []) is None
    assert found.next_rung() == next(found.following(found.next_theme))
