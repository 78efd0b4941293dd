"""Where a call and the next best lead, in words; nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games.bridge.auction import Bid, Contract
from kibitz.games.bridge.cards import Suit
from kibitz.wording import call_text, call_word, contract_text, counted, in_words

if TYPE_CHECKING:
    from kibitz.cardplay.belief.ahead import TwoWays, Way

_MOSTLY = 0.5
"""The least share of the layouts on which something happens *mostly*."""
_OFTEN = 0.25
"""A contract that is reached less often is not named."""
_EVEN = 0.5  # IMPs; less than this is no difference


def ahead_words(ahead: TwoWays) -> str:
    """The next best call, where it leads, and what that costs."""
    best, other = ahead.best, ahead.other
    named = call_word(other.call)
    start = f"The next best call is {named}."
    if ahead.same >= ahead.layouts - 1:
        return f"{start} It leads to the same contract as {call_word(best.call)}."
    leads = f"{_leads(other, ahead)}; {_leads(best, ahead)}"
    return f"{start} Bid on over {counted(ahead.layouts, 'layout')}, {leads}.{_worth(ahead)}"


def _leads(way: Way, ahead: TwoWays) -> str:
    """*2♦ is passed on 12 of 16, with four diamonds opposite two*, or the contract it leads to."""
    named, whole = call_word(way.call), ahead.layouts
    contract, times = way.ends[0]
    is_itself = isinstance(way.call, Bid) and contract is not None and contract.bid == way.call
    if is_itself or way.passed >= _MOSTLY * whole:
        return f"{named} is passed on {_of(way.passed, whole)}{_fit(way, ahead)}"
    end = "the deal is passed out" if contract is None else _whose(contract, ahead)
    if times < _OFTEN * whole:
        return f"{named} leads to {in_words(len(way.ends))} different contracts"
    if times < _MOSTLY * whole:
        return f"{named} leads most often to {end} ({_of(times, whole)})"
    return f"{named} {'leads' if times == whole else 'mostly leads'} to {end} ({_of(times, whole)})"


def _of(times: int, whole: int) -> str:
    return "all of them" if times == whole else f"{times} of them"


def _fit(way: Way, ahead: TwoWays) -> str:
    """The two hands' cards in the suit where the call is passed."""
    suit = way.call.strain.trumps if isinstance(way.call, Bid) else None
    if suit is None or way.partners is None:
        return ""
    low, high = way.partners
    partners = in_words(low) if low == high else f"{in_words(low)} or {in_words(high)}"
    if high > low + 1:
        partners = f"{in_words(low)} to {in_words(high)}"
    return f", with {_cards(ahead.hand_lengths[suit], suit)} opposite {partners}"


def _cards(number: int, suit: Suit) -> str:
    name = suit.name.lower()
    return f"{in_words(number)} {name if number != 1 else name[:-1]}"


def _whose(contract: Contract, ahead: TwoWays) -> str:
    ours = contract.declarer % 2 == ahead.side
    return contract_text(contract) if ours else f"{contract_text(contract)} by the opponents"


def _worth(ahead: TwoWays) -> str:
    """What the call gains or loses beside the next best, double dummy; empty if unsolved."""
    named, gain = call_text(ahead.best.call), ahead.imps
    if gain is None:
        return ""
    counts = f"better on {ahead.better}, worse on {ahead.worse}"
    if abs(gain) < _EVEN:
        return f" Double dummy there is little in it ({counts})."
    if gain < 0:
        return f" Double dummy {call_text(ahead.other.call)} does rather better on these layouts."
    return f" Double dummy {named} gains {gain:.1f} IMPs a layout ({counts})."
