import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from kibitz.errors import IllegalActionError
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Play, certain_tricks, trick_winner

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def random_play(rng: random.Random, contract: str, length: int) -> Play:
    deal = Deal.shuffled(rng)
    play = Play.start(deal, Contract.parse(contract))
    for _ in range(length):
        play = play.after(rng.choice(play.legal_actions))
    return play


def may_be_played(play: Play, row: Sequence[Card]) -> bool:
    """The laws of play said plainly, for a row of cards from the end of a trick on."""
    held = {seat: set(play.holding(seat)) for seat in Seat}
    seat = play.turn
    for start in range(0, len(row), 4):
        trick = row[start : start + 4]
        order = [Seat((seat + i) % 4) for i in range(4)]
        for player, card in zip(order, trick, strict=True):
            if card not in held[player]:
                return False
            follows = any(other.suit is trick[0].suit for other in held[player])
            if follows and card.suit is not trick[0].suit:
                return False
            held[player].remove(card)
        trumped = [card for card in trick if card.suit is play.trumps]
        running = trumped or [card for card in trick if card.suit is trick[0].suit]
        seat = order[trick.index(max(running))]
    return True


def sequences(play: Play) -> int:
    if play.is_over:
        return 1
    return sum(sequences(play.after(card)) for card in play.legal_actions)


@pytest.mark.parametrize(
    ("trick", "trumps", "winner"),
    [
        ("H2 HA H3 HK", None, 1),
        ("H2 SA DA CA", None, 0),
        ("H2 HA S3 S2", Suit.SPADES, 2),
        ("H2 HA S3 ST", Suit.SPADES, 3),
        ("S2 HA SA DA", Suit.SPADES, 2),
        ("H9 DA HT CA", Suit.SPADES, 2),
    ],
)
def test_the_highest_trump_wins_and_else_the_highest_of_the_suit_led(
    trick: str, trumps: Suit | None, winner: int
) -> None:
    assert trick_winner(cards(trick), trumps) == winner


@pytest.mark.parametrize(("seed", "contract"), [(1, "3N by N"), (2, "4S by W"), (3, "2D by E")])
def test_two_tricks_can_be_played_in_as_many_ways_as_the_laws_allow(
    seed: int, contract: str
) -> None:
    play = random_play(random.Random(seed), contract, 44)
    left = [card for card in DECK if card not in play.gone]
    allowed = sum(may_be_played(play, row) for row in permutations(left))
    assert sequences(play) == allowed > 0


def test_declarers_left_hand_opponent_leads_and_the_winner_leads_next() -> None:
    play = Play.start(DEAL, Contract.parse("7N by N"))
    assert play.turn is Seat.EAST
    play = play.after_all(cards("ST S3 S2 SA"))
    assert (play.turn, play.declarer_tricks, play.tricks, play.trick) == (Seat.NORTH, 1, 1, ())


def test_a_trick_of_the_defenders_is_not_declarers() -> None:
    play = Play.start(DEAL, Contract.parse("1N by W")).after_all(cards("SA ST S3 S2"))
    assert (play.turn, play.declarer_tricks, play.tricks) == (Seat.NORTH, 0, 1)


def test_who_can_follow_suit_must() -> None:
    play = Play.start(DEAL, Contract.parse("7N by N")).after(Card.parse("ST"))
    assert [str(card) for card in play.legal_actions] == ["S3", "S4", "S5", "S6"]
    with pytest.raises(IllegalActionError, match="revoke: H8 by S as card 2"):
        play.after(Card.parse("H8"))


def test_who_cannot_follow_may_play_anything() -> None:
    play = Play.start(DEAL, Contract.parse("7N by N")).after_all(cards("ST S3 S2 SA SK S7 S4"))
    assert play.turn is Seat.WEST
    assert set(play.legal_actions) == set(DEAL.west - Hand.parse("2..."))


def test_nobody_plays_a_card_twice_or_from_another_hand() -> None:
    play = Play.start(DEAL, Contract.parse("7N by N"))
    with pytest.raises(IllegalActionError, match="card not held: SA by E as card 1"):
        play.after(Card.parse("SA"))
    play = play.after_all(cards("ST S3 S2 SA"))
    with pytest.raises(IllegalActionError, match="card not held: SA by N as card 5"):
        play.after(Card.parse("SA"))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("contract", ["3N by S", "4H by W"])
def test_the_last_trick_plays_itself(seed: int, contract: str) -> None:
    play = random_play(random.Random(seed), contract, 52)
    assert play.is_over
    assert play.legal_actions == ()
    assert certain_tricks(play.deal, play.contract, play.played[:47]) is None
    for length in range(48, 53):
        told = certain_tricks(play.deal, play.contract, play.played[:length])
        assert told == play.declarer_tricks


def test_no_card_can_be_played_after_the_last() -> None:
    play = random_play(random.Random(0), "3N by S", 52)
    for card in DECK:
        with pytest.raises(IllegalActionError, match="card not held"):
            play.after(card)
