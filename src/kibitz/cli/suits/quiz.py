"""``kibitz quiz``: practise single suits in the terminal."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Annotated

import typer

from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places

MOST = 100
_MOST_SEEDS = 1000
"""The problems of one seed are numbered from so many times it."""


def quiz(
    problems: Annotated[int, typer.Option(help="How many problems.")] = 5,
    level: Annotated[
        int | None,
        typer.Option(help="1: first finesses, 2: a second course, 3: classics; else from 1 to 3."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same problems.")] = 1,
    as_json: Json = False,
) -> None:
    """Practise single suits: choose the first play, then learn what it costs and why.

    Problems range from first finesses to the classics. A wrong answer becomes a practice card.

    Example: kibitz quiz --problems 3
    """
    from kibitz.suits.quiz import deal_problem, level_of

    if not 1 <= problems <= MOST:
        raise UsageError(f"A quiz has from 1 to {MOST} problems, not {problems}.")
    numbers = [_MOST_SEEDS * seed + at for at in range(1, problems + 1)]
    levels = [level or level_of(at, problems) for at in range(1, problems + 1)]
    dealt = (
        deal_problem(random.Random(number), at) for number, at in zip(numbers, levels, strict=True)
    )
    if as_json:
        print_json(
            [
                {
                    "north": problem.answer.north,
                    "south": problem.answer.south,
                    "tricks": problem.answer.plan.goal.tricks,
                    "question": problem.question,
                    "level": problem.level,
                    "choices": [
                        {
                            "first_play": each.play,
                            "chance": float(each.chance),
                            "right": each.right,
                            "loses_to": problem.punishment(at),
                        }
                        for at, each in enumerate(problem.choices)
                    ],
                    "text": list(problem.answer.text()),
                }
                for problem in dealt
            ]
        )
        return
    right = 0
    for count, problem in enumerate(dealt, 1):
        lines = [f"{count}. {problem.question}"]
        lines += [f"   {at}  {each.play}" for at, each in enumerate(problem.choices, 1)]
        console().print("\n".join(lines), soft_wrap=True)
        chosen = _ask(len(problem.choices))
        is_right = problem.choices[chosen - 1].right
        right += is_right
        _remember(numbers[count - 1], levels[count - 1], is_right)
        console().print("\n".join([*problem.explain(chosen - 1), ""]), soft_wrap=True)
    console().print(f"{right} of {problems} right.")


def _remember(number: int, level: int, right: bool) -> None:
    """Note an answer; a wrong one comes back in kibitz drill."""
    from kibitz.mygame.drills.suits import remember_suit
    from kibitz.mygame.store import PracticeStore

    with PracticeStore.open(Places.of().practice) as store:
        remember_suit(store, number, level, right, datetime.now().astimezone())


def _ask(most: int) -> int:
    """A number from 1 to *most*, asked for until one is typed."""
    while True:
        chosen = int(typer.prompt("Your first play", type=int))
        if 1 <= chosen <= most:
            return chosen
        console().print(f"A number from 1 to {most}, please.")
