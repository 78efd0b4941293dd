"""``kibitz suit --quiz``: practice problems at the keyboard."""

from __future__ import annotations

import random

import typer

from kibitz.cli.output import console, print_json
from kibitz.errors import UsageError

MOST = 100


def practise(number: int, seed: int, *, as_json: bool) -> None:
    """Ask *number* problems; as JSON, print them with the worth of every choice instead."""
    from kibitz.suits.quiz import deal_problem

    if not 1 <= number <= MOST:
        raise UsageError(f"a quiz has from 1 to {MOST} problems: {number}")
    rng = random.Random(seed)
    problems = (deal_problem(rng) for _ in range(number))
    if as_json:
        return print_json(
            [
                {
                    "north": problem.answer.north,
                    "south": problem.answer.south,
                    "tricks": problem.answer.plan.goal.tricks,
                    "choices": [
                        {"first_play": each.play, "chance": float(each.chance), "right": each.right}
                        for each in problem.choices
                    ],
                    "text": list(problem.answer.text()),
                }
                for problem in problems
            ]
        )
    right = 0
    for count, problem in enumerate(problems, 1):
        lines = [f"{count}. {problem.question}"]
        lines += [f"   {at}  {each.play}" for at, each in enumerate(problem.choices, 1)]
        console().print("\n".join(lines), soft_wrap=True)
        chosen = _ask(len(problem.choices))
        right += problem.choices[chosen - 1].right
        console().print("\n".join([*problem.explain(chosen - 1), ""]), soft_wrap=True)
    console().print(f"{right} of {number} right.")


def _ask(most: int) -> int:
    """A number from 1 to *most*; anything else is asked for again."""
    while True:
        chosen = int(typer.prompt("Your first play", type=int))
        if 1 <= chosen <= most:
            return chosen
        console().print(f"A number from 1 to {most}, please.")
