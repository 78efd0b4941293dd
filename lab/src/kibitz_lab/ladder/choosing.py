"""From candidates to the ladder: each theme's deals by how hard they are, in three levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, TypeAlias

from kibitz.because.causes import Cause
from kibitz.games.bridge.auction import Auction, Bid, Contract, Sign, parse_call
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.mygame.themes.sight import SeatSight
from kibitz.sitting.coach import ALSO
from kibitz.sitting.ladder.rungs import LadderRung
from kibitz.sitting.ladder.themes import LEVELS, LadderFamily, ladder_themes
from kibitz_lab.ladder.sorting import SWAYED, SortedCard

Candidate: TypeAlias = Mapping[str, Any]
CARDS, CALLS, FILLED = 7, 10, 9
"""How many deals a level of a theme holds at most: of play, of bidding; and up to how many deals of
a theme written lessons are added."""
_OF_A_KIND = 3
_SURE, _FAIR = 0.85, 0.72


def chosen(found: Iterable[Candidate], dropped: Mapping[str, str]) -> list[LadderRung]:
    """The deals of the ladder, theme by theme and level by level; those *dropped* are left out."""
    kept = [one for one in map(sorted_again, found) if one["theme"] and mark_of(one) not in dropped]
    by_theme = _one_a_deal(kept)
    return [
        replace(rung, level=level, number=number)
        for theme in ladder_themes().values()
        for level, deals in _levels(theme.family, by_theme[theme.key])
        for number, rung in enumerate(map(rung_from, deals), 1)
    ]


def _one_a_deal(found: Iterable[Candidate]) -> dict[str, list[Candidate]]:
    """The candidates by theme, each deal once: for the theme that has fewer."""
    by_theme: dict[str, list[Candidate]] = {key: [] for key in ladder_themes()}
    for one in found:
        if one["theme"] in _FITS and not _is_asked(one):
            continue
        by_theme[one["theme"]].append(one)
    taken = set[str]()
    for key in sorted(by_theme, key=lambda key: len(by_theme[key])):
        first = dict[str, Candidate]()
        for one in by_theme[key]:
            if one["deal"] not in taken:
                first.setdefault(one["deal"], one)
        dealt = [one for one in first.values() if "lesson" not in one]
        more = [one for one in first.values() if "lesson" in one]
        by_theme[key] = [*dealt, *more[: max(0, FILLED - len(dealt))]]
        taken |= set(first)
    return by_theme


def sorted_again(one: Candidate) -> Candidate:
    """A candidate with its theme and kind: a call has them, a card is sorted by what is told."""
    if "cards" not in one:
        return one
    state = Play.start(Deal.parse(one["deal"]), _contract(one))
    found = SortedCard(
        SeatSight(state.after_all(tuple(map(Card.parse, one["cards"].split())))),
        Card.parse(one["right"]),
        Card.parse(one["rival"]),
        tuple(map(Cause.of_json, one["causes"])),
        frozenset(one["rules"]),
        one["opposite"] is not None and one["opposite"] <= SWAYED * one["gain"],
    )
    agreed = one.get("lesson") in (None, found.theme)  # the table gives the teacher's reason
    return {**one, "theme": found.theme if agreed else "", "kind": found.kind}


def _contract(one: Candidate) -> Contract:
    contract = _auction(one).contract
    assert contract is not None, "a card is played in a contract"
    return contract


def _auction(one: Candidate) -> Auction:
    return Auction(Seat.parse(one["dealer"]), tuple(map(parse_call, one["calls"].split())))


def mark_of(one: Candidate) -> str:
    """A short mark that names a candidate: the same for the same deal and decision."""
    text = f"{one['deal']} {one['calls']} {one.get('cards', '')}"
    return blake2b(text.encode(), digest_size=4).hexdigest()


def rung_from(one: Candidate) -> LadderRung:
    """A candidate as a deal of the first level."""
    cards = tuple(map(Card.parse, one.get("cards", "").split()))
    reader = Card.parse if cards else parse_call
    sure, less = one["success"]
    return LadderRung(
        ladder_themes()[one["theme"]], 1, 1, Deal.parse(one["deal"]), Seat.parse(one["dealer"]),
        Vulnerability.parse(one["vulnerable"]), int(one["seed"]),
        tuple(map(parse_call, one["calls"].split())), cards,
        reader(one["right"]), reader(one["rival"]), one["kind"], (float(sure), float(less)),
    )  # fmt: skip


def _levels(family: LadderFamily, found: list[Candidate]) -> list[tuple[int, list[Candidate]]]:
    if family is LadderFamily.BIDDING:
        return _of_calls(found)
    return _of_cards(found)


def _of_cards(found: list[Candidate]) -> list[tuple[int, list[Candidate]]]:
    """The easiest first: those decided early, by much, that nearly everybody gets right."""
    order = sorted(found, key=lambda one: ("lesson" not in one, _hardness(one)))
    most = CARDS * len(LEVELS)
    if len(order) > most:  # evenly, from the easiest to the hardest
        order = [order[at * len(order) // most] for at in range(most)]
    size, more = divmod(len(order), len(LEVELS))
    levels, at = list[tuple[int, list[Candidate]]](), 0
    for level in range(1, len(LEVELS) + 1):
        until = at + size + (1 if level <= more else 0)
        levels.append((level, order[at:until]))
        at = until
    return levels


def _hardness(one: Candidate) -> float:
    """How hard a decision is: late, by little, and tempting."""
    return len(one["cards"].split()) / 32 + float(one["share"]) - float(one["gain"])


def _of_calls(found: list[Candidate]) -> list[tuple[int, list[Candidate]]]:
    """By how many experts make the call; of one convention no more than three."""
    bounds = {1: (_SURE, 1.0), 2: (_FAIR, _SURE), 3: (0.0, _FAIR)}
    order = sorted(found, key=mark_of)
    return [
        (level, _spread([one for one in order if low <= one["success"][0] < high], CALLS))
        for level, (low, high) in bounds.items()
    ]


def _spread(found: Sequence[Candidate], most: int) -> list[Candidate]:
    """Some of them, those with a name first, no more than three of a kind."""
    kinds = Counter[str]()
    some = list[Candidate]()
    for one in sorted(found, key=lambda one: not one["kind"]):
        if kinds[one["kind"]] < _OF_A_KIND and len(some) < most:
            kinds[one["kind"]] += 1
            some.append(one)
    return some


def _is_asked(one: Candidate) -> bool:
    """Whether a call is worth asking about: not forced, and of its theme by what it says."""
    auction = _auction(one)
    right, rival = parse_call(one["right"]), parse_call(one["rival"])
    ours = [call for call in auction.calls[-2::-2][::-1] if isinstance(call, Bid)]
    most, less = one["success"]
    if len(auction.calls) > _LONG[one["theme"]] or not _TEMPTS <= less < ALSO * most:
        return False
    return _FITS[one["theme"]](auction, right, rival, ours)


_LONG = {"after-1nt": 9, "how-high": 10, "competing": 7, "doubles": 7, "slams": 16}
_TEMPTS = 0.03
"""So many experts at least make the other call; so few that the table asks about it."""
_Asked: TypeAlias = Callable[[Auction, Any, Any, list[Bid]], bool]


def _after_no_trump(auction: Auction, right: Any, rival: Any, ours: list[Bid]) -> bool:
    """Partner of the opener calls."""
    opened = next(at for at, call in enumerate(auction.calls) if isinstance(call, Bid))
    return (len(auction.calls) - opened) % 4 == 2 and str(auction.calls[opened]) == "1N"


def _how_high(auction: Auction, right: Any, rival: Any, ours: list[Bid]) -> bool:
    return len(ours) >= 2 and ours[0].level == 1 and str(ours[-1]) != "3N"


def _competing(auction: Auction, right: Any, rival: Any, ours: list[Bid]) -> bool:
    return (right is Sign.PASS) != (rival is Sign.PASS) and bool(ours)


def _doubles(auction: Auction, right: Any, rival: Any, ours: list[Bid]) -> bool:
    answers = auction.calls[-2:-1] == (Sign.DOUBLE,)
    return answers or right is Sign.DOUBLE


def _slams(auction: Auction, right: Any, rival: Any, ours: list[Bid]) -> bool:
    return len(ours) >= 2


_FITS: Mapping[str, _Asked] = {
    "after-1nt": _after_no_trump,
    "how-high": _how_high,
    "competing": _competing,
    "doubles": _doubles,
    "slams": _slams,
}
