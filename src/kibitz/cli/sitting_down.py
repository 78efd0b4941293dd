"""Which deal somebody sits down to: one kept, replayed, named, of a theme, of a file, or dealt."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.coached import CoachedDeal
    from kibitz.sitting.house.players import HousePlayer
    from kibitz.sitting.wishes import DealWish

TODAY = "today"
"""The place of the deal of the day."""


def resumed(places: Places) -> CoachedDeal:
    """The deal that was left last."""
    from kibitz.sitting.keeping import unfinished

    found = unfinished(places.sittings)
    if found is None:
        raise UsageError("There is no deal to go on with.")
    return found


def themed(
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


def lesson_of(file: Path, board: str, role: str, places: Places) -> CoachedDeal:
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


def replayed_from(place: str, trick: int, places: Places) -> CoachedDeal:
    """A deal that was played before, from a trick on: one that is named, else the last."""
    from kibitz.sitting.keeping import kept, last_finished
    from kibitz.sitting.moves import replayed

    found = kept(Path(place)) if place else last_finished(places.sittings)
    if found is None:
        raise UsageError("There is no deal to replay.")
    return replayed(found, trick)


def named_or_dealt(
    place: str, seed: int | None, role: str, wish: DealWish, house: HousePlayer, places: Places
) -> CoachedDeal:
    """The deal that was asked for; without a wish, one that nobody knows."""
    from kibitz.sitting.deals import SeatedAs, at_place, of_number
    from kibitz.sitting.wishes import wished

    part = SeatedAs.parse(role)
    now = datetime.now().astimezone()
    if place == TODAY:
        return of_number(int(f"{now:%Y%m%d}"), part, house, f"the deal of {now:%Y-%m-%d}")
    if place:
        return at_place(place, part, places.library if places.library.is_file() else None)
    number = seed if seed is not None else int(f"{now:%Y%m%d%H%M%S}")
    if wish.strain or wish.height:
        return wished(number, part, wish, house)
    return of_number(number, part, house)
