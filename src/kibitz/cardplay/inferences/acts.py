"""An auction explained call by call, with what each call tells beside its system's rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.bidding.systems.telling import NO_RULE_SPEAKS, Act, Chain
from kibitz.cardplay.inferences.statements import Length, StoppedSuit
from kibitz.cardplay.inferences.telling import Inference, told_by_calls
from kibitz.wording import listed


def with_inferences(chain: Chain) -> Chain:
    """The same acts; no-trump over a suit promises a stopper, whatever points a rule gives it.

    Where no rule speaks of a call, it shows what such calls usually do.
    """
    told = told_by_calls(chain.auction)
    acts = [
        _told(act, [one for one in told if one.place == place])
        for place, act in enumerate(chain.acts)
    ]
    return replace(chain, acts=tuple(acts))


def _told(act: Act, told: Sequence[Inference]) -> Act:
    stoppers = [one.says for one in told if isinstance(one.statement, StoppedSuit)]
    lengths = [one.says for one in told if isinstance(one.statement, Length)]
    if stoppers:
        return replace(act, words=listed(stoppers))
    if lengths and act.words == NO_RULE_SPEAKS:
        return replace(act, words=listed(lengths))
    return act
