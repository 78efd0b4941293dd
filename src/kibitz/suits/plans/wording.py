"""The words of the plan language: a plan as lines of text, indented by what was seen.

docs/methods.md defines each phrase, so that the text alone can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from kibitz.games.bridge.cards import Rank
from kibitz.suits.plans.groups import Breaks, DefenderLength, Exactly, Feature, Holds
from kibitz.suits.plans.language import BothSights, Condition, Do, Instruction, RoundKind, Sighting
from kibitz.suits.solver.layouts import CardBlock, is_low, written
from kibitz.wording import in_words, listed

_WORDS = "Ace King Queen Jack ten nine eight seven six five four three two"
NAMES = dict(zip(sorted(Rank, reverse=True), _WORDS.split(), strict=True))
TOP_HONOURS = ("cash top honours", "cash the top honours", "play off the top honours")
"""Ways to say the default rules from the first card on; all but the first are variations."""
PHRASES = {
    RoundKind.CASH: ("cash the {}", "play off the {}", "cash the {}"),
    RoundKind.FINESSE: ("finesse the {}", "take the finesse of the {}", "finesse the {}"),
    RoundKind.TOWARDS: ("lead low to the {}", "lead up to the {}", "play low to the {}"),
    RoundKind.RUN: ("run the {}", "let the {} run", "run the {}"),
    RoundKind.LEAD: ("lead the {}", "lead the {}", "play the {}"),
    RoundKind.DUCK: ("duck a round", "duck", "give up a round"),
}
REPEAT = ("and repeat if necessary", "and again if need be", "and repeat if necessary")
INDENT = "  "
MOST_CONDITIONS = 3
"""The most conditions that a person keeps in mind, and that one sentence has."""


def plan_lines(do: Do | None, blocks: Sequence[CardBlock], variation: int = 0) -> list[str]:
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


def play_text(name: str) -> str:
    """The full wording of a play that is named in short.

    >>> play_text("low to the Q"), play_text("9 to the K"), play_text("cash A")
    ('lead low to the Queen', 'lead the nine to the King', 'cash the Ace')
    """
    if name == "duck":
        return name_instruction(Instruction(RoundKind.DUCK))
    first, *_, last = name.split()
    card = NAMES[Rank.parse(last)]
    if " to the " not in name:
        return f"{first} the {card}"
    lead = first if first == "low" else f"the {NAMES[Rank.parse(first)]}"
    return f"lead {lead} to the {card}"


def brief_lines(do: Do | None, blocks: Sequence[CardBlock], variation: int = 0) -> list[str]:
    """A plan as text; for one with many conditions, its first play and what to watch."""
    conditions = [] if do is None else list(_conditions(do))
    if do is None or len(conditions) <= MOST_CONDITIONS:
        return plan_lines(do, blocks, variation)
    watched = dict.fromkeys(condition_text(each, blocks) for each in conditions if each)
    return [
        name_instruction(do.instruction, variation),
        *(f"then watch whether {each}" for each in list(watched)[:MOST_CONDITIONS]),
    ]


def brief_text(do: Do | None, blocks: Sequence[CardBlock]) -> str:
    """A plan as one sentence; nested conditions stand in brackets."""
    sentence, depths = "", [0]
    for line in brief_lines(do, blocks):
        words = line.strip().removeprefix("then ")
        depth = (len(line) - len(line.lstrip())) // len(INDENT)
        if depth > depths[-1] > 0:
            sentence += f" ({words}"
            depths.append(depth)
            continue
        while depth < depths[-1] and len(depths) > 2:
            sentence += ")"
            depths.pop()
        sentence += f"; {words}" if sentence else words
        if depth > depths[-1]:
            depths.append(depth)
    return sentence + ")" * (len(depths) - 2)


def _conditions(do: Do) -> Iterator[Condition | None]:
    """All the conditions of a plan in order; None stands for an *otherwise*."""
    waiting = [do]
    while waiting:
        for one in waiting:
            if _always(one) is None:
                yield from (case.condition for case in one.cases if case.then is not None)
        cases = [case for one in waiting for case in one.cases]
        waiting = [case.then for case in cases if case.then is not None]


class _Words:
    def __init__(self, blocks: Sequence[CardBlock], variation: int) -> None:
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
                    else f"if {condition_text(case.condition, self._blocks)}, "
                )
                yield from self.lines(case.then, depth + 1, head)

    def _in_a_row(self, row: Sequence[Do]) -> str:
        """Instructions that follow one another unconditionally: ``cash the Ace and King``."""
        words: list[str] = []
        before: RoundKind | None = None
        for instruction, same in groupby(do.instruction for do in row):
            times = len(list(same))
            if instruction.kind is RoundKind.DUCK and times > 1:
                words.append(f"duck {in_words(times)} rounds")
            elif instruction.kind is before is RoundKind.CASH and instruction.card is not None:
                words.append(NAMES[instruction.card])
            else:
                words.append(name_instruction(instruction, self._variation))
            before = instruction.kind
        return " and ".join(words)


def _always(do: Do) -> Do | None:
    """The step that follows unconditionally, if any."""
    if do.repeat or len(do.cases) != 1 or do.cases[0].condition is not None:
        return None
    return do.cases[0].then


def condition_text(condition: Condition, blocks: Sequence[CardBlock]) -> str:
    """``East shows out or plays the Jack or ten``."""
    parts, before = [], ""
    for seen in _together_seen(condition, blocks):
        if isinstance(seen, BothSights):
            west, east = (_does(block, blocks) for block in (seen.west, seen.east))
            parts.append(f"West {west} and East {east}")
            before = ""
            continue
        who, what = seen
        if who is None:
            parts.append(f"both {what.replace('s ', ' ', 1)}")
        else:
            parts.append(what if who == before else f"{who.title()} {what}")
        before = who or ""
    return " or ".join(parts)


def _together_seen(
    condition: Condition, blocks: Sequence[CardBlock]
) -> Iterator[BothSights | tuple[str | None, str]]:
    """What is seen, in words; the cards that one defender may play, one after the other, are named
    together: *plays the Ace or Queen*."""
    for who, group in groupby(condition, key=_whose):
        sights = list(group)
        named = [sight.block for sight in sights if isinstance(sight, Sighting)]
        cards = [block for block in named if block is not None and not is_low(block, blocks)]
        told = False
        for sight in sights:
            if isinstance(sight, BothSights):
                yield sight
            elif who is None or sight.block not in cards:
                yield sight.who, _does(sight.block, blocks)
            elif not told:
                told = True
                yield who, _plays([card for block in cards for card in blocks[block].cards])


def _whose(seen: Sighting | BothSights) -> str | None:
    return seen.who if isinstance(seen, Sighting) else None


def _does(block: int | None, blocks: Sequence[CardBlock]) -> str:
    if block is None:
        return "shows out"
    if is_low(block, blocks):
        return "plays low"
    return _plays(blocks[block].cards)


def _plays(cards: Sequence[Rank]) -> str:
    return f"plays the {listed([NAMES[card] for card in cards], 'or')}"


def group_text(features: Sequence[Feature], blocks: Sequence[CardBlock]) -> str:
    """A group of layouts in a few words: ``East has the singleton Jack``, ``3-2 breaks``.

    The words alone define the layouts: the defender named holds what follows his name.
    """
    missing = sum(map(len, blocks))
    lengths = [_shorter(each, missing) for each in features if isinstance(each, DefenderLength)]
    holds = _together([each for each in features if isinstance(each, Holds)])
    if len(lengths) == len(holds) == 1:
        [short], [held] = lengths, holds
        if short.who == held.who and short.least == short.most and short.most <= 2:
            return f"{short.who.title()} has {_short_holding(short, held)}"
    parts: dict[str, list[str]] = {}
    for each in holds:
        parts.setdefault(each.who, []).append(_held_text(each))
    for length in lengths:
        parts.setdefault(length.who, []).append(_length_text(length, missing))
    said = [f"{who.title()} {_has(objects)}" for who, objects in parts.items()]
    said += [_shape_text(each, blocks) for each in features if isinstance(each, Breaks | Exactly)]
    return " and ".join(said)


def _has(objects: Sequence[str]) -> str:
    """``has the King and at least 3 cards``, ``is void``."""
    return objects[0] if objects == ["is void"] else f"has {' and '.join(objects)}"


def _together(holds: Sequence[Holds]) -> list[Holds]:
    """Groups that one defender holds entirely, merged: the King, the Queen and the ten."""
    joined: dict[object, Holds] = {}
    for each in holds:
        whole = each.least == len(each.cards)
        key = each.who if whole else each
        before = joined[key].cards if key in joined else ()
        cards = (*before, *each.cards)
        joined[key] = Holds(each.who, cards, len(cards), len(cards)) if whole else each
    return list(joined.values())


def _short_holding(short: DefenderLength, holds: Holds) -> str:
    names = [NAMES[card] for card in holds.cards]
    word = {1: "singleton", 2: "doubleton"}[short.most]
    if holds.least == len(holds.cards) == short.most:
        return f"the {word} {'-'.join(names)}"
    if short.most == 1:
        return f"the {word} {listed(names, 'or')}"
    return f"{_held_text(holds)} in a {word}"


def _held_text(holds: Holds) -> str:
    """``the King and Queen``, ``the King or Queen`` (or both), ``just one of the Jack and ten``."""
    names = [NAMES[card] for card in holds.cards]
    if holds.least == len(holds.cards):
        return f"the {listed(names)}"
    if holds.most == 1:
        return f"just one of the {listed(names)}"
    return f"the {listed(names, 'or')}"


def _shorter(length: DefenderLength, missing: int) -> DefenderLength:
    """The feature, restated for the defender with fewer cards if it gives one number."""
    if length.least == length.most > missing - length.most:
        other = "east" if length.who == "west" else "west"
        return DefenderLength(other, missing - length.most, missing - length.most)
    return length


def _shape_text(feature: Breaks | Exactly, blocks: Sequence[CardBlock]) -> str:
    if isinstance(feature, Exactly):
        return _layout_text(feature.west, blocks)
    better = " or better" if feature.or_better else ""
    return f"the suit breaks {feature.more}-{feature.fewer}{better}"


def _length_text(length: DefenderLength, missing: int) -> str:
    if length.most == 0:
        return "is void"
    cards = "card" if (length.most if length.most < missing else length.least) == 1 else "cards"
    if length.least == length.most:
        return f"{length.most} {cards}"
    if length.least == 0:
        return f"at most {length.most} {cards}"
    return f"at least {length.least} {cards}"


def _layout_text(west: Sequence[int], blocks: Sequence[CardBlock]) -> str:
    """``East has exactly Jx``: the exact layout, given by the shorter hand."""
    held = sum(west)
    is_west = 2 * held <= sum(map(len, blocks))
    who = "West" if is_west else "East"
    cards = written(west, blocks)[0 if is_west else 1]
    short = {"-": "is void", "x": "has a low singleton", "xx": "has a low doubleton"}
    return f"{who} {short.get(cards, f'has exactly {cards}')}"
