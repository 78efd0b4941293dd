"""The words of the plan language: a plan as lines of text, indented by what was seen.

docs/methods.md defines each phrase, so that the text alone can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.games.bridge.cards import Rank
from kibitz.wording import listed

from .language import Both, Condition, Do, Instruction, Kind
from .layouts import Block

NAMES = {
    rank: name
    for rank, name in zip(
        sorted(Rank, reverse=True),
        "Ace King Queen Jack ten nine eight seven six five four three two".split(),
        strict=True,
    )
}
TOP_HONOURS = ("cash top honours", "cash the top honours", "play off the top honours")
"""The default rules from the first card on; the others serve where many plans stand in a row."""
PHRASES = {
    Kind.CASH: ("cash the {}", "play off the {}", "cash the {}"),
    Kind.FINESSE: ("finesse the {}", "take the finesse of the {}", "finesse the {}"),
    Kind.TOWARDS: ("lead low to the {}", "lead up to the {}", "play low to the {}"),
    Kind.RUN: ("run the {}", "let the {} run", "run the {}"),
    Kind.LEAD: ("lead the {}", "lead the {}", "play the {}"),
    Kind.DUCK: ("duck a round", "duck", "give up a round"),
}
REPEAT = ("and repeat if necessary", "and again if need be", "and repeat if necessary")
INDENT = "  "


def plan_lines(do: Do | None, blocks: Sequence[Block], variation: int = 0) -> list[str]:
    """A plan as text; None is the default rules alone.

    Only variation 0 is the plan language of the docs; others say the same in other words.
    """
    if do is None:
        return [TOP_HONOURS[variation % len(TOP_HONOURS)]]
    return list(_Words(blocks, variation).lines(do, 0, ""))


def name_instruction(instruction: Instruction, variation: int = 0) -> str:
    """``cash the Ace``, ``finesse the nine``."""
    phrases = PHRASES[instruction.kind]
    name = "" if instruction.card is None else NAMES[instruction.card]
    return phrases[variation % len(phrases)].format(name)


class _Words:
    def __init__(self, blocks: Sequence[Block], variation: int) -> None:
        self._blocks, self._variation = blocks, variation

    def lines(self, do: Do, depth: int, before: str) -> Iterator[str]:
        pad = INDENT * depth
        row = [do]
        while (then := _always(row[-1])) is not None:
            row.append(then)
        yield f"{pad}{before}{self._in_a_row(row)}"
        if row[-1].repeat:
            yield f"{pad}{REPEAT[self._variation % len(REPEAT)]}"
        for case in row[-1].cases:
            if case.then is not None:
                head = (
                    "otherwise, "
                    if case.condition is None
                    else f"if {say_condition(case.condition, self._blocks)}, "
                )
                yield from self.lines(case.then, depth + 1, head)

    def _in_a_row(self, row: Sequence[Do]) -> str:
        """Instructions that follow each other whatever is seen: ``cash the Ace and King``."""
        words: list[str] = []
        before: Kind | None = None
        for do in row:
            if do.instruction.kind is before is Kind.CASH and do.instruction.card is not None:
                words.append(NAMES[do.instruction.card])
            else:
                words.append(name_instruction(do.instruction, self._variation))
            before = do.instruction.kind
        return " and ".join(words)


def _always(do: Do) -> Do | None:
    """What follows whatever is seen, if anything does."""
    if do.repeat or len(do.cases) != 1 or do.cases[0].condition is not None:
        return None
    return do.cases[0].then


def say_condition(condition: Condition, blocks: Sequence[Block]) -> str:
    """``East shows out or plays the Jack or ten``."""
    parts, before = [], ""
    for seen in condition:
        if isinstance(seen, Both):
            west, east = (_does(block, blocks) for block in (seen.west, seen.east))
            parts.append(f"West {west} and East {east}")
            before = ""
        elif seen.who is None:
            parts.append(f"both {_does(seen.block, blocks).replace('s ', ' ', 1)}")
            before = ""
        else:
            who, what = seen.who.title(), _does(seen.block, blocks)
            parts.append(what if who == before else f"{who} {what}")
            before = who
    return " or ".join(parts)


def _does(block: int | None, blocks: Sequence[Block]) -> str:
    if block is None:
        return "shows out"
    if is_low(block, blocks):
        return "plays low"
    return f"plays the {listed([NAMES[card] for card in blocks[block].cards], 'or')}"


def is_low(block: int, blocks: Sequence[Block]) -> bool:
    """Whether a card of this group is just a low one: of the lowest, with a spot in it."""
    lowest = min(card for each in blocks for card in each.cards)
    return lowest in blocks[block].cards and lowest <= Rank.NINE
