"""English about one suit: the names of plays, the tables, the tree and the layouts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz import wording
from kibitz.games.bridge.cards import Rank
from kibitz.suits.plans.plan import End, Planner, Step
from kibitz.suits.plans.wording import say_group
from kibitz.suits.question import Ranks
from kibitz.suits.solver.exact import FirstPlay, Goal
from kibitz.suits.solver.layouts import Block

if TYPE_CHECKING:
    from kibitz.suits.answer import Plan, SuitAnswer


def name_play(led: Rank, third: Rank | None, others: Ranks, missing: Ranks) -> str:
    """A first play in a few words: its lead, and the third card if the second hand plays low.

    *others* are all the cards of the third hand.

    >>> name_play(Rank.TWO, Rank.NINE, frozenset({Rank.NINE}), frozenset({Rank.JACK, Rank.FIVE}))
    'low to the 9'
    >>> name_play(Rank.ACE, Rank.TWO, frozenset({Rank.TWO}), frozenset({Rank.JACK}))
    'cash A'
    """
    best = max(led, third or led)
    if best > max(missing, default=Rank.TWO):
        return f"cash {best}"
    if third is None:
        return f"lead {led}"
    if not any(rank < best for rank in missing):
        return "duck"
    if third > led:
        return f"{'low' if led <= Rank.EIGHT else led} to the {third}"
    return f"run {led}" if max(others) > led else f"lead {led}"


def name_first_play(planner: Planner, play: FirstPlay) -> str:
    hand, led, third = planner.first_play(play)
    suit = planner.solver.suit
    others = suit.south if hand == "north" else suit.north
    return name_play(led, third, others, suit.missing)


def percent(chance: Fraction) -> str:
    """A chance as players write it: two decimals.

    >>> percent(Fraction(611, 2300))
    '26.57 %'
    """
    return wording.percent(chance, 2)


def say_tree(node: Step | End, depth: int = 0) -> Iterator[str]:
    """A tree of play, one line a decision, indented by what was seen before it."""
    pad = "  " * depth
    if isinstance(node, End):
        yield f"{pad}{node.tricks} won; nothing more is promised"
        return
    card = "discards" if node.card is None else f"plays the {node.card}"
    yield f"{pad}{node.hand.title()} {card}"
    for answer in node.answers:
        yield f"{pad}  {node.defender.title()} {_played(answer.block)}:"
        yield from say_tree(answer.then, depth + 2)


def _played(block: Block | None) -> str:
    if block is None:
        return "shows out"
    return f"plays {' or '.join(map(str, block.cards))}"


def describe(answer: SuitAnswer, variation: int = 0) -> str:
    """The chances, the average, the plan and its reasons, as the command line prints them.

    *variation* chooses other words for the same plan, for answers that stand in a row.
    """
    lines = [f"{answer.north} opposite {answer.south}", "", "tricks  best chance"]
    for target in answer.targets:
        chance = percent(target.chance)
        if target.ceiling > target.chance:
            chance = f"{chance} to {percent(target.ceiling)}, cut short"
        lines.append(f"{target.tricks:>6}  {chance:>11}")
    average = f"average {float(answer.average.worth):>8.4f}"
    if not answer.average.proved:
        average = f"{average} to {float(answer.average.ceiling):.4f}, cut short"
    lines += [average, "", _plan(answer.plan)]
    text = answer.text(variation)
    if text:
        lines += ["", *(f"  {line}" for line in text)]
    said = [statement.text for statement in answer.statements]
    return "\n".join([*lines, *([""] if said else []), *said])


def _plan(plan: Plan) -> str:
    heading = say_goal(plan.goal)
    worth = say_worth(plan.goal, plan.line.worth)
    if plan.goal.name == "tricks" and plan.goal.tricks == 0:
        return "No play wins a trick."
    if not plan.first_plays:
        return f"{heading}: no play helps ({worth})."
    return f"{heading}: {', or '.join(plan.first_plays)} ({worth})."


def say_goal(goal: Goal) -> str:
    """``For 4 tricks``, ``At matchpoints``."""
    if goal.name == "tricks":
        return f"For {goal.tricks} {'trick' if goal.tricks == 1 else 'tricks'}"
    return {"average": "For the most tricks on average", "matchpoints": "At matchpoints"}[goal.name]


def say_worth(goal: Goal, worth: Fraction) -> str:
    return f"{float(worth):.4f} tricks" if goal.name == "average" else percent(worth)


def say_groups(answer: SuitAnswer) -> Iterator[str]:
    """Each group of layouts that the plan wins, its chance, and its most likely layout drawn."""
    layouts = answer.layouts
    for group in answer.reasons.succeeds:
        likely = max(sorted(group.layouts), key=lambda each: layouts.weights[each])
        yield f"{say_group(group.features, layouts.blocks)} ({percent(group.chance)}), as"
        yield from (f"    {line}" for line in draw(answer, likely).splitlines())


def draw(answer: SuitAnswer, layout: int) -> str:
    """Four hands round a table, one way the equal cards of a layout can lie.

    >>> from kibitz.suits.answer import suit
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


def say_layouts(answer: SuitAnswer) -> Iterator[str]:
    """The layouts the plan wins: West's cards, East's, and the chance of each."""
    for west, east, tricks, chance in answer.winning_layouts():
        yield f"{west:>16} | {east:<16} {tricks} {percent(chance):>8}"


def say_lines(answer: SuitAnswer) -> Iterator[str]:
    """Each sensible first play with its chance of each number, its average and matchpoints."""
    numbers = range(1, answer.suit.most_tricks + 1)
    heads = [*(f"{n}+" for n in numbers), "average", "matchpoints"]
    yield f"{'first play':<18}" + "".join(f"{head:>12}" for head in heads)
    for worth in answer.all_lines:
        cells = [percent(chance) for chance in worth.chances]
        cells += [f"{float(worth.average):.4f}", percent(worth.matchpoints)]
        yield f"{worth.name:<18}" + "".join(f"{cell:>12}" for cell in cells)
