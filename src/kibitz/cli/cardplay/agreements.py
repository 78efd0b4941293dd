"""``kibitz agreements``: what a partnership leads, and what its small cards say."""

from __future__ import annotations

from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cardplay.leads.form import AgreementsForm
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.leads.agreements import Agreements

PairOption = Annotated[
    str,
    typer.Option(
        "--pair", help="Of another pair, as in 'Helgemo - Helness'; what its own cards show."
    ),
]


@command
def agreements(
    form: AgreementsForm,
    pair: PairOption = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """What you and partner lead and signal; name an agreement to change it.

    Leads are named by them, and a signal by what it tells; neither is blamed. A pair's agreements
    that were not set are read from its own cards in the library, as `kibitz carding` counts them.

    Example: kibitz agreements --suit-leads third-fifth --count upside-down
    """
    from kibitz.cardplay.leads.agreements import Agreed
    from kibitz.cardplay.leads.carding import Pair

    places = Places.of(library)
    agreed = Agreed.read(places.agreements)
    whose = str(Pair.parse(pair)) if pair else ""
    known = agreed.of(whose)
    found = _shown_by(places, pair) if known is None else known
    given = {name: value for name, value in asdict(form).items() if value}
    if given:
        found = found.changed(given)
        agreed.having(whose, found).save(places.agreements)
    if as_json:
        print_json({"pair": whose, **found.to_json(), "text": str(found)})
        return
    console().print(str(found))


def _shown_by(places: Places, pair: str) -> Agreements:
    """What a pair's cards show in the library; without a library, as most pairs play."""
    from kibitz.cardplay.leads.agreements import USUAL
    from kibitz.cardplay.leads.carding import Carding, Pair
    from kibitz.records.library import Library
    from kibitz.records.search import Query, find

    if not places.library.exists():
        return USUAL
    asked = Pair.parse(pair)
    with Library.open(places.library, create=False) as shelf:
        near = chain(*(find(shelf, Query(player=name)) for name in (asked.one, asked.other)))
        known = {entry.id: entry.record for entry in near}
    return Carding.of(known.values(), asked).agreements
