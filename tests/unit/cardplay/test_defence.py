"""What is said to a defender: leads, following, discards; results and lookahead his way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.advice import Rule
from kibitz.cardplay.adviser import no_votes, read
from kibitz.cardplay.answer import CardAnswer, CardPrecedent
from kibitz.cardplay.chairs import Chair
from kibitz.cardplay.explain.decisions import needed_text, situation
from kibitz.cardplay.explain.reviews import decision_verdict
from kibitz.cardplay.lookahead.evaluation import Lookahead
from kibitz.cardplay.question import CardQuestion
from kibitz.cardplay.review import JudgedCard, Verdict
from kibitz.cardplay.similarity.naming import Renaming
from kibitz.cardplay.similarity.positions import number
from kibitz.cardplay.voting import Ballot, CardShare
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.record import Citation, Players, Record, ResultSource, Source

LEAD = CardQuestion.lead("KQJT5.T73.93.Q87", "1D P 1S P 1N P 2N P 3N", dealer="S", seat="W")


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def state(text: str, contract: str = "3N by S") -> Play:
    deal = Deal.parse("W:KQJT5.T73.93.Q87 A972.K52.864.J62 83.J986.KT72.AT9 64.AQ4.AQJ5.K543")
    return Play.start(deal, Contract.parse(contract)).after_all(cards(text))


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("", "on lead against 3NT with ♠KQJ105 ♥1073 ♦93 ♣Q87"),
        ("SK S2", "third hand, ♠83 behind ♠A972 in dummy, ♠K led, ♠2 played"),
        (
            "SK SA S3 S4 D4 D2 DQ",
            "last hand, ♦93 in front of ♦864 in dummy, ♦4 led, ♦2 and ♦Q played",
        ),
        (
            "SK SA S3 S4 S2 S8 S6 S5",
            "the defender behind dummy on lead at trick 3, four more tricks to beat it",
        ),
        (
            "SK S2 S3 S4 SQ S7 S8 S6 SJ SA",
            "third hand, no ♠ in hand, ♠J led, ♠A played",
        ),
    ],
)
def test_a_decision_is_named_as_a_defender_sees_it(played: str, words: str) -> None:
    assert situation(state(played)) == words


def test_what_the_defence_needs_is_counted_from_its_own_tricks() -> None:
    assert needed_text(state("")) == "five more tricks to beat it"
    assert needed_text(state("SK S2 S3 S4 SQ S7")) == "four more tricks to beat it"
    assert needed_text(state("", "7N by S")) == "one more trick to beat it"
    assert needed_text(state("SK S2 S3 S4 SQ S7", "7N by S")) == "the contract beaten"


def record(tricks: int, name: str) -> Record:
    start = state("")
    return Record(
        source=Source("made.lin", 1),
        deal=start.deal,
        auction=Auction(Seat.NORTH),
        vulnerability=Vulnerability.NONE,
        contract=start.contract,
        play=tuple(cards("SK S2 S3 S4")),
        tricks=tricks,
        result_source=ResultSource.CLAIM,
        citation=Citation(event="Cup", board="3", players=Players(west=name)),
    )


def answer(*, made: int, down: int, lookahead: Lookahead | None = None) -> CardAnswer:
    """Whether to lead the king of spades, which so many led before."""
    here = LEAD.state
    precedents = tuple(
        CardPrecedent(here, record(tricks, "Forrester"), 0, 1, Renaming.of(range(4)), 0.0, False)
        for tricks in (*[9] * made, *[8] * down)
    )
    king = Card.parse("SK")
    voted = [CardShare(king, 1.0, len(precedents))]
    rest = [CardShare(card, 0.0, 0) for card in here.legal_actions if card != king]
    ballot = Ballot((*voted, *rest), 0.8, True)
    return CardAnswer(LEAD, ballot, precedents, 1000, lookahead)


def test_a_lead_is_advised_by_who_led_so_and_how_often_it_beat_the_contract() -> None:
    told = answer(made=18, down=12)
    text = str(told)
    assert text.startswith("Lead ♠K. On lead against 3NT with ♠KQJ105 ♥1073 ♦93 ♣Q87: ")
    assert "in all 30 decisions of this kind, experts led the king, queen, jack or ten" in text
    assert "The contract was defeated after leading the king" in text
    assert "in 12 of 30." in text
    assert "Forrester led the king" in text
    [first, *_] = told.to_json()["precedents"]
    assert (first["player"], first["declarer"], first["result"]) == ("Forrester", "South", 0)


def test_lookahead_speaks_of_the_defences_tricks() -> None:
    low, king = Card.parse("C7"), Card.parse("SK")
    legal = LEAD.state.legal_actions
    tricks = dict.fromkeys(legal, 9.5) | {king: 8.75, low: 8.4}
    made = dict.fromkeys(legal, 1.0) | {king: 0.75}
    ahead = Lookahead(tricks, made, 4, Chair.OPENING_LEAD)
    told = answer(made=18, down=12, lookahead=ahead)
    assert told.card == king
    assert (
        "Over 4 layouts that fit what is known, solved double dummy: ♠K beats the contract in 1 of "
        "4. The experts' choice and the layouts together are for ♠K." in str(told)
    )
    assert told.to_json()["lookahead"]["own_tricks"]["SK"] == 4.25
    alone = replace(told, ballot=no_votes(LEAD.state), precedents=(), known=0)
    assert alone.card == low
    assert alone.confidence is None
    assert str(alone).startswith("Lead ♣7. No close precedent: this memory holds no decisions of")
    assert str(alone).endswith("No votes stand beside them: the layouts alone are for ♣7.")


def reading() -> CardAnswer:
    chances = np.zeros(52, np.float32)
    for name, chance in (("SK", 0.35), ("SQ", 0.26), ("H3", 0.2), ("C7", 0.09), ("SA", 0.5)):
        chances[number(Card.parse(name))] = chance
    read_here = read(LEAD.state, chances)
    return CardAnswer(LEAD, no_votes(LEAD.state), (), 50, reading=read_here)


def test_what_the_network_reads_is_marked_as_such() -> None:
    told = reading()
    assert str(told.card) == "SK"
    assert told.confidence is None
    assert told.why_not == ""
    assert "no close precedent in this memory. The learned reading of such positions: " in str(told)
    assert "♠K 68 %, ♥3 22 %, ♣7 10 %." in str(told)  # the queen counts with the king
    assert "no example stands behind it" in str(told)
    weights = [choice.weight for choice in told.choices]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1)
    [ground] = told.choices[0].grounds
    assert isinstance(ground, Rule)
    assert told.to_json()["reading"]["SK"] == pytest.approx(0.3889)
    assert told.to_json()["precedents"] == []


def test_a_reading_is_no_verdict_in_a_review() -> None:
    judged = JudgedCard(reading(), Card.parse("H3"), None)
    assert judged.verdict is Verdict.UNKNOWN
    assert decision_verdict(judged).startswith(
        "no close precedent, the learned reading gives it 22 %"
    )


def test_the_card_in_mind_gets_its_own_sentence() -> None:
    told = answer(made=18, down=12)
    asked = replace(told, about=replace(LEAD, considered=Card.parse("H3")))
    assert "Your ♥3: chosen in none of 30 precedents." in str(asked)
    read_only = replace(reading(), about=replace(LEAD, considered=Card.parse("H3")))
    assert "Your ♥3: 22 % by the learned reading." in str(read_only)
