"""An auction that a system's rules explain, with the names of its calls."""

from __future__ import annotations

from dataclasses import replace

from kibitz.advice import Rule
from kibitz.bidding.conventions.convention import NamedCall
from kibitz.bidding.conventions.file import conventions
from kibitz.bidding.conventions.naming import CallEvidence, names
from kibitz.bidding.systems.telling import NO_RULE_SPEAKS, NOTHING_NEW, Act, Chain


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
    if one is None:
        return act
    first, _, rest = act.words.partition(", ")
    words = rest if first in one.short or first == NOTHING_NEW else act.words
    if act.words == NO_RULE_SPEAKS:
        words = one.does
    return replace(act, name=str(one), convention=one.name, words=words)
