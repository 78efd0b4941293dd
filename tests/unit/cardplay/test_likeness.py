"""Two decisions compared as a player does: their kind, the suit in question, the words for both."""

import random

import numpy as np
import pytest

from coached import recorded
from kibitz.cardplay.answer import CardPrecedent
from kibitz.cardplay.explain.decisions import deed_text, situation
from kibitz.cardplay.explain.precedents import (
    alike,
    cited,
    differences,
    main_difference,
    precedent_text,
)
from kibitz.cardplay.explain.precedents import played as played_text
from kibitz.cardplay.likeness import (
    Likeness,
    Whereabouts,
    alike_in,
    followed_suit,
    held_before,
    shown_out,
    whereabouts,
)
from kibitz.cardplay.scoring import is_real
from kibitz.cardplay.sibl.features import decisions
from kibitz.cardplay.similarity.kinds import NO_DECISION, CardKind, kinds
from kibitz.cardplay.similarity.naming import Renaming
from kibitz.cardplay.similarity.positions import Views
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import Card, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play
from kibitz.records.record import Players
from played import random_play

DEAL = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ5.K62.AQJ4.K83 763.T743.63.Q765")
OTHER = Deal.parse("N:A42.A85.K952.A42 JT98.QJ9.T87.JT9 KQ53.K6.AQJ4.K83 76.T7432.63.Q765")
LEAD = tuple(Card.parse(card) for card in ["H4", "H5", "HJ"])
PLAIN = Renaming.of(range(4))


def state(deal: Deal, contract: str = "3N by S", cards: tuple[Card, ...] = LEAD) -> Play:
    return Play.start(deal, Contract.parse(contract)).after_all(cards)


def played_states(count: int) -> list[Play]:
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        contract = ("3N", "4S", "2H")[seed % 3]
        found += [each for each, _ in decisions(*random_play(rng, contract, 52))]
    return found


def test_a_kind_is_what_likeness_calls_one() -> None:
    states = played_states(6)
    views = Views.of(states, [None] * len(states))
    numbers = kinds(views)
    assert [number != NO_DECISION for number in numbers.tolist()] == list(map(is_real, states))
    for asked in range(0, len(states), 7):
        if not is_real(states[asked]):
            continue
        kind = CardKind(int(numbers[asked]), len(states[asked].played))
        narrow, wide = (set(of(numbers, views.plies)) for of in (kind.narrow, kind.wide))
        assert asked in narrow
        assert narrow <= wide
        for at, there in enumerate(states):
            likeness = Likeness.of(states[asked], there, Suit.SPADES)
            assert likeness.is_of_kind == (at in narrow)
            follow = (followed_suit(states[asked]) is None) == (followed_suit(there) is None)
            assert (likeness.real and likeness.place and likeness.hand and follow) == (at in wide)


def test_no_card_that_was_forced_is_of_any_kind() -> None:
    kind = CardKind(1 + 2, 1)
    numbers = np.array([0, 3, 2, 4, 5, 1, 3 + 16], np.uint8)
    plies = np.full(len(numbers), 5, np.uint8)
    assert kind.narrow(numbers, plies).tolist() == [1, 2, 3]
    assert kind.wide(numbers, plies).tolist() == [1, 2, 3, 4]
    assert kind.narrow(numbers, plies + 8).tolist() == []  # four tricks later


def test_honours_are_where_the_hand_to_play_sees_them() -> None:
    here = state(DEAL)
    places = [whereabouts(here, Card.parse(card)) for card in ("HK", "HA", "HJ", "HQ", "H5")]
    assert places == [
        *(Whereabouts.OWN, Whereabouts.PARTNER, Whereabouts.TABLED, Whereabouts.OUT),
        Whereabouts.TABLED,
    ]
    assert whereabouts(here.after(Card.parse("HK")), Card.parse("HJ")) is Whereabouts.GONE
    likeness = Likeness.of(here, state(DEAL, cards=(*LEAD[:2], Card.parse("HQ"))), Suit.HEARTS)
    assert likeness.honours_elsewhere == 2
    assert not likeness.honours
    assert likeness.is_of_kind


def test_who_has_shown_out_is_known_from_the_play() -> None:
    here = Play.start(DEAL, Contract.parse("3N by S"))
    trick = [Card.parse(card) for card in ("D6", "D2", "D7", "DA", "DQ", "D3", "D5", "D8")]
    here = here.after_all([*trick, Card.parse("D4")])
    assert shown_out(here, Suit.DIAMONDS) == frozenset()
    shown = here.after(Card.parse("S3"))
    assert shown_out(shown, Suit.DIAMONDS) == {Seat(1)}  # to the left of declarer
    assert shown_out(shown, Suit.SPADES) == frozenset()


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("H4", "second hand, ♥A85 in dummy opposite ♥K62, ♥4 led"),
        ("H4 H5 HJ", "last hand, ♥K62 in hand opposite ♥A85, ♥4 led, ♥5 and ♥J played"),
        ("H4 H5 HJ HK", "declarer on lead at trick 2, eight more tricks needed"),
    ],
)
def test_a_decision_is_named_as_a_player_names_it(cards: str, words: str) -> None:
    there = Play.start(DEAL, Contract.parse("3N by S"))
    assert situation(there.after_all(map(Card.parse, cards.split()))) == words


