"""What came next, in words and columns; nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games.bridge.auction import Call, Sign
from kibitz.games.bridge.cards import Card, Suit
from kibitz.wording import FEW, call_text, card_text, counted, listed, part_text

if TYPE_CHECKING:
    from kibitz.explorer.answer import Continuation, ExplorerAnswer, Results
    from kibitz.explorer.grouping import ExplorerGroup

_EXAMPLES = 4  # the most continuations with named tables
_KINDS = 3  # the most kinds of leads named for a suit

CALL_COLUMNS = ("call", "tables", "share", "points", "shape", "declared", "made", "tricks", "IMPs")
LEAD_COLUMNS = ("suit", "tables", "share", "points", "shape", "beaten", "tricks", "IMPs")


def answer_text(answer: ExplorerAnswer) -> str:
    """The whole answer: a heading, a line for each continuation, notes, and tables."""
    beside = answer.beside
    if beside is not None:
        return "\n".join([_alone(answer), "", f"Beside it, apart: {_alone(beside)}"])
    return _alone(answer)


def _alone(answer: ExplorerAnswer) -> str:
    """The answer from one library."""
    if not answer.branches:
        return nothing(answer)
    lines = [heading(answer), "", *_in_columns(answer), ""]
    if answer.question.is_lead:
        lines += [*(f"{came_text(one.came)}: {kinds_text(one)}" for one in answer.branches), ""]
    if answer.groups:
        lines += [*map(group_text, answer.groups), ""]
    return "\n".join([*lines, *notes(answer), "", *_examples(answer)])


def group_text(group: ExplorerGroup) -> str:
    """One pair, player or event: the number of tables, and what came next."""
    ways = listed([f"{came_text(came)} {tables:,}" for came, tables in group.came])
    return f"{group.name}, {counted(group.tables, 'table')}: {ways}"


def heading(answer: ExplorerAnswer) -> str:
    """The question, the number of tables, and the most frequent continuation."""
    first = answer.branches[0]
    share = part_text(first.tables, answer.tables)
    what = "lead" if answer.question.is_lead else "call"
    is_alone = len(answer.branches) == 1 or answer.branches[1].tables < first.tables
    most = f" The most frequent {what}: {came_text(first.came)}, {share}." if is_alone else ""
    whose = " of the house's match" if answer.is_house else ""
    return f"{answer.question.said}: {counted(answer.tables, 'table')}{whose}.{most}"


def columns(answer: ExplorerAnswer) -> tuple[str, ...]:
    return LEAD_COLUMNS if answer.question.is_lead else CALL_COLUMNS


def cells(answer: ExplorerAnswer, branch: Continuation) -> tuple[str, ...]:
    """The line of one continuation, in the order of the columns."""
    results = branch.results
    share = part_text(branch.tables, answer.tables)
    left = (came_text(branch.came), f"{branch.tables:,}", share)
    hand = (_points(branch), _shape(branch))
    tricks = "" if results.tricks is None else _signed(results.tricks, 1)
    if answer.question.is_lead:
        beaten = part_text(results.beaten, results.known) if results.known else ""
        return (*left, *hand, beaten, tricks, _imps(results))
    declared = part_text(results.declared, branch.tables)
    made = part_text(results.made, results.known) if results.known else ""
    return (*left, *hand, declared, made, tricks, _imps(results))


def notes(answer: ExplorerAnswer) -> list[str]:
    """What the columns mean, and which tables were left out."""
    is_lead = answer.question.is_lead
    who = "the leader" if is_lead else "the caller"
    results = (
        "beaten: contracts that failed; tricks: declarer's, over the contract or under it."
        if is_lead
        else "declared: by the caller's side; made, tricks: the final contract, whoever played it."
    )
    said = [
        f"points, shape: {who}'s average hand, spades first; eight hands of ten lie in the span. "
        f"Of fewer than {FEW} hands there is only the span.",
        results,
        f"IMPs: won by {who}'s side against the other room, whatever won them, with the "
        "standard error.",
    ]
    if answer.left_out:
        are = "is" if answer.left_out == 1 else "are"
        said.append(
            f"{counted(answer.left_out, 'table')} of the library {are} left out: too little of "
            "the play is recorded to trust the auction."
        )
    return said


def nothing(answer: ExplorerAnswer) -> str:
    """Why there is nothing to count."""
    whose = " of the house's match" if answer.is_house else ""
    return f"{answer.question.said}: none of {counted(answer.asked, 'table')}{whose} went so."


def kinds_text(branch: Continuation) -> str:
    """The most frequent kinds of leads from a suit."""
    return ", ".join(
        f"{one.what} {part_text(one.tables, branch.tables)}" for one in branch.kinds[:_KINDS]
    )


def came_text(came: Call | Suit) -> str:
    """A call, or the suit of a lead, in words.

    >>> came_text(Sign.PASS), came_text(Suit.HEARTS)
    ('pass', 'hearts')
    """
    return came.name.lower() if isinstance(came, Suit) else call_text(came)


def deed(came: Call | Card) -> str:
    """What a player did.

    >>> deed(Sign.DOUBLE), deed(Card.parse("SK"))
    ('doubled', 'led ♠K')
    """
    if isinstance(came, Card):
        return f"led {card_text(came)}"
    signs = {Sign.PASS: "passed", Sign.DOUBLE: "doubled", Sign.REDOUBLE: "redoubled"}
    return signs[came] if isinstance(came, Sign) else f"bid {call_text(came)}"


def _points(branch: Continuation) -> str:
    """The average and the span; of a few hands the span alone."""
    hand = branch.hand
    span = f"{hand.low}" if hand.low == hand.high else f"{hand.low}-{hand.high}"
    return span if branch.tables < FEW else f"{hand.points:.1f} ({span})"


def _shape(branch: Continuation) -> str:
    """The average lengths; a few hands have none."""
    return "" if branch.tables < FEW else "-".join(f"{one:.1f}" for one in branch.hand.lengths)


def _imps(results: Results) -> str:
    if results.imps is None or results.error is None or results.boards < FEW:
        return ""
    return f"{_signed(results.imps, 2)} ±{results.error:.2f}"


def _signed(number: float, decimals: int) -> str:
    """
    >>> _signed(0.26, 1), _signed(-0.04, 1), _signed(-1.5, 1)
    ('+0.3', '0.0', '-1.5')
    """
    rounded = round(number, decimals)
    return f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}"


def _in_columns(answer: ExplorerAnswer) -> list[str]:
    lines = [columns(answer), *(cells(answer, branch) for branch in answer.branches)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _examples(answer: ExplorerAnswer) -> list[str]:
    """Tables with typical hands, for the most frequent continuations."""
    lines = []
    for branch in answer.branches[:_EXAMPLES]:
        led = answer.question.is_lead
        named = [
            f"{one.name} (table {one.cited.table}{f', {one.did}' if led else ''})"
            for one in branch.examples
        ]
        lines.append(f"{came_text(branch.came)}: {listed(named)}")
    return ["Tables with typical hands:", *lines]
