"""What calls, and calls that were not made, tell of lengths and stoppers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.cardplay.inferences.heard import Clue, HeardAuction
from kibitz.cardplay.inferences.statements import (
    Balanced,
    Length,
    NoLongMajor,
    Statement,
    StoppedSuit,
)
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import Suit
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_text

_OTHER = {Suit.HEARTS: Suit.SPADES, Suit.SPADES: Suit.HEARTS}
_STAYMAN = ("Stayman", "Stayman over two no-trump")
_TRANSFERS = {
    "Jacoby transfer": Suit.HEARTS,
    "Jacoby transfer to spades": Suit.SPADES,
    "transfer over two no-trump": Suit.HEARTS,
    "transfer to spades over two no-trump": Suit.SPADES,
}
_NEGATIVE = ("negative double", "double showing spades", "double showing hearts")
_PREFERENCE, _TAKE_OUT = "preference", "take-out double"
NAMED = (*_STAYMAN, *_TRANSFERS, *_NEGATIVE, _PREFERENCE, _TAKE_OUT)
"""The conventions by whose names the rules know a call."""
_RAISED = (("1N", "P", "3N"), ("2N", "P", "3N"), ("1N",))
"""Auctions from the opening on that did not look for a major."""


def shape(heard: HeardAuction) -> Iterator[Clue]:
    """What the calls tell of lengths and stoppers, in the order of the rules."""
    for rule in (
        _no_trump, _stayman, _transfers, _not_raised, _second_suits, _preference, _denied,
        _stoppers, _take_out, _negative_doubles,
    ):  # fmt: skip
        yield from rule(heard)


def _no_trump(heard: HeardAuction) -> Iterator[Clue]:
    """An opening of one no-trump, and one that was left or raised without looking for a major."""
    opening = heard.opening
    if opening is None or opening.strain is not Strain.NOTRUMP:
        return
    if opening.level == 1:
        reading = ("1NT opening", Balanced(heard.opener))
        yield Clue(heard.opener, heard.start, "opened 1NT", (reading,))
    if heard.words in _RAISED:
        dummy, is_raised = heard.opener.partner, len(heard.words) > 1
        did = f"raised {call_text(opening)} to 3NT" if is_raised else f"passed {call_text(opening)}"
        rule = "raise of no-trump" if is_raised else "pass of 1NT"
        did = f"{did} without looking for a major"
        yield Clue(dummy, heard.start + 2, did, ((rule, NoLongMajor(dummy)),))


def _stayman(heard: HeardAuction) -> Iterator[Clue]:
    """Stayman asked, its answer, and the answer left for no-trump."""
    for place in range(len(heard.calls) - 4):
        if heard.name(place) not in _STAYMAN or heard.call(place + 1) is not Sign.PASS:
            continue
        asker, opener = heard.seat(place), heard.seat(place + 2)
        answer, rebid = heard.call(place + 2), heard.call(place + 4)
        if not isinstance(answer, Bid):
            continue
        major = answer.strain.trumps
        did = f"answered {call_text(answer)} when asked for a major"
        if major in _OTHER:
            assert major is not None
            yield _lengths(opener, place + 2, did, "answer to Stayman", major, leasts=(5, 4))
            if major is Suit.SPADES:
                rule = "2♠ to Stayman, hearts"
                yield _lengths(opener, place + 2, did, rule, Suit.HEARTS, mosts=(3,))
            if isinstance(rebid, Bid) and rebid.strain is Strain.NOTRUMP and rebid.level <= 3:
                other = _OTHER[major]
                did = f"asked for a major and left {major.name.lower()} for {call_text(rebid)}"
                rule = f"answer to Stayman left for {call_text(rebid)}"
                yield _lengths(asker, place + 4, did, rule, other, leasts=(4,))
        elif major is Suit.DIAMONDS:
            for suit in _OTHER:
                yield _lengths(opener, place + 2, did, "no major to Stayman", suit, mosts=(3,))


def _transfers(heard: HeardAuction) -> Iterator[Clue]:
    """A transfer that was taken: the suit, then the choice between it and no-trump."""
    for place in range(len(heard.calls) - 2):
        suit = _TRANSFERS.get(heard.name(place))
        taken, bid = heard.call(place + 2), heard.call(place)
        if suit is None or heard.call(place + 1) is not Sign.PASS:
            continue
        if not isinstance(taken, Bid) or taken.strain != int(suit):
            continue
        asker, opener = heard.seat(place), heard.seat(place + 2)
        assert isinstance(bid, Bid)
        did = f"bid {call_text(bid)}, a transfer to {suit.name.lower()}"
        yield _lengths(asker, place, did, "transfer taken", suit, leasts=(6, 5))
        if str(heard.call(place + 4)) != "3N":
            continue
        after = heard.call(place + 6)
        name = suit.name.lower()
        if after is Sign.PASS:
            did = f"left 3NT with {name} offered"
            yield _lengths(opener, place + 6, did, "transfer, 3NT left", suit, mosts=(2, 3))
        elif isinstance(after, Bid) and after.strain == int(suit):
            did = f"took {name} rather than 3NT"
            rule = "transfer, 3NT corrected"
            yield _lengths(opener, place + 6, did, rule, suit, leasts=(4, 3))


def _not_raised(heard: HeardAuction) -> Iterator[Clue]:
    """Opener did not raise the major that partner bid at the one level."""
    opening, place = heard.opening, heard.start
    answer, rebid = heard.call(place + 2), heard.call(place + 4)
    if opening is None or opening.level > 1 or not _is_one_of_a_major(answer):
        return
    if not isinstance(rebid, Bid) or heard.call(place + 1) is not Sign.PASS:
        return
    assert isinstance(answer, Bid)
    suit, opener = Suit(answer.strain), heard.opener
    if rebid.strain is answer.strain or heard.call(place + 3) is not Sign.PASS:
        return
    if (rebid.level <= 2 and heard.named[place + 4] is None) or _is_minimum(rebid, opening):
        did, rule = f"did not raise {suit.name.lower()}", "responder's major not raised"
        yield _lengths(opener, place + 4, did, rule, suit, mosts=(2, 3))


def _is_one_of_a_major(call: Call | None) -> bool:
    return isinstance(call, Bid) and call.level == 1 and call.strain.trumps in _OTHER


def _is_minimum(rebid: Bid, opening: Bid) -> bool:
    """Whether a rebid is one no-trump, or opener's suit again at the two level."""
    return str(rebid) == "1N" or (rebid.level == 2 and rebid.strain is opening.strain)


