"""Kibitz watches expert games, then tells a player what the experts would do, and why.

Data flows one way; read the rooms in this order:

    games       the rules                      Card, Hand, Deal, Auction, Play
    records     a file of games             -> Record, Library
    precedents  what was seen and done      -> cases, nearest neighbours, SIBL
    advice      what every room answers with   Answer, Choice, grounds
    because     two sets of playouts        -> why one line or card does better
    cardplay    which card?                 -> kibitz.advise, kibitz.lead, kibitz.review
    bidding     what do I call?             -> kibitz.call, kibitz.opening, kibitz.convention
    explorer    what came next?             -> kibitz.explore
    suits       how do I play this suit?    -> kibitz.suit
    strategies  what is the plan?           -> kibitz.strategy
    plans       what is the plan of a deal? -> kibitz.plan
    sitting     a deal at the table         -> kibitz sit, with a coach
    page        the coach in the browser
    cli         the same words, shown

Beside it, in a package of its own that kibitz never needs, kibitz_lab measures all of this.

Every question has an answer of one shape: `str(answer)` says it, `answer.best` is what to do,
`answer.choices` are all that may be done with their grounds, `answer.to_json()` is plain data.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz.advice import Answer, Choice, Count, Precedent, Proof, Rule
from kibitz.errors import KibitzError
from kibitz.games.bridge.auction import Auction, Bid, Contract
from kibitz.games.bridge.cards import Card, Hand, Rank, Suit
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.formats.reading import read_path
from kibitz.records.library import Library
from kibitz.records.record import Record, Refusal

if TYPE_CHECKING:
    from kibitz.asking import Kibitz, open
    from kibitz.bidding.calls.adviser import CallAdviser
    from kibitz.bidding.calls.question import CallQuestion
    from kibitz.bidding.meanings.adviser import MeaningAdviser
    from kibitz.bidding.meanings.question import MeaningQuestion
    from kibitz.bidding.openings.adviser import OpeningAdviser
    from kibitz.bidding.openings.question import Situation
    from kibitz.cardplay.adviser import CardAdviser
    from kibitz.cardplay.belief.adviser import BeliefAdviser
    from kibitz.cardplay.belief.question import BeliefQuestion
    from kibitz.cardplay.question import CardQuestion
    from kibitz.explorer.adviser import ExplorerAdviser
    from kibitz.explorer.question import ExplorerQuestion
    from kibitz.plans.adviser import PlanAdviser
    from kibitz.plans.question import PlanQuestion
    from kibitz.records.lookup import table
    from kibitz.strategies.adviser import StrategyAdviser
    from kibitz.strategies.question import StrategyQuestion
    from kibitz.suits.adviser import SuitAdviser
    from kibitz.suits.question import SuitQuestion

    __version__: str
    _own = open()
    advise, lead, review, plan, belief = (
        _own.advise, _own.lead, _own.review, _own.plan, _own.belief,
    )  # fmt: skip
    call, meaning, opening, explore = _own.call, _own.meaning, _own.opening, _own.explore
    convention = _own.convention
    suit, strategy, learn = _own.suit, _own.strategy, _own.learn

__all__ = [
    "Answer",
    "Auction",
    "BeliefAdviser",
    "BeliefQuestion",
    "Bid",
    "CallAdviser",
    "CallQuestion",
    "Card",
    "CardAdviser",
    "CardQuestion",
    "Choice",
    "Contract",
    "Count",
    "Deal",
    "ExplorerAdviser",
    "ExplorerQuestion",
    "Hand",
    "Kibitz",
    "KibitzError",
    "Library",
    "MeaningAdviser",
    "MeaningQuestion",
    "OpeningAdviser",
    "PlanAdviser",
    "PlanQuestion",
    "Play",
    "Precedent",
    "Proof",
    "Rank",
    "Record",
    "Refusal",
    "Rule",
    "Seat",
    "Situation",
    "StrategyAdviser",
    "StrategyQuestion",
    "Suit",
    "SuitAdviser",
    "SuitQuestion",
    "Vulnerability",
    "advise",
    "belief",
    "call",
    "convention",
    "explore",
    "lead",
    "learn",
    "meaning",
    "open",
    "opening",
    "plan",
    "read_path",
    "review",
    "strategy",
    "suit",
    "table",
]

_HEAVY = {
    "BeliefAdviser": "kibitz.cardplay.belief.adviser",
    "BeliefQuestion": "kibitz.cardplay.belief.question",
    "CallAdviser": "kibitz.bidding.calls.adviser",
    "CallQuestion": "kibitz.bidding.calls.question",
    "CardAdviser": "kibitz.cardplay.adviser",
    "CardQuestion": "kibitz.cardplay.question",
    "ExplorerAdviser": "kibitz.explorer.adviser",
    "ExplorerQuestion": "kibitz.explorer.question",
    "Kibitz": "kibitz.asking",
    "MeaningAdviser": "kibitz.bidding.meanings.adviser",
    "MeaningQuestion": "kibitz.bidding.meanings.question",
    "OpeningAdviser": "kibitz.bidding.openings.adviser",
    "PlanAdviser": "kibitz.plans.adviser",
    "PlanQuestion": "kibitz.plans.question",
    "Situation": "kibitz.bidding.openings.question",
    "StrategyAdviser": "kibitz.strategies.adviser",
    "StrategyQuestion": "kibitz.strategies.question",
    "SuitAdviser": "kibitz.suits.adviser",
    "SuitQuestion": "kibitz.suits.question",
    "open": "kibitz.asking",
    "table": "kibitz.records.lookup",
}
"""Where what is not imported at once is defined."""


def __getattr__(name: str) -> Any:
    """What needs heavy rooms is imported when it is first used: ``import kibitz`` is quick.

    A verb is that of the user's own Kibitz.
    """
    if name == "__version__":
        return import_module("importlib.metadata").version("kibitz")
    if name in _HEAVY:
        return getattr(import_module(_HEAVY[name]), name)
    if name in __all__:
        return getattr(import_module("kibitz.asking").open(), name)
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
