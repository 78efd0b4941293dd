"""A drill card as it is shown: the position as the player saw it, and nothing that he could not."""

from __future__ import annotations

from typing import Any

from kibitz.cardplay.chairs import Chair, open_seats
from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.play import Play, tricks_of
from kibitz.mygame.drills.cards import Drill
from kibitz.mygame.explain import hand_text
from kibitz.wording import call_text, card_text, contract_text, counted, vulnerable_text


def tricks_played(state: Play) -> list[str]:
    """The tricks so far, each from its leader on."""
    return [
        f"{trick.leader}: {' '.join(map(card_text, trick.cards))}"
        for trick in tricks_of(state.contract, state.played)
    ]


def seen(drill: Drill) -> dict[str, Any]:
    """What the player sees before he decides, as plain data."""
    record, seat = drill.sitting.record, drill.sitting.seat
    calls = record.auction.calls[: drill.number - 1] if drill.is_call else record.auction.calls
    shown: dict[str, Any] = {
        "is_call": drill.is_call,
        "seat": str(seat),
        "dealer": str(record.dealer),
        "vulnerable": vulnerable_text(record.vulnerability),
        "auction": [call_text(call) for call in calls],
        "contract": "" if drill.is_call else contract_text(record.contract, by=True),
        "options": [str(one) for one in drill.options],
    }
    if drill.is_call:
        return {**shown, "turn": str(seat), "hands": {str(seat): str(record.deal[seat])}}
    state = drill.sitting.state(drill.number)
    hands = {str(one): str(state.holding(one)) for one in open_seats(state)}
    return {
        **shown,
        "turn": str(state.turn),
        "hands": hands,
        "tricks": tricks_played(state),
        "won": [state.declarer_tricks, state.tricks - state.declarer_tricks],
    }


def position_text(drill: Drill) -> str:
    """The same in words, ending in the question."""
    record, seat = drill.sitting.record, drill.sitting.seat
    what = seen(drill)
    lines = [f"You are {seat.name.capitalize()}; {what['vulnerable']}."]
    if what["auction"]:
        lines.append(f"Auction from {record.dealer.name.capitalize()}: {' '.join(what['auction'])}")
    for letter, hand in what["hands"].items():
        lines.append(f"  {letter}  {hand_text(Hand.parse(hand))}")
    if drill.is_call:
        return "\n".join([*lines, "What do you call?"])
    state = drill.sitting.state(drill.number)
    won, lost = what["won"]
    lines.insert(
        1, f"{what['contract']}; declarer has {counted(won, 'trick')}, the defence {lost}."
    )
    lines += [f"  {trick}" for trick in what["tricks"]]
    hand = "dummy's" if Chair.of(state) is Chair.DUMMY else "your"
    verb = "lead" if not state.trick else "play"
    return "\n".join([*lines, f"Which card do you {verb} from {hand} hand?"])
