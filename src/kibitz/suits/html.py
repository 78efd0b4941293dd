"""The answer in a notebook: bars for the chances, the plan, its reasons, little layouts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from kibitz.suits.explain import draw, percent
from kibitz.suits.plans.wording import group_text

if TYPE_CHECKING:
    from kibitz.suits.answer import SuitAnswer

BAR = "display:inline-block;height:.7em;background:#4a7;vertical-align:middle"
MOST_DRAWN = 3


def answer_html(answer: SuitAnswer) -> str:
    """All that the command line prints, drawn."""
    return f"<div class='kibitz-suit'>{''.join(_parts(answer))}</div>"


def _parts(answer: SuitAnswer) -> Iterator[str]:
    yield f"<h4>{escape(answer.north)} opposite {escape(answer.south)}</h4><table>"
    for target in answer.targets:
        width = f"{float(100 * target.chance):.0f}px"
        bar = f"<span style='{BAR};width:{width}'></span>"
        yield f"<tr><td>{target.tricks}</td><td>{bar}</td><td>{percent(target.chance)}</td></tr>"
    yield "</table>"
    text = answer.text()
    if text:
        yield f"<pre>{escape(chr(10).join(text))}</pre>"
    for statement in answer.statements:
        yield f"<p>{escape(statement.text)}</p>"
    yield from _drawings(answer)


def _drawings(answer: SuitAnswer) -> Iterator[str]:
    """The most likely layout of each group that the plan wins."""
    layouts = answer.layouts
    for group in answer.reasons.succeeds[:MOST_DRAWN]:
        layout = max(sorted(group.layouts), key=lambda each: layouts.weights[each])
        title = escape(group_text(group.features, layouts.blocks))
        drawing = escape(draw(answer, layout))
        yield f"<figure style='display:inline-block'><pre>{drawing}</pre>"
        yield f"<figcaption>{title}</figcaption></figure>"
