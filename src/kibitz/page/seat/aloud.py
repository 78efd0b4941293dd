"""The table read aloud: a sentence for every reading key, and what is said when something happens.

A reader of the screen says ``♠K`` as two signs; here it is the king of spades.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kibitz.games.bridge.cards import Card, Rank, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Trick, tricks_of
from kibitz.page.words import WORDS, seat_name
from kibitz.sitting.sight import SeenDeal
from kibitz.sitting.words import auction_text
from kibitz.wording import contract_text, in_words, vulnerable_text

_SIGNS = {suit.symbol: suit.name.lower() for suit in Suit}
_ONES = {suit.symbol: suit.name.lower().rstrip("s") for suit in Suit}
_BID = re.compile(rf"\b([1-7])(NT|[{''.join(_SIGNS)}])(x{{0,2}})")
_CARDS = re.compile(rf"([{''.join(_SIGNS)}])((?:10|[2-9AKQJ])(?![0-9]))")
_LONE = re.compile(f"[{''.join(_SIGNS)}]")


def aloud(text: str) -> str:
    """Words without signs.

    >>> aloud("West leads ♥Q against 3NT; you bid 1♠, then 2♠.")
    'West leads queen of hearts against three no trump; you bid one spade, then two spades.'
    """
    said = _BID.sub(_bid, text)
    said = _CARDS.sub(lambda found: f"{_rank(found[2])} of {_SIGNS[found[1]]}", said)
    return _LONE.sub(lambda found: _SIGNS[found[0]], said)


def _bid(found: re.Match[str]) -> str:
    level, strain = int(found[1]), found[2]
    names = _ONES if level == 1 else _SIGNS
    name = "no trump" if strain == "NT" else names[strain]
    doubled = {"": "", "x": " doubled", "xx": " redoubled"}[found[3]]
    return f"{in_words(level)} {name}{doubled}"


def _rank(letter: str) -> str:
    return WORDS["cards"][str(Rank.parse(letter.replace("10", "T")))]


def reading(seen: SeenDeal, question: str) -> dict[str, str]:
    """What each reading key says."""
    say, me = WORDS["aloud"], seen.by
    found = {
        "y": _hand(say["your_hand"], seen, me),
        "a": _auction(seen),
        "w": aloud(question),
    }
    if seen.contract is None:
        return found
    state, dummy = seen.state, seen.contract.dummy
    other = dummy if dummy is not me else seen.contract.declarer
    if other in seen.hands:
        found["m"] = _hand(say["dummy"], seen, other)
    played = list(tricks_of(seen.contract, seen.played))
    whole = [trick for trick in played if trick.winner is not None]
    now = played[-1] if played and played[-1].winner is None else None
    found["t"] = say["no_trick"] if now is None else _trick(now, len(played), seen)
    found["l"] = say["no_last"] if not whole else _trick(whole[-1], len(whole), seen)
    won, lost = state.declarer_tricks, state.tricks - state.declarer_tricks
    ours, theirs = (won, lost) if me.is_with(seen.contract.declarer) else (lost, won)
    found["g"] = say["goal"].format(
        contract=aloud(contract_text(seen.contract, by=True)),
        ours=in_words(ours).replace("no", "none"),
        theirs=in_words(theirs).replace("no", "none"),
        target=in_words(seen.contract.target),
    )
    return found


def _hand(title: str, seen: SeenDeal, seat: Seat) -> str:
    left = seen.left(seat)
    parts = [
        f"{suit.name.capitalize()}: {_ranks(sorted(left.of_suit(suit), reverse=True))}."
        for suit in reversed(Suit)
    ]
    return f"{title.format(number=in_words(len(left)))} {' '.join(parts)}"


def _ranks(cards: Sequence[Card]) -> str:
    return ", ".join(_rank(str(card)[1:]) for card in cards) or WORDS["aloud"]["none"]


def _auction(seen: SeenDeal) -> str:
    dealt = WORDS["table"]["dealt_at"].format(
        seat=seat_name(seen.auction.dealer), colours=vulnerable_text(seen.vulnerability)
    )
    if not seen.auction.calls:
        return f"{dealt}."
    return f"{dealt}. {aloud(auction_text(seen.auction))}"


def _trick(trick: Trick, number: int, seen: SeenDeal) -> str:
    say = WORDS["aloud"]
    cards = [f"{_who(seat, seen)} {_said(card)}" for seat, card in trick.by_seat.items()]
    won = "" if trick.winner is None else say["won"].format(who=_who(trick.winner, seen))
    return f"{say['trick'].format(number=number)} {', '.join(cards)}. {won}".strip()


def _said(card: Card) -> str:
    return f"{_rank(str(card)[1:])} of {card.suit.name.lower()}"


def _who(seat: Seat, seen: SeenDeal) -> str:
    if seat is seen.by:
        return WORDS["seat"]["you"].lower()
    dummy = seen.contract is not None and seat is seen.contract.dummy
    return WORDS["seat"]["dummy"] if dummy else seat_name(seat)
