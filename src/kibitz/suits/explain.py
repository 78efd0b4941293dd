"""English about one suit: the tables, the plan, the tree and the layouts.

The English of this room is here and in two more files: `plans/wording.py` has the plan language,
`reasons/explain.py` the reasons. All of them read values that are finished; none solves anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz import wording
from kibitz.suits.combination import Combination
from kibitz.suits.goal import AVERAGE, MATCHPOINTS, Goal
from kibitz.suits.plans.plan import End, SuitStep
from kibitz.suits.plans.wording import group_text
from kibitz.suits.solver.layouts import CardBlock

if TYPE_CHECKING:
    from kibitz.suits.answer import SuitAnswer


def percent(chance: Fraction) -> str:
    """A chance as players write it: two decimals.

    >>> percent(Fraction(611, 2300))
    '26.57 %'
    """
    return wording.percent(chance, 2)


def tree_lines(node: SuitStep | End, depth: int = 0) -> Iterator[str]:
    """A tree of play, one line for each decision, indented by what was seen before it."""
    pad = "  " * depth
    if isinstance(node, End):
        yield f"{pad}{node.tricks} won; nothing more is sure"
        return
    card = "discards" if node.card is None else f"plays the {node.card}"
    yield f"{pad}{node.hand.title()} {card}"
    for answer in node.answers:
        yield f"{pad}  {node.defender.title()} {_played(answer.block)}:"
        yield from tree_lines(answer.then, depth + 2)


def _played(block: CardBlock | None) -> str:
    if block is None:
        return "shows out"
    return f"plays {' or '.join(map(str, block.cards))}"


def describe(answer: SuitAnswer, variation: int = 0) -> str:
    """The chances, the average, the plan and its reasons, as the command line prints them.

    *variation* chooses other words for the same plan, for several answers in a row.
    """
    lines = [f"{answer.north} opposite {answer.south}", "", *_chances(answer), "", _plan(answer)]
    text = answer.brief(variation)
    if text:
        lines += ["", *(f"  {line}" for line in text)]
    if answer.plan.goal == MATCHPOINTS and not answer.why_not:
        lines += ["", MATCHPOINTS_COUNT]
    said = [statement.text for statement in answer.statements]
    return "\n".join([*lines, *([""] if said else []), *said])


def _chances(answer: SuitAnswer) -> Iterator[str]:
    """The best chance of each number of tricks; for the best average, its plan's as well."""
    others = {change.goal.tricks: change for change in answer.reasons.changes}
    beside = answer.plan.goal == AVERAGE and answer.plan.chosen is not None
    yield "tricks  best chance" + ("    this plan" if beside else "")
    for target in answer.targets:
        chance = percent(target.chance)
        if target.ceiling > target.chance:
            chance = f"{chance} to {percent(target.ceiling)}, cut short"
        line = f"{target.tricks:>6}  {chance:>11}"
        change = others.get(target.tricks)
        if beside and change is not None and change.plan_chance is not None:
            line += f"  {percent(change.plan_chance):>11}"
            if not change.same:
                line += f"  (best: {' or '.join(change.first_plays)})"
        yield line
    average = f"average {float(answer.average.worth):>8.4f}"
    if not answer.average.proved:
        average = f"{average} to {float(answer.average.ceiling):.4f}, cut short"
    yield average


def _plan(answer: SuitAnswer) -> str:
    if answer.why_not:
        return answer.why_not
    plan = answer.plan
    worth = worth_text(plan.goal, plan.line.worth)
    return f"{goal_text(plan.goal)}: {', or '.join(plan.first_plays)} ({worth})."


FIELD = "the line with the best average"
MATCHPOINTS_COUNT = (
    f"What counts: a deal is 1 when the plan wins more tricks than {FIELD}, and a half when it "
    "wins as many."
)


