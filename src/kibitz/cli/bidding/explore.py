"""``kibitz explore``: what came next after an auction, or what was led against it."""

from __future__ import annotations

from functools import partial

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import bars
from kibitz.errors import LibraryError
from kibitz.explorer.form import ExplorerForm
from kibitz.places import Places


@command
def explore(form: ExplorerForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """What came next after these calls in your library: how often, with which hands, how well.

    Until you have imported games, the match that comes with Kibitz answers.

    The first call is always the dealer's, because an opening bid in third seat is not the same as
    in first; --any-seat counts from the opening bid. A pair or a player counts when it is their
    turn. New tables join the index of the library the next time it is explored.

    Example: kibitz explore 1N P --vul both
    """

    if library is not None and not library.exists():
        raise LibraryError(f"There is no library at {library}: 'kibitz import' makes one.")
    question = form.question()
    with bars() as watch:
        index = partial(watch.reached, "the index of auctions")
        answer = Kibitz(Places.of(library), watch=index).explorer.ask(question)
    if as_json:
        print_json(answer.to_json())
        return
    console().print(str(answer), soft_wrap=True)
