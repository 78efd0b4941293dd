"""``kibitz progress``: how you are getting on, theme by theme; and all that is kept of you."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.mygame.drill import whose
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.mygame.store import PracticeStore

_EXPORT, _FORGET = "export", "forget"


def progress(
    action: Annotated[
        str,
        typer.Argument(
            metavar="[export|forget]",
            help="export: write all that is kept of you to a file. forget: remove it.",
        ),
    ] = "",
    player: Annotated[
        str, typer.Option(help="Whose progress; not needed if only one player's is kept.")
    ] = "",
    into: Annotated[Path, typer.Option(metavar="FILE", help="The file that export writes.")] = Path(
        "kibitz-progress.json"
    ),
    as_json: Json = False,
) -> None:
    """Your progress by theme: how often you were asked, how often you were right, the trend.

    First answers count, at the table and in practice. A trend is the later half of a theme's
    answers against the earlier half, with a 95 % interval. Everything is in your data folder, and
    nobody else sees it: export writes it to a file as JSON, forget removes it with your deals.

    Example: kibitz progress
    """
    from kibitz.mygame.drills.progress import PlayerProgress
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.ladder.themes import theme_name

    if action not in ("", _EXPORT, _FORGET):
        raise UsageError(f"export or forget, not {action!r}.")
    places = Places.of()
    with PracticeStore.open(places.practice) as store:
        whom = whose(store, player)
        if action == _FORGET:
            _forget(store, whom, places, as_json)
            return
        if action == _EXPORT:
            _export(store, whom, places, into, as_json)
            return
        found = PlayerProgress.of(store, whom, datetime.now().astimezone(), theme_name)
    if as_json:
        print_json({"player": whom, **found.to_json()})
        return
    console().print(str(found), soft_wrap=True)


def _forget(store: PracticeStore, player: str, places: Places, as_json: bool) -> None:
    from kibitz.mygame.store import PLAYER
    from kibitz.sitting.keeping import forget_all
    from kibitz.wording import counted

    guesses = len(store.guesses(player))
    reviews, cards = store.forget(player)
    deals = forget_all(places.sittings) if player == PLAYER else 0
    found = {"answers": guesses, "cards": cards, "reviews": reviews, "deals": deals}
    if as_json:
        print_json({"player": player, **found})
        return
    said = ", ".join(counted(number, name.removesuffix("s")) for name, number in found.items())
    console().print(f"Removed: {said}.")


def _export(store: PracticeStore, player: str, places: Places, into: Path, as_json: bool) -> None:
    import json

    from kibitz.mygame.drills.exporting import exported
    from kibitz.mygame.store import PLAYER
    from kibitz.runtime.storage import write_atomically
    from kibitz.sitting.keeping import texts

    deals = texts(places.sittings) if player == PLAYER else []
    content = {**exported(store, player), "deals": deals}
    write_atomically(into, json.dumps(content, indent=1).encode())
    if as_json:
        print_json({"player": player, "written": str(into)})
        return
    console().print(f"written: {into}")
