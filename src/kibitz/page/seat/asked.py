"""What the coach asks and says beside the felt, as plain data."""

from __future__ import annotations

from typing import Any

from kibitz.games.bridge.auction import Bid, Sign
from kibitz.games.bridge.cards import Hand, Suit
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.play import Trick, tricks_of
from kibitz.page.seat.felt import by_rank
from kibitz.page.words import WORDS, seat_name
from kibitz.plans.arithmetic import count
from kibitz.plans.line_words import starting
from kibitz.sitting.coach import hints
from kibitz.sitting.coached import CoachedDeal, DealStage, MarkKind
from kibitz.sitting.session import Asks, TableSession
from kibitz.sitting.whatif import WhatIf
from kibitz.sitting.words import calls_text
from kibitz.wording import call_text, card_text, contract_text, in_words

_LEVELS = range(1, 8)
_STRAINS = "NSHDC"
_FIRST_TRICKS = 4
_WINNERS = range(14)
_EMPTY: dict[str, Any] = {
    **dict.fromkeys(("eyebrow", "question", "because", "outcome", "why", "line", "counted"), ""),
    **{"steps": [], "ledger": None, "goes_on": False},
}


def asked(session: TableSession) -> dict[str, Any]:
    """The question, and all that stands beside it."""
    found: dict[str, Any] = {
        **_EMPTY,
        "asks": session.asks.value,
        "way": _way(session.deal),
        "back": bool(session.deal.own) and session.asks is not Asks.NOTHING,
        "hint": session.asks is Asks.CARD,
        "hints": hints(session.deal),
        "claim": _most_to_claim(session),
        "names": calls_text(session.deal.auction) if session.deal.auction.calls else [],
        "every": session.coach.every,
    }
    match session.asks:
        case Asks.CALL:
            return {**found, **_for_a_call(session)}
        case Asks.CALL_DIFFERS:
            return {**found, **_other_call(session)}
        case Asks.CONTRACT:
            return {**found, **_contracts(session)}
        case Asks.COUNT:
            return {**found, **_winners()}
        case Asks.LINE:
            return {**found, **_lines(session)}
        case Asks.CARD:
            return {**found, **_for_a_card(session)}
        case Asks.WHAT_IF:
            assert session.whatif is not None
            return {**found, **_supposed(session.whatif)}
    return found


def _way(deal: CoachedDeal) -> list[dict[str, str]]:
    """The stations of a deal: which are past, and where it stands."""
    say, declares = WORDS["seat"], not deal.defends(_me(deal))
    plan = [say["way_plan"]] if declares else []
    names = [say["way_bid"], *plan, say["way_play"], say["way_end"]]
    here = 0
    if deal.stage is DealStage.OVER:
        here = len(names) - 1
    elif deal.stage is DealStage.PLAY:
        planning = declares and len(deal.cards) <= 1
        here = 1 if planning else len(names) - 2
    return [
        {"name": name, "at": "done" if at < here else "now" if at == here else ""}
        for at, name in enumerate(names)
    ]


def _me(deal: CoachedDeal) -> Seat:
    return deal.start.people[0] if deal.start.people else Seat.SOUTH


def _most_to_claim(session: TableSession) -> int:
    """How many tricks may be claimed now; 0 if it is not the time for it."""
    if session.asks is not Asks.CARD or session.seen.state.trick:
        return 0
    return 13 - session.seen.state.tricks


def _for_a_call(session: TableSession) -> dict[str, Any]:
    auction, say = session.seen.auction, WORDS["seat"]
    legal = set(map(str, auction.legal_actions))
    calls = [_boxed(f"{level}{strain}", legal) for strain in _STRAINS for level in _LEVELS]
    return {
        "eyebrow": say["your_call"],
        "question": _about_calls(session),
        "box": calls,
        "passes": "P",
        "double": "X" if str(Sign.DOUBLE) in legal else "",
        "redouble": "XX" if str(Sign.REDOUBLE) in legal else "",
    }


def _boxed(spelled: str, legal: set[str]) -> dict[str, Any]:
    call = Bid.parse(spelled)
    return {"say": str(call), "text": call_text(call), "may": str(call) in legal}


