"""What calls and cards tell: worked examples, and how often it was true at real tables."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from kibitz.bidding.conventions.file import conventions
from kibitz.cardplay.inferences import asked, promised, shape, strength
from kibitz.cardplay.inferences.rates import SURELY, USUALLY, Certainty, Rates, RuleRate
from kibitz.cardplay.inferences.statements import (
    Length,
    NoLongMajor,
    OneOfCards,
    Points,
    SidePoints,
    StoppedSuit,
    Without,
)
from kibitz.cardplay.inferences.telling import every_rule, told_by_calls, told_by_cards
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kit import SHARED

PLAYERS = SHARED / "data" / "human_players.jsonl.xz"
N, E, S, W = Seat


def told(auction: str) -> dict[str, str]:
    return {
        f"{one.seat} {one.did}": one.says
        for one in told_by_calls(Auction.parse(auction))
        if not isinstance(one.statement, Points)
    }


def read(auction: str) -> set[str]:
    """What the rules read, likely or not."""
    return {
        f"{one.seat} {one.did}: {statement}"
        for one in every_rule(Auction.parse(auction))
        for _, statement in one.readings
    }


def test_a_raise_to_three_no_trump_denies_a_five_card_major_and_no_more() -> None:
    said = told("N: 1N P 3N P P P")
    assert said["N opened 1NT"] == "usually no void and no singleton"
    assert said["S raised 1NT to 3NT without looking for a major"] == "usually no five-card major"
    assert said["N bid 3NT"].endswith("points or more between them")


def test_a_disturbed_auction_shows_fewer_points() -> None:
    sums = {
        auction: next(
            one.statement.least
            for one in told_by_calls(Auction.parse(auction))
            if isinstance(one.statement, SidePoints)
        )
        for auction in ("N: 1N P 3N P P P", "N: 1D 1S 2C P 2N P 3N P P P")
    }
    assert sums["N: 1N P 3N P P P"] > sums["N: 1D 1S 2C P 2N P 3N P P P"]


def test_an_overcall_is_five_cards_and_less_is_not_worth_saying() -> None:
    said = told("N: 1D 1S 2C P 2N P 3N P P P")
    assert said["E overcalled 1♠"] == "usually five spades or more"
    assert not any("four spades" in one for one in said.values())


def test_a_transfer_shows_the_suit_above() -> None:
    said = told("N: 1N P 2H P 2S P 3N P P P")
    assert said["S bid 2♥, a transfer to spades"] == "usually five spades or more"
    assert said["N left 3NT with spades offered"] == "usually at most three spades"


def test_stayman_asked_and_left_shows_the_other_major() -> None:
    assert "S asked for a major and left spades for 3NT: four hearts or more" in read(
        "N: 1N P 2C P 2S P 3N P P P"
    )
    assert "S asked for a major and left hearts for 3NT: four spades or more" in read(
        "N: 1N P 2C P 2H P 3N P P P"
    )
    assert not any("left" in one for one in read("N: 1N P 2C P 2D P 3N P P P"))


def test_no_trump_after_an_overcall_promises_a_stopper() -> None:
    said = told("N: 1D 1S P P 1N P 3N P P P")
    assert not any("stopper in diamonds" in one for one in said.values())
    assert "N bid 3NT over spades: a stopper in spades" in read("N: 1D 1S 2C P 3N P P P")


def test_who_passes_before_anybody_bids_is_limited_and_who_passes_later_is_not() -> None:
    passed = [
        one
        for one in told_by_calls(Auction.parse("N: P 1S P 2S P P P"))
        if one.did == "did not open"
    ]
    assert [one.seat for one in passed] == [N]
    assert isinstance(passed[0].statement, Points)


def test_a_splinter_shows_a_shortage() -> None:
    assert "S bid 4♣, a splinter: short in clubs: at most one club" in read("N: 1H P 4C P 4H P P P")


def test_the_lead_of_the_jack_denies_the_queen_and_third_hand_the_card_below_his() -> None:
    deal = Deal.parse("N:A32.A32.A32.AK32 T87.JT9.JT98.JT9 K654.K76.K76.765 QJ9.Q854.Q54.Q84")
    play = Play.start(deal, Contract.parse("3N by N"))
    led = [str(one.statement) for one in told_by_cards(play.after(Card.parse("DJ")))]
    assert led == ["not ♦Q"] or not led
    followed = play.after_all(map(Card.parse, ("S7", "S4", "SQ")))
    [third] = [one for one in told_by_cards(followed) if one.seat is W]
    assert third.did == "played ♠Q third in hand"
    assert third.statement == Without(W, Card.parse("SJ"))
    assert not told_by_cards(play)


def test_statements_are_true_or_false_of_a_deal() -> None:
    deal = Deal.parse("N:AKQJ9.AKQ.AKQ.AK T87.JT9.JT9.JT98 6543.876.876.765 2.5432.5432.Q432")
    assert Length(N, Suit.SPADES, 5).holds(deal)
    assert not Length(N, Suit.SPADES, 6).holds(deal)
    assert Length(W, Suit.SPADES, most=1).holds(deal)
    assert not NoLongMajor(N).holds(deal)
    assert Points(S, most=0).holds(deal)
    assert not Points(S, least=1).holds(deal)
    assert SidePoints(N, least=35).holds(deal) is SidePoints(S, least=35).holds(deal) is True
    assert not SidePoints(N, most=34).holds(deal)
    assert StoppedSuit(W, Suit.CLUBS).holds(deal)
    assert not StoppedSuit(E, Suit.HEARTS).holds(deal)  # a jack third is none
    assert OneOfCards(E, (Card.parse("SK"), Card.parse("ST"))).holds(deal)
    assert not Without(E, Card.parse("ST")).holds(deal)


@pytest.mark.parametrize(
    ("held", "said", "word"),
    [(1000, 1000, "surely"), (995, 1000, "usually"), (930, 1000, "usually"), (905, 1000, ""),
     (10, 10, "")],
)  # fmt: skip
def test_a_rate_is_worth_a_word_where_its_lower_end_is(held: int, said: int, word: str) -> None:
    assert RuleRate(held, said).certainty is Certainty(word)


def test_rates_are_read_as_they_are_written() -> None:
    rates = Rates({"a": RuleRate(1, 2)}, {"Stayman": RuleRate(3, 4)})
    assert Rates.read(rates.write()) == rates
    assert Rates.shipped().of("no such rule") == RuleRate(0, 0)


@pytest.mark.skipif(not PLAYERS.is_file(), reason="the shared records are not here")
@pytest.mark.long
def test_what_is_said_is_true_as_often_as_its_word_says() -> None:
    held, said = Counter[Certainty](), Counter[Certainty]()
    for record in islice(read_path(PLAYERS), 0, 3_000):
        if isinstance(record, Record):
            for one in told_by_calls(record.auction):
                said[one.certainty] += 1
                held[one.certainty] += one.statement.holds(record.deal)
    for certainty, bar in ((Certainty.SURELY, SURELY), (Certainty.USUALLY, USUALLY)):
        assert held[certainty] >= (bar - 0.005) * said[certainty]
    assert said[Certainty.USUALLY] > 3_000


def test_every_convention_that_a_rule_names_is_in_the_file() -> None:
    named = {*asked.KIND_OF, *shape.NAMED, *strength.INVITATIONS, *promised.TOLD_ELSEWHERE}
    assert named <= conventions().keys()