def no_plan_text(suit: Combination, goal: Goal) -> str:
    """The sentence for a suit that can win nothing."""
    if goal.tricks > suit.most_tricks:
        longest = f"{suit.most_tricks} {'card' if suit.most_tricks == 1 else 'cards'}"
        return f"{goal.tricks} tricks are impossible: neither hand has more than {longest}."
    if goal.tricks:
        tricks = f"{goal.tricks} {'trick' if goal.tricks == 1 else 'tricks'}"
        return f"No line wins {tricks} against best defence."
    return "No play wins a trick."


def goal_text(goal: Goal) -> str:
    """``For 4 tricks``, ``At matchpoints``."""
    said = str(goal)
    return said[0].upper() + said[1:]


def worth_text(goal: Goal, worth: Fraction) -> str:
    """A chance, or tricks on average.

    >>> worth_text(AVERAGE, Fraction(9, 4)), worth_text(AVERAGE, Fraction(1, 500))
    ('2.25 tricks', 'under 0.01 tricks')
    """
    if goal != AVERAGE:
        return percent(worth)
    if 0 < worth < Fraction(1, 100):
        return "under 0.01 tricks"
    return f"{float(worth):.2f} tricks"


def difference_text(goal: Goal, better: Fraction, worse: Fraction) -> str:
    """The difference of two values, consistent with the two as they are printed.

    >>> difference_text(AVERAGE, Fraction(40313, 10000), Fraction(4006, 1000))
    '0.02 tricks'
    """
    scale = 1 if goal == AVERAGE else 100
    gap = round(float(better) * scale, 2) - round(float(worse) * scale, 2)
    return worth_text(goal, Fraction(round(gap * 100), 100 * scale) or Fraction(1, 10**5))


def group_lines(answer: SuitAnswer) -> Iterator[str]:
    """Each group of layouts that the plan wins, its chance, and its most likely layout drawn."""
    layouts = answer.layouts
    for group in answer.reasons.succeeds:
        likely = max(sorted(group.layouts), key=lambda each: layouts.weights[each])
        yield f"{group_text(group.features, layouts.blocks)} ({percent(group.chance)}), as"
        yield from (f"    {line}" for line in draw(answer, likely).splitlines())


def draw(answer: SuitAnswer, layout: int) -> str:
    """Four hands round a table, one way the equal cards of a layout can lie.

    >>> from kibitz import suit
    >>> print(draw(suit("AQ", "32"), 1))
             AQ
    K                JT987654
             32
    """
    layouts = answer.layouts
    shares = layouts.shares[layout]
    west = "".join(
        str(card)
        for block, share in zip(layouts.blocks, shares, strict=True)
        for card in block.cards[len(block) - share :]
    )
    east = "".join(
        str(card)
        for block, share in zip(layouts.blocks, shares, strict=True)
        for card in block.cards[: len(block) - share]
    )
    north, south = str(answer.suit).split()
    return f"{'':9}{north}\n{west or '-':<17}{east or '-'}\n{'':9}{south}"


def layout_lines(answer: SuitAnswer) -> Iterator[str]:
    """The layouts the plan wins: West's cards, East's, and the chance of each."""
    for west, east, tricks, chance in answer.winning_layouts():
        yield f"{west:>16} | {east:<16} {tricks} {percent(chance):>8}"


def first_play_lines(answer: SuitAnswer) -> Iterator[str]:
    """Each sensible first play with its chance of each number, its average and matchpoints."""
    numbers = range(1, answer.suit.most_tricks + 1)
    heads = [*(f"{n}+" for n in numbers), "average", "matchpoints"]
    yield f"{'first play':<18}" + "".join(f"{head:>12}" for head in heads)
    for worth in answer.lines or ():
        cells = [percent(chance) for chance in worth.chances]
        cells += [f"{float(worth.average):.4f}", percent(worth.matchpoints)]
        yield f"{worth.name:<18}" + "".join(f"{cell:>12}" for cell in cells)
