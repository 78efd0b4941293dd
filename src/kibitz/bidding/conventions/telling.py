"""An auction with the names of its calls: told in a line, or explained by a system's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kibitz.advice import Rule
from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.file import conventions
from kibitz.bidding.conventions.naming import CallEvidence, names
from kibitz.bidding.systems.telling import NO_RULE_SPEAKS, NOTHING_NEW, Act, Chain
from kibitz.games.bridge.auction import Auction, Sign
from kibitz.games.bridge.deal import Seat
from kibitz.wording import call_word


def told(
    auction: Auction,
    words: Mapping[int, str] | None = None,
    *,
    first: int = 0,
    passes: bool = False,
) -> str:
    """The calls from the *first* on, each by its caller; what offers no play there by its name.

    Without *passes* these are left out. *words* are the players' explanations.

    >>> told(Auction.of(Seat.NORTH, "1N P 2C P 2H P 4H P P P"))
    'North 1NT, South 2♣ (Stayman), North 2♥, South 4♥.'
    """
    found = names(auction, CallEvidence(words=words)) if words else names(auction)
    said = []
    for place in range(first, len(auction.calls)):
        call, one = auction.calls[place], found[place]
        if passes or call is not Sign.PASS:
            who = Seat((auction.dealer + place) % 4).name.capitalize()
            name = "" if one is None or one.is_natural or call is Sign.PASS else f" ({one.short})"
            said.append(f"{who} {call_word(call)}{name}")
    return f"{', '.join(said)}." if said else ""


def with_names(chain: Chain) -> Chain:
    """The same acts, each with the name of its call.

    The rules are what the pair plays, so their own names decide between conventions.
    """
    said = {place: rule for place, act in enumerate(chain.acts) if (rule := _rule(act))}
    found = names(chain.auction, CallEvidence(words=said))
    acts = [_named(act, one) for act, one in zip(chain.acts, found, strict=True)]
    return replace(chain, acts=tuple(acts))


def _rule(act: Act) -> str:
    """The rule behind an act, if it is called as a convention is."""
    first = next((one.name for one in act.grounds if isinstance(one, Rule)), "")
    return first if first in conventions() else ""


def _named(act: Act, one: NamedCall | None) -> Act:
    if one is None or (act.words.startswith("to play") and not one.is_natural):
        return act
    first, _, rest = act.words.partition(", ")
    is_said = first.removesuffix("s") in one.short or first == NOTHING_NEW
    words = rest if is_said else act.words
    if act.words == NO_RULE_SPEAKS:
        words = one.does
    return replace(act, name=str(one), convention=one.name, words=words)
