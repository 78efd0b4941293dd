"""A table drawn on the felt: hands, auction, the trick in progress and the tricks so far.

Plain values for the template, no HTML, and nothing that the player may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.play import Play, tricks_of
from kibitz.page.table.drawing import SEATS, AuctionView, auction_view, title_of
from kibitz.page.table.playthrough import (
    VisibleTable,
    is_choice,
    plays_declarer,
    trick_by_seat,
)
from kibitz.page.words import WORDS, seat_name
from kibitz.records.record import Record
from kibitz.wording import contract_text, vulnerable_text

PLACES = ("near", "left", "far", "right")
"""The places around the table, clockwise from the player's own."""

MOST_KEYS = 9
STEPS = 20
"""How many heights a bar over a card can have."""


@dataclass(frozen=True, slots=True)
class VoteMark:
    """The experts' votes for a card, and the height of the bar over it in per cent."""

    count: int
    height: int

    @classmethod
    def of(cls, count: int, share: float) -> VoteMark:
        step = 100 // STEPS
        return cls(count, max(step, step * round(share * STEPS)))


@dataclass(frozen=True, slots=True)
class CardMarks:
    """What is marked on the cards once the player has chosen."""

    votes: Mapping[str, VoteMark] = field(default_factory=dict)
    best: str = ""
    mine: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """A card of a hand: its link, its key, and the marks on it."""

    card: str
    href: str = ""
    key: str = ""
    vote: VoteMark | None = None
    is_best: bool = False
    is_mine: bool = False
    is_dim: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: the cards it still holds if they are shown, and how many there are."""

    letter: str
    seat: str
    place: str
    player: str
    role: str
    cards: tuple[Face, ...] | None
    backs: int
    played: str
    turn: bool


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A card of a trick, with a link to the moment after it."""

    card: str
    href: str
    led: bool
    won: bool
    now: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick: which side won it, and its cards, West's first."""

    number: int
    won: str
    cards: tuple[PlayedView | None, ...]


@dataclass(frozen=True, slots=True)
class FeltView:
    """Everything that the felt shows."""

    title: str
    board: str
    contract: str
    declarer: str
    dealer: str
    dealer_place: str
    colours: str
    red: str
    """The vulnerable sides as the player sees the table: near-far, sides, both or none."""
    seats: tuple[SeatView, ...]
    auction: AuctionView | None
    tricks: tuple[TrickView, ...]
    chair: str
    is_defender: bool
    turn: str
    at: int
    trick: int
    won: int
    lost: int
    target: int

    @property
    def needed(self) -> int:
        """The tricks that the player's side needs to make the contract, or to beat it."""
        return 14 - self.target if self.is_defender else self.target


def felt_view(
    seen: VisibleTable,
    link: Callable[[Card], str],
    step: Callable[[int], str],
    marks: CardMarks | None = None,
) -> FeltView:
    """The felt as the template draws it.

    *link* gives the address behind a card that may be played, *step* the address of the moment
    after a number of cards.
    """
    record, state, chair = seen.record, seen.state, seen.chair
    contract = state.contract

    def place(seat: Seat) -> str:
        return PLACES[(seat - chair) % 4]

    return FeltView(
        title=title_of(record) or WORDS["table"]["a_table"],
        board=record.citation.board,
        contract=contract_text(contract),
        declarer=_named(record, contract.declarer),
        dealer=seat_name(record.dealer),
        dealer_place=place(record.dealer),
        colours=vulnerable_text(record.vulnerability),
        red=_red(record.vulnerability, chair),
        seats=tuple(
            _seat(seen, seat, place(seat), link, marks or CardMarks())
            for seat in sorted(Seat, key=lambda one: "far left right near".index(place(one)))
        ),
        auction=auction_view(record, record.auction.calls),
        tricks=tuple(_tricks(state, step)),
        chair=seat_name(chair),
        is_defender=not plays_declarer(state, seen.player),
        turn=seat_name(state.turn) if not state.is_over else "",
        at=len(state.played),
        trick=min(13, state.tricks + 1),
        won=state.declarer_tricks,
        lost=state.tricks - state.declarer_tricks,
        target=contract.target,
    )


def _seat(
    seen: VisibleTable, seat: Seat, place: str, link: Callable[[Card], str], marks: CardMarks
) -> SeatView:
    state = seen.state
    contract, on_table = state.contract, trick_by_seat(state)
    card = on_table.get(seat)
    say = WORDS["table"]
    roles = {contract.declarer: say["declarer"], contract.dummy: say["dummy"]}
    return SeatView(
        str(seat),
        seat_name(seat),
        place,
        seen.record.citation.players[seat],
        roles.get(seat, ""),
        tuple(_faces(seen, seat, link, marks)) if seen.shows(seat) else None,
        len(state.holding(seat)),
        "" if card is None else str(card),
        not seen.is_over and state.turn is seat,
    )


def _faces(
    seen: VisibleTable, seat: Seat, link: Callable[[Card], str], marks: CardMarks
) -> Iterator[Face]:
    """A hand, spades first; the cards that may be played have a link and a key."""
    state = seen.state
    chooses = seat is state.turn and not seen.is_over and is_choice(state, seen.player)
    legal = set(state.legal_actions) if chooses else set()
    key = 0
    cards = reversed(tuple(state.holding(seat)))
    for card in sorted(cards, key=lambda one: (-one.suit, -one.rank)):
        name, may = str(card), card in legal
        key += may
        yield Face(
            name,
            link(card) if may else "",
            str(key) if may and key <= MOST_KEYS else "",
            marks.votes.get(name) if chooses else None,
            chooses and name == marks.best,
            chooses and name == marks.mine,
            chooses and not may,
        )


def _named(record: Record, seat: Seat) -> str:
    name = record.citation.players[seat]
    return f"{seat_name(seat)}, {name}" if name else seat_name(seat)


def _red(vulnerability: Vulnerability, chair: Seat) -> str:
    ours, theirs = vulnerability.includes(chair), vulnerability.includes(chair.next)
    if ours and theirs:
        return "both"
    return "near-far" if ours else "sides" if theirs else ""


def _tricks(state: Play, step: Callable[[int], str]) -> Iterator[TrickView]:
    """The tricks so far, with the one in progress; each card leads back to its moment."""
    contract = state.contract
    for number, trick in enumerate(tricks_of(contract, state.played)):
        first = 4 * number + 1
        by_seat = {
            seat: PlayedView(
                str(card),
                step(at),
                seat is trick.leader,
                seat is trick.winner,
                at == len(state.played),
            )
            for at, (seat, card) in enumerate(trick.by_seat.items(), first)
        }
        won = ""
        if trick.winner is not None:
            won = "us" if trick.winner.is_with(contract.declarer) else "them"
        yield TrickView(number + 1, won, tuple(by_seat.get(seat) for seat in SEATS))


def deal_of(record: Record) -> dict[str, dict[str, str]]:
    """The whole deal and the players, by the letter of the seat; for the end of the play."""
    return {
        "deal": {str(seat): str(record.deal[seat]) for seat in Seat},
        "names": {str(seat): _named(record, seat) for seat in Seat},
    }
