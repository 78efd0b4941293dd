"""A coached deal: its moves, what is refused, and its text, link and file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.errors import IllegalActionError, KibitzError, StorageError, UsageError
from kibitz.games.bridge.auction import Auction, Call, Sign, parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.sitting.coached import (
    AnswerVerdict,
    CoachedDeal,
    DealStage,
    DealStart,
    FirstAnswer,
    MarkKind,
)
from kibitz.sitting.deals import turned
from kibitz.sitting.keeping import (
    earlier,
    from_link,
    keep,
    kept,
    link,
    read,
    unfinished,
    written,
)
from kibitz.sitting.moves import after, answered, chosen, conceded, noted, undo
from kibitz.sitting.sight import seen

DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
CALLS = tuple(map(parse_call, ["1N", "P", "3N", "P", "P", "P"]))
START = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, origin="here")
BID = CoachedDeal.at(replace(START, auction=CALLS))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def test_the_stages_of_a_deal_follow_each_other() -> None:
    deal = CoachedDeal.at(START)
    assert (deal.stage, deal.turn, deal.is_persons) == (DealStage.BIDDING, Seat.SOUTH, True)
    deal = after(chosen(deal, CALLS[0]), Sign.PASS)
    assert not deal.is_persons
    assert (BID.stage, BID.turn, BID.is_persons) == (DealStage.PLAY, Seat.WEST, False)
    led = after(BID, Card.parse("H4"))
    assert (led.turn, led.decider, led.is_persons) == (Seat.NORTH, Seat.SOUTH, True)
    assert CoachedDeal.at(START).called(*[Sign.PASS] * 4).stage is DealStage.OVER


def test_who_sits_opposite_a_declarer_of_the_house_plays_his_cards() -> None:
    dummy = CoachedDeal.at(replace(START, people=(Seat.NORTH,), auction=CALLS))
    led = after(dummy, Card.parse("H4"))
    assert (led.decider, led.is_persons) == (Seat.NORTH, True)
    assert set(seen(led, Seat.NORTH).hands) == {Seat.NORTH, Seat.SOUTH}
    assert set(seen(led, Seat.WEST).hands) == {Seat.NORTH, Seat.WEST}
    partners = replace(START, people=(Seat.NORTH, Seat.SOUTH), auction=CALLS)
    both = after(CoachedDeal.at(partners), Card.parse("H4"))
    assert both.decider is Seat.SOUTH
    assert set(seen(both, Seat.NORTH).hands) == {Seat.NORTH}


def test_a_seat_sees_its_hand_then_dummy_and_at_the_end_all() -> None:
    assert set(seen(BID, Seat.SOUTH).hands) == {Seat.SOUTH}
    led = after(BID, Card.parse("H4"))
    assert set(seen(led, Seat.EAST).hands) == {Seat.EAST, Seat.NORTH}
    told = seen(led, Seat.SOUTH).to_json()
    assert set(told["hands"]) == {"N", "S"}
    assert told["options"] == ["H5", "H8", "HA"]
    assert seen(led, Seat.EAST).to_json()["options"] == []
    assert set(seen(conceded(led, 9), Seat.EAST).hands) == set(Seat)


@pytest.mark.parametrize(
    ("played", "card", "why"),
    [
        ("H4", "S2", "Hearts were led, and there are some in this hand: play ♥A, ♥8 or ♥5."),
        ("H4", "HK", "♥K is not in North's hand, whose turn it is."),
        ("H4 H5 H9 HK", "H4", "♥4 is gone."),
    ],
)
def test_a_card_that_cannot_be_played_says_why(played: str, card: str, why: str) -> None:
    with pytest.raises(IllegalActionError) as error:
        after(BID.played(*cards(played)), Card.parse(card))
    assert str(error.value) == why


@pytest.mark.parametrize(
    ("calls", "choice", "why"),
    [
        ("1N P", "1S", "1♠ is too low: bid more than 1NT."),
        ("1N P", "X", "There is nothing to double."),
        ("", "XX", "There is nothing to redouble."),
    ],
)
def test_a_call_that_cannot_be_made_says_why(calls: str, choice: str, why: str) -> None:
    said: list[Call] = [parse_call(one) for one in calls.split()]
    with pytest.raises(IllegalActionError) as error:
        after(CoachedDeal.at(START).called(*said), parse_call(choice))
    assert str(error.value) == why


def test_a_choice_is_taken_back_with_all_that_followed_and_noted() -> None:
    led = after(BID, Card.parse("H4"))
    played = after(chosen(led, Card.parse("H5")), Card.parse("H9"))
    back = undo(played)
    assert replace(back, marks=()) == led
    assert [(one.kind, one.moment) for one in back.marks] == [(MarkKind.BACK, led.moment)]
    with pytest.raises(UsageError, match="nothing to take back"):
        undo(back)


def test_the_first_answer_counts() -> None:
    before = cards("H4")
    first = FirstAnswer(before, Card.parse("HA"), Card.parse("H5"), AnswerVerdict.WRONG)
    deal = answered(BID, first)
    again = FirstAnswer(before, Card.parse("H5"), Card.parse("H5"), AnswerVerdict.RIGHT)
    assert answered(deal, again).answers == (first,)


def test_what_is_not_possible_is_refused() -> None:
    led = after(BID, Card.parse("H4"))
    with pytest.raises(UsageError, match="not your turn"):
        chosen(BID, Card.parse("H4"))
    with pytest.raises(UsageError, match="over"):
        after(conceded(led, 9), Card.parse("H5"))
    with pytest.raises(UsageError, match="can't end with 14"):
        conceded(led, 14)
    with pytest.raises(UsageError, match="bidding is over"):
        after(led, Sign.PASS)
    with pytest.raises(UsageError, match="not over yet"):
        after(CoachedDeal.at(START), Card.parse("H4"))
    with pytest.raises(UsageError, match="auction is not over"):
        replace(START, cards=cards("H4"))


def _rich() -> CoachedDeal:
    led = chosen(after(BID, Card.parse("H4")), Card.parse("H5"))
    noted_ = noted(noted(led, MarkKind.HINT), MarkKind.COUNT, 9)
    wrong = FirstAnswer(cards("H4"), Card.parse("HA"), Card.parse("H5"), AnswerVerdict.WRONG)
    return conceded(answered(noted_, wrong), 10)


def test_text_link_and_file_read_back(tmp_path: Path) -> None:
    deal = _rich()
    assert read(written(deal)) == deal
    assert from_link(link(deal)) == CoachedDeal.at(deal.start)
    assert kept(keep(deal, tmp_path)) == deal
    (tmp_path / "mine.deal").write_text(written(deal))
    assert kept(tmp_path / "mine.deal") == deal
    assert earlier(deal.start, tmp_path) == deal


def test_what_was_left_is_found_again(tmp_path: Path) -> None:
    assert unfinished(tmp_path) is None
    assert earlier(START, tmp_path) is None
    keep(_rich(), tmp_path)
    assert unfinished(tmp_path) is None
    keep(CoachedDeal.at(START), tmp_path)
    assert unfinished(tmp_path) == CoachedDeal.at(START)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kibitz sitting 1", "something else"),
        ("calls: 1N", "calls: 9N"),
        ("given calls: 1N P", "given calls: 2N P"),
        ("cards: H4", "cards: S4"),
        ("claimed: 10", "claimed: 14"),
        ("own: 7", "own: 99"),
        ("mark: hint 8 0", "mark: hint"),
        ("HA H5 wrong", "HA H5 perhaps"),
        ("dealer: S", "dealer S"),
    ],
)
def test_damaged_text_is_refused_in_one_line(old: str, new: str) -> None:
    text = written(_rich())
    assert old in text
    with pytest.raises(UsageError) as error:
        read(text.replace(old, new))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("word", ["sit:", "sit:AAAA", "sit:???", "sit:" + "A" * 5000])
def test_a_damaged_link_is_refused(word: str) -> None:
    with pytest.raises(UsageError, match="damaged"):
        from_link(word)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    place = keep(_rich(), tmp_path)
    place.write_bytes(place.read_bytes()[:-3])
    with pytest.raises(StorageError, match="checksum"):
        kept(place)
    with pytest.raises(KibitzError):
        kept(tmp_path / "none.deal")


def test_a_turned_deal_is_the_same_deal_from_another_seat() -> None:
    once = turned(replace(START, vulnerability=Vulnerability.NORTH_SOUTH), 1)
    assert (once.deal.west, once.dealer) == (DEAL.south, Seat.WEST)
    assert once.vulnerability is Vulnerability.EAST_WEST
    assert replace(turned(once, 3), vulnerability=Vulnerability.NONE) == START
    assert Auction(once.dealer).turn is Seat.WEST
