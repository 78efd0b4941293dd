"""``kibitz odds``: the exact odds that every player looks up."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.games.bridge import odds as exact
from kibitz.wording import percent


def odds(
    question: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[points|shapes|splits|deals|PATTERN] [MISSING]",
            help="A table, or a pattern: 5-4-3-1, 5=4=3=1 (spades first), 5+=x=x=x, balanced.",
        ),
    ] = None,
    points: Annotated[
        str | None, typer.Option(help="With a pattern: high-card points, such as 15-17, 12 or 20+.")
    ] = None,
    vacant: Annotated[
        str, typer.Option(help="With splits: vacant places of West and East.")
    ] = "13-13",
    as_json: Json = False,
) -> None:
    """Exact odds: points in a hand, shapes, splits of missing cards, any pattern of a hand.

    Without a question, all tables are printed.

    Example: kibitz odds balanced --points 15-17
    """
    answer = _answer(question or [], points, vacant)
    if as_json:
        print_json(answer)
        return
    for name, rows in answer.items():
        console().print(_table(name, rows))


def _answer(
    question: list[str], points: str | None, vacant: str
) -> dict[str, list[dict[str, Any]]]:
    try:
        places = _pair(vacant)
        match question:
            case [] if points is None:
                every = [row for missing in range(1, 14) for row in _splits(missing, places)]
                return {
                    "points": _points(),
                    "shapes": _shapes(),
                    "splits": every,
                    "deals": _deals(),
                }
            case []:
                return {"hand": [_hand("any", points)]}
            case ["points"]:
                return {"points": _points()}
            case ["shapes"]:
                return {"shapes": _shapes()}
            case ["deals"]:
                return {"deals": _deals()}
            case ["splits"]:
                return {"splits": [row for n in range(1, 14) for row in _splits(n, places)]}
            case ["splits", missing] if missing.isascii() and missing.isdigit():
                return {"splits": _splits(int(missing), places)}
            case [pattern]:
                return {"hand": [_hand(pattern, points)]}
    except ValueError as error:
        raise UsageError(str(error)) from error
    raise UsageError(f"Not understood: {' '.join(question)!r}; see 'kibitz odds --help'.")


def _points() -> list[dict[str, Any]]:
    return [{"points": n, **_chance(chance)} for n, chance in enumerate(exact.points_table())]


def _shapes() -> list[dict[str, Any]]:
    table = exact.shape_table()
    return [{"shape": str(s), **_chance(s.chance), "orders": s.orders} for s in table]


def _splits(missing: int, vacant: tuple[int, int]) -> list[dict[str, Any]]:
    """The chance of each split, West's share first; both ways together if the places are equal."""
    by_west = exact.split_table(missing, vacant=vacant)
    if vacant[0] != vacant[1]:
        named = {f"{west}-{missing - west}": chance for west, chance in by_west.items()}
    else:
        named = {}
        for west, chance in by_west.items():
            split = f"{max(west, missing - west)}-{min(west, missing - west)}"
            named[split] = named.get(split, Fraction(0)) + chance
    likely = sorted(named.items(), key=lambda item: -item[1])
    return [{"missing": missing, "split": split, **_chance(chance)} for split, chance in likely]


def _deals() -> list[dict[str, Any]]:
    """The numbers of hands, of deals, and of deals whose low cards are not told apart (x)."""
    alike = (
        {"what": f"deals of {'AKQJT98765432'[: 13 - small]}{'x' * small}", "number": number}
        for small, number in ((n, exact.deals_with_small_cards(n)) for n in range(1, 14))
    )
    every = [{"what": "hands", "number": exact.HANDS}, {"what": "deals", "number": exact.DEALS}]
    return [*every, *alike]


def _hand(pattern: str, points: str | None) -> dict[str, Any]:
    hand = exact.Pattern.parse(pattern, points=_range(points or "0-37"))
    low, high = hand.points
    return {
        "hand": str(hand),
        "points": f"{low}-{high}",
        "hands": hand.hands,
        **_chance(hand.chance),
    }


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": float(chance), "exact": str(chance)}


def _pair(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text, re.ASCII)
    if not found:
        raise UsageError(f"Not a pair of numbers such as 13-13: {text!r}.")
    return int(found[1]), int(found[2])


def _range(text: str) -> tuple[int, int]:
    if re.fullmatch(r"\d{1,2}\+?", text, re.ASCII):
        return int(text.rstrip("+")), 37 if text.endswith("+") else int(text)
    return _pair(text)


def _table(name: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(title=name.capitalize(), title_justify="left", box=None, pad_edge=False)
    for column in rows[0]:
        table.add_column(column, justify="left" if column in ("hand", "what") else "right")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    return table


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return percent(value, 2) if value >= 0.0001 else f"{value:.2e}"
    return f"{value:,}" if isinstance(value, int) else str(value)
