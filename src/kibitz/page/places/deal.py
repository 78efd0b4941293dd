"""The page of any deal: hands, calls and cards are clicked together; some may be unknown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from kibitz.cardplay.form import DealForm
from kibitz.errors import KibitzError, UsageError
from kibitz.games.bridge.auction import Bid, Call, Sign, Strain
from kibitz.games.bridge.cards import FULL_DECK, Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.known_table import KnownTable
from kibitz.page.desk import A_MOMENT, PATIENTLY, Desk, StillWorkingError
from kibitz.page.forms import query
from kibitz.page.opened import adviser_of
from kibitz.page.places.asking import VULNERABLE, asker
from kibitz.page.places.table import PrecedentField
from kibitz.page.render import render
from kibitz.page.shelves import TableShelves
from kibitz.page.table.beside import suits_of
from kibitz.page.table.experts import advice_data
from kibitz.page.table.felt import felt_view
from kibitz.page.table.playthrough import VisibleTable
from kibitz.page.table.rows import marks_of, precedent_rows
from kibitz.page.words import seat_name
from kibitz.page.worker import Signal
from kibitz.places import Places
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import Record, Source
from kibitz.wording import call_text

if TYPE_CHECKING:
    from kibitz.cardplay.adviser import CardAdviser

EXAMPLE = "south=AK4.K43.AQ72.K42&north=Q52.A65.KJT3.953&auction=1N+P+3N&dealer=S&played=HQ"
DealQuery = Annotated[DealForm, Depends(query(DealForm))]


def deal_router(desk: Desk, shelves: TableShelves) -> APIRouter:
    """The routes of a deal."""
    router = APIRouter()
    work = asker(desk, "experts", "a card", answer_deal, shelves.places, "card")

    @router.get("/deal", response_class=HTMLResponse, include_in_schema=False)
    async def place(form: DealQuery, beside: PrecedentField = "") -> str:
        problem, view, answer = "", {}, {}
        try:
            view = _view(form)
            if view.get("to_play") and not view["must_tell"]:
                try:
                    answer = {"experts": await work(form, A_MOMENT)}
                except StillWorkingError as error:
                    answer = {"job": error.job.to_json()}
        except KibitzError as error:
            problem = str(error)
        if answer.get("experts"):
            view |= _answered(form, answer)
        values = {"form": form, "answer": answer, "problem": problem, "beside": beside}
        values |= {"example": EXAMPLE}
        return render("deal.html", "/deal", vulnerable=VULNERABLE.items(), view=view, **values)

    @router.get("/api/deal", summary="Which card, two hands known; as kibitz play --hands --json.")
    async def as_data(form: DealQuery) -> dict[str, Any]:
        return await work(form, PATIENTLY)

    return router


def answer_deal(signal: Signal, form: DealForm, places: Places) -> dict[str, Any]:
    """The answer as plain data, worked out beside the server."""
    question = form.question()
    adviser: CardAdviser = adviser_of(signal, places, question, form.like)
    return advice_data(adviser.explained(adviser.ask(question)))


def _changed(form: DealForm, **changes: str) -> str:
    """The query string of a link that asks with some texts changed."""
    return replace(form, **changes).address


def _view(form: DealForm) -> dict[str, Any]:
    """What can be asked about the deal so far: a call, a card, or nothing yet."""
    table = form.table
    if not table.hands:
        return {}
    if table.is_bidding:
        return _bidding(form, table)
    return _playing(form, table)


def _bidding(form: DealForm, table: KnownTable) -> dict[str, Any]:
    """The auction so far, the legal calls, and a link that asks what to call."""
    hand = form.hands.get(table.caller)
    question = {
        "hand": hand or "",
        "auction": form.auction,
        "dealer": form.dealer,
        "vul": form.vulnerability,
    }
    calls = table.auction.calls
    return {
        "caller": seat_name(table.caller),
        "hands": {str(seat): str(hand) for seat, hand in table.hands.items()},
        "calls": [
            (seat_name(Seat((table.auction.dealer + turn) % 4)), call_text(call))
            for turn, call in enumerate(calls)
        ],
        "box": _box(form, table),
        "ask": f"/call?{urlencode(question)}" if hand else "",
        "undo": f"/deal?{_changed(form, auction=' '.join(map(str, calls[:-1])))}" if calls else "",
        "suits": suits_of({seat: str(hand) for seat, hand in table.hands.items()}),
    }


def _box(form: DealForm, table: KnownTable) -> list[list[tuple[str, str]]]:
    """The bidding box: pass and doubles, then a row per level; each call with its link."""
    legal = set(table.auction.legal_actions)

    def row(calls: list[Call]) -> list[tuple[str, str]]:
        return [
            (call_text(call), f"/deal?{_changed(form, auction=f'{form.auction} {call}'.strip())}")
            for call in calls
            if call in legal
        ]

    bids = [[Bid(level, strain) for strain in Strain] for level in range(1, 8)]
    rows = [row([Sign.PASS, Sign.DOUBLE, Sign.REDOUBLE]), *(row([*one]) for one in bids)]
    return [one for one in rows if one]


def _playing(form: DealForm, table: KnownTable) -> dict[str, Any]:
    """The felt as the player to move sees it; a hidden hand's card is chosen from a list."""
    state = table.state
    if state.is_over:
        raise UsageError("All cards are played.")
    seen = _seen(table)
    must_tell = table.hides(state.turn)
    unseen = FULL_DECK - table.state.gone
    for hand in table.hands.values():
        unseen = unseen - hand
    return {
        "to_play": seat_name(state.turn),
        "must_tell": must_tell,
        "felt": felt_view(seen, _link(form), lambda at: _back(form, at)),
        "unseen": [(str(card), _link(form)(card)) for card in reversed(list(unseen))]
        if must_tell
        else [],
        "undo": _back(form, len(table.played) - 1) if table.played else "",
        "reopen": f"/deal?{_changed(form, auction='', played='')}",
        "whole": "".join(write_lin([_record(table)])).strip()
        if len(table.hands) == 4 and table.played
        else "",
        "suits": suits_of({seat: str(hand) for seat, hand in table.hands.items()}),
        "plan": _plan(form, table),
    }


