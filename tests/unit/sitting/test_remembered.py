"""What is remembered of a deal, and how it is played again: by two, or from a trick on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from kibitz.asking import Kibitz
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.mygame.drills.kinds import drill_of, judged, text_of
from kibitz.mygame.drills.progress import PlayerProgress
from kibitz.mygame.store import PracticeStore
from kibitz.places import Places
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kibitz.records.lookup import table, tables_of_deal
from kibitz.sitting.after.carding import carding_told
from kibitz.sitting.after.field import dealt_as, field_score
from kibitz.sitting.coach import Coach
from kibitz.sitting.coached import (
    AnswerVerdict,
    CoachedDeal,
    DealStage,
    DealStart,
    FirstCall,
    MarkKind,
)
from kibitz.sitting.deals import SeatedAs, of_number, of_record
from kibitz.sitting.ending import Ending
from kibitz.sitting.house.memory import MemoryPlayer
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.keeping import name_of, read, written
from kibitz.sitting.ladder.rungs import ladder_rungs
from kibitz.sitting.ladder.themes import theme_name
from kibitz.sitting.moves import noted, replayed, undo
from kibitz.sitting.practice import COUNTING, decided, remember
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.sight import seen_by_decider
from kibitz.sitting.stops import Trials
from kibitz.sitting.words import looked

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
CALLS = tuple(map(parse_call, ["1N", "P", "3N", "P", "P", "P"]))
TRICKS = "H4 H5 H9 HK DA D3 D2 D7 DQ D6 D5 D8"
CARDS = tuple(map(Card.parse, TRICKS.split()))


@cache
def coach() -> Coach:
    house = HousePlayer.shipped()
    return Coach(house, Trials(house.playing, layouts=20), every=True)


def start(people: tuple[Seat, ...] = (Seat.SOUTH,)) -> DealStart:
    return DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1, people, "a test")


def ended(deal: CoachedDeal) -> Ending:
    return Ending(deal, 0, None, (), None, ())


def test_a_wrong_call_is_noted_once_and_asked_again(tmp_path: Path) -> None:
    begun = CoachedDeal.at(start())
    deal, other = coach().called(begun, parse_call("7N"))
    assert other is not None
    again, _ = coach().called(undo(deal), other.experts)
    assert again.spoken == deal.spoken
    assert read(written(again)) == again
    [found] = decided(ended(deal), coach())
    assert (found.what, found.number, found.right) == ("call", 1, False)
    assert found.card is not None
    drill = drill_of(found.card[2])
    assert text_of(drill).endswith("What do you call?")
    assert judged(drill, str(other.experts))[0]
    right, said = judged(drill, "7N")
    assert not right
    assert other.text in said
    assert "At the table you chose 7NT." in said
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        assert remember(ended(deal), coach(), store, NOW) == 1
        assert remember(ended(deal), coach(), store, NOW) == 0
        [guess] = store.guesses("me")
        assert (guess.theme, guess.right, guess.deal) == (found.theme, False, str(DEAL))
        assert store.cards("me")[0].deal == guess.deal
        assert remember(ended(replayed_from(2)), coach(), store, NOW) == 0
        assert len(store.guesses("me")) == 1


def replayed_from(trick: int) -> CoachedDeal:
    given = CoachedDeal.at(replace(start(), auction=CALLS))
    return replayed(given.played(*CARDS), trick)


def test_a_deal_is_replayed_from_a_trick_and_kept_apart() -> None:
    again = replayed_from(2)
    assert again.cards == CARDS[:4]
    assert not again.own
    assert not again.answers
    assert again.start.again
    assert read(written(again)) == again
    given = CoachedDeal.at(replace(start(), auction=CALLS))
    assert name_of(replayed_from(1).start) != name_of(given.start)
    for trick in (0, 4):
        with pytest.raises(UsageError, match="A trick from 1 to 3"):
            replayed_from(trick)
    with pytest.raises(UsageError, match="Nothing was played"):
        replayed(CoachedDeal.at(start()), 1)


def test_a_wrong_count_is_asked_again_and_a_right_one_is_not() -> None:
    deal = CoachedDeal.at(replace(start(), auction=CALLS, cards=CARDS[:1]))
    for number, cards in ((3, 1), (11, 0)):
        found = list(decided(ended(noted(deal, MarkKind.COUNT, number)), coach()))
        assert [(one.what, one.theme) for one in found] == [("count", COUNTING)]
        assert sum(one.card is not None for one in found) == cards
        if found[0].card is None:
            continue
        drill = drill_of(found[0].card[2])
        assert text_of(drill).endswith("How many winners can you count on top?")
        assert judged(drill, "11") == (True, ["Right.", "3♠ + 2♥ + 4♦ + 2♣ = 11 on top."])
        assert judged(drill, "3")[1][0] == "Not 3: 11."
        with pytest.raises(UsageError):
            judged(drill, "many")


def test_partners_see_the_screen_one_after_the_other() -> None:
    people = (Seat.SOUTH, Seat.NORTH)
    session = TableSession.sit_down(CoachedDeal.at(start(people)), coach(), None)
    hands = {"South": "♠KQ5 ♥K62 ♦AQJ4 ♣K83", "North": "♠A42 ♥A85 ♦K952 ♣A42"}
    for name, call in (("South", "1d"), ("North", "2d")):
        other = next(hand for whose, hand in hands.items() if whose != name)
        assert session.asks is Asks.HAND_OVER
        assert session.lines[-1].startswith(f"{name} decides.")
        assert session.to_json()["seen"] is None
        assert not any(hand in line for hand in hands.values() for line in session.lines)
        assert session.does("hint").asks is Asks.CALL  # whatever is typed, he looks
        session = session.does("")
        assert session.lines[0].startswith(f"You are {name}.")
        assert hands[name] in session.lines[-1]
        assert not any(other in line for line in session.lines)
        session = session.does(call)
        if session.asks is Asks.CALL_DIFFERS:
            session = session.does("on")
    assert looked(session.deal, Seat.NORTH).moment == session.deal.own[-1]
    assert looked(session.deal, Seat.EAST).moment == 0


def test_what_the_houses_cards_told_is_true_of_its_hands() -> None:
    deal = CoachedDeal.at(replace(start(()), auction=CALLS)).played(*CARDS)
    told = carding_told(deal)
    assert told[0] == "West led ♥4: third best."
    assert all(one.startswith(("Trick ", "West led ")) for one in told)
    mine = replace(deal, start=replace(deal.start, people=(Seat.WEST, Seat.EAST)))
    assert carding_told(mine) == []
    assert carding_told(CoachedDeal.at(start())) == []
    assert deal.stage is DealStage.PLAY


def test_a_score_stands_beside_the_librarys_tables_of_the_board(tmp_path: Path) -> None:
    record = table("starter:111")
    expert = replace(record, citation=replace(record.citation, kind="human"))
    with Library.open(tmp_path / "library.kibitz") as library:
        for number, one in enumerate((record, replace(expert, play=expert.play[:8]), expert)):
            lines = "".join(write_lines([one])).encode()
            import_file(library, Opened(BytesIO(lines), f"{number}.jsonl"))
        deal = of_record(record, SeatedAs.DECLARER, "starter:111")
        found = [one.accounts[0] for one in tables_of_deal(library, dealt_as(deal))]
    assert deal.start.people == (Seat.SOUTH,)
    field = field_score(deal, 400, found)
    assert field is not None
    assert field.tables == len([one for one in found if one.citation.kind == "human"])
    for own, share in ((10_000, 1.0), (-10_000, 0.0)):
        against = field_score(deal, own, found)
        assert against is not None
        assert against.matchpoints == share
        assert (against.imps > 0) == (own > 0)
    assert field_score(deal, 400, [record]) is None


@pytest.mark.long
def test_what_is_tried_ahead_is_what_comes() -> None:
    table = Coach(coach().house, Trials(coach().trials.playing, layouts=8))
    opened, _ = table.goes_on(of_number(2, SeatedAs.DECLARER, table.house))
    ahead = list(table.ahead(opened, None))
    lines = table.lines(opened)
    assert lines is not None
    for number in range(1, len(lines.lines) + 1):
        chosen = noted(noted(opened, MarkKind.COUNT), MarkKind.LINE, number)
        tried = len(table.trials._tried)
        deal, stop = table.goes_on(chosen)
        assert deal in ahead
        assert len(table.trials._tried) == tried  # nothing was left to try
        if stop is not None:
            after = list(table.ahead(deal, stop))
            assert {one.cards[len(deal.cards)] for one in after} == set(stop.tried.cards)
            break


@pytest.mark.long
def test_a_librarys_memory_sits_in_a_chair_and_sees_what_it_sees(home: Path) -> None:
    kibitz = Kibitz(Places.of())
    player = MemoryPlayer(kibitz.calls, kibitz.cards)
    guests = {Seat.SOUTH: player, Seat.WEST: player}
    house = replace(HousePlayer.shipped(), guests=guests)
    opened = CoachedDeal.at(start(()))
    assert house.chooses(seen_by_decider(opened)) in opened.auction.legal_actions
    led = CoachedDeal.at(replace(start(()), auction=CALLS))
    other = Deal.of({**{seat: DEAL[seat] for seat in Seat},
                     Seat.NORTH: DEAL[Seat.EAST], Seat.EAST: DEAL[Seat.NORTH]})  # fmt: skip
    lead = house.chooses(seen_by_decider(led))
    assert led.play is not None
    assert lead in led.play.legal_actions
    hidden = replace(start(()), deal=other, auction=CALLS)
    assert house.chooses(seen_by_decider(CoachedDeal.at(hidden))) == lead
    after_lead = led.played(*CARDS[:2])  # East, whom the house plays
    assert house.chooses(seen_by_decider(after_lead)) == coach().house.chooses(
        seen_by_decider(after_lead)
    )


def test_an_answer_on_the_ladder_is_about_the_ladders_theme(tmp_path: Path) -> None:
    rung = next(one for one in ladder_rungs().values() if one.is_call)
    assert not isinstance(rung.rival, Card)
    assert not isinstance(rung.right, Card)
    call = FirstCall(rung.calls, rung.rival, rung.right, AnswerVerdict.WRONG)
    deal = replace(CoachedDeal.at(rung.start), spoken=(call,))
    with PracticeStore.open(tmp_path / "m.kibitz") as store:
        assert remember(ended(deal), coach(), store, NOW) == 1
        found = PlayerProgress.of(store, "me", NOW, theme_name)
    assert [(one.theme, one.right, one.asked) for one in found.themes] == [(rung.theme.name, 0, 1)]
