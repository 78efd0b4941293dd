"""``kibitz lead``: which opening lead, from a hand and an auction alone."""

from __future__ import annotations

from kibitz.cardplay.form import LeadForm
from kibitz.cli.cardplay.play import answer_card
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json


@command
def lead(form: LeadForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """Which card to lead: what experts led from similar hands after similar auctions.

    The passes that end the auction may be left out. A hand may be typed with dots, blanks or suit
    symbols, and an x stands for a small card.

    Example: kibitz lead KQT94.73.862.J54 --auction "1N P 3N" --lookahead 20
    """
    answer_card(form, form.question(), library, as_json)
