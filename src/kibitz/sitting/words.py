"""What is shown at the table, in words: the auction, tricks, the hands in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.bidding.conventions.naming import names
from kibitz.bidding.conventions.telling import told
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.cards import Card, Hand
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.games.bridge.play import tricks_of
from kibitz.mygame.explain import hand_text
from kibitz.plans.arithmetic import TrickCount
from kibitz.sitting.coached import CoachedDeal, DealStage
from kibitz.sitting.sight import SeenDeal
from kibitz.wording import card_text, contract_text, counted, vulnerable_text


def opening_text(deal: CoachedDeal, by: Seat) -> list[str]:
    """How a deal opens: who sits where, who dealt, and what was given."""
    start = deal.start
    lines = [
        f"You are {_name(by)}. {_name(start.dealer)} dealt, {vulnerable_text(start.vulnerability)}."
    ]
    if start.auction:
        lines.append(auction_text(Auction(start.dealer, tuple(start.auction))))
    if start.cards:
        lines += news(CoachedDeal.at(replace(start, cards=())), CoachedDeal.at(start), by)
    return lines


def auction_text(auction: Auction, first: int = 0) -> str:
    """Calls from the *first* on, with names: ``North 1NT, East pass, South 2♣ (Stayman)``."""
    return told(auction, first=first, passes=True)


def calls_text(auction: Auction) -> list[str]:
    """What the calls of an auction mean, as far as they have a name."""
    found = [
        f"{_name(Seat((auction.dealer + at) % 4))}: {one.line}"
        for at, one in enumerate(names(auction))
        if one is not None
    ]
    return found or ["No call so far has a name."]


def news(before: CoachedDeal, deal: CoachedDeal, by: Seat) -> list[str]:
    """What happened at the table since: calls, the contract, and cards trick by trick."""
    lines = []
    if len(deal.auction.calls) > len(before.auction.calls):
        lines.append(auction_text(deal.auction, len(before.auction.calls)))
    if deal.auction.is_over and not before.auction.is_over:
        lines.append(_contract_text(deal, by))
    if deal.contract is None:
        return lines
    done = len(before.cards)
    for number, trick in enumerate(tricks_of(deal.contract, deal.cards), 1):
        if 4 * number <= done or (4 * (number - 1) + len(trick.cards)) <= done:
            continue
        cards = [
            f"{_whose(deal, seat, by)} {card_text(card)}" for seat, card in trick.by_seat.items()
        ]
        won = "" if trick.winner is None else f" {_whose(deal, trick.winner, by).capitalize()} won."
        lines.append(f"Trick {number}: {', '.join(cards)}.{won}")
    return lines


def _contract_text(deal: CoachedDeal, by: Seat) -> str:
    if deal.contract is None:
        return "Passed out."
    leader = _name(deal.contract.leader)
    both = " You play both hands." if deal.contract.dummy is by else ""
    return f"The contract is {contract_text(deal.contract, by=True)}. {leader} leads.{both}"


def position_text(seen: SeenDeal) -> list[str]:
    """The hands in view, and how the play stands."""
    if seen.contract is None:
        return [f"You    {hand_text(seen.left(seen.by))}"]
    dummy = seen.contract.dummy
    hands = [
        (("Dummy" if seat is dummy else "You" if seat is seen.by else _name(seat)), seen.left(seat))
        for seat in (dummy, *(one for one in seen.hands if one is not dummy))
        if seat in seen.hands
    ]
    width = max(len(name) for name, _ in hands)
    lines = [f"{name:<{width}}  {hand_text(hand)}" for name, hand in hands]
    if seen.played:
        lines.append(_goal_text(seen))
    return lines


def _goal_text(seen: SeenDeal) -> str:
    state = seen.state
    won, lost = state.declarer_tricks, state.tricks - state.declarer_tricks
    if seen.by.is_with(state.contract.declarer):
        need = max(0, state.contract.target - won)
        goal = f"you need {need} more" if need else "you have made it"
        ours, theirs = won, lost
    else:
        need = max(0, 14 - state.contract.target - lost)
        goal = f"you need {need} more to beat it" if need else "it is down"
        ours, theirs = lost, won
    name = contract_text(state.contract, by=True)
    return f"{name}: you have {counted(ours, 'trick')}, they have {theirs}; {goal}."


def on_top_text(found: TrickCount) -> str:
    """The winners suit by suit, and their sum."""
    rows = [f"{number}{suit.symbol}" for suit, number in reversed(found.on_top.items()) if number]
    return f"{' + '.join(rows) or '0'} = {sum(found.on_top.values())} on top"


def layout_text(layout: Deal, gone: Sequence[Card], seats: Sequence[Seat]) -> list[str]:
    """Some hands of a layout, without the cards already played."""
    width = max(len(_name(seat)) for seat in seats)
    return [
        f"  {_name(seat):<{width}}  {hand_text(layout[seat] - Hand.of(gone))}" for seat in seats
    ]


def _whose(deal: CoachedDeal, seat: Seat, by: Seat) -> str:
    """A hand, as the player calls it: you, dummy, or its seat."""
    if deal.contract is not None and seat is deal.contract.dummy and seat is not by:
        return "dummy"
    return "you" if seat is by else _name(seat)


def _name(seat: Seat) -> str:
    return seat.name.capitalize()


def final_hands(deal: CoachedDeal) -> list[str]:
    """All four hands as they were dealt."""
    assert deal.stage is DealStage.OVER, "hands are shown at the end"
    return layout_text(deal.deal, (), tuple(Seat))


def looked(deal: CoachedDeal, by: Seat) -> CoachedDeal:
    """The deal as it was when a person decided last; as it came to the table, if he has not."""
    for moment in reversed(deal.own):
        before = deal.until(moment)
        if before.decider is by:
            return before
    return deal.until(deal.given)


def hand_over_text(deal: CoachedDeal, last: Seat | None) -> str:
    """Who looks at the screen next, and who looks away."""
    name = _name(deal.decider)
    others = [seat for seat in deal.start.people if seat is not deal.decider]
    away = others[0] if last is None else last
    return f"{name} decides. {_name(away)}, please look away."
