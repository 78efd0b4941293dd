"""Which deal somebody sits down to: one kept, replayed, named, of a theme, of a file, or dealt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.errors import UsageError
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.games.bridge.double_dummy import DoubleDummy
    from kibitz.sitting.coach import Coach
    from kibitz.sitting.coached import CoachedDeal
    from kibitz.sitting.house.players import HousePlayer


@dataclass(frozen=True, slots=True)
class WhichDeal:
    """Which deal somebody wants to sit down to, as options."""

    deal: Annotated[
        str,
        typer.Option(
            metavar="PLACE", help="A table (starter:111, a file), a kept deal, or a friend's link."
        ),
    ] = ""
    seed: Annotated[int | None, typer.Option(min=0, help="A deal dealt from this number.")] = None
    today: Annotated[
        bool, typer.Option("--today", help="The deal of the day, the same for everybody.")
    ] = False
    theme: Annotated[
        str,
        typer.Option(
            help="A deal of the ladder: entries, holding-up, ...; weakest: your weak one."
        ),
    ] = ""
    level: Annotated[
        int, typer.Option(min=0, max=3, help="Of the theme: 1 to learn, 2 to use, 3 to find it.")
    ] = 0
    role: Annotated[
        str, typer.Option(help="Sit down after the bidding: as declarer, or as defender.")
    ] = ""
    strain: Annotated[
        str, typer.Option(help="Only a deal that is bid to notrump, suit, spades, ...")
    ] = ""
    height: Annotated[str, typer.Option(help="Only a partscore, game or slam.")] = ""
    file: Annotated[
        Path | None, typer.Option(help="A file of lessons (PBN, LIN): its next deal.")
    ] = None
    board: Annotated[str, typer.Option(help="A board of the file.")] = ""
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the deal that you left.")] = (
        False
    )
    replay: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="TRICK", help="Replay from a trick on, for yourself: --deal or the last."
        ),
    ] = None

    def begun(self, coach: Coach, solver: DoubleDummy, places: Places) -> CoachedDeal:
        """The deal as it comes to the table, or as it was left."""
        named = (
            bool(self.deal), self.seed is not None, self.today, self.resume, bool(self.theme),
            self.file is not None,
        )  # fmt: skip
        if sum(named) > 1:
            raise UsageError("Name one deal: --deal, --seed, --today, --theme, --file or --resume.")
        if self.resume:
            return _resumed(places)
        if self.replay is not None:
            return _replayed(self.deal, self.replay, places)
        if self.theme or self.level:
            return _themed(self.theme, self.level, coach, solver, places)
        if self.file is not None:
            return _lesson(self.file, self.board, self.role, places)
        return self._named_or_dealt(coach.house, places)

    def _named_or_dealt(self, house: HousePlayer, places: Places) -> CoachedDeal:
        """The deal that was asked for; without a wish, one that nobody knows."""
        from kibitz.sitting.deals import SeatedAs, at_place, of_number
        from kibitz.sitting.wishes import DealWish, wished

        part, wish = SeatedAs.parse(self.role), DealWish(self.strain, self.height)
        now = datetime.now().astimezone()
        if self.today:
            return of_number(int(f"{now:%Y%m%d}"), part, house, f"the deal of {now:%Y-%m-%d}")
        if self.deal:
            return at_place(self.deal, part, places.library if places.library.is_file() else None)
        number = self.seed if self.seed is not None else int(f"{now:%Y%m%d%H%M%S}")
        if wish.strain or wish.height:
            return wished(number, part, wish, house)
        return of_number(number, part, house)


def _resumed(places: Places) -> CoachedDeal:
    """The deal that was left last."""
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


def _replayed(place: str, trick: int, places: Places) -> CoachedDeal:
    """A deal that was played before, from a trick on: one that is named, else the last."""
    from kibitz.sitting.keeping import kept, last_finished
    from kibitz.sitting.moves import replayed

    found = kept(Path(place)) if place else last_finished(places.sittings)
    if found is None:
        raise UsageError("There is no deal to replay.")
    return replayed(found, trick)
