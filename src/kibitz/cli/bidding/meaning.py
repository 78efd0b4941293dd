"""``kibitz meaning``: what a call means, by the hands that experts held for it."""

from __future__ import annotations

from kibitz.asking import Kibitz
from kibitz.bidding.meanings.form import MeaningForm
from kibitz.cli.bidding.charts import chart
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.places import Places


@command
def meaning(form: MeaningForm, library: LibraryOption = None, as_json: Json = False) -> None:
    """What the last call of an auction means, by the hands that experts held for it.

    For points and for each suit you get the range that covers eight hands in ten, with the share
    it was measured to cover. Pairs who play the call differently, judged by their other tables,
    are shown separately. Named hands and the experts' own explanations follow. The tables come
    from `kibitz learn calls`; without any, the network of calls answers.

    Example: kibitz meaning "1N P 2D"
    """
    answer = Kibitz(Places.of(library)).meanings.ask(form.question())
    if as_json:
        print_json(answer.to_json())
        return
    out = console()
    out.print(str(answer))
    if answer.meaning is not None:
        for sense in answer.meaning.senses:
            out.print()
            out.print(chart(sense.whose, sense.points, sense.lengths))
