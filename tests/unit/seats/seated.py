"""Players for a table of programs: by a random record, and how a session sounds to one seat."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence

from kibitz.games.bridge.auction import Auction, Call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.seats.boards import BoardToPlay, dealt
from kibitz.seats.manager import TableManager
from kibitz.seats.member import TableMember
from kibitz.seats.messages import Connecting
from kibitz.seats.reading import heard
from kibitz.sitting.coached import DealStage
from kibitz.sitting.sight import SeenDeal
from kit import random_auction

TEAMS = ("north-south", "east-west")


class RandomSeat:
    """Calls and plays at random by what it sees, the same way for the same sight."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def starts(self, board: int) -> None:
        """Nothing is kept from board to board."""

    def chooses(self, seen: SeenDeal) -> Call | Card:
        rng = random.Random(f"{self.seed} {seen.by} {seen.hands[seen.by]} {seen.played}")
        if seen.stage is DealStage.BIDDING:
            calls = random_auction(rng, seen.auction.dealer).calls
            legal = seen.auction.legal_actions
            return next((one for one in calls if one in legal), legal[0])
        return rng.choice(seen.state.legal_actions)

    def explains(self, auction: Auction) -> str:
        return "two bids and passes" if len(auction.calls) % 5 == 1 else ""


class ScriptedSeat(RandomSeat):
    """Calls and plays what is written, in order."""

    def __init__(self, calls: Sequence[Call], cards: Sequence[Card]) -> None:
        super().__init__()
        self.calls, self.cards = deque(calls), deque(cards)

    def chooses(self, seen: SeenDeal) -> Call | Card:
        return self.calls.popleft() if seen.stage is DealStage.BIDDING else self.cards.popleft()

    def explains(self, auction: Auction) -> str:
        return ""


class Round:
    """A manager and its members; their lines cross in an order that a seed fixes."""

    def __init__(self, boards: Sequence[BoardToPlay], seed: int = 0) -> None:
        self.manager = TableManager(boards)
        self.members = {seat: TableMember(seat, TEAMS[seat % 2], RandomSeat(seed)) for seat in Seat}
        self.rng = random.Random(seed)
        self.said: list[tuple[Seat, str]] = []
        self._to: dict[Seat, deque[str]] = {seat: deque() for seat in Seat}
        self._from: dict[Seat, deque[str]] = {seat: deque() for seat in Seat}

    def seat(self, seat: Seat) -> None:
        """A member of this seat comes, perhaps once more."""
        self.members[seat] = TableMember(seat, TEAMS[seat % 2], RandomSeat())
        asked = heard(self.members[seat].greeting())
        assert isinstance(asked, Connecting)
        self._to[seat].clear()
        self._from[seat].clear()
        self._to[seat].append(str(self.manager.join(asked)))

    def send(self, lines: list[tuple[Seat, str]]) -> None:
        for seat, line in lines:
            self._to[seat].append(line)

    def steps(self) -> Iterator[None]:
        """One line at a time, from whoever the seed takes, until nobody has anything to say."""
        while True:
            ways = [(queue, seat) for seat, queue in self._to.items() if queue]
            back = [(queue, seat) for seat, queue in self._from.items() if queue]
            if not ways and not back:
                return
            at = self.rng.randrange(len(ways) + len(back))
            if at < len(ways):
                queue, seat = ways[at]
                self._from[seat].extend(self.members[seat].hear(queue.popleft()))
            else:
                queue, seat = back[at - len(ways)]
                line = queue.popleft()
                self.said.append((seat, line))
                self.send(self.manager.hear(seat, line))
            yield


def boards(number: int, seed: int = 1) -> list[BoardToPlay]:
    return [board for board, _ in zip(dealt(seed), range(number), strict=False)]
