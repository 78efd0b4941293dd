"""``kibitz tour``: one example question of each kind that works, asked and answered."""

from __future__ import annotations

import contextlib
import io
import json

from kibitz.cli.output import Json, console, print_json

QUESTIONS = {
    "Which card?": ["play", "starter:111", "--card", "2"],
    "How do I play this suit?": ["suit", "AKQ9", "xxx"],
    "What do I open?": ["open", "AQ7.KJ985.K2.T43"],
    "What is the plan?": ["strategies", "lose-tic-tac-toe", "--top", "1"],
    "How often is a hand balanced with 15 to 17 points?": [
        *("odds", "balanced", "--points", "15-17"),
    ],
}


def tour(as_json: Json = False) -> None:
    """Answer one example question of each kind that works.

    Example: kibitz tour
    """
    from kibitz.cli import main

    if as_json:
        print_json([_answer(question, words) for question, words in QUESTIONS.items()])
        return
    out = console()
    for question, words in QUESTIONS.items():
        out.print(f"\n{question}", style="bold")
        out.print(f"$ kibitz {' '.join(words)}", style="dim")
        main(words)
    out.print("\nBring your own games: kibitz import PATH. All commands: kibitz --help.")


def _answer(question: str, words: list[str]) -> dict[str, object]:
    from kibitz.cli import main

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main([*words, "--json"])
    command = f"kibitz {' '.join(words)}"
    return {"question": question, "command": command, "answer": json.loads(printed.getvalue())}
