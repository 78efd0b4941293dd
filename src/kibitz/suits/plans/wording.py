"""The words of the plan language: a plan as lines of text, indented by what was seen.

docs/methods.md defines each phrase, so that the text alone can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.games.bridge.cards import Rank
from kibitz.suits.plans.language import Both, Condition, Do, Instruction, Kind
from kibitz.suits.reasons.groups import Breaks, Exactly, Feature, Holds, Length, Others
from kibitz.suits.solver.layouts import Block
from kibitz.wording import in_words, listed

_WORDS = "Ace King Queen Jack ten nine eight seven six five four three two"
NAMES = dict(zip(sorted(Rank, reverse=True), _WORDS.split(), strict=True))
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


def first_play_only(first_plays: Sequence[str]) -> list[str]:
    """What stands for a plan that could not be put in a few lines."""
    return [first_plays[0], "then as the whole line says, card by card"]


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
                    else f"if {condition_text(case.condition, self._blocks)}, "
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


def condition_text(condition: Condition, blocks: Sequence[Block]) -> str:
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


def group_text(features: Sequence[Feature], blocks: Sequence[Block]) -> str:
    """A group of layouts in a few words: ``East has the singleton Jack``, ``3-2 breaks``."""
    missing = sum(map(len, blocks))
    lengths = [_shorter(each, missing) for each in features if isinstance(each, Length)]
    holds = [each for each in features if isinstance(each, Holds)]
    if len(lengths) == len(holds) == 1:
        [short], [held] = lengths, holds
        if short.who == held.who and short.least == short.most and short.most <= 2:
            return _short_holding(short, held)
    parts = [_feature_text(each, blocks) for each in _together(holds)]
    parts += [_feature_text(each, blocks) for each in features if not isinstance(each, Holds)]
    text = parts[0]
    for part in parts[1:]:
        who = text.split()[0]
        text += f" and {part.removeprefix(f'{who} has ')}"
    return text


def _together(holds: Sequence[Holds]) -> list[Holds]:
    """What one defender holds whole, in one: the King, the Queen and the ten."""
    joined: dict[object, Holds] = {}
    for each in holds:
        whole = each.least == len(each.cards)
        key = each.who if whole else each
        before = joined[key].cards if key in joined else ()
        cards = (*before, *each.cards)
        joined[key] = Holds(each.who, cards, len(cards), len(cards)) if whole else each
    return list(joined.values())


def _short_holding(short: Length, holds: Holds) -> str:
    names = [NAMES[card] for card in holds.cards]
    word = {1: "singleton", 2: "doubleton"}[short.most]
    who = short.who.title()
    if holds.least == len(holds.cards) == short.most:
        return f"{who} has the {word} {'-'.join(names)}"
    if short.most == 1:
        return f"{who} has the {word} {listed(names, 'or')}"
    some = "both the" if holds.least == holds.most == 2 else "the"
    return f"{who} has {some} {listed(names, 'or' if holds.most < 2 else 'and')} in a {word}"


def _shorter(length: Length, missing: int) -> Length:
    """The same, said of the defender with fewer cards where one number is meant."""
    if length.least == length.most > missing - length.most:
        other = "east" if length.who == "west" else "west"
        return Length(other, missing - length.most, missing - length.most)
    return length


def _feature_text(feature: Feature, blocks: Sequence[Block]) -> str:
    match feature:
        case Breaks(more, fewer, or_better):
            return f"the suit breaks {more}-{fewer}{' or better' if or_better else ''}"
        case Length():
            missing = sum(map(len, blocks))
            return _length_text(_shorter(feature, missing), missing)
        case Holds(who, cards, least, most):
            names = [NAMES[card] for card in cards]
            if least == len(cards):
                return f"{who.title()} has the {listed(names)}"
            if most == 1:
                return f"{who.title()} has just one of the {listed(names)}"
            return f"{who.title()} has the {listed(names, 'or')}"
        case Exactly(west):
            return _layout_text(west, blocks)
        case Others(number):
            return f"in {number} other layouts"


def _length_text(length: Length, missing: int) -> str:
    who = length.who.title()
    if length.most == 0:
        return f"{who} is void"
    cards = "card" if (length.most if length.most < missing else length.least) == 1 else "cards"
    if length.least == length.most:
        return f"{who} has {length.most} {cards}"
    if length.least == 0:
        return f"{who} has at most {length.most} {cards}"
    return f"{who} has at least {length.least} {cards}"


def _layout_text(west: Sequence[int], blocks: Sequence[Block]) -> str:
    """``West has the Queen and three low cards, East the ten and one low card``."""
    east = [len(block) - number for block, number in zip(blocks, west, strict=True)]
    if not any(west) or not any(east):
        return f"{'East' if any(west) else 'West'} is void"
    alike = [one if one == other else 0 for one, other in zip(west, east, strict=True)]
    shares = {
        "each defender": alike,
        "West": [number - both for number, both in zip(west, alike, strict=True)],
        "East": [number - both for number, both in zip(east, alike, strict=True)],
    }
    said = [(who, _cards(share, blocks)) for who, share in shares.items() if any(share)]
    (who, cards), *others = said
    return ", ".join([f"{who} has {cards}", *(f"{who} {cards}" for who, cards in others)])


def _cards(share: Sequence[int], blocks: Sequence[Block]) -> str:
    """The cards that are named, the number of low ones, and of others that are split how many."""
    whole: list[str] = []
    low: list[str] = []
    split: list[str] = []
    for at, (block, number) in enumerate(zip(blocks, share, strict=True)):
        names = [NAMES[card] for card in block.cards]
        if not number:
            continue
        if len(block) > 1 and is_low(at, blocks):
            low.append(f"{in_words(number)} low {'card' if number == 1 else 'cards'}")
        elif number == len(block):
            whole += names
        else:
            split.append(f"{in_words(number)} of the {listed(names)}")
    named = [f"the {name}" if at == 0 else name for at, name in enumerate(whole)]
    return listed([*named, *low, *split])