@pytest.mark.parametrize(
    ("cards", "card", "words"),
    [
        ("H4", "H5", "played low"),
        ("H4", "HA", "played the ace"),
        ("H4 H5 HJ HK", "SK", "led the king or queen of spades"),
        ("H4 H5 HJ HK", "C3", "led a low club"),
    ],
)
def test_what_was_done_is_named_with_its_equals(cards: str, card: str, words: str) -> None:
    there = Play.start(DEAL, Contract.parse("3N by S")).after_all(map(Card.parse, cards.split()))
    assert deed_text(there, Card.parse(card)) == words


def precedent(deal: Deal, renaming: Renaming, contract: str, players: Players) -> CardPrecedent:
    start = Play.start(deal, Contract.parse(contract))
    record = recorded(start, (*LEAD, Card.parse("HK")), "12", players)
    return CardPrecedent(state(DEAL), record, 3, 17, renaming, 0.0, is_house=False)


def test_a_precedent_is_named_with_declarer_by_name_or_by_seat() -> None:
    known = precedent(DEAL, PLAIN, "3N by S", Players(south="Helgemo"))
    assert cited(known) == "Made / Match, board 12, open room, card 4"
    assert played_text(known) == "Helgemo played ♥K"
    assert precedent(DEAL, PLAIN, "3N by S", Players()).declarer == "South"


def test_words_are_in_the_questions_suits_and_only_what_matters_is_told() -> None:
    swapped = Renaming((Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES))
    deal = swapped.play(Play.start(OTHER, Contract.parse("3N by S"))).deal
    one = precedent(deal, swapped, "4N by S", Players())
    assert alike(one) == ["declarer, last hand", "the same honours of ♥"]
    assert differences(one) == [
        "♥K6 in hand opposite ♥A85, here ♥K62 in hand opposite ♥A85",
        "ten more tricks needed, here nine more tricks needed",
    ]
    assert main_difference(one) == differences(one)[0]
    assert precedent_text(one).startswith(
        "Made / Match, board 12, open room, card 4: last hand, ♥K6 in hand opposite ♥A85, "
        "♥4 led, ♥5 and ♥J played; South played the king (suits renamed)."
    )


def test_an_exact_precedent_differs_in_nothing_that_matters() -> None:
    same = precedent(DEAL, PLAIN, "3N by S", Players())
    assert differences(same) == []
    assert main_difference(same) == "nothing that matters here"
    assert (same.choices, same.result) == (2, None)


STIFF = Deal.parse("N:A42.A.K9532.A842 JT98.QJ95.T8.JT9 KQ5.K862.AQJ4.K3 763.T743.76.Q765")
"""As the first deal, with a bare ace of hearts in dummy."""


@pytest.mark.parametrize(
    ("there", "suit", "words"),
    [
        (state(OTHER), Suit.HEARTS, ("the honours of ♥",)),  # a card shorter, as short of none
        (state(DEAL, cards=(*LEAD[:2], Card.parse("HQ"))), Suit.HEARTS, ()),  # another honour out
    ],
)
def test_a_suit_is_alike_by_its_honours_and_lengths(
    there: Play, suit: Suit, words: tuple[str, ...]
) -> None:
    here = state(DEAL)
    assert alike_in(here, here, suit)
    assert alike_in(here, there, suit) == words


def test_a_shortage_is_named_and_must_be_shared() -> None:
    bare = state(STIFF, cards=(Card.parse("D7"),))
    full = state(DEAL, cards=(Card.parse("D3"),))
    assert alike_in(bare, bare, Suit.HEARTS) == ("the honours of ♥", "the shortage in ♥")
    assert alike_in(full, full, Suit.HEARTS) == ("the honours of ♥",)
    assert alike_in(bare, full, Suit.HEARTS) == ()
    assert alike_in(bare, full, Suit.SPADES) == ("the honours of ♠",)


def test_the_other_hand_is_described_as_it_was_before_the_trick() -> None:
    led = state(STIFF, cards=(Card.parse("H4"),)).after(Card.parse("HA"))
    assert held_before(led, Seat.NORTH).ranks(Suit.HEARTS) == "A"
    assert led.holding(Seat.NORTH).ranks(Suit.HEARTS) == ""
    assert "behind ♥A in dummy" in situation(led)
