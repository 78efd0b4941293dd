"""``kibitz drill``: practise on your own slips when they are due."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.asking import Kibitz
from kibitz.cli.library import LibraryOption
from kibitz.cli.mygame.me import AliasFile, named_player
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.drills.kinds import AnyDrill
    from kibitz.mygame.drills.twins import Twins
    from kibitz.mygame.store import KeptCard, PracticeStore

_STOP = ("q", "quit", "")


def drill(
    player: Annotated[
        str, typer.Option(help="Whose cards; not needed if only one player's are kept.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="Ask at most this many cards.")] = 20,
    suits: Annotated[
        int,
        typer.Option(min=0, max=100, help="First add this many new problems about single suits."),
    ] = 0,
    theme: Annotated[
        str,
        typer.Option(help="Ask only this theme's cards: a rule or a cause, as the list names it."),
    ] = "",
    plan: Annotated[
        bool,
        typer.Option(
            "--plan",
            help="After a decision of declarer's, also print the plan; this takes a while.",
        ),
    ] = False,
    aliases: AliasFile = None,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Practise on your slips: decide, see what experts did, and learn when the card comes back.

    Cards come from `kibitz me` and are scheduled by FSRS. After your first answer to a slip, a
    card with the same theme from an expert's table joins it, if the library holds one. With --json
    the cards that are due are printed, and nothing is asked. --theme "their ruff" asks what was
    lost by one cause.

    Example: kibitz drill --limit 5
    """
    from kibitz.mygame.drills.practice import Practice
    from kibitz.mygame.drills.suits import new_suits
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.ladder.themes import theme_name

    places = Places.of(library)
    with PracticeStore.open(places.practice) as store:
        whom = whose(store, player, aliases)
        if suits:
            store.add_cards(whom, new_suits(store, whom, suits))
        now = datetime.now().astimezone()
        practice = Practice.of(store, whom, now, theme, theme_name)
        if practice.waiting and not as_json:
            _bring_others(store, practice.waiting, places, now)
            practice = Practice.of(store, whom, now, theme, theme_name)
        if as_json:
            due = [shown(card) for card in practice.due[:limit]]
            print_json({**practice.to_json(), "player": whom, "due_cards": due})
            return
        console().print(str(practice), soft_wrap=True)
        _ask_all(store, practice.due[:limit], places, plan=plan)


def whose(store: PracticeStore, player: str, aliases: Path | None = None) -> str:
    """The name under which the cards are kept: the one given, or the only one there is."""
    if player:
        return named_player(player, aliases).key
    kept = store.players()
    if len(kept) > 1:
        raise UsageError(f"There are cards of {', '.join(kept)}: choose with --player NAME.")
    return kept[0] if kept else "me"


def shown(card: KeptCard) -> dict[str, object]:
    """A card as data: what it asks, without the right answer."""
    from kibitz.mygame.drills.choices import ChoiceDrill
    from kibitz.mygame.drills.kinds import drill_of, text_of
    from kibitz.mygame.drills.showing import seen
    from kibitz.mygame.drills.suits import SuitDrill

    asked = drill_of(card.content)
    about: dict[str, object] = {"id": card.id, "theme": card.theme, "due": card.due.isoformat()}
    about["text"] = text_of(asked)
    if isinstance(asked, SuitDrill):
        return about
    if isinstance(asked, ChoiceDrill):
        return {**about, **seen(asked.position), "options": list(asked.options)}
    return {**about, **seen(asked)}


def _ask_all(
    store: PracticeStore, due: tuple[KeptCard, ...], places: Places, *, plan: bool = False
) -> None:
    """Ask one card after the other until all are answered or the player stops."""
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.drills.kinds import drill_of, text_of
    from kibitz.mygame.drills.practice import record_answer

    if not due:
        return
    out, twins, right = console(), None, 0
    for count, card in enumerate(due, 1):
        asked = drill_of(card.content)
        out.print(f"\n{count} of {len(due)}", soft_wrap=True)
        out.print(text_of(asked), soft_wrap=True)
        answer = _answered(asked)
        if answer is None:
            break
        is_right, words = answer
        right += is_right
        out.print("\n".join(words), soft_wrap=True)
        if plan and isinstance(asked, Drill):
            _tell_plan(asked)
        again = record_answer(store, card, is_right, datetime.now().astimezone())
        out.print(f"It comes back on {again.astimezone():%d %B %Y, %H:%M}.")
        if card.content.get("slip") and card.schedule["last_review"] is None:
            twins = twins or _open_twins(places)
            _add_twin(store, card, twins)
    out.print(f"\n{right} right.")


def _tell_plan(asked: Drill) -> None:
    """Print the plan for the rest of the deal, if declarer was to play and a plan can be made."""
    from kibitz.plans.adviser import PlanAdviser, shipped_players
    from kibitz.plans.question import PlanQuestion

    sitting = asked.sitting
    contract = sitting.record.contract
    if asked.is_call or contract is None or contract.declarer is not sitting.seat:
        return
    try:
        question = PlanQuestion.of(sitting.record, asked.number)
        steps = PlanAdviser(shipped_players()).ask(question).steps
    except UsageError:  # too late in the deal for a plan
        return
    lines = [f"{number}. {step.text}" for number, step in enumerate(steps, 1)]
    if lines:
        console().print("\n".join(["The plan from here:", *lines]), soft_wrap=True)


def _answered(asked: AnyDrill) -> tuple[bool, list[str]] | None:
    """Whether what the player would do is right, asked until understood; None if he stops."""
    from kibitz.mygame.drills.kinds import judged

    while True:
        said = typer.prompt("Your choice (q to stop)", default="", show_default=False)
        if said.strip().lower() in _STOP:
            return None
        try:
            return judged(asked, said)
        except UsageError as error:
            console().print(str(error))


def _open_twins(places: Places) -> Twins:
    from kibitz.mygame.drills.twins import Twins

    kibitz = Kibitz(places)
    return Twins(kibitz.cards, kibitz.calls)


def _bring_others(
    store: PracticeStore, waiting: tuple[KeptCard, ...], places: Places, now: datetime
) -> None:
    """For cards that wait for their theme on another deal: the same from experts' tables."""
    from kibitz.mygame.drills.waiting import meetings, recent

    met = meetings(store.cards(), store.answers(), store.guesses())
    came = recent(met, waiting, now)
    slips = {card.theme: card for card in waiting if card.content.get("slip")}
    wanted = [card for theme, card in slips.items() if theme not in came]
    twins = _open_twins(places) if wanted else None
    for card in wanted:
        if twins is not None:
            _add_twin(store, card, twins)


def _add_twin(store: PracticeStore, card: KeptCard, twins: Twins) -> None:
    from kibitz.mygame.drills.cards import Drill, new_card

    twin = twins.of(Drill.of(card.content))
    if twin is not None and store.add_cards(card.player, [new_card(twin)]):
        console().print("A similar card from an expert's table has joined the others.")
