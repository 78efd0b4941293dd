"""For a kind of cause a deal on which it is the reason, and a twin on which it is not true.

Two cards are exchanged in the twin. Both lines of play are scripts (`scripted.py`), so that the
cards decide everything.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from kibitz.because.candidates import CARD, StepContext
from kibitz.because.cards import TwoCards, card_reasons
from kibitz.because.causes import Kind
from kibitz.because.finding import holds_again, reasons
from kibitz.because.pair import StoryPair
from kibitz.because.setting import Setting
from kibitz.because.words import in_full, sentence
from kibitz.games.bridge.auction import Contract
from kibitz.games.bridge.cards import DECK, Card, Hand, Suit
from kibitz.games.bridge.deal import Deal, Seat
from kibitz.wording import card_text
from scripted import Script, pair_of

TIMES = 20


@dataclass(frozen=True, slots=True)
class Made:
    """A deal, the two cards that its twin has exchanged, and how it is played."""

    kind: Kind
    contract: str
    step: str
    deal: str
    exchanged: str
    plan: Script
    rival: Script
    text: str
    side: int = 0

    @property
    def deals(self) -> list[Deal]:
        """The deal and its twin."""
        deal = Deal.parse(self.deal)
        one, other = (Hand.of([Card.parse(card)]) for card in self.exchanged.split())
        hands = {}
        for seat in Seat:
            hand = deal[seat]
            if (hand & one).bits:
                hand = (hand - one) | other
            elif (hand & other).bits:
                hand = (hand - other) | one
            hands[seat] = hand
        return [deal, Deal.of(hands)]

    @property
    def pair(self) -> StoryPair:
        """The deal so many times, then the twin so many times."""
        return pair_of(
            self.deals, self.contract, self.plan, self.rival, side=self.side, times=TIMES
        )

    def context(self, pair: StoryPair) -> StepContext:
        if self.step == CARD:
            plan, rival = (one.cards[0] for one in (pair.plan, pair.rival))
            first = int(np.argmax(plan != rival))
            card, than = DECK[plan[first]], DECK[rival[first]]
            return TwoCards(Contract.parse(self.contract), self.side, first, card, than).context(
                pair.plan.cards
            )
        if self.step == "hold up":
            suit = self.plan.theirs[0]
            waits = self.rival.ducks.get(suit, 0) > self.plan.ducks.get(suit, 0)
            return StepContext(Suit.parse(suit), waits=waits)
        if self.step in ("way", "order"):
            return StepContext(Suit.parse(self.plan.ours[0]))
        return StepContext(Suit.parse(self.plan.ours[0]), Suit.parse(self.rival.ours[0]))


DEALS = (
    Made(
        Kind.NONE_LEFT,
        "3N by S",
        "hold up",
        "N:JT4.Q9.T.AJT8752 832.A7.KQJ9876.9 AQ95.KT852.A42.K K76.J643.53.Q643",
        "HJ S4",
        Script("DSCH", "CHDS", {"C": 1}, low="HDC"),
        Script("DSCH", "CHDS", {"C": 0}, low="HDC"),
        "When East gets in with ♦6, he has no heart left to return; on the other line, he "
        "still has one, and they take two hearts.",
    ),
    Made(
        Kind.SAFE_HAND,
        "3N by S",
        "first",
        "N:KQJ95.43.Q.AKJT3 A74.KT5.AT73.984 8.AQJ976.K96.765 T632.82.J8542.Q2",
        "D2 S9",
        Script("CHSD", "HSCD", low="HC"),
        Script("DHCS", "HSCD", low="HC"),
        "What you lose goes to East, who cannot hurt you; on the other line, West gets in "
        "with ♦J and they take a spade.",
    ),
    Made(
        Kind.TRICKS_FIRST,
        "3N by S",
        "first",
        "N:K.96.KT83.AQ9832 97.KQT73.642.K64 AQJ5432.AJ2..T75 T86.854.AQJ975.J",
        "ST HQ",
        Script("SHDC", "HCDS", low="C"),
        Script("DHCS", "HCDS", low="C"),
        "You have your nine tricks before they get in; on the other line, West gets in with "
        "♦A and they take two diamonds.",
    ),
    Made(
        Kind.STOPPER_KEPT,
        "3N by S",
        "first",
        "N:AJ.8.KQ83.AKQJ84 KQ965.J.JT752.96 T73.AT9632.A6.32 842.KQ754.94.T75",
        "C5 DT",
        Script("DHCS", "HDSC", low="H"),
        Script("SDHC", "HDSC", low="H"),
        "When East gets in with ♦10, you still stop the spades; on the other line, your "
        "stopper has gone by then and they take three spades.",
    ),
    Made(
        Kind.THEY_RUN,
        "3N by S",
        "first",
        "N:AK92.2.A8.KQJ987 QT43.J763.2.AT64 87.KQT985.T7.532 J65.A4.KQJ96543.",
        "SA S6",
        Script("CSHD", "SDCH", low="SDC"),
        Script("DCHS", "SDCH", low="SDC"),
        "On the other line, West gets in with ♦9 and they take a spade.",
    ),
    Made(
        Kind.THEIR_RUFF,
        "4S by S",
        "first",
        "N:Q86532.AJ2.3.AJ3 J4.QT84.A2.T8752 AK7.9.KT9854.KQ6 T9.K7653.QJ76.94",
        "D7 CJ",
        Script("HSDC", "HCSD", low="SC"),
        Script("CHSD", "HCSD", low="SC"),
        "On the other line, West ruffs a club.",
    ),
    Made(
        Kind.RUFFED_LOSER,
        "4S by S",
        "first",
        "N:862.962.AKJ32.A3 T73.543.Q84.9862 AK94.KQJ7.65.KJ7 QJ5.AT8.T97.QT54",
        "SQ H5",
        Script("HCSD", "SCHD", low="HC"),
        Script("DHSC", "SCHD", low="HC"),
        "Dummy can ruff hearts; on the other line, it cannot ruff as many, and they take a "
        "heart more.",
    ),
    Made(
        Kind.OUT_OF_REACH,
        "3N by S",
        "first",
        "N:Q8642.AJ3.5.AJT6 3.Q64.QJ2.K98753 AKT.T98.AKT9643. J975.K752.87.Q42",
        "D7 HA",
        Script("DSCH", "SDHC", low="H"),
        Script("CDSH", "SDHC", low="H"),
        "♠K is the entry to the diamonds in your hand; on the other line, there is no way to reach "
        "them.",
    ),
    Made(
        Kind.BARREN,
        "3N by S",
        "first",
        "N:AJ2.KQ6.KJ874.A6 K8643.T82.QT3.K8 975.75.965.QJT73 QT.AJ943.A2.9542",
        "H3 S9",
        Script("CSDH", "HCSD"),
        Script("DSCH", "HCSD"),
        "The tricks are in clubs, where you come to four; on the other line, they take "
        "three diamonds.",
    ),
    Made(
        Kind.COUNT,
        "3N by S",
        "first",
        "N:K4.AK2.J8542.643 T93.Q964.KQT7.QT 7.JT87.A6.AKJ852 AQJ8652.53.93.97",
        "C9 H2",
        Script("HCSD", "DHSC", low="C"),
        Script("SCDH", "DHSC", low="C"),
        "You need three heart tricks; on the other line, you get only two.",
    ),
    Made(
        Kind.NEEDLESS_DUCK,
        "3N by S",
        "hold up",
        "N:AKQ.AQJT83.K9.83 JT9..AQT762.AJ96 843.K97.J4.KQT54 7652.6542.853.72",
        "C7 SJ",
        Script("DSCH", "CHSD", {"C": 1}, low="C"),
        Script("DSCH", "CHSD", {"C": 2}, low="C"),
        "The clubs are worth three tricks this way; on the other line, two.",
    ),
    Made(
        Kind.LOST_CONTROL,
        "4S by S",
        "first",
        "N:AQ7543.3.K76.AJ7 T96.KQJ5.AQ942.Q J82.A87.J3.K8432 K.T9642.T85.T965",
        "S7 CK",
        Script("CHSD", "HDCS"),
        Script("SCDH", "HDCS"),
        "On the other line, you run out of trumps and they run the hearts.",
    ),
    Made(
        Kind.BECOMES,
        "3N by S",
        "card",
        "N:J8.T843.AQ976.QJ QT9765.K95.T2.T5 K43.AJ2.J54.K742 A2.Q76.K83.A9863",
        "D7 S6",
        Script("CSDH", "CDSH", low="C"),
        Script("CHDS", "CDSH", low="C"),
        "After ♥10, West's ♥Q becomes a trick.",
    ),
    Made(
        Kind.TAKES,
        "3N by S",
        "card",
        "N:853.A9532.KQ85.2 64.K.AJ7632.T964 KQJ.QJT87.4.KQJ8 AT972.64.T9.A753",
        "S2 H5",
        Script("HDCS", "CHSD"),
        Script("SDHC", "CHSD"),
        "Keep the hearts: your ♥10 takes a trick then; after ♥2, it does not.",
    ),
    Made(
        Kind.OPENS,
        "3N by S",
        "card",
        "N:AT3.Q6.75.QJ9742 6.AKT3.J9843.T83 KQ942.J872.QT.65 J875.954.AK62.AK",
        "H6 H5",
        Script("DSHC", "CSDH", low="HCS"),
        Script("DCHS", "CSDH", low="HCS"),
        "♥2 opens the hearts for them: they take one.",
    ),
    Made(
        Kind.MORE_FOR_THEM,
        "3N by S",
        "card",
        "N:K542.Q952.632.T5 T6.J83.AJ84.K874 J3.AT.KQT95.Q962 AQ987.K764.7.AJ3",
        "D5 H5",
        Script("CDSH", "DCHS"),
        Script("HCDS", "DCHS"),
        "After ♥A, they win a heart instead of none.",
    ),
    Made(
        Kind.IN_TIME,
        "4S by S",
        "card",
        "N:AQJ943.AJT.KT.J8 T765.Q97.J942.62 K2.K8532.653.975 8.64.AQ87.AKQT43",
        "CQ SQ",
        Script("SCDH", "HCSD", low="C"),
        Script("SCDH", "SDHC", low="C"),
        "After ♠8, declarer throws clubs away before you can take them.",
        1,
    ),
    Made(
        Kind.OUR_RUFF,
        "4S by S",
        "card",
        "N:K6.65432.K2.KQ92 Q843.T8.976.A875 AT9752.Q7.A83.64 J.AKJ9.QJT54.JT3",
        "D5 H2",
        Script("HDCS", "HSCD", low="S"),
        Script("HDCS", "DCSH", low="S"),
        "Then your partner gets a diamond ruff; after ♦Q, not.",
        1,
    ),
    Made(
        Kind.LIE,
        "3N by S",
        "way",
        "N:.QJ974.A973.AJ64 AKJT54.5.K642.T8 Q9863.AKT6.Q.KQ3 72.832.JT85.9752",
        "DT ST",
        Script("SHDC", "HCSD"),
        Script("DCHS", "HCSD"),
        "It gains when the spades break 6-2 or worse: you win a spade then, on the other line"
        " none.",
    ),
    Made(
        Kind.EXTRA_CHANCE,
        "3N by S",
        "order",
        "N:Q8642.AJ3.5.AJT6 3.Q64.QJ2.K98753 AKT.T98.AKT9643. J975.K752.87.Q42",
        "C4 DJ",
        Script("DSCH", "SDHC", low="H"),
        Script("CDSH", "SDHC", low="H"),
        "If East has ♦J, you need nothing else; if not, the rest is still there.",
    ),
    Made(
        Kind.THEY_OPEN,
        "4S by S",
        "first",
        "N:T942.J87.7.AT965 83.KQ63.K642.J43 AKJ6.T9.QJ53.K72 Q75.A542.AT98.Q8",
        "DT H8",
        Script("DSCH", "DSCH"),
        Script("DCHS", "DSCH"),
        "Then they open the clubs for you; on the other line, you open them yourself.",
    ),
    Made(
        Kind.THEY_OPEN,
        "3N by S",
        "card",
        "N:AKQ83.AQ5.Q2.J98 JT75.763.AJ.5432 942.KJ.T987653.A 6.T9842.K4.KQT76",
        "D7 C3",
        Script("CSHD", "HCDS", low="HC"),
        Script("CSHD", "SDHC", low="HC"),
        "Leave it to declarer to open the spades; ♠6 does it for him.",
        1,
    ),
    Made(
        Kind.LED_FROM,
        "3N by S",
        "first",
        "N:K963.T96.K.AQ953 QT874.J.QT92.T86 J.A832.J8643.K74 A52.KQ754.A75.J2",
        "H6 DQ",
        Script("SCDH", "HCDS", low="D"),
        Script("DHSC", "HCDS", low="D"),
        "Clubs can be led from your hand up to dummy; on the other line, you are not in "
        "again to lead them.",
    ),
)


@pytest.mark.parametrize("made", DEALS, ids=lambda made: made.kind)
def test_a_made_deal_is_explained_and_its_twin_is_not(made: Made) -> None:
    pair = made.pair
    assert (pair.gained == np.repeat([True, False], TIMES)).all()
    context = made.context(pair)
    best = reasons(pair, made.step, context)[0]
    assert best.kind is made.kind
    assert (best.true == np.repeat([True, False], TIMES)).all()
    assert holds_again(best.reason, pair)
    than = context.than
    rival = "on the other line" if than is None else f"after {card_text(than)}"
    you = made.side
    setting = Setting(
        Seat.SOUTH, rival, you, made.step, "the rest", context.card, than, context.tabled,
        pair.plan.trumps, context.throws(pair.plan.trumps),
    )  # fmt: skip
    assert in_full(sentence(best.reason, setting)) == made.text


@pytest.mark.parametrize(
    "made", [one for one in DEALS if one.step == CARD], ids=lambda made: made.kind
)
def test_a_card_is_told_with_its_reason_from_either_side(made: Made) -> None:
    pair = made.pair
    plan, rival = pair.plan.cards, pair.rival.cards
    ply = int(np.argmax(plan[0] != rival[0]))
    card, than = DECK[plan[0, ply]], DECK[rival[0, ply]]
    asked = TwoCards(Contract.parse(made.contract), made.side, ply, card, than)
    best = card_reasons(asked, plan, rival)[0]
    assert best.text == made.text
    assert best.to_json()["causes"] == [told.to_json() for told in best.reason]
    assert card_reasons(asked, plan, plan) == []


@pytest.mark.parametrize("made", DEALS, ids=lambda made: made.kind)
def test_nothing_is_said_of_a_twin_on_which_nothing_is_gained(made: Made) -> None:
    twin = made.deals[1]
    pair = pair_of([twin], made.contract, made.plan, made.rival, side=made.side, times=TIMES)
    assert reasons(pair, made.step, made.context(pair)) == []
