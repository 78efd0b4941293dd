"""A player at the table, typing: what is asked, what is said, how it ends."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from kibitz.games.bridge.auction import parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.mygame.drills.cards import Drill
from kibitz.sitting.coach import Coach, rest_is_clear
from kibitz.sitting.coached import AnswerVerdict, CoachedDeal, DealStage, DealStart
from kibitz.sitting.deals import bid_by_house
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.keeping import from_link, read, written
from kibitz.sitting.moves import after
from kibitz.sitting.practice import cards_of, decided
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.sight import seen_by_decider
from kibitz.sitting.stops import Stop, Trials

DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
CALLS = tuple(map(parse_call, ["1N", "P", "3N", "P", "P", "P"]))
EARLY = "H4 H5 H9 HK"


@cache
def coach(every: bool = False) -> Coach:
    house = HousePlayer.shipped()
    return Coach(house, Trials(house.playing, layouts=60), every)


def late(cards: int) -> DealStart:
    """The deal in three no-trump after so many cards, played by the house."""
    start = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1, (), "starter:1", 0, CALLS)
    deal = CoachedDeal.at(start)
    while len(deal.cards) < cards:
        deal = after(deal, coach().house.chooses(seen_by_decider(deal)))
    return replace(start, people=(Seat.SOUTH,), cards=deal.cards)


def typed(session: TableSession, *words: str) -> TableSession:
    for word in words:
        session = session.does(word)
    return session


@pytest.mark.long
def test_a_deal_is_bid_counted_and_claimed(solver: DoubleDummy) -> None:
    start = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1)
    session = TableSession.sit_down(CoachedDeal.at(start), coach(every=True), solver)
    assert session.asks is Asks.CALL
    assert session.lines[0] == "You are South. South dealt, nobody vulnerable."
    assert session.lines[-1] == "You    ♠KQ5 ♥K62 ♦AQJ4 ♣K83"
    other = session.does("7NT")
    assert other.asks is Asks.CALL_DIFFERS
    assert other.lines[0].startswith("Experts bid 1♦ here. 1♦, ")
    session = typed(other, "back", "1d")
    assert session.asks in (Asks.CALL, Asks.COUNT)
    while session.asks is Asks.CALL:
        session = typed(session, "pass")
        session = session.does("on") if session.asks is Asks.CALL_DIFFERS else session
        session = session.does("mine") if session.asks is Asks.CONTRACT else session
    assert session.asks is Asks.COUNT
    assert session.deal.contract is not None
    session = session.does("3")
    assert session.lines[0].startswith(("Yes: ", "Count again: "))
    assert session.asks is Asks.LINE
    assert session.lines[1] == "Where will the others come from?"
    assert session.does("9").lines[0].startswith("A number from 1 to ")
    planned = session.does("1")
    assert planned.asks is Asks.CARD
    again = TableSession.sit_down(read(written(planned.deal)), coach(every=True), solver)
    assert again.asks is Asks.CARD
    choice = coach(every=True).lines(planned.deal)
    assert choice is not None
    verdicts = [choice.verdict(number) for number in range(1, len(choice.lines) + 1)]
    assert any(one.endswith(": right.") for one in verdicts)
    assert [f"  {at}  {text}" for at, text in enumerate(choice.texts, 1)] == list(session.lines[2:])


@pytest.mark.parametrize(("word", "same"), [("mine", False), ("theirs", True), ("on", False)])
def test_another_contract_is_offered_once(word: str, same: bool) -> None:
    start = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1)
    session = TableSession.sit_down(CoachedDeal.at(start), coach(every=True), None)
    while session.asks in (Asks.CALL, Asks.CALL_DIFFERS):
        session = session.does("pass" if session.asks is Asks.CALL else "on")
    assert session.asks is Asks.CONTRACT
    assert session.lines[-1].startswith("So the house bids it: ")
    theirs = bid_by_house(start, coach().house).contract
    assert session.does("perhaps").lines == ("Mine or theirs?",)
    session = session.does(word)
    assert session.asks is not Asks.CONTRACT
    assert (session.deal.contract == theirs) is same
    assert read(written(session.deal)) == session.deal
    assert any(": " in line for line in session.does("calls").lines)


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    start = DealStart(DEAL, Seat.SOUTH, Vulnerability.NONE, 1, auction=CALLS)
    begun = CoachedDeal.at(replace(start, cards=tuple(map(Card.parse, EARLY.split()))))
    session = TableSession.sit_down(begun, coach(every=True), None)
    for word, said in (
        ("H2 H3", "not a card"),
        ("C2", "not in South's hand"),
        ("1NT", "not a card"),
        ("claim", "How many?"),
        ("claim 99", "12 tricks left"),
        ("why", "nothing to explain"),
        ("back", "nothing to take back"),
    ):
        wrong = session.does(word)
        assert said in wrong.lines[0]
        assert wrong.deal == session.deal
    assert session.does("?").lines[0].startswith("A call: 1NT")
    assert session.does("table").lines[0].startswith("Dummy  ♠A42")
    assert from_link(session.does("link").lines[0]) == CoachedDeal.at(session.deal.start)
    assert session.does("auction").lines[0].startswith("South 1NT, West pass")


@pytest.mark.long
def test_a_claim_is_agreed_only_from_the_top(solver: DoubleDummy) -> None:
    cards = tuple(map(Card.parse, EARLY.split()))
    start = DealStart(
        DEAL, Seat.SOUTH, Vulnerability.NONE, 1, origin="", auction=CALLS, cards=cards
    )
    session = TableSession.sit_down(CoachedDeal.at(start), coach(every=True), solver)
    refused = session.does("claim 12")
    assert refused.lines[0].startswith("Not yet: play on. On no layout")
    assert len(refused.lines) == 3  # the hands of that layout
    assert refused.asks is Asks.CARD
    breaks = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.QT8.JT9 KQ5.K62.AJ74.K83 763.T743.63.Q765")
    other = TableSession.sit_down(
        CoachedDeal.at(replace(start, deal=breaks)), coach(every=True), solver
    )
    assert other.does("claim 10").lines[0].startswith("Not yet: play on. What if ")
    agreed = refused.does("claim 10")
    assert agreed.lines[0] == "Agreed."
    assert agreed.asks is Asks.NOTHING
    assert agreed.deal.tricks == 11
    assert "3NT by South, made +2: +460." in agreed.lines
    assert read(written(agreed.deal)) == agreed.deal


def test_a_side_that_is_sure_of_the_rest_claims_it() -> None:
    start = late(32)
    while not rest_is_clear(CoachedDeal.at(start)):
        start = late(len(start.cards) + 1)
    session = TableSession.sit_down(CoachedDeal.at(start), coach(), None)
    assert session.asks is Asks.NOTHING
    assert session.deal.cards == start.cards
    assert any(line.startswith("The rest is clear: declarer has ") for line in session.lines)
    played = CoachedDeal.at(replace(start, people=()))
    while played.stage is not DealStage.OVER:
        played = after(played, coach().house.chooses(seen_by_decider(played)))
    assert played.tricks == session.deal.tricks


@pytest.mark.long
def test_a_defender_meets_a_question_and_it_becomes_a_practice_card(solver: DoubleDummy) -> None:
    stop, session = _at_a_decision()
    assert session.asks is Asks.CARD
    wrong = next(card for card in stop.tried.cards if stop.is_wrong(card))
    hints = typed(session, "hint", "hint")
    assert hints.lines[0].startswith("What if ")
    assert hints.does("hint").lines == (f"Play {_text(stop.best)}.",)
    asked = session.does(str(wrong))
    assert asked.asks is Asks.WHAT_IF
    assert asked.lines[0].startswith("What if ")
    assert asked.does("H2").lines == ("Type back to take it back, or on to play on.",)
    assert any("wins" in line for line in asked.does("show").lines)
    again = asked.does("back")
    assert again.does(str(stop.best)).asks is not Asks.WHAT_IF
    end = _to_the_end(replace(asked, solver=solver))
    assert end.end is not None
    [first, *_] = end.deal.answers
    assert (first.did, first.verdict) == (wrong, AnswerVerdict.WRONG)
    assert any("was better" in line for line in end.lines)
    [card, *_] = cards_of(decided(end.end, coach()))
    drill = Drill.of(card[2])
    assert drill.is_right(stop.best)
    assert not drill.is_right(wrong)


def _text(card: Card) -> str:
    from kibitz.wording import card_text

    return card_text(card)


def _at_a_decision() -> tuple[Stop, TableSession]:
    """A late decision on a deal that has one, and the session there."""
    for number in range(2, 12):
        deal = CoachedDeal.at(
            DealStart(
                Deal.shuffled(random.Random(f"deal {number}")),
                Seat.NORTH,
                Vulnerability.NONE,
                number,
                (),
            )
        )
        while deal.stage is not DealStage.OVER:
            seen = seen_by_decider(deal)
            if deal.stage is DealStage.PLAY and len(deal.cards) >= 24:
                stop = coach().trials.at(seen)
                if stop is not None and stop.parts:
                    start = replace(
                        deal.start,
                        people=(deal.decider,),
                        auction=deal.auction.calls,
                        cards=deal.cards,
                    )
                    return stop, TableSession.sit_down(CoachedDeal.at(start), coach(), None)
            deal = after(deal, coach().house.chooses(seen))
    raise AssertionError("no deal has a decision")


def _to_the_end(session: TableSession) -> TableSession:
    while session.asks is not Asks.NOTHING:
        if session.asks is Asks.WHAT_IF:
            session = session.does("on")
        else:
            assert session.stop is not None
            session = session.does(str(session.stop.best))
    return session