def _about_calls(session: TableSession) -> str:
    """The last thing that was bid, and the question."""
    auction, say, me = session.seen.auction, WORDS["seat"], session.me
    for back, call in enumerate(reversed(auction.calls), 1):
        if call is Sign.PASS:
            continue
        seat = Seat((auction.dealer + len(auction.calls) - back) % 4)
        if seat is me:
            return say["all_passed"].format(call=call_text(call))
        who = say["your_partner"] if seat is me.partner else seat_name(seat)
        if isinstance(call, Sign):
            return say["doubles" if call is Sign.DOUBLE else "redoubles"].format(who=who)
        opens = not any(isinstance(one, Bid) for one in auction.calls[:-back])
        return say["opens" if opens else "bids"].format(who=who, call=call_text(call))
    return say["nobody_opened" if auction.calls else "you_begin"]


def _other_call(session: TableSession) -> dict[str, Any]:
    assert session.other is not None
    say, other = WORDS["seat"], session.other
    first, _, rest = other.text.partition(". ")
    return {
        "eyebrow": say["you_called"].format(call=call_text(other.did)),
        "question": f"{first}.",
        "because": rest,
        "did": call_text(other.did),
        "experts": call_text(other.experts),
        "take_back": say["back_call"],
        "leave": say["leave_call"].format(call=call_text(other.did)),
    }


def _contracts(session: TableSession) -> dict[str, Any]:
    say, theirs = WORDS["seat"], session.coach.theirs(session.deal)
    mine = contract_text(session.deal.contract, by=True)
    house = contract_text(None if theirs is None else theirs.contract, by=True)
    return {
        "eyebrow": say["two_contracts"],
        "question": say["which_contract"],
        "because": say["contracts"].format(mine=mine, house=house),
        "mine": mine,
        "theirs": house,
        "said": session.lines[-2] if len(session.lines) > 1 else "",
    }


def _winners() -> dict[str, Any]:
    say = WORDS["seat"]
    return {
        "eyebrow": say["before"],
        "question": say["how_many"],
        "because": say["count_about"],
        "counts": [str(number) for number in _WINNERS],
    }


def _lines(session: TableSession) -> dict[str, Any]:
    say, found = WORDS["seat"], session.coach.lines(session.deal)
    ledger = _ledger(session)
    top, short = ledger["top"], ledger["short"]
    question = say["where_from" if short else "enough"].format(
        top=in_words(top).capitalize() if top < 13 else str(top),
        short=say["one_other"] if short == 1 else say["others"].format(number=in_words(short)),
    )
    guessed = [one.number for one in session.deal.marks if one.kind is MarkKind.COUNT]
    return {
        "eyebrow": say["before"],
        "question": question,
        "lines": [] if found is None else [_sentence(text) for text in found.texts],
        "ledger": ledger,
        "counted": "" if not guessed else say["you_counted"].format(number=guessed[-1]),
        "counted_right": bool(guessed) and guessed[-1] == top,
    }


def _ledger(session: TableSession) -> dict[str, Any]:
    """Winners by suit, and what they come to."""
    say, state = WORDS["seat"], session.seen.state
    found = count(state)
    both = state.holding(state.contract.declarer) | state.holding(state.contract.dummy)
    rows = []
    for suit in reversed(Suit):
        sure = by_rank(Hand.of(card for card in both if card.suit is suit))
        cards = [card_text(card)[1:] for card in sure[: found.on_top[suit]]]
        rows.append({"suit": suit.name[:1], "cards": cards})
    top = sum(found.on_top.values())
    parts = [f"{found.on_top[suit]}{suit.symbol}" for suit in reversed(Suit) if found.on_top[suit]]
    short = found.to_find
    words = say["short"].format(number=in_words(short)) if short else say["that_is_enough"]
    return {
        "rows": rows,
        "top": top,
        "short": short,
        "total": f"{' + '.join(parts) or '0'} = {top}, {words}",
    }


