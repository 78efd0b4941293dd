"""A session that was published: WBridge5 sat East at a table that OpenSpiel managed.

Its facts (who bid, who played, in which order, and in which dialect the manager spoke) are those of
`open_spiel/python/bots/bluechip_bridge_test.py` of google-deepmind/open_spiel; the lines are made
here from the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import tricks_of
from kibitz.games.bridge.typed import typed_auction
from kibitz.seats.boards import BoardToPlay
from kibitz.seats.manager import TableManager
from kibitz.seats.member import TableMember
from kibitz.seats.messages import Connecting
from kibitz.seats.reading import heard
from seated import ScriptedSeat

DEAL = Deal.parse("N:AKJ8.4.JT9532.32 Q9.AT5.A87.AJT96 T76542.93.Q6.875 3.KQJ8762.K4.KQ4")
AUCTION = typed_auction("P 1N P 2D P 2H P 3S X 4C P 4D P 4N P 5D P 6H P P P", Seat.NORTH)
PLAYED = """
    S7 S3 SK S9 DJ D8 D6 DK H2 H4 HT H9 H5 H3 H6 C3 C4 C2 CT C5 C6 C7 CQ D2 CK D3 CJ C8
    D4 D5 DA DQ C9 S2 H7 S8 HK SJ HA S4 CA S5 H8 D9 HQ DT D7 S6 HJ SA SQ ST
"""
PLAY = tuple(Card.parse(card) for card in re.findall(r"\w+", PLAYED))
EAST = Seat.EAST


def by_seat() -> Iterator[tuple[int, Seat, Card, bool]]:
    """Each card with its trick, its seat, and whether it was led to the trick."""
    contract = AUCTION.contract
    assert contract is not None
    for number, trick in enumerate(tricks_of(contract, PLAY), 1):
        for at, (seat, card) in enumerate(trick.by_seat.items()):
            yield number, seat, card, at == 0


def spoken() -> Iterator[tuple[str, str]]:
    """What East heard (<) and said (>), in capitals, small cards, and suits from clubs up."""
    yield ">", 'Connecting "WBridge5" as East using protocol version 18'
    for heard_line, said in (
        ('EAST ("WBridge5") seated', "EAST ready for teams"),
        ('Teams: N/S "north-south" E/W "WBridge5"', "EAST ready to start"),
        ("start of board", "EAST ready for deal"),
        ("Board number 1. Dealer NORTH. Neither vulnerable.", "EAST ready for cards"),
    ):
        yield "<", heard_line
        yield ">", said
    yield "<", "EAST's cards: C A J T 9 6. D A 8 7. H A T 5. S Q 9."
    for place, call in enumerate(AUCTION.calls):
        seat = Seat(place % 4)
        name, words = seat.name, {"P": "PASSES", "X": "DOUBLES"}.get(str(call))
        words = words or f"bids {str(call).replace('N', 'NT')}"
        if seat is EAST:
            yield ">", f"EAST {words}"
        else:
            yield ">", f"EAST ready for {name}'s bid"
            yield "<", f"{name} {words}"
    for number, seat, card, led in by_seat():
        small = str(card)[::-1].lower()
        if seat.is_with(EAST):
            if led:
                yield "<", "EAST to lead"
            yield ">", f"{seat.name} plays {small}"
        else:
            yield ">", f"EAST ready for {seat.name}'s card to trick {number}"
            yield "<", f"{seat.name} plays {small}"
        if number == 1 and led:
            yield ">", "EAST ready for dummy"
            yield "<", "Dummy's cards: C K Q 4. D K 4. H K Q J 8 7 6 2. S 3."


def test_our_seat_says_what_wbridge5_said() -> None:
    ours = [call for place, call in enumerate(AUCTION.calls) if place % 4 == EAST]
    cards = [card for _, seat, card, _ in by_seat() if seat.is_with(EAST)]
    member = TableMember(EAST, "WBridge5", ScriptedSeat(ours, cards))
    said, wanted = [member.greeting()], []
    for way, line in spoken():
        if way == "<":
            said += member.hear(line)
        else:
            wanted.append(line)
    assert [heard(line) for line in said] == [heard(line) for line in wanted]
    assert not member.notes


def test_our_table_understands_what_wbridge5_said() -> None:
    """Three seats of ours beside the lines of the fourth; its `ANYPL` is given the free seat."""
    board = BoardToPlay(1, DEAL, Seat.NORTH, Vulnerability.NONE)
    manager = TableManager([board])
    members = {}
    for seat in (Seat.NORTH, Seat.SOUTH, Seat.WEST):
        calls = [call for place, call in enumerate(AUCTION.calls) if place % 4 == seat]
        cards = [card for _, one, card, _ in by_seat() if one is seat and seat is not Seat.WEST]
        team = "WBridge5" if seat is Seat.WEST else "north-south"
        members[seat] = TableMember(seat, team, ScriptedSeat(calls, cards))
    lines = [(EAST, line) for way, line in spoken() if way == ">"][1:]
    waiting = []
    for seat, member in members.items():
        asked = heard(member.greeting())
        assert isinstance(asked, Connecting)
        waiting.append((seat, str(manager.join(asked))))
    seated = manager.join(Connecting("WBridge5", None))
    assert str(seated) == 'East ("WBridge5") seated'
    east_heard = 0
    while waiting or lines:
        if waiting:
            seat, line = waiting.pop(0)
            if seat is EAST:
                east_heard += 1
                continue
            for answer in members[seat].hear(line):
                waiting += manager.hear(seat, answer)
        else:
            waiting += manager.hear(*lines.pop(0))
    [played] = manager.played
    assert manager.is_over
    assert played.auction == Auction(Seat.NORTH, AUCTION.calls)
    assert played.played == PLAY
    assert played.tricks == 12
    assert played.score == -980
    assert east_heard == 60
