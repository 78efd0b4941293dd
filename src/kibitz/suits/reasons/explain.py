"""English about the reasons for a plan; each sentence carries the numbers it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.suits.explain import FIELD, difference_text, goal_text, percent, worth_text
from kibitz.suits.goal import AVERAGE, MATCHPOINTS
from kibitz.suits.plans.groups import LayoutGroup
from kibitz.suits.plans.language import Instruction, RoundKind
from kibitz.suits.plans.plan_choice import ChosenPlan
from kibitz.suits.plans.similar import KnownSuit
from kibitz.suits.plans.wording import NAMES, brief_text, group_text, name_instruction, play_text
from kibitz.suits.reasons.reason import Change, Reasons
from kibitz.suits.reasons.rivals import Rival
from kibitz.suits.solver.layouts import SuitLayouts
from kibitz.wording import in_words, listed

ROUNDS = ("first", "second", "third", "fourth")
_FEW_PLAYS = 3


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, its topic, and the facts in it by name."""

    about: str
    text: str
    facts: dict[str, Fraction]

    def to_json(self) -> dict[str, Any]:
        facts = {name: f"{fact.numerator}/{fact.denominator}" for name, fact in self.facts.items()}
        return {"about": self.about, "text": self.text, "facts": facts}


def statements(reasons: Reasons, similar: Sequence[KnownSuit]) -> Iterator[Statement]:
    """A sentence for every reason, in the order that a teacher would give them."""
    yield from _succeeds(reasons)
    yield from _others(reasons)
    yield from _runner_up(reasons)
    yield from _wrong_start(reasons)
    for change in reasons.changes:
        yield from _change(reasons, change)
    yield from _weak(reasons)
    if similar:
        names = [row.name for row in similar]
        yield Statement(
            "similar",
            f"The same plan serves with {listed(names)}.",
            {row.name: row.worth for row in similar},
        )


def _succeeds(reasons: Reasons) -> Iterator[Statement]:
    """The layouts the plan wins; or those it loses, if that is shorter and it usually wins."""
    won, lost = reasons.succeeds, reasons.fails
    if not won:
        return
    if not lost:
        yield Statement("succeeds", _always(reasons), {"chance": Fraction(1)})
        return
    wins, facts = _listed_groups(won, reasons.layouts)
    loses, other_facts = _listed_groups(lost, reasons.layouts)
    if len(loses) < len(wins) and sum(group.chance for group in lost) < Fraction(1, 2):
        yield Statement("fails", f"{_works(reasons)} unless {loses}.", other_facts)
    else:
        yield Statement("succeeds", f"{_works(reasons)} if {wins}.", facts)


def _works(reasons: Reasons) -> str:
    tricks = reasons.tricks_won
    if reasons.goal != AVERAGE:
        return "It works"
    return f"It wins {tricks} {'trick' if tricks == 1 else 'tricks'}"


def _always(reasons: Reasons) -> str:
    return "It always works." if reasons.goal != AVERAGE else f"{_works(reasons)} always."


def _listed_groups(
    groups: Sequence[LayoutGroup], layouts: SuitLayouts
) -> tuple[str, dict[str, Fraction]]:
    facts = {group_text(group.features, layouts.blocks): group.chance for group in groups}
    said = [f"{text} ({percent(chance)})" for text, chance in facts.items()]
    return listed(said, "or") if len(said) > 1 else next(iter(facts)), facts


def _brief(chosen: ChosenPlan, reasons: Reasons) -> str:
    return brief_text(chosen.do, reasons.layouts.blocks)


def _others(reasons: Reasons) -> Iterator[Statement]:
    measure = "average" if reasons.goal == AVERAGE else "chance"
    for chosen in reasons.equally_good:
        yield Statement(
            "equally good",
            f"Or {_brief(chosen, reasons)}: the same {measure}.",
            {"chance": chosen.line.worth},
        )


def name_rival(rival: Rival) -> str:
    """``the immediate finesse of the ten``, ``cashing the top cards in the third round``."""
    first = rival.trick == 1
    when = ROUNDS[rival.trick - 1]
    card = "" if rival.instruction.card is None else NAMES[rival.instruction.card]
    match rival.instruction.kind:
        case RoundKind.CASH:
            if first:
                return "cashing a top card first"
            return f"cashing in the {when} round whatever has fallen"
        case RoundKind.FINESSE:
            kind = "the immediate finesse" if first else f"a {when}-round finesse"
            return f"{kind} of the {card}"
        case RoundKind.DUCK:
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
        worth = difference_text(reasons.goal, reasons.line.worth, rival.chance)
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
        f"To begin by {_doing(start.instruction)} costs "
        f"{difference_text(reasons.goal, reasons.line.worth, start.chance)} "
        f"({worth_text(reasons.goal, start.chance)} instead of "
        f"{worth_text(reasons.goal, reasons.line.worth)}).",
        {"chance": start.chance, "difference": cost},
    )


def _change(reasons: Reasons, change: Change) -> Iterator[Statement]:
    """The plan for another goal, if it differs."""
    goal, worth = change.goal, percent(change.chance)
    facts = {"chance": change.chance}
    if change.same is not None:
        facts["same"] = Fraction(change.same)
    if goal == MATCHPOINTS:
        head, worth = goal_text(goal), f"{worth} against {FIELD}"
    elif reasons.goal == AVERAGE:
        head = goal_text(goal)
    else:
        are = "trick is" if goal.tricks == 1 else "tricks are"
        head = f"If {goal.tricks} {are} enough"
    if change.same:
        if reasons.goal != AVERAGE:
            yield Statement("change", f"{head}: the same plan ({worth}).", facts)
        return
    plan = (
        _some_plays(change.first_plays) if change.chosen is None else _brief(change.chosen, reasons)
    )
    yield Statement("change", f"{head} ({worth}): {plan}.", facts)


def _some_plays(names: Sequence[str]) -> str:
    """The equally good first plays; if there are many, one of them."""
    said = [f"{play_text(name)} first" for name in names]
    if len(said) <= _FEW_PLAYS:
        return ", or ".join(said)
    return f"{said[0]}, or begin in {in_words(len(said) - 1)} other ways"


def _weak(reasons: Reasons) -> Iterator[Statement]:
    weak = reasons.weak_defence
    if weak is not None:
        yield Statement(
            "weak defence",
            f"(Against defenders who never falsecard: {_brief(weak.chosen, reasons)}; "
            f"{percent(weak.chance)} there, where the plan above has {percent(weak.plan_there)}, "
            f"but {percent(weak.against_best)} against best defence.)",
            {
                "chance": weak.chance,
                "plan_there": weak.plan_there,
                "against_best": weak.against_best,
            },
        )
