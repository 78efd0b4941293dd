"""The felt: the hands in view, the calls or the trick on the table, contract and tricks.

Everything is made of what the player's seat sees; plain data for a template, and no HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import Trick, tricks_of
from kibitz.page.table.drawing import SEATS, AuctionView, auction_rows, meaning_address
from kibitz.page.words import WORDS, counted, seat_name
from kibitz.sitting.coached import DealStage
from kibitz.sitting.moves import why_not
from kibitz.sitting.sight import SeenDeal
from kibitz.wording import call_text, contract_text, vulnerable_text

_PLACES = (("far", "n", 2), ("left", "w", 1), ("right", "e", 3), ("near", "s", 0))
"""The places around the table, with their slot and how far they are from the player, clockwise."""
_KEYS = 9
_NARROW = 7


def felt(seen: SeenDeal, may_play: bool, layout: Deal | None = None) -> dict[str, Any]:
    """What lies on the table; with a *layout* that is only supposed, its hidden hands too.

    Cards may be played where a card is what is asked for.
    """
    me = seen.by
    return {
        "stage": seen.stage.value,
        "me": seat_name(me),
        "dealer": _slot(seen.auction.dealer, me),
        "dealt": WORDS["table"]["dealt"].format(seat=seat_name(seen.auction.dealer)),
        "colours": _sentence(vulnerable_text(seen.vulnerability)),
        "red": _red(seen),
        "standing": _standing(seen),
        "laid": _laid(seen.auction, me),
        "auction": _auction(seen),
        "seats": [_seat(seen, (place, slot, by), may_play, layout) for place, slot, by in _PLACES],
        "trick": _trick(seen, layout is not None),
        "tricks": tricks(seen),
        "supposed": layout is not None,
        "letters": {slot: str(Seat((me + by) % 4)) for _, slot, by in _PLACES},
    }


def halves(cards: Sequence[Card]) -> list[list[list[Card]]]:
    """A hand by suits, in the two rows that a phone shows: as even as suits allow."""
    suits = [[card for card in cards if card.suit is suit] for suit in reversed(Suit)]
    held = [one for one in suits if one]
    if sum(map(len, held)) <= _NARROW or len(held) < 2:
        return [held]
    cut = min(range(1, len(held)), key=lambda at: _longer(held[:at], held[at:]))
    return [held[:cut], held[cut:]]


def _longer(one: list[list[Card]], other: list[list[Card]]) -> int:
    return max(sum(map(len, one)), sum(map(len, other)))


def by_rank(hand: Hand) -> list[Card]:
    return sorted(hand, key=lambda card: (-card.suit, -card.rank))


def rack(seen: SeenDeal, seat: Seat, hand: Hand, may_play: bool) -> dict[str, Any]:
    """A hand in view to play from, or to look at."""
    options = _options(seen, seat) if may_play else set[Card]()
    state = None if seen.contract is None or not options else seen.state
    keys = iter(range(1, _KEYS + 1))

    def face(card: Card) -> dict[str, Any]:
        may = card in options
        why = "" if may or state is None else why_not(state, card)
        key = next(keys, None) if may else None
        return {"card": str(card), "may": may, "why": why, "key": str(key or "")}

    rows = halves(by_rank(hand))
    return {
        "choose": bool(options),
        "most": max((sum(map(len, row)) for row in rows), default=0),
        "number": len(hand),
        "halves": [[[face(card) for card in suit] for suit in row] for row in rows],
    }


def tricks(seen: SeenDeal) -> list[dict[str, Any]]:
    """The tricks so far: West's card first, with who led and which side won."""
    if seen.contract is None:
        return []
    return [
        {
            "number": number,
            "won": _winners(trick, seen.by),
            "cards": [_in_row(trick, seat) for seat in SEATS],
        }
        for number, trick in enumerate(tricks_of(seen.contract, seen.played), 1)
    ]


def _in_row(trick: Trick, seat: Seat) -> dict[str, Any] | None:
    card = trick.by_seat.get(seat)
    if card is None:
        return None
    return {"card": str(card), "led": seat is trick.leader, "won": seat is trick.winner}


def _winners(trick: Trick, me: Seat) -> str:
    if trick.winner is None:
        return ""
    return "us" if trick.winner.is_with(me) else "them"


def _options(seen: SeenDeal, seat: Seat) -> set[Card]:
    """The cards of a hand that the player may play now."""
    if seen.contract is None or seen.stage is not DealStage.PLAY or seat not in seen.hands:
        return set()
    state = seen.state
    if state.turn is not seat:
        return set()
    ours = seat.is_with(state.contract.declarer) and seen.by.is_with(state.contract.declarer)
    return set(state.legal_actions) if seat is seen.by or ours else set()


