"""What the auction shows: worked examples, and how often each sentence was true at real tables."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from kibitz.cardplay.leads.claims import Length, NoLongMajor, Points, SidePoints
from kibitz.cardplay.leads.shown import ShownByPlay, shown
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Record
from kit import SHARED

PLAYERS = SHARED / "data" / "human_players.jsonl.xz"
N, E, S, W = Seat


def told(auction: str) -> dict[str, str]:
    return {f"{one.seat} {one.did}": str(one.claim) for one in shown(Auction.parse(auction))}


def test_a_raise_to_three_no_trump_denies_a_five_card_major_and_no_more() -> None:
    assert told("N: 1N P 3N P P P") == {
        "N opened 1NT": "no void and no singleton",
        "S raised 1NT to 3NT without looking for a major": "no five-card major",
        "N bid 3NT": "23 points or more between them",
    }


def test_a_disturbed_auction_shows_fewer_points() -> None:
    assert told("N: 1D 1S 2C P 2N P 3N P P P") == {
        "N opened 1♦": "three diamonds or more",
        "E overcalled 1♠": "four spades or more",
        "N bid 3NT": "21 points or more between them",
    }


def test_a_transfer_shows_the_suit_above_and_only_when_it_is_taken() -> None:
    assert ShownByPlay("transferred with 2♥", Length(S, Suit.SPADES, 5)) in shown(
        Auction.parse("N: 1N P 2H P 2S P 3N P P P")
    )
    assert "S transferred with 2♥" not in told("N: 1N P 2H P P P")
    assert "S transferred with 2♥" not in told("N: 1N X 2H P P P")


def test_an_answer_to_stayman_shows_the_major() -> None:
    assert told("N: 1N P 2C P 2H P 3N P P P")["N answered 2♥ when asked for a major"] == (
        "four hearts or more"
    )
    assert not any("asked" in words for words in told("N: 1N P 2C P 2D P 3N P P P"))


def test_who_passes_before_anybody_bids_is_limited_and_who_passes_later_is_not() -> None:
    claims = [
        one for one in shown(Auction.parse("N: P 1S P 2S P P P")) if one.did == "did not open"
    ]
    assert claims == [ShownByPlay("did not open", Points(N, most=11))]


@pytest.mark.parametrize(
    "auction", ["N: 1C P P P", "N: 2D P P P", "N: 1C P 1H P P P", "N: 1C X P P P"]
)
def test_what_is_not_sure_is_not_said(auction: str) -> None:
    assert all(isinstance(one.claim, SidePoints) for one in shown(Auction.parse(auction)))


def test_claims_are_true_or_false_of_a_deal() -> None:
    deal = Deal.parse("N:AKQJ9.AKQ.AKQ.AK T87.JT9.JT9.JT98 6543.876.876.765 2.5432.5432.Q432")
    assert Length(N, Suit.SPADES, 5).holds(deal)
    assert not Length(N, Suit.SPADES, 6).holds(deal)
    assert not NoLongMajor(N).holds(deal)
    assert Points(S, most=0).holds(deal)
    assert not Points(S, least=1).holds(deal)
    assert SidePoints(N, least=35).holds(deal) is SidePoints(S, least=35).holds(deal) is True
    assert not SidePoints(N, most=34).holds(deal)


@pytest.mark.skipif(not PLAYERS.is_file(), reason="the shared records are not here")
def test_each_sentence_is_true_at_nineteen_of_twenty_expert_tables() -> None:
    held, said = Counter[str](), Counter[str]()
    for record in islice(read_path(PLAYERS), 0, 12_000):
        if isinstance(record, Record):
            for one in shown(record.auction):
                kind = f"{one.did.split()[0]} {type(one.claim).__name__}"
                said[kind] += 1
                held[kind] += one.claim.holds(record.deal)
    assert len(said) >= 10
    assert {kind for kind in said if held[kind] < 0.95 * said[kind]} == set()