def _second_suits(heard: HeardAuction) -> Iterator[Clue]:
    """Opener's second suit up to the three level, and his first suit bid again."""
    opened = [one for one in heard.suits if one.place == heard.start]
    if not opened or opened[0].bid.level > 1:
        return
    first, opener = opened[0].suit, heard.opener
    partners = {one.suit for one in heard.suits if one.seat is opener.partner}
    later = [one for one in heard.suits if one.seat is opener and one.place > heard.start]
    for one in later[:1]:
        named = heard.named[one.place]
        if one.bid.level > 3 or one.suit in partners or (named and not named.is_natural):
            continue
        name = one.suit.name.lower()
        if one.suit is first:
            rule = f"opener's suit bid again at level {one.bid.level}"
            yield _lengths(opener, one.place, f"rebid {name}", rule, first, leasts=(7, 6, 5))
        else:
            did = f"bid {first.name.lower()} and then {name}"
            rule = f"opener's second suit at level {one.bid.level}"
            yield _lengths(opener, one.place, did, rule, one.suit, leasts=(5, 4))
            rule = f"first of opener's two suits, {first.name.lower()}"
            yield _lengths(opener, one.place, did, rule, first, leasts=(6, 5, 4))


def _preference(heard: HeardAuction) -> Iterator[Clue]:
    """Preference for opener's first suit, rather than a raise of it at once."""
    for place, call in enumerate(heard.calls):
        if heard.name(place) == _PREFERENCE and isinstance(call, Bid):
            suit = Suit(call.strain)
            did = f"went back to {suit.name.lower()}"
            yield _lengths(heard.seat(place), place, did, "preference", suit, mosts=(2, 3))


