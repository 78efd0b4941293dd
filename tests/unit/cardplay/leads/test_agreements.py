"""Agreements are kept, read from a pair's own cards, and name leads and signals."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.cardplay.leads.agreements import CHOICES, USUAL, Agreed, Agreements
from kibitz.cardplay.leads.carding import Carding, Pair, Tally
from kibitz.cardplay.leads.explain import lead_text
from kibitz.cardplay.leads.habits import Habit
from kibitz.cardplay.leads.lead import Lead
from kibitz.cardplay.leads.signals import named_signal, signal_card
from kibitz.errors import StorageError, UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play

DEAL = Deal.parse("N:K83.K72.KQ52.T43 T642.Q65.874.K98 AQJ.A83.AJ63.A65 975.JT94.T9.QJ72")


@pytest.mark.parametrize(
    ("held", "fourth", "third_fifth", "attitude"),
    [
        ("KJ752", Rank.FIVE, Rank.TWO, Rank.TWO),
        ("KJ75", Rank.FIVE, Rank.SEVEN, Rank.FIVE),
        ("KJ7532", Rank.FIVE, Rank.THREE, Rank.TWO),
        ("T65", Rank.FIVE, Rank.FIVE, Rank.FIVE),
        ("965", None, None, None),
        ("K5", None, None, None),
    ],
)
def test_the_small_card_led_is_the_one_agreed(
    held: str, fourth: Rank | None, third_fifth: Rank | None, attitude: Rank | None
) -> None:
    for way, card in (("fourth", fourth), ("third-fifth", third_fifth), ("attitude", attitude)):
        for at_notrump in (True, False):
            agreed = Agreements(notrump_leads=way, suit_leads=way)
            assert agreed.small_card(held, at_notrump=at_notrump) == card


def _lead(hand: str, card: str, auction: str) -> Lead:
    heard = Auction.parse(auction)
    return Lead(Hand.parse(hand), heard, Contract.parse("4S by N"), Card.parse(card))


def test_a_lead_is_named_by_the_agreements() -> None:
    hand, auction = "T2.KJ732.A94.T65", "N: 1S P 2S P 4S P P P"
    assert lead_text(_lead(hand, "C5", auction)).startswith("♣5: low from an honour third")
    fourth = _lead(hand, "H3", auction)
    assert lead_text(fourth).startswith("♥3: fourth best")
    assert "agreements" not in lead_text(fourth)
    low = Agreements(suit_leads="third-fifth")
    assert lead_text(fourth, low).endswith("By your agreements it is ♥2, fifth best.")
    assert "agreements" not in lead_text(_lead(hand, "H2", auction), low)
    top = _lead("T2.AKJ32.A94.T65", "HA", auction)
    king = Agreements(suit_ace_king="king")
    assert "agreements" not in lead_text(top)
    assert lead_text(top, king).endswith("By your agreements it is ♥K, the king from ace-king.")


def test_signals_are_named_by_what_they_tell() -> None:
    state = Play.start(DEAL, Contract.parse("3N by S")).after_all(
        [Card.parse(one) for one in ("HJ", "H2", "H6", "HA")]
    )
    partner = Play.start(DEAL, Contract.parse("3N by S")).after_all(
        [Card.parse(one) for one in ("HJ", "H2")]
    )
    six, five = Card.parse("H6"), Card.parse("H5")
    assert named_signal(partner, six, USUAL) == "♥6: encouraging"
    assert named_signal(partner, five, USUAL) == "♥5: discouraging"
    assert named_signal(partner, six, Agreements(attitude="upside-down")) == "♥6: discouraging"
    counted = Agreements(partner_leads="count")
    assert named_signal(partner, six, counted) == "♥6: an even number"
    prefers = Agreements(partner_leads="suit-preference")
    assert named_signal(partner, six, prefers) == "♥6: suit preference for spades"
    assert named_signal(partner, Card.parse("HQ"), USUAL) == ""
    diamonds = state.after(Card.parse("DA"))
    assert named_signal(diamonds, Card.parse("D9"), USUAL) == ""  # the ten is no small card
    followed = diamonds.after(Card.parse("D9")).after(Card.parse("D2"))
    assert named_signal(followed, Card.parse("D8"), USUAL) == "♦8: an even number"
    assert named_signal(followed, Card.parse("D4"), USUAL) == "♦4: an odd number"
    assert named_signal(followed, Card.parse("D4"), Agreements(count="none")) == ""


def test_a_first_discard_is_named_and_a_later_one_is_not() -> None:
    cards = "HJ H2 H6 HA DA D9 D2 D4 DJ DT D5 D7 D3"
    state = Play.start(DEAL, Contract.parse("3N by S")).after_all(
        [Card.parse(one) for one in cards.split()]
    )
    seven, two = Card.parse("S7"), Card.parse("C2")
    assert named_signal(state, seven, USUAL) == "♠7: encouraging in spades"
    assert named_signal(state, two, USUAL) == "♣2: discouraging in clubs"
    odd = Agreements(first_discard="odd-even")
    assert named_signal(state, seven, odd) == "♠7: likes spades"
    later = state.after(seven).after(Card.parse("DQ")).after(Card.parse("D8"))
    later = later.after(Card.parse("DK")).after(Card.parse("C8")).after(Card.parse("D6"))
    assert named_signal(later, Card.parse("C7"), USUAL) == ""  # the first discard has told


def test_the_small_card_tells_the_truth_as_agreed() -> None:
    led = (
        Play.start(DEAL, Contract.parse("3N by S")).after(Card.parse("HJ")).after(Card.parse("H2"))
    )
    six, five = Card.parse("H6"), Card.parse("H5")
    assert str(led.holding(led.turn).ranks(Suit.HEARTS)) == "Q65"
    assert signal_card(led, five, USUAL) == signal_card(led, six, USUAL) == six  # he likes hearts
    low = Agreements(attitude="upside-down")
    assert signal_card(led, six, low) == signal_card(led, five, low) == five
    counted = Agreements(partner_leads="count")
    assert signal_card(led, six, counted) == five
    assert signal_card(led, Card.parse("HQ"), USUAL) == Card.parse("HQ")
    prefers = Agreements(partner_leads="suit-preference")
    assert signal_card(led, six, prefers) == six
    again = led.after(six).after(Card.parse("HA")).after_all(map(Card.parse, ("D6", "D9", "D2")))
    three = [Card.parse(one) for one in ("D8", "D7", "D4")]
    assert {signal_card(again, one, USUAL) for one in three} == {three[2]}
    turned = Agreements(count="upside-down")
    assert [signal_card(again, one, turned) for one in three] == [three[0], three[1], three[0]]


def test_agreements_decide_among_equal_cards_once_they_are_written_down(tmp_path: Path) -> None:
    k = kibitz.open(folder=tmp_path)
    question = kibitz.CardQuestion.lead("Q8.KJ732.A94.T65", "1S P 2S P 4S")
    before = k.cards.ask(question)
    assert before.instead_of is None
    for way, place in (("fourth", 3), ("third-fifth", 4)):
        Agreed().having("", Agreements(suit_leads=way)).save(k.places.agreements)
        answer = k.cards.ask(question)
        hearts = [one.action for one in answer.choices if one.action.suit is Suit.HEARTS]
        ranks = answer.state.holding(question.seat).ranks(Suit.HEARTS)
        small = [card for card in hearts if card.rank <= Rank.NINE]
        assert str(small[0].rank) == ranks[place]
        assert {one.action for one in answer.choices} >= {before.card}


def test_agreements_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "agreements.toml"
    assert Agreed.read(path) == Agreed()
    own, theirs = Agreements(count="upside-down"), Agreements(suit_leads="third-fifth")
    name = str(Pair('A "Ace" Smith', "B Jones"))
    Agreed().having("", own).having(name, theirs).save(path)
    again = Agreed.read(path)
    assert again.own == own
    assert again.of(name) == theirs
    assert again.of("nobody - else") is None
    path.write_text('count = "backwards"')
    with pytest.raises(StorageError, match="count is standard"):
        Agreed.read(path)
    path.write_text('tea = "at five"')
    with pytest.raises(StorageError, match="tea"):
        Agreed.read(path)


def test_every_choice_may_be_made_and_no_other() -> None:
    for name, choices in CHOICES.items():
        for one in choices:
            assert str(USUAL.changed({name: one}))
        with pytest.raises(UsageError, match="not 'tea'"):
            USUAL.changed({name: "tea"})
    assert USUAL.changed({"count": ""}) == USUAL


def test_a_pairs_own_cards_show_what_it_agreed() -> None:
    tallies = (
        Tally(Habit.LONG_HONOUR, False, (("third and fifth", 40), ("fourth best", 2))),
        Tally(Habit.ACE_KING, None, (("the king", 30),)),
        Tally(Habit.COUNT, None, (("low from an even number", 50),)),
        Tally(Habit.ATTITUDE, None, (("low to encourage", 3), ("high to encourage", 2))),
    )
    shown = Carding(Pair("A", "B"), 99, 50, tallies).agreements
    assert shown == Agreements(
        suit_leads="third-fifth", notrump_ace_king="king", suit_ace_king="king", count="upside-down"
    )


def test_the_answer_goes_by_what_is_kept(tmp_path: Path) -> None:
    k = kibitz.open(folder=tmp_path)
    Agreed(Agreements(suit_leads="third-fifth")).save(k.places.agreements)
    assert k.cards.agreed.own.suit_leads == "third-fifth"
    Agreed(Agreements(suit_leads="attitude")).save(k.places.agreements)
    assert k.cards.agreed.own.suit_leads == "attitude"
