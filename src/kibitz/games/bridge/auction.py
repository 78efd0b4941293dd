"""Calls, auctions and the contracts they end in."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from kibitz.errors import IllegalActionError, UsageError
from kibitz.games.bridge.cards import Named, Suit
from kibitz.games.bridge.deal import Seat


class Strain(Named, IntEnum):
    """What a bid names: a suit or no-trump, in auction order.

    >>> Strain.parse("N"), Strain.SPADES.trumps
    (Strain.NOTRUMP, Suit.SPADES)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @classmethod
    def parse(cls, letter: str) -> Strain:
        try:
            return _STRAINS[letter]
        except KeyError:
            raise UsageError(f"not a strain: {letter!r}") from None

    def __str__(self) -> str:
        return "CDHSN"[self]

    @property
    def trumps(self) -> Suit | None:
        return None if self is Strain.NOTRUMP else Suit(self)


_STRAINS = {str(strain): strain for strain in Strain}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Bid:
    """A bid: a level from one to seven and a strain; bids sort as they outrank each other.

    >>> Bid(1, Strain.NOTRUMP), Bid.parse("1N") < Bid.parse("2C")
    (Bid.parse('1N'), True)
    """

    level: int
    strain: Strain
    _name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise UsageError(f"a bid is at a level from 1 to 7: {self.level}")
        object.__setattr__(self, "_name", f"{self.level}{self.strain}")

    @classmethod
    def parse(cls, text: str) -> Bid:
        call = CALLS.get(text)
        if not isinstance(call, Bid):
            raise UsageError(f"not a bid: {text!r}")
        return call

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"Bid.parse({self._name!r})"


class Sign(Named, Enum):
    """The three calls that name no contract.

    >>> parse_call("X")
    Sign.DOUBLE
    """

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"

    def __str__(self) -> str:
        return self.value


Call = Bid | Sign
BIDS = tuple(Bid(level, strain) for level in range(1, 8) for strain in Strain)
CALLS: dict[str, Call] = {str(call): call for call in (*Sign, *BIDS)}
"""Every call by its text: ``P``, ``X``, ``XX``, ``1C`` to ``7N``."""


def parse_call(text: str) -> Call:
    """Read one call.

    >>> str(parse_call("3N"))
    '3N'
    """
    try:
        return CALLS[text]
    except KeyError:
        raise UsageError(f"not a call: {text!r}") from None


class Doubling(Named, IntEnum):
    """How often a contract was doubled.

    >>> str(Doubling.REDOUBLED)
    'xx'
    """

    UNDOUBLED = 0
    DOUBLED = 1
    REDOUBLED = 2

    def __str__(self) -> str:
        return "x" * self


@dataclass(frozen=True, slots=True, repr=False)
class Contract:
    """What declarer has promised.

    >>> contract = Contract.parse("4Sx by W")
    >>> contract.name, contract.declarer, contract.target
    ('4Sx', Seat.WEST, 10)
    """

    bid: Bid
    doubling: Doubling
    declarer: Seat

    @classmethod
    def parse(cls, text: str) -> Contract:
        name, by, seat = text.partition(" by ")
        if not by:
            raise UsageError(f"a contract reads like '4Sx by W': {text!r}")
        return cls.named(name, Seat.parse(seat))

    @classmethod
    def named(cls, name: str, declarer: Seat) -> Contract:
        """The contract written as ``4Sx`` in most formats, with its declarer beside it."""
        bid = name.rstrip("x")
        risk = len(name) - len(bid)
        if risk > 2:
            raise UsageError(f"not a contract: {name!r}")
        return cls(Bid.parse(bid), Doubling(risk), declarer)

    @property
    def name(self) -> str:
        return f"{self.bid}{self.doubling}"

    def __str__(self) -> str:
        return f"{self.name} by {self.declarer}"

    def __repr__(self) -> str:
        return f"Contract.parse({str(self)!r})"

    @property
    def target(self) -> int:
        """How many tricks make it."""
        return self.bid.level + 6

    @property
    def leader(self) -> Seat:
        return self.declarer.next

    @property
    def dummy(self) -> Seat:
        return self.declarer.partner


