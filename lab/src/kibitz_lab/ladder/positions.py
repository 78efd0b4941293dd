"""Positions of a deal played by the house at which a card that some would choose loses it.

Cheap looks come first: the network's doubt, the rules that part the cards, then the real cards
double dummy. What is left is tried as the table tries it, on few layouts and then on all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from kibitz.cardplay.chairs import viewer_of
from kibitz.cardplay.scoring import unequal_cards
from kibitz.cardplay.voting import CHOSEN
from kibitz.errors import SolverError
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.mygame.themes.cards import CARD_THEMES, CardTheme
from kibitz.mygame.themes.sight import SeatSight
from kibitz.sitting.coached import CoachedDeal, DealStage, DealStart
from kibitz.sitting.deals import bid_by_house, turned
from kibitz.sitting.house.players import HousePlayer
from kibitz.sitting.moves import after
from kibitz.sitting.sight import SeenDeal, seen_by_decider
from kibitz.sitting.stops import Stop, Trials, has_choice

FEW = 50
"""The number of layouts of a first trial."""
HINTED, BEATS, AGAIN, SEATED = 0.1, 0.2, 0.1, 0.15
"""What a card must gain in chance on its rival: in the first trial, in the whole one, in one more
on fresh layouts, and at the table."""
_AGAIN = 1
_LOWEST, _LAST = 3, 32
"""The lowest level of a contract, and after how many cards no decision is looked for."""
_BY_RULE = {one.name: one for one in CARD_THEMES}


@dataclass(frozen=True, slots=True)
class Quest:
    """What is looked for: whose decision, when, and by which rules the cards must part."""

    declares: bool
    rules: tuple[str, ...]
    first: int = 1
    last: int = 24
    """The numbers of cards played before it."""
    trumps: bool | None = None
    """A trump contract, no-trump, or either."""


_LEADS = ("an entry by the lead", "the suit to attack", "the card to lead")
_DUMMY = "second hand on declarer's side"
QUESTS = {
    "entries": Quest(
        True,
        ("which hand wins", "unblocking", "winning or ducking", _DUMMY, *_LEADS),
        trumps=False,
    ),
    "holding-up": Quest(True, ("hold-up", "winning or ducking"), last=16, trumps=False),
    "avoidance": Quest(True, ("finesse or drop", "winning or ducking", _DUMMY, *_LEADS), last=28),
    "ruffs": Quest(
        True, ("drawing trumps", "ruffing or discarding", "the suit to attack"), trumps=True
    ),
    "drawing-trumps": Quest(True, ("drawing trumps",), trumps=True),
    "safety": Quest(
        True,
        (
            "finesse or drop",
            "which hand wins",
            "winning or ducking",
            "an entry by the lead",
            "the card to lead",
        ),
        last=28,
    ),
    "finesse-or-drop": Quest(True, ("finesse or drop",), last=28),
    "discards": Quest(True, ("drawing trumps", "the suit to attack"), last=20, trumps=True),
    "endplay": Quest(
        True, ("drawing trumps", "the suit to attack"), first=12, last=32, trumps=True
    ),
    "second-hand": Quest(False, ("second hand",), last=28),
    "third-hand": Quest(False, ("third hand",), last=24),
    "covering": Quest(False, ("covering an honour",), last=28),
    "signals": Quest(False, ("going on or switching",), first=4, last=20),
    "active-or-passive": Quest(False, ("the suit to attack",), first=4, last=24),
}
"""By theme."""


@dataclass(frozen=True, eq=False)
class Tempted:
    """A position at which a card that some would choose fails on the real cards; another works."""

    played: CoachedDeal
    """The deal until then, by the house in all chairs."""
    seen: SeenDeal
    works: Card
    fails: Card


@dataclass(frozen=True, eq=False)
class PartedCards:
    """A decision: the right card beats its rival on what can be seen and on the real cards."""

    played: CoachedDeal
    stop: Stop
    right: Card
    rival: Card
    gain: float

    @property
    def state(self) -> Play:
        return self.stop.state


def auctioned(start: DealStart, house: HousePlayer) -> CoachedDeal | None:
    """The deal as the house bids it, nobody at the table; None if that is not what is looked for.

    North or South declares at the level of three at least, and nobody doubles it.
    """
    auction = bid_by_house(start, house)
    contract = auction.contract
    if contract is None or contract.declarer % 2 or contract.doubling:
        return None
    if contract.bid.level < _LOWEST:
        return None
    return CoachedDeal.at(replace(start, people=())).called(*auction.calls)


def tempted(
    deal: CoachedDeal, house: HousePlayer, themes: Collection[str], solver: DoubleDummy
) -> Iterator[Tempted]:
    """The positions of the house's play at which good players would part by a theme's rules."""
    trials = Trials(house.playing)
    while deal.stage is DealStage.PLAY and len(deal.cards) <= _LAST:
        seen = seen_by_decider(deal)
        rules = _rules(seen, themes) if deal.cards and has_choice(seen.state) else []
        if rules:
            found = _parted(deal, seen, trials, rules, solver)
            if found is not None:
                yield found
        deal = after(deal, house.chooses(seen))


def _rules(seen: SeenDeal, themes: Collection[str]) -> list[CardTheme]:
    """The rules by which the cards may part here, for one of the themes."""
    state = seen.state
    declares = state.turn.is_with(state.contract.declarer)
    names = {
        rule
        for quest in map(QUESTS.__getitem__, themes)
        if quest.declares == declares
        and quest.trumps in (None, state.trumps is not None)
        and quest.first <= len(state.played) <= quest.last
        for rule in quest.rules
    }
    return [_BY_RULE[name] for name in sorted(names)]


def _parted(
    deal: CoachedDeal,
    seen: SeenDeal,
    trials: Trials,
    rules: Sequence[CardTheme],
    solver: DoubleDummy,
) -> Tempted | None:
    """The likeliest card that works and the likeliest that fails, if a rule parts them."""
    shares = trials.shares(seen)
    cards = [card for card in unequal_cards(seen.state) if shares[card] >= CHOSEN]
    cards.sort(key=lambda card: -shares[card])
    sight = SeatSight(seen.state)
    pairs = [
        (one, other)
        for one, other in permutations(cards, 2)
        if any(rule.concerns(sight, one, other) for rule in rules)
    ]
    if not pairs or deal.play is None:
        return None
    try:
        tricks = solver.solve(deal.play).tricks
    except SolverError:
        return None
    target, declares = deal.play.contract.target, sight.declares
    made = {card: (tricks[card] >= target) == declares for card in cards}
    parted = (pair for pair in pairs if made[pair[0]] and not made[pair[1]])
    return next((Tempted(deal, seen, *pair) for pair in parted), None)


def parting(at: Tempted, house: HousePlayer) -> PartedCards | None:
    """The decision of a position, if the trials of the table agree with the real cards."""
    few, whole, fresh = (
        Trials(house.playing, FEW), Trials(house.playing), Trials(house.playing, seed=_AGAIN)
    )  # fmt: skip
    shares = whole.shares(at.seen)
    pair = [at.works, at.fails]
    if few.among(at.seen, pair, shares).tried.gain(*pair).chance.mean < HINTED:
        return None
    stop = whole.at(at.seen)
    if stop is None or stop.alike(at.works) != stop.best or not stop.is_wrong(at.fails):
        return None
    rival = stop.alike(at.fails)
    assert rival is not None
    gain = stop.tried.gain(stop.best, rival).chance.mean
    if gain < BEATS:
        return None
    again = fresh.among(at.seen, [stop.best, rival], shares).tried.gain(stop.best, rival)
    return (
        PartedCards(at.played, stop, stop.best, rival, gain) if again.chance.mean >= AGAIN else None
    )


def seated(at: PartedCards, house: HousePlayer) -> PartedCards | None:
    """The decision as it comes to the table, where the player sits South; None if it is none there.

    Turned deals are tried on other layouts.
    """
    by = (Seat.SOUTH - viewer_of(at.state)) % 4
    start = turned(replace(at.played.start, people=(Seat.SOUTH,)), by)
    played = CoachedDeal.at(replace(start, auction=at.played.auction.calls))
    played = played.played(*at.played.cards)
    stop = Trials(house.playing).at(seen_by_decider(played))
    if stop is None or stop.best != at.right or not stop.is_wrong(at.rival):
        return None
    rival = stop.alike(at.rival)
    assert rival is not None, "what is wrong was tried"
    gain = stop.tried.gain(stop.best, rival).chance.mean
    return PartedCards(played, stop, stop.best, rival, gain) if gain >= SEATED else None
