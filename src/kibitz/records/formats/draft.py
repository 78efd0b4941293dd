"""What a file says about one table, and the one judgement whether that is sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from kibitz.errors import IllegalActionError
from kibitz.games.bridge.auction import CALLS, Auction, Call, Contract, Sign
from kibitz.games.bridge.cards import CARDS, FULL_DECK, Card, Hand
from kibitz.games.bridge.deal import (
    Deal,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from kibitz.games.bridge.play import certain_tricks, replay
from kibitz.records.record import (
    Citation,
    Conflict,
    Record,
    RecordError,
    Refusal,
    ResultSource,
    Source,
    plain,
)

MOST_CALLS = 319
"""The longest legal auction."""


@dataclass(slots=True)
class Draft:
    """One table as a file states it: calls, cards and numbers still as text in our own notation."""

    source: Source
    line: int
    citation: Citation = Citation()
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    calls: list[str] = field(default_factory=list)
    alerts: list[tuple[int, str]] = field(default_factory=list)
    contract: str = ""
    """As stated beside the auction: ``4Sx``, ``PASS``, or nothing."""
    declarer: Seat | None = None
    cards: list[str] = field(default_factory=list)
    total: str = ""
    """Declarer's tricks, as claimed or stated."""
    listed: tuple[str, int | None] | None = None
    """In the file's list of results: the contract (``4Sx by N``, or ``PASS``) and the tricks."""
    trouble: RecordError | None = None
    """What was wrong already when it was read."""
    result_source: ResultSource | None = None
    conflicts: tuple[Conflict, ...] = ()
    cut: str = ""

    def judged(self) -> Record | Refusal:
        """The record, or why there is none."""
        try:
            return judge(self)
        except RecordError as error:
            return self.refused(error)

    def refused(self, error: RecordError) -> Refusal:
        board = self.citation.board
        return Refusal(self.source.file, self.line, board, error.reason, error.detail)


def judge(draft: Draft) -> Record:
    """Turn a draft into a record, or raise a `RecordError` that says what is not sound."""
    if draft.trouble is not None:
        raise draft.trouble
    deal = _deal(draft.hands)
    if not (draft.calls or draft.cards or draft.contract):
        raise RecordError("empty:no auction and no play")
    dealer, vulnerability = _dealer(draft), _vulnerability(draft)
    auction, contract, conflicts = _contract(draft, deal, dealer)
    play, cut, tricks = _play(draft, deal, contract)
    certain = certain_tricks(deal, contract, play) if contract is not None else None
    total, result_source, doubts = _result(draft, contract, play, tricks, certain, bool(cut))
    return Record(
        source=draft.source,
        deal=deal,
        auction=auction,
        vulnerability=vulnerability,
        contract=contract,
        play=play,
        tricks=total,
        result_source=result_source,
        citation=draft.citation,
        alerts=_alerts(draft, auction),
        conflicts=_in_order(*draft.conflicts, *conflicts, *doubts),
        cut=plain(cut or draft.cut),
    )


def _in_order(*conflicts: Conflict) -> tuple[Conflict, ...]:
    return tuple(conflict for conflict in Conflict if conflict in conflicts) if conflicts else ()


def _alerts(draft: Draft, auction: Auction) -> tuple[tuple[int, str], ...]:
    """One explanation a call, in the order of the calls; of several the last."""
    words_at = {place: plain(words) for place, words in draft.alerts if place < len(auction.calls)}
    return tuple(sorted(words_at.items()))


def _deal(hands: Mapping[Seat, Hand]) -> Deal:
    if len(hands) == 4:
        with suppress(ValueError):
            return Deal.of(hands)
    known = {seat: hand for seat, hand in hands.items() if len(hand)}
    if not known:
        raise RecordError("deal:no deal given")
    if len(known) == 3:
        [missing] = set(Seat) - set(known)
        seen = Hand()
        for hand in known.values():
            seen |= hand
        known[missing] = FULL_DECK - seen
    for seat in Seat:
        held = len(known.get(seat, ()))
        if held != 13:
            raise RecordError("deal:not 13 cards", f"{seat} holds {held}")
    try:
        return Deal.of(known)
    except ValueError:
        raise RecordError("deal:duplicate card", _held_twice(known)) from None


def _held_twice(hands: Mapping[Seat, Hand]) -> str:
    seen = twice = Hand()
    for hand in hands.values():
        twice, seen = twice | (seen & hand), seen | hand
    return " ".join(map(str, twice))


def _board_number(draft: Draft) -> int | None:
    board = draft.citation.board
    return int(board) if board.isascii() and board.isdigit() and int(board) > 0 else None


def _dealer(draft: Draft) -> Seat:
    number = _board_number(draft)
    if draft.dealer is not None:
        return draft.dealer
    if number is None:
        raise RecordError("deal:no dealer given")
    return board_dealer(number)