def _for_a_card(session: TableSession) -> dict[str, Any]:
    say, state, me = WORDS["seat"], session.seen.state, session.me
    number = len(session.deal.answers) + 1
    hand = say["from_dummy"] if state.turn is state.contract.dummy else ""
    if state.trick:
        leader = Seat((state.turn - len(state.trick)) % 4)
        led = say["was_led"].format(who=_who(leader, session), card=card_text(state.trick[0]))
        which = say["which_card"].format(hand=hand)
        question = f"{led} {which}"
    elif state.turn is me or hand:
        question = say["lead_dummy" if hand else "lead"]
    else:
        question = say["lead_from"].format(seat=seat_name(state.turn))
    decision = session.stop is not None and session.stop.parts
    title = say["decision"].format(number=number) if decision else say["your_card"]
    return {
        "eyebrow": title,
        "question": question,
        "line": _chosen_line(session),
        "ledger": _ledger(session) if state.turn.is_with(state.contract.declarer) else None,
        "goes_on": session.coach.every,
    }


def _chosen_line(session: TableSession) -> str:
    """The line that was chosen when dummy came down."""
    line, found = session.coach.line(session.deal), session.coach.lines
    if line is None:
        return ""
    chosen = found(session.deal)
    return "" if chosen is None else _sentence(starting(line, chosen.state))


def _who(seat: Seat, session: TableSession) -> str:
    say, contract = WORDS["seat"], session.deal.contract
    if seat is session.me:
        return say["you"]
    return say["dummy_led"] if contract and seat is contract.dummy else seat_name(seat)


def _supposed(whatif: WhatIf) -> dict[str, Any]:
    """The question about a card, with what happens on the layout, card by card."""
    say = WORDS["seat"]
    return {
        "eyebrow": say["you_played"].format(card=card_text(whatif.card)),
        "question": whatif.question,
        "steps": _steps(whatif),
        "because": "",
        "outcome": whatif.outcome,
        "why": "" if whatif.why is None else whatif.why.text,
        "card": card_text(whatif.card),
        "better": card_text(whatif.better),
        "fails": _played_out(whatif, whatif.fails),
        "works": _played_out(whatif, whatif.works),
        "take_back": say["back_card"].format(card=card_text(whatif.card)),
    }


def _steps(whatif: WhatIf) -> list[str]:
    """The first tricks after the card, in words."""
    begun = whatif.ply // 4
    played = [
        trick for trick in tricks_of(whatif.contract, whatif.fails) if trick.winner is not None
    ]
    return [
        _step(trick, whatif, at == 0)
        for at, trick in enumerate(played[begun : begun + _FIRST_TRICKS])
    ]


def _step(trick: Trick, whatif: WhatIf, is_now: bool) -> str:
    """One trick: who leads what, and who wins it."""
    winner = trick.winner
    assert winner is not None
    card, led = card_text(trick.by_seat[winner]), card_text(trick.cards[0])
    if is_now:
        return _doing(winner, ("you_win_now", "they_win_now"), whatif).format(card=card)
    if winner is trick.leader:
        return _doing(winner, ("you_lead_and_win", "they_lead_and_win"), whatif).format(card=led)
    leads = _doing(trick.leader, ("you_do_lead", "they_do_lead"), whatif).format(card=led)
    wins = _doing(winner, ("you_do_win", "they_do_win"), whatif).format(card=card)
    is_named = winner not in (whatif.viewer, whatif.contract.dummy)
    return f"{leads}; {wins if is_named else wins[:1].lower() + wins[1:]}"


def _doing(seat: Seat, words: tuple[str, str], whatif: WhatIf) -> str:
    """What a hand does: the player's own, as he is spoken to, or another."""
    say = WORDS["seat"]
    if seat is whatif.viewer:
        return say[words[0]]
    who = say["dummy_led"] if seat is whatif.contract.dummy else seat_name(seat)
    return say[words[1]].replace("{who}", who)


def _played_out(whatif: WhatIf, cards: Any) -> list[dict[str, Any]]:
    """The tricks of a play from where the card was played."""
    found = []
    for number, trick in enumerate(tricks_of(whatif.contract, cards), 1):
        if 4 * number > whatif.ply and trick.winner is not None:
            told = [f"{seat} {card_text(card)}" for seat, card in trick.by_seat.items()]
            found.append({"number": number, "cards": told, "winner": seat_name(trick.winner)})
    return found


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
