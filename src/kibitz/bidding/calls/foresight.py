"""What the network foresees for the player to call, with his hand and with others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.bidding.auctions.arrays import (
    LONGEST,
    Auctions,
    Bytes,
    Floats,
    Rows,
    legal_calls,
    number_of,
)
from kibitz.bidding.calls.likeness.decisions import (
    CallKind,
    auction_marks,
    codes,
    kinds,
    meanings,
)
from kibitz.bidding.calls.network import CallNetwork, HandBelief, inputs
from kibitz.bidding.calls.question import CallQuestion
from kibitz.bidding.calls.vote import PendingCall
from kibitz.bidding.openings.question import Situation
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Call
from kibitz.games.bridge.cards import Hand

_HARDLY = 0.01
"""A call with a smaller chance is made by hardly anybody with that hand."""


@dataclass(frozen=True, slots=True, eq=False)
class ForeseenCall(PendingCall):
    """A decision as the network sees it."""

    kind: CallKind
    held: Bytes
    meant: Bytes
    mark: int
    belief: HandBelief
    """The belief in this one decision."""
    impossible: Call | None
    """An earlier call of the player's own that hardly anybody makes with this hand."""


def foresee(
    network: CallNetwork, question: CallQuestion, own: Floats, their: Floats
) -> ForeseenCall:
    """The decision in question; *own* and *their* are what is known about the pairs, (WIDTH,)."""
    auctions, place = _auctions(question, [question.situation])
    every_legal = legal_calls(auctions.calls)
    legal = every_legal[0, place]
    states = _every_state(network, auctions, place, own, their)
    state = states[:, place]
    before = np.arange(place % 4, place, 4)
    likely = network.chances(np.ascontiguousarray(states[0, before]), every_legal[0, before])
    made = likely[np.arange(len(before)), auctions.calls[0, before]]
    hardly = before[made < _HARDLY]
    chances = network.chances(state, legal[None])
    asked = auctions.calls.copy()
    asked[:, place] = 1  # any call here makes it a decision
    hand = question.hand
    return ForeseenCall(
        codes(chances)[0],
        legal,
        chances[0],
        CallKind(int(kinds(asked)[0, place])),
        np.array([hand.points, *reversed(hand.shape)], np.uint8),
        meanings(network, state)[0],
        int(auction_marks(auctions.calls)[0, place]),
        network.belief(state),
        question.auction.calls[int(hardly[0])] if len(hardly) else None,
    )


def foresee_calls(
    network: CallNetwork,
    question: CallQuestion,
    others: Sequence[Situation],
    own: Floats,
    their: Floats,
) -> Floats:
    """The chances of each call with other hands or vulnerabilities, (n, CALLS)."""
    auctions, place = _auctions(question, others)
    legal = legal_calls(auctions.calls)[:, place]
    return network.chances(_states(network, auctions, place, own, their), legal)


def _states(
    network: CallNetwork, auctions: Auctions, place: int, own: Floats, their: Floats
) -> Floats:
    found: Floats = _every_state(network, auctions, place, own, their)[:, place]
    return found


def _every_state(
    network: CallNetwork, auctions: Auctions, place: int, own: Floats, their: Floats
) -> Floats:
    """The states before each call up to the next one."""
    size = len(auctions)
    tables: Rows = np.arange(size)
    seats: Rows = np.full(size, place % 4)
    spoken = inputs.spoken(auctions, tables, seats)[:, :place]
    pairs = (np.broadcast_to(one, (size, len(one))) for one in (own, their))
    found: Floats = network.states(inputs.hands(auctions, tables, seats), spoken, *pairs)
    return found


def _auctions(question: CallQuestion, others: Sequence[Situation]) -> tuple[Auctions, int]:
    """The auction so far with each hand, and the index of the next call.

    Only the hand of the player to call is used.
    """
    place, size = len(question.auction.calls), len(others)
    if place >= LONGEST:
        raise UsageError(f"an auction of {place} calls is longer than any that was learned")
    calls = np.zeros((size, LONGEST), np.uint8)
    calls[:, :place] = [number_of(call) for call in question.auction.calls]
    owners = np.full((size, 52), (place + 1) % 4, np.uint8)
    vulnerable = np.zeros(size, np.uint8)
    for row, other in enumerate(others):
        owners[row, cards_of(other.hand)] = place % 4
        sides = (other.colours.ours, other.colours.theirs)
        vulnerable[row] = sides[place % 2] + 2 * sides[1 - place % 2]
    return Auctions(owners, calls, vulnerable), place


def cards_of(hand: Hand) -> list[int]:
    """The numbers of a hand's cards in the arrays."""
    return [card.bit.bit_length() - 1 for card in hand]
