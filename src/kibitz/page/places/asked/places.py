"""The place that answers what was typed, by its words alone."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from kibitz.errors import KibitzError
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.typed import typed_auction, typed_card, typed_seat
from kibitz.page.places.asked.heard import LONGEST, AskedWords, CallRun

_HOLDING = r"[AKQJTX2-9]*(?:10)?[AKQJTX2-9]*"
_SUIT = re.compile(
    r"(?:(?:how (?:do|should|would) (?:i|you|we) )?play |combination |suit )?"
    rf"(?P<north>{_HOLDING}|-)\s*(?:\s|/|,|\bopposite\b|\bopp\b|\bfacing\b)\s*(?P<south>{_HOLDING}|-)"
    r"(?:,? (?:for )?(?P<tricks>\d{1,2})(?: tricks?)?)?\s*\??",
    re.IGNORECASE,
)
_MEANS = re.compile(
    r"a|after|an|and|artificial|bid|bidding|call|convention|do|does|double|doubling|"
    r"explain|forcing|here|in|is|it|mean|meaning|means|natural|of|on|opener|opening|"
    r"opposite|over|overcall|partner|partner's|reply|response|show|shows|strong|that|the|"
    r"their|they|this|to|transfer|weak|what|what's|when"
)
"""Words around a call whose meaning is asked, and no others."""
_THEIRS = ("over", "overcall")


def placed(text: str) -> str:
    """The address that answers a question; empty if its words do not tell which.

    >>> placed("♠KQJ84 ♥5 ♦AJ72 ♣1093 after 1D")
    '/call?hand=KQJ84.5.AJ72.T93&auction=1D'
    >>> placed("what does 2D mean after 1NT?")
    '/meaning?auction=1N+P+2D'
    >>> placed("KJ95 opposite A732 for 4 tricks")
    '/suit?north=KJ95&south=A732&tricks=4'
    >>> placed("Bermuda Bowl")
    ''
    """
    suit = _SUIT.fullmatch(text)
    if suit is not None and (suit["north"] or suit["south"]):
        fields = {"north": suit["north"], "south": suit["south"], "tricks": suit["tricks"]}
        return _at("suit", fields)
    if len(text) > LONGEST:
        return ""
    heard = AskedWords.of(text)
    match len(heard.hands):
        case 0:
            return _explored(heard) or _meaning(heard)
        case 1:
            return _lead(heard) or _call(heard)
        case 2:
            return _plan(heard)
    return ""


def _at(place: str, fields: dict[str, str | None]) -> str:
    return f"/{place}?{urlencode({name: value for name, value in fields.items() if value})}"


def _plan(heard: AskedWords) -> str:
    """Declarer's hand, then dummy's, with what is said of contract, declarer and lead."""
    contract = heard.doubled or next((str(run) for run in heard.runs if len(run.calls) == 1), "")
    auction = next((str(run) for run in heard.runs if len(run.calls) > 1), "")
    fields = {
        "hand": heard.hands[0],
        "dummy": heard.hands[1],
        "contract": contract.replace("N", "NT"),
    }
    return _at(
        "plan",
        {**fields, "declarer": _declarer(heard), "lead": _led(heard), "auction": auction},
    )


def _declarer(heard: AskedWords) -> str:
    for word, then in zip(heard.words, heard.words[1:], strict=False):
        if word == "by" and then in ("north", "east", "south", "west", "n", "e", "s", "w"):
            return str(typed_seat(then))
    return ""


def _led(heard: AskedWords) -> str:
    """The card beside the word *lead* or *led*."""
    for at, word in enumerate(heard.words):
        if word in ("lead", "led", "leads"):
            for beside in heard.words[max(0, at - 1) : at + 2]:
                try:
                    return str(typed_card(beside))
                except KibitzError:
                    continue
    return ""


def _lead(heard: AskedWords) -> str:
    if not heard.says("lead", "leads", "led"):
        return ""
    auction = max((run for run in heard.runs), key=lambda run: len(run.calls), default=None)
    if auction is None or len(auction.calls) < 2:
        return ""
    return _at("lead", {"hand": heard.hands[0], "auction": str(auction)})


def _call(heard: AskedWords) -> str:
    """A hand after an auction, or the first to call."""
    hand = heard.hands[0]
    if heard.says("lead", "leads", "led") or heard.doubled or len(heard.runs) > 1:
        return ""
    if not heard.runs:
        return _at("opening", {"hand": hand})
    return _at("call", {"hand": hand, "auction": _so_far(heard.runs[0], heard.words)})


def _so_far(run: CallRun, words: tuple[str, ...]) -> str:
    """The auction up to the one who asks; *partner opened 1D* has a pass after it."""
    if len(run.calls) > 1:
        return str(run)
    if "partner" in words or "partner's" in words:
        return f"{run} P"
    if "lho" in words or ("left" in words and "right" not in words):
        return f"{run} P P"
    return str(run)


def _explored(heard: AskedWords) -> str:
    asks = heard.says("next") or ("came" in heard.words and "after" in heard.words)
    return _at("explore", {"auction": str(heard.runs[-1])}) if asks and heard.runs else ""


def _meaning(heard: AskedWords) -> str:
    if heard.doubled or not all(map(_MEANS.fullmatch, heard.words)):
        return ""
    match heard.runs:
        case [run] if heard.says("double", "doubling"):
            return _at("meaning", {"auction": f"{run} X"})
        case [run] if len(run.calls) > 1 or heard.words:
            return _at("meaning", {"auction": str(run)})
        case [call, before] if len(call.calls) == 1:
            return _at("meaning", {"auction": _joined(before, call)})
    return ""


def _joined(before: CallRun, call: CallRun) -> str:
    """A call after others: *over* one bid is the next player's, *after* it is partner's."""
    as_told = f"{before} {call}"
    with_pass = f"{before} P {call}"
    first = as_told if before.before in _THEIRS or len(before.calls) > 1 else with_pass
    other = with_pass if first is as_told else as_told
    return first if _is_legal(first) or not _is_legal(other) else other


def _is_legal(auction: str) -> bool:
    try:
        typed_auction(auction, Seat.NORTH)
    except KibitzError:
        return False
    return True