def _plan(form: DealForm, table: KnownTable) -> str:
    """The link that asks for the plan; empty unless both of declarer's hands are known."""
    contract = table.state.contract
    hands = [table.hands.get(seat) for seat in (contract.declarer, contract.dummy)]
    if not table.played or None in hands:
        return ""
    question = {
        "hand": hands[0],
        "dummy": hands[1],
        "contract": contract.name,
        "lead": table.played[0],
        "declarer": contract.declarer,
        "auction": form.auction,
        "dealer": form.dealer,
        "vul": form.vulnerability,
    }
    return f"/plan?{urlencode({name: str(value) for name, value in question.items()})}"


def _link(form: DealForm) -> Callable[[Card], str]:
    return lambda card: f"/deal?{_changed(form, played=f'{form.played} {card}'.strip())}"


def _back(form: DealForm, cards: int) -> str:
    return f"/deal?{_changed(form, played=' '.join(form.played.split()[:cards]))}"


def _answered(form: DealForm, answer: dict[str, Any]) -> dict[str, Any]:
    """The felt with the votes on its cards, and the precedents."""
    table, said = form.table, answer["experts"]
    seen = _seen(table)
    rows = said["candidates"] if said["voters"] else []
    felt = felt_view(seen, _link(form), lambda at: _back(form, at), marks_of(rows, answer))
    here = f"/deal?{form.address}"
    return {
        "felt": felt,
        "precedents": precedent_rows(answer, here, seen),
        "own": seen.hands,
        "trick": [str(card) for card in seen.state.trick],
    }


def _seen(table: KnownTable) -> VisibleTable:
    """The table as the player to move sees it; for dummy, as declarer does."""
    state = table.state
    player = None if state.turn.is_with(state.contract.declarer) else state.turn
    return VisibleTable(_record(table), state, False, False, True, player)


def _record(table: KnownTable) -> Record:
    """The table as a record; its hidden hands are made up and never shown."""
    return Record(
        source=Source("deal", 1),
        deal=table.state.deal,
        auction=table.closed,
        vulnerability=table.vulnerability,
        contract=table.contract,
        play=table.played,
    )
