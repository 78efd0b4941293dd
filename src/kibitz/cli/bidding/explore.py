"""``kibitz explore``: what came next after an auction, or what was led against it?"""

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
    """What came next after these calls in your own library: how often, with what, how well.

    Before you have imported any games, it is the match that the house played.

    The first call is the dealer's, whoever dealt, because an opening in third seat is another one
    than in first; --any-seat counts from the opening bid. A pair or player is asked about where it
    is their turn. New tables are added to the index of the library when it is next explored.

    Example: kibitz explore 1N P --vul both
    """

    if library is not None and not library.exists():
        raise LibraryError(f"There is no library {library}: 'kibitz import' makes one.")
    question = form.question()
    with bars() as watch:
        index = partial(watch.reached, "the index of auctions")
        answer = Kibitz(Places.of(library), watch=index).explorer.ask(question)
    if as_json:
        print_json(answer.to_json())
        return
    console().print(str(answer), soft_wrap=True)
