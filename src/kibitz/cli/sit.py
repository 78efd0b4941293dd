"""``kibitz sit``: a deal bid and played against the house, with a coach."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.coached import CoachedDeal
    from kibitz.sitting.house.players import HousePlayer
    from kibitz.sitting.session import TableSession
    from kibitz.sitting.wishes import DealWish

_LEAVE = ("q", "quit", "exit")


def sit(
    deal: Annotated[
        str,
        typer.Option(
            metavar="PLACE", help="A table (starter:111, a file), a kept deal, or a friend's link."
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="A deal dealt from this number.")] = None,
    today: Annotated[
        bool, typer.Option("--today", help="The deal of the day, the same for everybody.")
    ] = False,
    theme: Annotated[
        str,
        typer.Option(
            help="A deal of the ladder: entries, holding-up, ...; weakest: your weak one."
        ),
    ] = "",
    level: Annotated[
        int, typer.Option(min=0, max=3, help="Of the theme: 1 to learn, 2 to use, 3 to find it.")
    ] = 0,
    role: Annotated[
        str, typer.Option(help="Sit down after the bidding: as declarer, or as defender.")
    ] = "",
    strain: Annotated[
        str, typer.Option(help="Only a deal that is bid to notrump, suit, spades, ...")
    ] = "",
    height: Annotated[str, typer.Option(help="Only a partscore, game or slam.")] = "",
    file: Annotated[
        Path | None, typer.Option(help="A file of lessons (PBN, LIN): its next deal.")
    ] = None,
    board: Annotated[str, typer.Option(help="A board of the file.")] = "",
    every: Annotated[
        bool, typer.Option("--every", help="Play every card, not the decisions alone.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the deal that you left.")
    ] = False,
    moves: Annotated[
        str, typer.Option(help="Your answers beforehand, between commas; then the deal is left.")
    ] = "",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Sit down: bid and play a deal as South; the house sits in the other chairs.

    The play stops at the decisions that matter. A wrong card is met with a question and a layout on
    which it fails; take it back, or play on. At the end: your score beside others, and one
    lesson; mistakes come back in kibitz drill. Type ? for what may be typed. A deal that is
    left is kept, and --resume goes on with it.

    Example: kibitz sit --deal starter:111 --role declarer
    """
    from kibitz.games.bridge.solving import solving
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.house.players import HousePlayer
    from kibitz.sitting.stops import Trials
    from kibitz.sitting.wishes import DealWish

    if sum((bool(deal), seed is not None, today, resume, bool(theme), file is not None)) > 1:
        raise UsageError("Name one deal: --deal, --seed, --today, --theme, --file or --resume.")
    wish = DealWish(strain, height)
    places = Places.of(library)
    with solving() as solver:
        house = HousePlayer.shipped(solver)
        coach = Coach(house, Trials(house.playing), every)
        place = "today" if today else deal
        if resume:
            begun = _resumed(places)
        elif theme or level:
            begun = _themed(theme, level, coach, solver, places)
        elif file is not None:
            begun = _lesson(file, board, role, places)
        else:
            begun = _dealt(place, seed, role, wish, house, places)
        _play(begun, coach, solver, places, _answers(moves), as_json)


def _resumed(places: Places) -> CoachedDeal:
    from kibitz.sitting.keeping import unfinished

    found = unfinished(places.sittings)
    if found is None:
        raise UsageError("There is no deal to go on with.")
    return found


def _themed(
    theme: str, level: int, coach: Coach, solver: DoubleDummy, places: Places
) -> CoachedDeal:
    """The next deal of a theme that has a decision; without a theme, of the weakest."""
    from kibitz.sitting.coached import CoachedDeal
    from kibitz.sitting.ladder.climbing import climbed
    from kibitz.sitting.ladder.themes import ladder_theme
    from kibitz.sitting.session import Asks, TableSession

    found = climbed(places)
    about = found.next_theme if theme in ("", "weakest") else ladder_theme(theme)
    for rung in found.following(about, level):
        deal = CoachedDeal.at(rung.start)
        if TableSession.sit_down(deal, coach, solver).asks is not Asks.NOTHING:
            return deal
    raise UsageError(f"There is no deal of {about.name.lower()} at this level.")


