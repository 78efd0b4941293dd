"""The experts' advice on a card, worked out beside the server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.page.opened import adviser_of, kibitz_at
from kibitz.page.shelves import TableShelves
from kibitz.page.table.address import TableAddress
from kibitz.page.worker import Signal
from kibitz.places import Places

if TYPE_CHECKING:
    from kibitz.cardplay.adviser import CardAdviser
    from kibitz.cardplay.answer import CardAnswer, CardPrecedent
    from kibitz.cardplay.question import CardQuestion
    from kibitz.games.bridge.cards import Card


def starter(signal: Signal, places: Places) -> Path | None:
    """The library of the deals that ship with the package, made when first needed."""
    from kibitz.records.starter import starter_library

    return starter_library(places)


def experts(signal: Signal, shelves: TableShelves, address: TableAddress) -> dict[str, Any]:
    """The advice at *address*, as ``kibitz play --json``, with links to its precedents.

    Even off the record, the table is not among its own precedents.
    """
    adviser, question = _asked(signal, shelves, address)
    return advice_data(adviser.ask(question))


def reasoned(signal: Signal, shelves: TableShelves, address: TableAddress) -> dict[str, Any]:
    """The same advice with its reason, for which cards are played out."""
    adviser, question = _asked(signal, shelves, address)
    return advice_data(adviser.explained(adviser.ask(question)))


def _asked(
    signal: Signal, shelves: TableShelves, address: TableAddress
) -> tuple[CardAdviser, CardQuestion]:
    from kibitz.cardplay.question import CardQuestion

    play = address.read(shelves)
    question = CardQuestion(play.state, play.record.auction, play.record)
    return adviser_of(signal, shelves.places, question, address.like), question


def advice_data(answer: CardAnswer) -> dict[str, Any]:
    """An answer as ``kibitz play --json``, with links to its precedents."""
    data = answer.to_json()
    best = answer.favoured.card
    shown = answer.shown
    precedents = [
        {**as_data, **_openable(one, best)}
        for as_data, one in zip(data["precedents"], shown, strict=True)
    ]
    otherwise = next((one for one in answer.precedents if not one.chose(best)), None)
    if otherwise is None or any(one is otherwise for one in shown):
        contrast = None
    else:
        contrast = {**_about(otherwise), **_openable(otherwise, best)}
    voters = len(answer.precedents)
    return {**data, "precedents": precedents, "contrast": contrast, "voters": voters}


def _openable(precedent: CardPrecedent, best: Card) -> dict[str, Any]:
    from kibitz.cardplay.explain.precedents import cited, played

    vote = precedent.votes_for
    return {
        "cited": cited(precedent),
        "played": played(precedent),
        "stands_for": str(precedent.stands_for),
        "votes_for": None if vote is None else str(vote),
        "agrees": precedent.chose(best),
        "renamed": precedent.there != precedent.state,
        **_turned(precedent),
        "shelf": "starter" if precedent.is_house else "library",
        "table": precedent.table,
        "at": precedent.ply,
    }


def _about(precedent: CardPrecedent) -> dict[str, Any]:
    """The citation of a precedent that is not among the closest."""
    from kibitz.cardplay.explain.precedents import alike, differences

    cite = precedent.record.citation
    return {
        "event": cite.event,
        "board": cite.board,
        "room": cite.room,
        "player": precedent.player,
        "differs": differences(precedent),
        "alike": alike(precedent),
    }


def _turned(precedent: CardPrecedent) -> dict[str, Any]:
    """The hands and the trick of a precedent, turned to the reader's suits and seats."""
    from kibitz.games.bridge.deal import Seat

    there, offset = precedent.there, precedent.here.contract.declarer
    turn = offset - there.contract.declarer
    return {
        "hands": {str(Seat((seat + turn) % 4)): str(there.holding(seat)) for seat in Seat},
        "on_table": [str(card) for card in there.trick],
    }


def learn(signal: Signal, places: Places) -> dict[str, Any]:
    """Learn every chair's decisions from the library's new tables."""
    from dataclasses import asdict

    done = kibitz_at(signal, places).learn("cards", watch=signal.tell)
    return {**asdict(done), "text": str(done)}
