"""First guesses made on the page, in Play and about one suit; the wrong ones become practice cards.

A guess stands in an address, so that Back and a bookmark work. It is noted only if a page of
Kibitz itself led there, as the browser says, and of every decision the first one counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from fastapi import Request

from kibitz.page.table.playthrough import Playthrough, plays_declarer


def is_own(request: Request) -> bool:
    """Whether a page of Kibitz led here: another site cannot say so."""
    return request.headers.get("sec-fetch-site") == "same-origin"


def note_suit(place: Path, number: int, level: int, right: bool, now: datetime) -> None:
    """Note a guess about one suit."""
    from kibitz.mygame.drills.suits import remember_suit
    from kibitz.mygame.store import PracticeStore

    with PracticeStore.open(place) as store:
        remember_suit(store, number, level, right, now)


def note_card(place: Path, play: Playthrough, verdict: Mapping[str, Any], now: datetime) -> None:
    """Note the guess at a decision of a table: right if it gives no trick away, double dummy.

    It is wrong if it does, and the card that was played does not; else nothing can be said.
    """
    from kibitz.mygame.drills.cards import new_card
    from kibitz.mygame.store import PLAYER, FirstGuess, PracticeStore

    costs = {one["card"]: one["cost"] for one in verdict["double_dummy"]["cards"]}
    guess, played = str(play.guess), str(verdict["played"])
    if play.guess is None or (costs[guess] and costs[played]):
        return
    drill = _drill(play, guess, played, float(costs[guess]))
    right = not costs[guess]
    noted = FirstGuess(f"play {drill.mark}", str(play.record.deal), drill.theme, "card", now, right)
    with PracticeStore.open(place) as store:
        if store.add_guesses(PLAYER, [noted]) and not right:
            store.add_cards(PLAYER, [new_card(drill)])


def _drill(play: Playthrough, guess: str, played: str, cost: float) -> Any:
    """The position as the player saw it; nobody is named on it."""
    from kibitz.cardplay.chairs import Chair
    from kibitz.games.bridge.cards import Card
    from kibitz.mygame.drills.cards import Drill
    from kibitz.mygame.report import unnamed
    from kibitz.mygame.sitting import Role, Sitting
    from kibitz.mygame.slips import Slip
    from kibitz.mygame.themes.cards import card_theme

    state, number = play.state, play.at + 1
    declares = plays_declarer(state, play.player)
    seat = state.contract.declarer if declares else state.turn
    theme = card_theme(state, Card.parse(guess), Card.parse(played))
    name = "" if theme is None else theme.name
    slip = Slip(
        role=Role.of(Chair.of(state)).value, number=number, did=guess, experts=played, sure=0.0,
        theme=name, cost=cost, layouts=0, worst="", most=0.0, voters=0, share=0.0, alike=0,
    )  # fmt: skip
    return Drill(unnamed(Sitting(play.record, seat)), number, False, played, name, slip)
