"""A layout of a suit played out card by card: the plan against the best defence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.errors import UsageError

RANKS = "23456789TJQKA"
_AROUND = ("west", "north", "east", "south")


@dataclass(frozen=True, slots=True)
class PlayedLayout:
    """The four hands, the cards in the order they fall, and the tricks won."""

    hands: dict[str, str]
    plays: tuple[tuple[str, str], ...]
    """Seats and their cards in order; an empty card is a discard."""
    tricks: int

    def after(self, step: int) -> dict[str, Any]:
        """The state after *step* cards."""
        step = min(max(step, 0), len(self.plays))
        left = {seat: list(cards) for seat, cards in self.hands.items()}
        for seat, card in self.plays[:step]:
            if card:
                left[seat].remove(card)
        start = max(0, (step - 1) // 4 * 4)
        return {
            "step": step,
            "last": len(self.plays),
            "hands": {seat: "".join(cards) for seat, cards in left.items()},
            "trick": {seat: card or "–" for seat, card in self.plays[start:step]},
            "is_over": step == len(self.plays),
            "tricks": self.tricks,
        }


def play_out(data: dict[str, Any], lies: str) -> PlayedLayout:
    """The plan of an answer in the layout ``West.East``, against the costliest defence.

    >>> tree = {"hand": "south", "card": "A", "defender": "west", "answers": [
    ...     {"cards": "K", "then": {"tricks": 1}}, {"cards": None, "then": {"tricks": 2}}]}
    >>> data = {"north": "Q", "south": "A", "missing": "K", "plan": {"tree": tree}}
    >>> play_out(data, "K.").plays
    (('south', 'A'), ('west', 'K'))
    """
    west, dot, east = lies.upper().replace("X", "x").replace("-", "").partition(".")
    missing = data["missing"]
    named = [letter for letter in west + east if letter != "x"]
    free = [rank for rank in missing if rank not in named]
    fits = len(west + east) == len(missing) and set(named) <= set(missing)
    if not dot or not fits or len(set(named)) < len(named):
        raise UsageError(f"{lies} does not lay out the missing cards, {missing}.")
    given = {"west": west, "east": east}
    hands = {
        seat: "".join(free.pop() if letter == "x" else letter for letter in held)
        for seat, held in given.items()
    }
    own = _small_cards(data["north"], data["south"], missing)
    tricks, plays = _worst(data["plan"]["tree"], hands)
    return PlayedLayout({**own, **hands}, tuple(plays), tricks)


def _small_cards(north: str, south: str, missing: str) -> dict[str, str]:
    """North's and South's cards, each x replaced by the lowest free rank."""
    free = [rank for rank in RANKS if rank not in north + south + missing]
    hands = {}
    for seat, held in (("north", north), ("south", south)):
        cards = [free.pop(0) if letter == "x" else letter for letter in held if letter != "-"]
        hands[seat] = "".join(sorted(cards, key=RANKS.index, reverse=True))
    return hands


def _worst(node: dict[str, Any], hands: dict[str, str]) -> tuple[int, list[tuple[str, str]]]:
    """The fewest tricks from here on in this layout, and the play that leads to them."""
    if "hand" not in node:
        return int(node["tricks"]), []
    played, defender = (node["hand"], node["card"] or ""), node["defender"]
    found: list[tuple[int, int, list[tuple[str, str]]]] = []
    for answer in node["answers"]:
        for card in _answers(answer["cards"], hands[defender]):
            left = {**hands, defender: hands[defender].replace(card, "", 1)}
            tricks, rest = _worst(answer["then"], left)
            low = RANKS.index(card) if card else -1
            found.append((tricks, low, [played, (defender, card), *rest]))
    if not found:
        return 0, [played]
    tricks, _, plays = min(found)
    return tricks, plays


def _answers(cards: str | None, held: str) -> list[str]:
    """The cards a defender may play in a branch of the plan: one of equals, or a discard."""
    if cards is None:
        return [] if held else [""]
    return sorted(set(cards) & set(held), key=RANKS.index)[:1]