def _vulnerability(draft: Draft) -> Vulnerability:
    """As stated, else as printed on the board of that number, else none."""
    number = _board_number(draft)
    if draft.vulnerability is not None:
        return draft.vulnerability
    return Vulnerability.NONE if number is None else board_vulnerability(number)


def _contract(
    draft: Draft, deal: Deal, dealer: Seat
) -> tuple[Auction, Contract | None, tuple[Conflict, ...]]:
    """The auction and its contract; without an auction, the contract that is stated.

    Where the two disagree the cards decide which was played; both stay in the record.
    """
    stated = _stated_contract(draft)
    if not draft.calls and stated is None:
        raise RecordError("auction:empty")
    if not draft.calls and isinstance(stated, Contract):
        return Auction(dealer), stated, ()
    auction = _auction(draft.calls, dealer) if draft.calls else Auction(dealer, (Sign.PASS,) * 4)
    contract = auction.contract
    if stated is None or stated == (contract or "PASS"):
        return auction, contract, ()
    if isinstance(stated, Contract) and draft.cards:
        legal = [len(_play(draft, deal, one)[0]) for one in (stated, contract)]
        if legal[0] > legal[1]:
            return auction, stated, (Conflict.CONTRACT,)
    return auction, contract, ()


def _auction(calls: Sequence[str], dealer: Seat) -> Auction:
    try:
        auction = Auction(dealer, _calls(calls))
    except IllegalActionError as error:
        kind, _, detail = str(error).partition(": ")
        raise RecordError(f"auction:{kind}", detail) from None
    if not auction.is_over:
        raise RecordError("auction:unfinished", f"{len(calls)} calls")
    return auction


def _stated_contract(draft: Draft) -> Contract | str | None:
    if draft.contract == "PASS":
        return "PASS"
    if not draft.contract or draft.declarer is None:
        return None
    try:
        return Contract.named(draft.contract, draft.declarer)
    except ValueError:
        return None


def _calls(texts: Sequence[str]) -> tuple[Call, ...]:
    if len(texts) > MOST_CALLS:
        raise RecordError("auction:too long", f"{len(texts)} calls")
    try:
        return tuple(CALLS[text] for text in texts)
    except KeyError as error:
        raise RecordError("auction:unknown call", repr(error.args[0])) from None


def _play(draft: Draft, deal: Deal, contract: Contract | None) -> tuple[tuple[Card, ...], str, int]:
    """The sound cards from the opening lead on, what cut them off, declarer's tricks in them."""
    if contract is None:
        return (), ("play after four passes" if draft.cards else ""), 0
    cut = ""
    cards: list[Card] = []
    try:
        cards.extend(map(CARDS.__getitem__, draft.cards))
    except KeyError as error:
        cut = f"bad card: {error.args[0]!r} as card {len(cards) + 1}"
    played = replay(deal, contract, cards)
    if played.problem is not None:
        cut = f"{played.problem}: {cards[played.cards]} as card {played.cards + 1}"
    return tuple(cards[: played.cards]), cut, played.tricks


def _result(
    draft: Draft,
    contract: Contract | None,
    play: tuple[Card, ...],
    tricks: int,
    certain: int | None,
    was_cut: bool,
) -> tuple[int | None, ResultSource | None, tuple[Conflict, ...]]:
    """Declarer's total: counted where the play is full, else claimed, else listed."""
    if contract is None:
        listed = draft.listed is not None and draft.listed[0] != "PASS"
        return None, None, (Conflict.LIST,) if listed else ()
    stated = _stated_total(draft.total)
    listed_total = _listed_total(draft, contract)
    possible = range(tricks, tricks + 13 - len(play) // 4 + 1)
    conflicts = []
    if certain is not None:
        total, source = certain, ResultSource.PLAY
        if stated is not None and stated != certain:
            conflicts.append(Conflict.CLAIM)
    elif stated is not None and stated in possible:
        listed = draft.result_source is ResultSource.LIST
        total, source = stated, ResultSource.LIST if listed else ResultSource.CLAIM
    elif stated is not None and not was_cut:
        detail = f"{stated}, with {tricks} won after {len(play)} cards"
        raise RecordError("claim:impossible number", detail)
    elif listed_total is not None and listed_total in possible:
        total, source = listed_total, ResultSource.LIST
    else:
        return None, None, (Conflict.CLAIM,) if stated is not None else ()
    if draft.listed is not None and listed_total != total:
        conflicts.append(Conflict.LIST)
    return total, source, tuple(conflicts)


def _stated_total(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise RecordError("claim:bad number", repr(text[:20]))
    if int(text) > 13:
        raise RecordError("claim:impossible number", text)
    return int(text)


def _listed_total(draft: Draft, contract: Contract) -> int | None:
    """The listed tricks, if the list speaks of this contract."""
    if draft.listed is None or draft.listed[0] != str(contract):
        return None
    return draft.listed[1]
