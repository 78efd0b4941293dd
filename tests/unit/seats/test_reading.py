"""Every dialect that programs speak is understood; nothing that is received raises."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.bridge.auction import Bid, Sign
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.seats.messages import (
    LONGEST,
    BoardDealt,
    Calls,
    CardsOf,
    Connecting,
    EndOfSession,
    Message,
    PlaysCard,
    ReadyFor,
    ReadyForCall,
    ReadyForCard,
    Seated,
    StartOfBoard,
    Step,
    Teams,
    Timing,
    ToLead,
    Unheard,
)
from kibitz.seats.reading import heard

HAND = Hand.parse("AKJ43..6543.QJT9")
N, E, S, W = Seat
DIALECTS: list[tuple[str, Message]] = [
    # WBridge5: capitals, cards in small letters, two spaces, any place
    ("EAST PASSES", Calls(E, Sign.PASS)),
    ("EAST plays ck", PlaysCard(E, Card.parse("CK"))),
    ("WEST plays kc.", PlaysCard(W, Card.parse("CK"))),
    ("EAST ready for  NORTH's bid", ReadyForCall(E, N)),
    ("EAST ready for WEST's card to trick 1", ReadyForCard(E, W, 1)),
    ('Connecting "WBridge5" as ANYPL using protocol version 18', Connecting("WBridge5", None)),
    ("EAST bids 4C Alert.", Calls(E, Bid.parse("4C"), alerted=True)),
    ('Teams: N/S "a" E/W "b"', Teams("a", "b")),
    ('Teams : N/S : "a". E/W : "b". Playing IMP', Teams("a", "b")),
    (
        "Board number 1. Dealer NORTH. Neither vulnerable.",
        BoardDealt(1, N, Vulnerability.NONE),
    ),
    ("board number 9. dealer south. n/s vulnerable", BoardDealt(9, S, Vulnerability.NORTH_SOUTH)),
    # Bridge Moniteur: a small letter more or less, a full stop after calls, an end of its own
    ("Start of Board", StartOfBoard()),
    ("start of board", StartOfBoard()),
    ("South bids 2S.", Calls(S, Bid.parse("2S"))),
    ("NS: 12 EW: 4", EndOfSession()),
    # BEN: information without an alert, its settings after the version, whose card it was
    ("South bids 2D Infos. weak, and it passes", Calls(S, Bid.parse("2D"), "weak, and it passes")),
    (
        'Connecting "BEN" as South using protocol version 18 config: x.conf',
        Connecting("BEN", S),
    ),
    ("South plays KH. South", PlaysCard(S, Card.parse("HK"))),
    # bridge_env: no brackets, the team's name, a bid that is only a seat
    ("North Team seated", Seated(N, "Team")),
    ('North ("Team") seated', Seated(N, "Team")),
    ("Team ready for teams", ReadyFor(None, Step.TEAMS)),
    ("North ready for East", ReadyForCall(N, E)),
    # RoboBridge: version 19
    (
        'Connecting "Robo" as West using protocol version 19 Acol',
        Connecting("Robo", W, 19),
    ),
    ("West plays 7S. low from three", PlaysCard(W, Card.parse("S7"))),
    # hands: any order, no spaces, D. for a void, ten in figures
    ("North's cards : S A K J 4 3. H -. D 6 5 4 3. C Q J T 9.", CardsOf(N, HAND)),
    ("NORTH's cards: C Q J T 9. D 6 5 4 3. H . S A K J 4 3.", CardsOf(N, HAND)),
    ("Dummy's cards : S A K J 4 3.H.D 6 5 4 3.C Q J 10 9", CardsOf(None, HAND)),
    # alerts whose words are the protocol's own
    ("West bids 1nt alert. bids or passes", Calls(W, Bid.parse("1N"), "bids or passes", True)),
    ("West doubles", Calls(W, Sign.DOUBLE)),
    ("West redoubles Alert. SOS", Calls(W, Sign.REDOUBLE, "SOS", True)),
    ("Dummy to lead", ToLead(None)),
    (
        "Timing - N/S : this board  01:36,  total  0:01:36.  E/W : this board 25:34, total 1:01:34",
        Timing((96, 1534), (96, 3694)),
    ),
    ("North received dummy", Unheard("North received dummy")),
    ("illegal Bid", Unheard("illegal Bid")),
    ("Explain West's 2D", Unheard("Explain West's 2D")),
]


@pytest.mark.parametrize(("line", "message"), DIALECTS)
def test_every_dialect_is_understood(line: str, message: Message) -> None:
    assert heard(line) == message
    assert heard(f"  {line}\r\n") == message


@pytest.mark.parametrize("message", [message for _, message in DIALECTS])
def test_what_is_written_is_read_as_it_was(message: Message) -> None:
    assert heard(str(message)) == message


def test_hands_are_read_as_they_are_written() -> None:
    for seed in range(50):
        deal = Deal.shuffled(random.Random(seed))
        for seat in Seat:
            assert heard(str(CardsOf(seat, deal[seat]))) == CardsOf(seat, deal[seat])


@given(st.text(max_size=200) | st.sampled_from(DIALECTS).map(lambda one: one[0][::-1]))
def test_whatever_comes_is_heard_and_can_be_said_again_in_one_line(text: str) -> None:
    said = str(heard(text))
    assert "\n" not in said
    assert "\r" not in said
    assert len(said) <= LONGEST


@given(st.text(max_size=3000))
def test_explanations_stay_in_their_line(words: str) -> None:
    line = str(Calls(N, Sign.PASS, words, alerted=True))
    assert line.isascii()
    assert line.isprintable()
    assert len(line) < 1100
    again = heard(line)
    assert isinstance(again, Calls)
    assert (again.call, again.alerted) == (Sign.PASS, True)
