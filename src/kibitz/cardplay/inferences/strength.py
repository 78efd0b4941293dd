"""What an auction tells of points: passes, doubles, and what declarer's side has together."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.cardplay.inferences.heard import Clue, HeardAuction
from kibitz.cardplay.inferences.statements import Points, SidePoints, Statement
from kibitz.games.bridge.auction import Bid, Doubling, Sign, Strain
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

INVITATIONS = (
    "limit raise", "no-trump invitation", "game try in a suit", "game try in no-trump",
    "natural two no-trump response", "jump raise of responder's suit", "two no-trump rebid",
    "quantitative four no-trump",
)  # fmt: skip
"""Calls that ask partner to go on with a little more than he has shown."""


_LAST = 999
"""The place of what the whole auction tells, after that of every call."""


def strength(heard: HeardAuction) -> Iterator[Clue]:
    """What the calls tell of points, each player's before those of declarer's side together."""
    yield from _did_not_open(heard)
    yield from _passed_partner(heard)
    yield from _together(heard)
    yield from _invited(heard)


def _did_not_open(heard: HeardAuction) -> Iterator[Clue]:
    """Players who could have opened and did not."""
    for place in range(heard.start):
        seat = heard.seat(place)
        yield Clue(seat, place, "did not open", tuple(_most("did not open", seat, (10, 11, 12))))


def _passed_partner(heard: HeardAuction) -> Iterator[Clue]:
    """A player who passed partner's opening of one in a suit, with nobody between them."""
    opening, place = heard.opening, heard.start
    if opening is None or opening.level > 1 or opening.strain is Strain.NOTRUMP:
        return
    if heard.call(place + 1) is Sign.PASS and heard.call(place + 2) is Sign.PASS:
        seat, rule = heard.seat(place + 2), "passed partner's opening"
        did = f"passed partner's {call_text(opening)}"
        yield Clue(seat, place + 2, did, tuple(_most(rule, seat, (5, 6, 7))))


def _together(heard: HeardAuction) -> Iterator[Clue]:
    """What declarer's side has together, by its level and whether there was interference."""
    contract = heard.contract
    if contract is None or contract.doubling is not Doubling.UNDOUBLED:
        return
    seat, bid = contract.declarer, contract.bid
    quiet = heard.is_quiet(seat.next)
    disturbed = "" if quiet else ", disturbed"
    if str(bid) == "3N":
        yield _side(seat, bid, f"3NT{disturbed}", (24, 23, 22, 21))
    elif bid.level == 4 and bid.strain in (Strain.HEARTS, Strain.SPADES):
        yield _side(seat, bid, f"four of a major{disturbed}", (23, 22, 21, 20))
    elif bid.level == 6 and bid.strain is Strain.NOTRUMP:
        yield _side(seat, bid, "6NT", (31, 30, 29))
    elif bid.level == 6 and quiet:
        yield _side(seat, bid, "a small slam", (27, 26, 25))
    elif bid.level <= 3:
        most = (23, 24, 25) if quiet else (22, 23, 24, 25)
        rule = f"stopped at level {bid.level}{disturbed}"
        found = [(f"{rule}: at most {one}", SidePoints(seat, most=one)) for one in most]
        yield Clue(seat, _LAST, f"stopped in {call_text(bid)}", tuple(found))


def _side(seat: Seat, bid: Bid, rule: str, leasts: tuple[int, ...]) -> Clue:
    found = [(f"{rule}: {one} or more", SidePoints(seat, least=one)) for one in leasts]
    return Clue(seat, _LAST, f"bid {call_text(bid)}", tuple(found))


def _invited(heard: HeardAuction) -> Iterator[Clue]:
    """Invitations that partner declined, or accepted, in an undisturbed auction."""
    contract = heard.contract
    if contract is None or not heard.is_quiet(contract.declarer.next):
        return
    for place in range(len(heard.calls) - 2):
        if heard.name(place) not in INVITATIONS:
            continue
        seat, answer, bid = heard.seat(place), heard.call(place + 2), heard.call(place)
        assert isinstance(bid, Bid)
        if answer is Sign.PASS:
            did = f"invited with {call_text(bid)}, and stopped there"
            rule = f"invitation declined, {_strain(bid)}"
            found: list[tuple[str, Statement]] = [
                (f"{rule}: {low} to {high}", SidePoints(seat, low, high))
                for low, high in ((22, 24), (21, 24), (20, 24), (20, 25), (19, 25))
            ]
            yield Clue(seat, place, did, tuple(found))
        elif isinstance(answer, Bid) and answer == contract.bid:
            did = f"invited with {call_text(bid)}, and went on"
            rule = f"invitation accepted, {_strain(answer)}"
            found = [
                (f"{rule}: {one} or more", SidePoints(seat, least=one)) for one in (24, 23, 22)
            ]
            yield Clue(seat, place, did, tuple(found))


def _strain(bid: Bid) -> str:
    return "no-trump" if bid.strain is Strain.NOTRUMP else "a suit"


def _most(rule: str, seat: Seat, mosts: tuple[int, ...]) -> Iterator[tuple[str, Statement]]:
    for most in mosts:
        yield f"{rule}: at most {most} points", Points(seat, most=most)