def _denied(heard: HeardAuction) -> Iterator[Clue]:
    """Responder's first call passes over a major, or does not support one."""
    opening, place = heard.opening, heard.start
    answer = heard.call(place + 2)
    if opening is None or opening.level > 1 or heard.call(place + 1) is not Sign.PASS:
        return
    if not isinstance(answer, Bid) or answer.level > 1:
        return
    suit, seat = opening.strain.trumps, heard.seat(place + 2)
    did = f"answered {call_text(answer)}"
    if str(answer) == "1N":
        if suit in _OTHER:
            assert suit is not None
            rule = "1NT to a major, its support"
            yield _lengths(seat, place + 2, did, rule, suit, mosts=(2, 3))
        for major in _OTHER:
            if int(major) > int(opening.strain):
                rule = "1NT passing over a major"
                yield _lengths(seat, place + 2, did, rule, major, mosts=(3,))
    elif opening.strain is Strain.HEARTS:
        rule = "1♠ to 1♥, its support"
        yield _lengths(seat, place + 2, did, rule, Suit.HEARTS, mosts=(2, 3))
    elif str(answer) == "1S":
        rule = "1♠ passing over hearts"
        yield _lengths(seat, place + 2, did, rule, Suit.HEARTS, mosts=(3,))


def _stoppers(heard: HeardAuction) -> Iterator[Clue]:
    """No-trump bid after the opponents' only suit, naturally and below slam."""
    for place, bid in heard.bids:
        seat = heard.seat(place)
        if bid.strain is not Strain.NOTRUMP or bid.level > 3:
            continue
        one = heard.named[place]
        if one is not None and not one.is_natural:
            continue
        theirs = [
            each for each in heard.suits
            if each.place < place and not each.seat.is_with(seat)
        ]  # fmt: skip
        if len({each.suit for each in theirs}) != 1:
            continue
        suit = theirs[0].suit
        did = f"bid {call_text(bid)} over {suit.name.lower()}"
        kind = "opening" if theirs[0].place == heard.start else "overcall"
        rule = f"stopper: {bid.level}NT over an {kind}"
        if place == heard.start + 1:
            rule = f"{rule}, at once"
        if _bid_before(heard, seat.partner, place):
            rule = f"{rule}, partner having bid no-trump"
        yield Clue(seat, place, did, ((rule, StoppedSuit(seat, suit)),))


def _bid_before(heard: HeardAuction, seat: Seat, before: int) -> bool:
    """Whether a player has bid no-trump."""
    return any(
        at < before and isinstance(call, Bid) and call.strain is Strain.NOTRUMP
        for at, call in heard.of(seat)
    )


def _take_out(heard: HeardAuction) -> Iterator[Clue]:
    """A take-out double of an opening in a suit: how many cards of that suit."""
    place, opening = heard.start + 1, heard.opening
    if heard.name(place) != _TAKE_OUT or opening is None:
        return
    suit = opening.strain.trumps
    if suit is not None:
        level = "one" if opening.level == 1 else "more"
        rule = f"take-out double of {level} of {'a major' if suit in _OTHER else 'a minor'}"
        did = f"doubled {call_text(opening)} for take-out"
        yield _lengths(heard.seat(place), place, did, rule, suit, mosts=(2, 3))


def _negative_doubles(heard: HeardAuction) -> Iterator[Clue]:
    """A negative double where one major is unbid."""
    place, opening = heard.start + 2, heard.opening
    if heard.name(place) not in _NEGATIVE or opening is None:
        return
    over = heard.call(place - 1)
    bid = {call.strain for call in (opening, over) if isinstance(call, Bid)}
    unbid = [suit for suit in _OTHER if Strain(suit) not in bid]
    if len(unbid) == 1 and isinstance(over, Bid):
        rule = f"negative double at level {over.level}, {unbid[0].name.lower()}"
        seat, did = heard.seat(place), "made a negative double"
        yield _lengths(seat, place, did, rule, unbid[0], leasts=(4,))


def _lengths(
    seat: Seat,
    place: int,
    did: str,
    rule: str,
    suit: Suit,
    *,
    leasts: Sequence[int] = (),
    mosts: Sequence[int] = (),
) -> Clue:
    found: list[tuple[str, Statement]] = [
        (f"{rule}: {least} cards or more", Length(seat, suit, least)) for least in leasts
    ]
    found += [(f"{rule}: {most} cards at most", Length(seat, suit, most=most)) for most in mosts]
    return Clue(seat, place, did, tuple(found))