_THREE_PASSES = (Sign.PASS,) * 3


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """A legal auction, finished or not; an illegal one cannot be built.

    >>> auction = Auction.of(Seat.NORTH, "1N P 3N P P P")
    >>> auction, auction.contract
    (Auction.parse('N: 1N P 3N P P P'), Contract.parse('3N by N'))
    """

    dealer: Seat
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        last: Bid | None = None
        side = risk = passes = 0
        for index, call in enumerate(self.calls):
            if passes == 4 or (passes == 3 and last is not None):
                raise IllegalActionError(f"calls after end: {call} is call {index + 1}")
            if call is Sign.PASS:
                passes += 1
                continue
            if isinstance(call, Bid):
                if last is not None and call <= last:
                    raise IllegalActionError(f"insufficient bid: {call} over {last}")
                last, risk = call, 0
            elif call is Sign.DOUBLE:
                if last is None or risk or side == index % 2:
                    raise IllegalActionError(f"illegal double: call {index + 1}")
                risk = 1
            else:
                if risk != 1 or side == index % 2:
                    raise IllegalActionError(f"illegal redouble: call {index + 1}")
                risk = 2
            side, passes = index % 2, 0

    @classmethod
    def of(cls, dealer: Seat, text: str) -> Auction:
        """Read the calls from the dealer on, separated by blanks."""
        return cls(dealer, tuple(parse_call(word) for word in text.split()))

    @classmethod
    def parse(cls, text: str) -> Auction:
        """Read the printed form: the dealer, a colon, the calls."""
        dealer, colon, calls = text.partition(":")
        if not colon:
            raise UsageError(f"an auction reads like 'N: 1C P P P': {text!r}")
        return cls.of(Seat.parse(dealer), calls)

    def __str__(self) -> str:
        return f"{self.dealer}: {' '.join(map(str, self.calls))}".rstrip()

    def __repr__(self) -> str:
        return f"Auction.parse({str(self)!r})"

    @property
    def turn(self) -> Seat:
        return Seat((self.dealer + len(self.calls)) % 4)

    @property
    def is_over(self) -> bool:
        calls = self.calls
        return len(calls) >= 4 and calls[-3:] == _THREE_PASSES

    @property
    def is_passed_out(self) -> bool:
        return len(self.calls) == 4 and all(call is Sign.PASS for call in self.calls)

    @property
    def legal_actions(self) -> tuple[Call, ...]:
        if self.is_over:
            return ()
        last, risk, theirs = self._standing()
        signs = [Sign.PASS]
        if last is not None and theirs and risk is Doubling.UNDOUBLED:
            signs.append(Sign.DOUBLE)
        if risk is Doubling.DOUBLED and not theirs:
            signs.append(Sign.REDOUBLE)
        return (*signs, *(bid for bid in BIDS if last is None or bid > last))

    def after(self, call: Call, /) -> Auction:
        return Auction(self.dealer, (*self.calls, call))

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction is over; None when it is not, or was passed out."""
        if not self.is_over:
            return None
        last, risk, _ = self._standing()
        if last is None:
            return None
        final = len(self.calls) - 4
        while self.calls[final] is not last:
            final -= 1
        declarer = final % 2  # his side's first call
        while not (isinstance(call := self.calls[declarer], Bid) and call.strain is last.strain):
            declarer += 2
        return Contract(last, risk, Seat((self.dealer + declarer) % 4))

    def _standing(self) -> tuple[Bid | None, Doubling, bool]:
        """The last bid, its doubling, and whether it is the opponents' of the player to call."""
        risk = Doubling.UNDOUBLED
        for back, call in enumerate(reversed(self.calls), start=1):
            if isinstance(call, Bid):
                return call, risk, back % 2 == 1
            if call is Sign.REDOUBLE:
                risk = Doubling.REDOUBLED
            elif call is Sign.DOUBLE and risk is Doubling.UNDOUBLED:
                risk = Doubling.DOUBLED
        return None, risk, False
