"""English about the reasons for a plan; each sentence carries the numbers it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.suits.explain import goal_text, percent, worth_text
from kibitz.suits.plans.language import Instruction, Kind
from kibitz.suits.plans.plan_choice import ChosenPlan
from kibitz.suits.plans.similar import Known
from kibitz.suits.plans.wording import NAMES, group_text, name_instruction, plan_lines
from kibitz.suits.reasons.reason import Change, Reasons
from kibitz.suits.reasons.rivals import Rival
from kibitz.wording import listed

ROUNDS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, what it is about, and the facts in it, by name."""

    about: str
    text: str
    facts: dict[str, Fraction]

    def to_json(self) -> dict[str, Any]:
        facts = {name: f"{fact.numerator}/{fact.denominator}" for name, fact in self.facts.items()}
        return {"about": self.about, "text": self.text, "facts": facts}


def statements(reasons: Reasons, similar: Sequence[Known]) -> Iterator[Statement]:
    """Every reason that there is, in the order a teacher would give them."""
    yield from _succeeds(reasons)
    yield from _others(reasons)
    yield from _runner_up(reasons)
    yield from _wrong_start(reasons)
    for change in reasons.changes:
        yield _change(reasons, change)
    yield from _weak(reasons)
    if similar:
        names = [f"{row.north}-{row.south}" for row in similar]
        yield Statement(
            "similar",
            f"The same plan serves with {listed(names)}.",
            {f"{row.north}-{row.south}": row.chance for row in similar},
        )


def _succeeds(reasons: Reasons) -> Iterator[Statement]:
    groups = reasons.succeeds
    if not groups:
        return
    if reasons.line.worth == 1:
        yield Statement("succeeds", "It always works.", {"chance": Fraction(1)})
        return
    blocks = reasons.layouts.blocks
    parts = [group_text(group.features, blocks) for group in groups]
    said = [f"{part} ({percent(group.adds)})" for part, group in zip(parts, groups, strict=True)]
    facts: dict[str, Fraction] = {
        part: group.adds for part, group in zip(parts, groups, strict=True)
    }
    text = f"It works if {listed(said, 'or if')}." if len(said) > 1 else f"It works if {parts[0]}."
    text = text.replace("or if in ", "or in ")
    yield Statement("succeeds", text, facts)


def in_one_line(chosen: ChosenPlan, reasons: Reasons) -> str:
    """A plan of several lines as one sentence."""
    lines = plan_lines(chosen.do, reasons.layouts.blocks)
    return "; ".join(line.strip() for line in lines)


def _others(reasons: Reasons) -> Iterator[Statement]:
    for chosen in reasons.equally_good:
        yield Statement(
            "equally good",
            f"Or {in_one_line(chosen, reasons)}: the same chance.",
            {"chance": chosen.line.worth},
        )


def name_rival(rival: Rival) -> str:
    """``the immediate finesse of the ten``, ``cashing the top cards in the third round``."""
    first = rival.trick == 1
    when = ROUNDS[rival.trick - 1]
    card = "" if rival.instruction.card is None else NAMES[rival.instruction.card]
    match rival.instruction.kind:
        case Kind.CASH:
            return (
                "cashing a top card first" if first else f"cashing regardless in the {when} round"
            )
        case Kind.FINESSE:
            kind = "the immediate finesse" if first else f"a {when}-round finesse"
            return f"{kind} of the {card}"
        case Kind.DUCK:
            return "ducking at once" if first else f"ducking the {when} round"
        case _:
            return f"{_doing(rival.instruction)} in the {when} round"


def _doing(instruction: Instruction) -> str:
    verb, _, rest = name_instruction(instruction).partition(" ")
    verbs = {"cash": "cashing", "finesse": "finessing", "lead": "leading", "run": "running"}
    return f"{verbs.get(verb, verb + 'ing')} {rest}"


def _runner_up(reasons: Reasons) -> Iterator[Statement]:
    rival = reasons.runner_up
    if rival is not None:
        gain = reasons.line.worth - rival.chance
        worth = worth_text(reasons.goal, gain)
        left = worth_text(reasons.goal, rival.chance)
        yield Statement(
            "runner-up",
            f"This is {worth} better than {name_rival(rival)} ({left}).",
            {"chance": rival.chance, "difference": gain, "trick": Fraction(rival.trick)},
        )


def _wrong_start(reasons: Reasons) -> Iterator[Statement]:
    start, rival = reasons.wrong_start, reasons.runner_up
    if start is None:
        return
    if rival is not None and (rival.trick, rival.instruction) == (1, start.instruction):
        return
    cost = reasons.line.worth - start.chance
    yield Statement(
        "wrong start",
        f"To begin by {_doing(start.instruction)} costs {worth_text(reasons.goal, cost)} "
        f"({worth_text(reasons.goal, start.chance)} is left).",
        {"chance": start.chance, "difference": cost},
    )


def _change(reasons: Reasons, change: Change) -> Statement:
    goal, worth = change.goal, percent(change.chance)
    head = (
        f"If {goal.tricks} {'trick is' if goal.tricks == 1 else 'tricks are'} enough"
        if goal.name == "tricks"
        else goal_text(goal)
    )
    facts = {"chance": change.chance}
    if change.same is not None:
        facts["same"] = Fraction(change.same)
    if change.same:
        text = f"{head}: the same plan ({worth})."
    elif change.chosen is None:
        text = f"{head} ({worth}): {', or '.join(change.first_plays)}."
    else:
        text = f"{head} ({worth}): {in_one_line(change.chosen, reasons)}."
    return Statement("change", text, facts)


def _weak(reasons: Reasons) -> Iterator[Statement]:
    weak = reasons.weak_defence
    if weak is not None:
        yield Statement(
            "weak defence",
            f"(Against defenders who never falsecard: {in_one_line(weak.chosen, reasons)}; "
            f"{percent(weak.chance)} there, where the plan above has {percent(weak.plan_there)}, "
            f"but {percent(weak.against_best)} against best defence.)",
            {
                "chance": weak.chance,
                "plan_there": weak.plan_there,
                "against_best": weak.against_best,
            },
        )
