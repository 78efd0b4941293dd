"""The main line, while both defenders play low: shown for a plan too long for words."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.bridge.cards import Rank
from kibitz.suits.combination import Combination, Ranks
from kibitz.suits.plans.plan import End, SuitStep, name_play
from kibitz.suits.plans.wording import play_text


def main_lines(first_play: str, tree: SuitStep | End, suit: Combination) -> tuple[str, ...]:
    """The first play, and those that follow it while nothing but low cards is seen.

    >>> from kibitz import suit
    >>> answer = suit("AQJx", "xxx", entries_south=1)
    >>> main_lines("cash A", answer.plan.tree, answer.suit)[1]
    'as long as both play low, go on: lead low to the Queen, then duck a round'
    """
    others = [play_text(name) for name in _names(tree, suit)][1:]
    first = play_text(first_play)
    if not others:
        return (first,)
    return first, f"as long as both play low, go on: {', then '.join(others)}"


def _names(tree: SuitStep | End, suit: Combination) -> Iterator[str]:
    """The name of the play in each trick where both defenders play low."""
    hands: dict[str, Ranks] = {"north": suit.north, "south": suit.south}
    missing, low = suit.missing, min(suit.missing, default=Rank.TWO)
    lead: SuitStep | End | None = tree
    while isinstance(lead, SuitStep) and lead.card is not None:
        third = _after(lead, low)
        if not isinstance(third, SuitStep):
            return
        yield name_play(lead.card, third.card, hands[third.hand], missing)
        for step in (lead, third):
            hands[step.hand] = frozenset(card for card in hands[step.hand] if card != step.card)
        missing = frozenset(sorted(missing)[2:])
        lead = _after(third, low)


def _after(step: SuitStep, low: Rank) -> SuitStep | End | None:
    """The step after the defender plays *low*; None if the tree has none."""
    for answer in step.answers:
        if answer.block is not None and low in answer.block.cards:
            return answer.then
    return None
