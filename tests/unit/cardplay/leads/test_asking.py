"""The suit that partner asked for, beside what the votes are for."""

from __future__ import annotations

import kibitz
from kibitz.advice import Count, Rule
from kibitz.cardplay.leads.asking import AskedLead
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand, Suit

DOUBLED = Auction.parse("N: 1N P 2C X 2S P 3N P P P")
SLAM = Auction.parse("E: 1C 1D 1H 3D X P 4D P 4S P 6S X P P P")


def forecast(hand: str, *likely: str) -> dict[Card, float]:
    """Nearly all the chance on these cards, in equal parts."""
    return {
        card: (0.98 / len(likely) if str(card) in likely else 0.002) for card in Hand.parse(hand)
    }


def asked(auction: Auction, chances: dict[Card, float]) -> AskedLead:
    assert auction.contract is not None
    found = AskedLead.of(auction, auction.contract.leader, chances)
    assert found is not None
    return found


def test_it_goes_first_unless_hardly_any_expert_would_lead_it() -> None:
    hand = "T72.QJT9.A86.943"
    often, never = forecast(hand, "C4", "HQ"), forecast(hand, "HQ")
    assert asked(DOUBLED, often).goes_first
    assert not asked(DOUBLED, never).goes_first
    order = list(never)
    assert asked(DOUBLED, never).first(order, {}, never) == order
    first, *rest = asked(DOUBLED, often).first(order, {}, often)
    assert first == Card.parse("C4")
    assert sorted([first, *rest]) == sorted(order)


def test_a_lightner_double_bars_our_own_suit() -> None:
    hand = "5.853.KQ764.JT87"
    own, other = forecast(hand, "DK"), forecast(hand, "CJ")
    assert asked(SLAM, own).goes_first
    assert not asked(SLAM, other).goes_first


def test_without_the_suit_or_an_auction_nothing_is_asked() -> None:
    none = dict.fromkeys(Hand.parse("T72.QJT92.A8654."), 1 / 13)
    assert DOUBLED.contract is not None
    assert AskedLead.of(DOUBLED, DOUBLED.contract.leader, none) is None
    assert AskedLead.of(None, DOUBLED.contract.leader, none) is None


def test_the_answer_leads_what_partner_asked_for_by_a_rule_and_a_count() -> None:
    answer = kibitz.lead("T72.QJT9.A86.943", "1N P 2C X 2S P 3N")
    assert answer.best is not None
    assert answer.best.action.suit is Suit.CLUBS
    rule, count, *_ = answer.best.grounds
    assert isinstance(rule, Rule)
    assert isinstance(count, Count)
    assert answer.confidence is None
    assert "Partner doubled 2♣, Stayman: he asks for a club. Experts led it at" in str(answer)
    assert str(answer).count("he asks for a club") == 1
    assert answer.to_json()["asked"]["goes_first"]
