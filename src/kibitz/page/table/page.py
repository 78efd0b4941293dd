"""The page of a table, along its record or off it: the felt, the advice, the next steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from kibitz.games.bridge.cards import Card
from kibitz.page.render import render
from kibitz.page.table.address import TableAddress
from kibitz.page.table.beside import More
from kibitz.page.table.felt import deal_of, felt_view
from kibitz.page.table.playthrough import SKIPPED, Playthrough, plays_declarer, spelled
from kibitz.page.table.rows import card_rows, marks_of, precedent_rows
from kibitz.page.words import WORDS, counted, seat_name
from kibitz.wording import card_text, result_text


class Link(NamedTuple):
    """A link that leads on: its id, its words, its address, its key."""

    id: str
    words: str
    href: str
    key: str = ""


class Arrow(NamedTuple):
    """An arrow of the slider: its id, its sign, its words, its address."""

    id: str
    sign: str
    words: str
    href: str


def table_page(
    address: TableAddress,
    play: Playthrough,
    answer: dict[str, Any],
    beside: str,
    following: int | None,
) -> str:
    """The page of a table at *address*; *following* is the next table of its shelf."""
    here, visible, steps = str(address), play.visible, _steps(address, play)
    mine = "" if play.guess is None else str(play.guess)
    rows = card_rows(answer, _whose(play), play.state.contract)
    return render(
        "playing_on.html" if play.has_left else "guess.html",
        "/play",
        address=address,
        play=play,
        view=felt_view(
            visible,
            lambda card: steps[0].href if str(card) == mine else _choosing(address, play, card),
            lambda at: "" if play.has_left else str(address.followed(at, play.said_by(at))),
            marks_of(rows, answer, mine),
        ),
        answer=answer,
        rows=rows,
        mine=mine,
        verdict_title=_verdict_title(play, answer, rows),
        beside=beside if play.is_revealed else "",
        precedents=precedent_rows(answer, here, visible),
        own_hands=visible.hands,
        trick=[str(card) for card in play.state.trick],
        steps=steps,
        stepper=[] if play.has_left else _stepper(address, play),
        slider=None if play.has_left else _slider(address),
        chairs=_chairs(address, play),
        moments=_moments(address, play, answer),
        since=[(seat_name(seat), card_text(card)) for seat, card in play.since()],
        next="" if following is None else f"/play/{address.shelf}/{following}",
        here=here,
        toggle=str(replace(address, open=1 - address.open)),
        result=result_text(play.record.contract, play.record.tricks),
        data=f"/api{here}",
        **deal_of(play.record),
        more=More.of(address, play),
    )


def _choosing(address: TableAddress, play: Playthrough, card: Card) -> str:
    """The link of a card that may be played."""
    if play.has_left:
        return str(replace(address, choice=str(card)))
    return str(replace(address, said=spelled((*play.guesses, card))))


def _whose(play: Playthrough) -> dict[str, str]:
    """Whose cards are marked in the list of all cards, once the player has chosen."""
    say, mine = WORDS["play"], "" if play.guess is None else str(play.guess)
    if play.has_left:
        return {mine: say["yours"]}
    if not play.is_revealed:
        return {}
    played = str(play.record.play[play.at])
    if mine == played:
        return {played: say["both_cards"]}
    return {played: say["the_tables"], mine: say["yours"]}


def _verdict_title(play: Playthrough, answer: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """In one line: the player's card beside the record's, or what his own card costs."""
    if "verdict" not in answer:
        return ""
    say, mine = WORDS["play"], "" if play.guess is None else card_text(play.guess)
    if play.has_left:
        cost = next(one["cost"] for one in rows if one["card"] == str(play.guess))
        return say["costs"].format(card=mine, tricks=_tricks(cost))
    verdict = answer["verdict"]
    words = {"by": verdict["by"], "played": card_text(play.record.play[play.at])}
    if play.guess is None:
        return say["was_played"].format(**words)
    if verdict["same"] and mine != words["played"]:
        return say["said_equal"].format(mine=mine, **words)
    return say["so_did" if verdict["same"] else "said_other"].format(mine=mine, **words)


def _tricks(cost: int) -> str:
    return counted(cost, "trick") if cost else WORDS["play"]["nothing"]


def _moments(
    address: TableAddress, play: Playthrough, answer: dict[str, Any]
) -> list[dict[str, Any]]:
    """The decisions that cost a trick, each with a link back to it, once the play is over."""
    if play.has_left:
        return [
            {
                **one,
                "at": play.at + one["place"],
                "href": str(_before(address, spelled(play.own[: one["place"]]), one["card"])),
            }
            for one in answer.get("outcome", {}).get("moments", ())
        ]
    found = (answer.get("summary") or {}).get("moments", ())
    return [
        {**one, "href": str(address.followed(one["at"], play.said_by(one["at"])))} for one in found
    ]


def _before(address: TableAddress, own: str, choice: str) -> TableAddress:
    """Off the record where a card was chosen; for the first, where the record was left."""
    return address.left(own, choice) if own else address.followed(address.at, address.said)


def _steps(address: TableAddress, play: Playthrough) -> list[Link]:
    """Where the player may go from here."""
    say = WORDS["play"]
    if play.has_left:
        return _own_steps(address, play)
    if play.must_guess:
        unseen = replace(address, said=f"{play.said}{SKIPPED}")
        return [Link("step-show", say["show_it"], str(unseen))]
    if play.is_over:
        return []
    on = str(address.followed(play.next_stop(), play.said))
    if play.guess is not None and play.guess != play.record.play[play.at]:
        own = str(address.left(str(play.guess)))
        return [Link("step-own", say["own_card"], own, "P"), Link("step-on", say["follow"], on)]
    return [Link("step-on", say["on"], on)]


def _own_steps(address: TableAddress, play: Playthrough) -> list[Link]:
    """Off the record: on with the chosen card, back by a card, back to the record."""
    say, own, steps = WORDS["play"], spelled(play.own), []
    if play.guess is not None:
        words = say["play_on_with"].format(card=card_text(play.guess))
        steps.append(Link("step-on", words, str(address.left(f"{own}{play.guess}")), "P"))
    back, record = _before(address, *play.before()), address.followed(address.at, address.said)
    steps.append(Link("step-back", say["take_back"], str(back)))
    steps.append(Link("step-record", say["to_record"], str(record)))
    return steps


def _stepper(address: TableAddress, play: Playthrough) -> list[Arrow]:
    """The arrows: one card back or on, or to an end."""
    say, at = WORDS["table"], play.at
    steps = []
    if at:
        back = str(address.followed(at - 1, play.said_by(at - 1)))
        start = str(address.followed(0, ""))
        steps.append(Arrow("step-start", "⇤", say["to_start"], start))
        steps.append(Arrow("step-back", "←", say["one_back"], back))
    if not play.is_over:
        on, end = str(address.followed(at + 1, play.said)), str(replace(address, to=52))
        steps.append(Arrow("step-next", "→", say["one_on"], on))
        steps.append(Arrow("step-end", "⇥", say["to_end"], end))
    return steps


def _slider(address: TableAddress) -> dict[str, Any]:
    """The slider as a form; its own field is another than *at*, so that guesses can be undone."""
    fields = {
        "at": address.at,
        "said": address.said,
        "seat": address.seat,
        "like": address.like,
        "open": address.open or "",
    }
    return {"action": address.table, "fields": list(fields.items())}


def _chairs(address: TableAddress, play: Playthrough) -> list[dict[str, Any]]:
    """The seats whose cards can be guessed: declarer's, the opening leader's, his partner's."""
    say, leader = WORDS["play"], play.state.contract.leader
    seats = [("", say["as_declarer"])] + [
        (str(seat), say["as_defender"].format(seat=seat_name(seat)))
        for seat in (leader, leader.partner)
    ]
    here = "" if plays_declarer(play.state, address.player) else address.seat
    return [
        {
            "words": words,
            "href": str(replace(address, seat=seat, open=0).followed(0, "")),
            "here": seat == here,
        }
        for seat, words in seats
    ]