def _seat(
    seen: SeenDeal, at: tuple[str, str, int], may_play: bool, layout: Deal | None
) -> dict[str, Any]:
    place, slot, by = at
    seat = Seat((seen.by + by) % 4)
    gone = Hand.of(seen.played)
    shown: Hand | None = seen.left(seat) if seat in seen.hands else None
    supposed = shown is None and layout is not None
    if layout is not None and shown is None:
        shown = layout[seat] - gone
    played = (
        0
        if seen.contract is None
        else sum(seat in trick.by_seat for trick in tricks_of(seen.contract, seen.played))
    )
    return {
        "place": place,
        "slot": slot,
        "letter": str(seat),
        "seat": seat_name(seat),
        "role": _role(seen, seat, supposed),
        "turn": _is_turn(seen, seat),
        "supposed": supposed,
        "backs": 0 if shown is not None else 13 - played,
        "rack": None if shown is None else rack(seen, seat, shown, may_play),
        "cards": None if shown is None else [str(card) for card in by_rank(shown)],
    }


def _is_turn(seen: SeenDeal, seat: Seat) -> bool:
    if seen.stage is DealStage.OVER:
        return False
    return seat is (seen.auction.turn if seen.contract is None else seen.state.turn)


def _role(seen: SeenDeal, seat: Seat, supposed: bool) -> str:
    say = WORDS["seat"]
    if supposed:
        return say["suppose"]
    if seen.contract is not None:
        if seat is seen.contract.dummy and seat is not seen.by:
            return say["dummy"]
        if seat is seen.contract.declarer and seat is not seen.by:
            return say["declarer"]
    if seat is seen.by:
        return say["to_play"] if _is_turn(seen, seat) and seen.contract else ""
    return say["partner"] if seat is seen.by.partner else say["house"]


def _laid(auction: Auction, me: Seat) -> list[dict[str, Any]]:
    """The calls as they lie before their seats."""
    found: dict[str, list[dict[str, str]]] = {slot: [] for _, slot, _ in _PLACES}
    for at, call in enumerate(auction.calls):
        seat = Seat((auction.dealer + at) % 4)
        meaning = meaning_address(auction.calls[: at + 1], auction.dealer)
        one = {"text": call_text(call), "seat": seat_name(seat), "meaning": meaning}
        found[_slot(seat, me)].append(one)
    next_one = "" if auction.is_over else _slot(auction.turn, me)
    return [
        {"slot": slot, "calls": calls, "next": slot == next_one} for slot, calls in found.items()
    ]


def _auction(seen: SeenDeal) -> AuctionView | None:
    """The auction in rows, West first; None before the first call."""
    calls, dealer = seen.auction.calls, seen.auction.dealer
    if not calls:
        return None
    red = tuple(str(seat) for seat in Seat if seen.vulnerability.includes(seat))
    return AuctionView(auction_rows(dealer, calls, {}), red)


def _standing(seen: SeenDeal) -> dict[str, Any] | None:
    """The contract, and how the tricks stand; None before there is a contract."""
    if seen.contract is None:
        return None
    say, state = WORDS["seat"], seen.state
    won, lost = state.declarer_tricks, state.tricks - state.declarer_tricks
    declares = seen.by.is_with(state.contract.declarer)
    whose = say["by_you"] if state.contract.declarer is seen.by else say["by"]
    ours, theirs = (won, lost) if declares else (lost, won)
    target = state.contract.target if declares else 14 - state.contract.target
    return {
        "contract": contract_text(state.contract),
        "by": whose.format(seat=seat_name(state.contract.declarer)),
        "won": ours,
        "lost": theirs,
        "target": target,
        "needed": say["needed" if declares else "beat"].format(number=target),
        "declares": declares,
        "left": counted(13 - state.tricks, "trick"),
    }


def _trick(seen: SeenDeal, supposed: bool) -> dict[str, Any] | None:
    """The cards on the table, by slot; the last trick where the next has not begun."""
    if seen.contract is None:
        return None
    played = list(tricks_of(seen.contract, seen.played))
    last = played[-1] if played else None
    is_old = last is not None and len(last.cards) == 4
    cards = {} if last is None else last.by_seat
    turn = None if seen.stage is not DealStage.PLAY else _slot(seen.state.turn, seen.by)
    return {
        "cards": {_slot(seat, seen.by): str(card) for seat, card in cards.items()},
        "old": is_old and not supposed,
        "won": "" if last is None or last.winner is None else _slot(last.winner, seen.by),
        "next": "" if is_old else turn or "",
    }


def _slot(seat: Seat, me: Seat) -> str:
    return next(slot for _, slot, by in _PLACES if Seat((me + by) % 4) is seat)


def _red(seen: SeenDeal) -> str:
    ours = seen.vulnerability.includes(seen.by)
    theirs = seen.vulnerability.includes(seen.by.next)
    if ours and theirs:
        return "both"
    return "near-far" if ours else "sides" if theirs else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
