"""A moment of the play as it lies on the felt: hands, auction, trick and the tricks so far.

Plain values for the template, no HTML, and nothing that the player may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.games.bridge.play import Play, trick_winner
from kibitz.page.table.drawing import SEATS, AuctionView, auction_view, title_of
from kibitz.page.table.guessing import Seen, is_choice, plays_declarer, trick_by_seat
from kibitz.page.words import WORDS, seat_name
from kibitz.records.record import Record
from kibitz.wording import contract_text, vulnerable_text

PLACES = ("near", "left", "far", "right")
"""Where the seats sit as the player sees them, clockwise from his own."""

MOST_KEYS = 9
STEPS = 20
"""A bar over a card has so many heights."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What experts made of a card: how many, and how high the bar over it stands, in hundredths."""

    count: int
    height: int

    @classmethod
    def of(cls, count: int, share: float) -> Vote:
        step = 100 // STEPS
        return cls(count, max(step, step * round(share * STEPS)))


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands on the cards once the player has chosen."""

    votes: Mapping[str, Vote] = field(default_factory=dict)
    best: str = ""
    mine: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """A card of a hand: where a click on it leads, its key, and what stands on it."""

    card: str
    href: str = ""
    key: str = ""
    vote: Vote | None = None
    is_best: bool = False
    is_mine: bool = False
    is_dim: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at a moment: what it still holds, if that is seen, else how many backs."""

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
    """A card of an earlier trick, and the address of the moment after it."""

    card: str
    href: str
    led: bool
    won: bool
    now: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick so far: who won it, and its cards, West's first."""

    number: int
    won: str
    cards: tuple[PlayedView | None, ...]


@dataclass(frozen=True, slots=True)
class MomentView:
    """All that is shown of one moment."""

    title: str
    board: str
    contract: str
    declarer: str
    dealer: str
    dealer_place: str
    colours: str
    red: str
    """Which sides are vulnerable as the table is seen: near-far, sides, both or none."""
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
        """Tricks that the player's side needs: to make the contract, or to beat it."""
        return 14 - self.target if self.is_defender else self.target


def moment_view(
    seen: Seen,
    link: Callable[[Card], str],
    step: Callable[[int], str],
    marks: Marks | None = None,
) -> MomentView:
    """A moment as the template draws it.

    *link* is where a card leads, *step* the address of the moment after so many cards, *marks*
    what stands on the cards.
    """
    record, state, chair = seen.record, seen.state, seen.chair
    contract = state.contract

    def place(seat: Seat) -> str:
        return PLACES[(seat - chair) % 4]

    return MomentView(
        title=title_of(record) or WORDS["table"]["a_table"],
        board=record.citation.board,
        contract=contract_text(contract),
        declarer=_named(record, contract.declarer),
        dealer=seat_name(record.dealer),
        dealer_place=place(record.dealer),
        colours=vulnerable_text(record.vulnerability),
        red=_red(record.vulnerability, chair),
        seats=tuple(
            _seat(seen, seat, place(seat), link, marks or Marks())
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
    seen: Seen, seat: Seat, place: str, link: Callable[[Card], str], marks: Marks
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


def _faces(seen: Seen, seat: Seat, link: Callable[[Card], str], marks: Marks) -> Iterator[Face]:
    """The cards of a hand, spades first; those that may be played have a link and a key."""
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
    """The tricks so far, the one in progress too; each card leads back to its moment."""
    contract, leader = state.contract, state.contract.leader
    for start in range(0, len(state.played), 4):
        trick = state.played[start : start + 4]
        winner = trick_winner(trick, contract.bid.strain.trumps) if len(trick) == 4 else None
        by_seat = {
            Seat((leader + turn) % 4): PlayedView(
                str(card),
                step(start + turn + 1),
                turn == 0,
                turn == winner,
                start + turn + 1 == len(state.played),
            )
            for turn, card in enumerate(trick)
        }
        leader = Seat((leader + (winner or 0)) % 4)
        side = "us" if leader.is_with(contract.declarer) else "them"
        won = "" if winner is None else side
        yield TrickView(start // 4 + 1, won, tuple(by_seat.get(seat) for seat in SEATS))


def hands_of(seen: Seen) -> dict[str, str]:
    """The hands that are seen, by the seat's letter, as a precedent's are compared with them."""
    return {str(seat): str(seen.state.holding(seat)) for seat in Seat if seen.shows(seat)}


def deal_of(record: Record) -> dict[str, dict[str, str]]:
    """The whole deal and who sat where, by the seat's letter; for when it is over."""
    return {
        "deal": {str(seat): str(record.deal[seat]) for seat in Seat},
        "names": {str(seat): _named(record, seat) for seat in Seat},
    }
