"""Two positions compared: SIBL's distance, part by part, and the words for it."""

import random

import pytest

from coached import recorded
from kibitz.cardplay.answer import Precedent
from kibitz.cardplay.explain.precedents import alike, cited, differences, main_difference
from kibitz.cardplay.explain.precedents import played as played_text
from kibitz.cardplay.sibl.comparison import ASPECTS, Aspect, Comparison, Matter
from kibitz.cardplay.sibl.features import SCHEMA, decisions, state_features
from kibitz.cardplay.similarity.renaming import Renaming
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.play import Play
from kibitz.records.record import Players
from played import random_play

DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
OTHER = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ53.K6.AQJ4.K83 76.T7432.63.Q765")
LEAD = tuple(Card.parse(card) for card in ["H4", "H5", "HJ"])


def state(deal: Deal, contract: str = "3N by S", cards: tuple[Card, ...] = LEAD) -> Play:
    return Play.start(deal, Contract.parse(contract)).after_all(cards)


def test_aspects_are_the_features_of_the_present_state() -> None:
    names = [feature.name for feature in SCHEMA.features]
    assert [aspect.feature for aspect in ASPECTS] == names[: len(ASPECTS)]
    assert names[len(ASPECTS) :] == ["card", "declarer wins"]  # unknown in the present state


def test_a_position_is_like_itself() -> None:
    same = Comparison(state(DEAL), state(DEAL))
    assert same.distance.total == 0
    assert same.differs == ()
    assert same.same_suits == tuple(reversed(Suit))
    assert same.same_trick


def test_what_differs_has_its_part_of_the_distance() -> None:
    compared = Comparison(state(DEAL), state(OTHER))
    told = {(str(one.aspect.who), one.aspect.suit): one for one in compared.differs}
    spades = told["declarer", Suit.SPADES]
    assert (spades.here, spades.there) == ("KQx", "KQxx")
    assert spades.part == pytest.approx(1 / 34)
    assert told["declarer", Suit.HEARTS].there == "Kx"
    assert len(told) == 2
    assert compared.distance.total == pytest.approx((2 / 34**2) ** 0.5)
    assert compared.same_suits == (Suit.DIAMONDS, Suit.CLUBS)


@pytest.mark.parametrize("seed", range(5))
def test_the_distance_is_that_of_the_features(seed: int) -> None:
    rng = random.Random(seed)
    here, there = (list(decisions(*random_play(rng)))[10 + seed][0] for _ in range(2))
    features = (state_features(each, len(each.played)) for each in (here, there))
    assert Comparison(here, there).distance == SCHEMA.distance(*features)


def test_cards_on_the_table_and_the_hand_to_play_are_compared() -> None:
    queen = tuple(Card.parse(card) for card in ["H4", "H5", "HQ"])
    compared = Comparison(state(DEAL), state(DEAL, cards=queen))
    [other] = compared.differs
    assert (other.aspect, other.here, other.there) == (Aspect(Matter.PLAYED, "right"), "HJ", "HQ")
    assert not compared.same_trick
    at_dummy = Comparison(state(DEAL), state(DEAL, cards=LEAD[:1]))
    assert Aspect(Matter.TURN) in {one.aspect for one in at_dummy.differs}


def precedent(deal: Deal, renaming: Renaming, contract: str, players: Players) -> Precedent:
    start = Play.start(deal, Contract.parse(contract))
    record = recorded(start, (*LEAD, Card.parse("HK")), "12", players)
    there = renaming.play(start.after_all(LEAD))
    distance = Comparison(state(DEAL), there).distance.total
    return Precedent(state(DEAL), record, 3, 17, renaming, distance, is_house=False)


def test_a_precedent_is_named_with_declarer_by_name_or_by_seat() -> None:
    named = precedent(DEAL, Renaming.of(range(4)), "3N by S", Players(south="Helgemo"))
    assert cited(named) == "Made / Match, board 12, open room, card 4"
    assert played_text(named) == "Helgemo played ♥K"
    seated = precedent(DEAL, Renaming.of(range(4)), "3N by S", Players())
    assert seated.declarer == "South"


def test_words_are_in_the_questions_suits() -> None:
    swapped = Renaming((Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES))
    one = precedent(swapped_deal(OTHER, swapped), swapped, "4N by S", Players())
    assert one.distance == pytest.approx((2 / 34**2) ** 0.5)
    assert alike(one) == ["declarer's hand plays to ♥4, ♥5 and ♥J", "the same ♦ and ♣"]
    assert differences(one) == [
        "♦ for your ♣ and ♣ for your ♦",
        "the contract is at level 4, here 3",
        "declarer's ♥ are Kx, here Kxx",
        "declarer's ♠ are KQxx, here KQx",
    ]
    assert main_difference(one) == "declarer's ♥ are Kx, here Kxx"


def swapped_deal(deal: Deal, renaming: Renaming) -> Deal:
    return renaming.play(Play.start(deal, Contract.parse("3N by S"))).deal


def test_an_exact_precedent_differs_in_nothing() -> None:
    same = precedent(DEAL, Renaming.of(range(4)), "3N by S", Players())
    assert differences(same) == []
    assert main_difference(same) == "nothing"
    assert alike(same)[-1] == "the same contract"