def _lesson(file: Path, board: str, role: str, places: Places) -> CoachedDeal:
    """A deal of a file of lessons: the board, or the first that was not played to its end."""
    from kibitz.sitting.coached import DealStage
    from kibitz.sitting.deals import SeatedAs
    from kibitz.sitting.keeping import earlier
    from kibitz.sitting.wishes import of_file

    deals = of_file(file, board, SeatedAs.parse(role))
    before = (earlier(one.start, places.sittings) for one in deals)
    pairs = zip(deals, before, strict=True)
    new = (one for one, kept in pairs if kept is None or kept.stage is not DealStage.OVER)
    return next(new, deals[0])


def _dealt(
    place: str, seed: int | None, role: str, wish: DealWish, house: HousePlayer, places: Places
) -> CoachedDeal:
    """The deal that was asked for; without a wish, one that nobody knows."""
    from kibitz.sitting.deals import SeatedAs, at_place, of_number
    from kibitz.sitting.wishes import wished

    part = SeatedAs.parse(role)
    now = datetime.now().astimezone()
    if place == "today":
        return of_number(int(f"{now:%Y%m%d}"), part, house, f"the deal of {now:%Y-%m-%d}")
    if place:
        return at_place(place, part, places.library if places.library.is_file() else None)
    number = seed if seed is not None else int(f"{now:%Y%m%d%H%M%S}")
    if wish.strain or wish.height:
        return wished(number, part, wish, house)
    return of_number(number, part, house)


def _answers(moves: str) -> Iterator[str] | None:
    """The answers given beforehand; None if they are to be read."""
    return iter([one.strip() for one in moves.split(",") if one.strip()]) if moves else None


def _play(
    begun: CoachedDeal,
    coach: Coach,
    solver: DoubleDummy,
    places: Places,
    answers: Iterator[str] | None,
    as_json: bool,
) -> None:
    """Ask and answer until the deal is over or the player leaves."""
    from kibitz.sitting.coached import DealStage
    from kibitz.sitting.keeping import earlier, keep
    from kibitz.sitting.session import Asks, TableSession

    before = earlier(begun.start, places.sittings)
    is_first = before is None or before.stage is not DealStage.OVER or before == begun
    session = TableSession.sit_down(begun, coach, solver)
    said = [*session.lines]
    _tell(session, as_json)
    while session.asks is not Asks.NOTHING:
        answer = _read(session, answers, as_json)
        if answer is None or answer.lower() in _LEAVE:
            break
        session = session.does(answer)
        said += [f"> {answer}", *session.lines]
        _tell(session, as_json)
        if is_first:
            keep(session.deal, places.sittings)
    if as_json:
        print_json({**session.to_json(), "said": said, "first": is_first})
    if session.asks is Asks.NOTHING and is_first:
        _remember(session, coach, places, as_json)
    elif not as_json and session.asks is not Asks.NOTHING:
        keep(session.deal, places.sittings)
        console().print("Kept: kibitz sit --resume goes on.")


def _tell(session: TableSession, as_json: bool) -> None:
    if not as_json:
        for line in session.lines:
            console().print(line, soft_wrap=True)


def _read(session: TableSession, answers: Iterator[str] | None, as_json: bool) -> str | None:
    """The next answer; None where there is none any more. What is not typed is shown."""
    if answers is None and sys.stdin.isatty() and not as_json:
        console().print(f"{session.prompt} ", end="")
    line = sys.stdin.readline() if answers is None else next(answers, "")
    if not line:
        return None
    if not as_json and (answers is not None or not sys.stdin.isatty()):
        console().print(f"{session.prompt} {line.strip()}", soft_wrap=True)
    return line.strip()


def _remember(session: TableSession, coach: Coach, places: Places, as_json: bool) -> None:
    """Add the mistakes of a finished deal to the practice cards."""
    from kibitz.mygame.store import PracticeStore
    from kibitz.sitting.practice import PLAYER, practice_cards
    from kibitz.wording import counted

    if session.end is None:
        return
    with PracticeStore.open(places.practice) as store:
        new = store.add_cards(PLAYER, practice_cards(session.end, coach))
    if new and not as_json:
        console().print(f"Kept for practice: {counted(new, 'position')}. Ask kibitz drill.")
