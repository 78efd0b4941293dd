"""The end of a deal: all four hands, the score beside others, what was decided, the lesson."""

from __future__ import annotations

from typing import Any

from kibitz.games.bridge.cards import Hand
from kibitz.games.bridge.deal import Seat
from kibitz.page.seat.felt import by_rank
from kibitz.page.words import WORDS
from kibitz.sitting.coached import AnswerVerdict
from kibitz.sitting.ending import Ending, OtherRoom, ReviewedAnswer
from kibitz.sitting.keeping import link
from kibitz.wording import card_text, contract_text, made_text

_VERDICTS = {
    AnswerVerdict.RIGHT: ("label_right", "good"),
    AnswerVerdict.WRONG: ("label_mistake", "mistake"),
    AnswerVerdict.SHOWN: ("label_shown", ""),
}


def ended(end: Ending, is_first: bool, kept: int) -> dict[str, Any]:
    """All that is said at the end; *kept* is the number of new practice cards."""
    say, deal = WORDS["seat"], end.deal
    contract, tricks = deal.contract, deal.tricks
    if contract is None or tricks is None:
        name, result = say["passed_out"], ""
    else:
        name, result = contract_text(contract, by=True), made_text(contract, tricks)
    return {
        "contract": name,
        "result": result,
        "score": f"{end.score:+}".replace("-", "−"),
        "par": "" if end.par is None else say["par"].format(score=f"{end.par:+}"),
        "rooms": [_room(one) for one in end.rooms],
        "bidding": end.bidding,
        "plan": end.plan,
        "notes": end.notes,
        "lesson": _sentence(end.lesson),
        "theme": end.theme,
        "decisions": [_decision(one) for one in end.moments],
        "others": end.others,
        "carding": list(end.carding),
        "hands": {str(seat): _hand(deal.deal[seat]) for seat in Seat},
        "claimed": deal.claimed is not None,
        "link": link(deal),
        "first": is_first,
        "kept": kept,
        "replays": _replays(end),
    }


def _hand(hand: Hand) -> list[str]:
    return [str(card) for card in by_rank(hand)]


def _room(room: OtherRoom) -> dict[str, str]:
    contract, tricks = room.record.contract, room.record.tricks
    made = "" if contract is None or tricks is None else made_text(contract, tricks)
    won = room.imps
    imps = "0" if not won else f"{won:+} {'IMP' if abs(won) == 1 else 'IMPs'}"
    return {
        "name": room.name,
        "contract": contract_text(contract, by=True),
        "made": made,
        "score": f"{room.score:+}".replace("-", "−"),
        "imps": imps.replace("-", "−"),
    }


def _decision(one: ReviewedAnswer) -> dict[str, Any]:
    """A decision of the player: what was played, what was better, and the word for it."""
    say, answer = WORDS["seat"], one.answer
    name, kind = _VERDICTS[answer.verdict]
    if one.luck == "unlucky":
        name, kind = "label_unlucky", "unlucky"
    words = say["better_was"] if answer.verdict is AnswerVerdict.WRONG else say["you_chose"]
    text = words.format(did=card_text(answer.did), best=card_text(answer.best))
    lucky = one.luck == "lucky"
    return {
        "card": str(answer.did),
        "trick": len(answer.before) // 4 + 1,
        "text": f"{text} {say['lucky']}" if lucky else text,
        "label": say[name],
        "kind": kind,
        "why": "" if one.asked is None or one.asked.why is None else one.asked.why.text,
    }


def _replays(end: Ending) -> list[int]:
    """The tricks from which the deal may be replayed."""
    cards = len(end.deal.cards)
    return list(range(1, (cards + 3) // 4 + 1))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def told(end: Ending) -> str:
    """The end in one breath, to be read aloud."""
    lesson = _sentence(end.lesson)
    return " ".join([end.text[0], *(room.text for room in end.rooms), lesson]).strip()
