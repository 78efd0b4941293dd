"""Random values for the tests, and where the shared material lies when it is there."""

from __future__ import annotations

import random
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import strategies as st

from kibitz.games.bridge.auction import Auction, Contract, Sign
from kibitz.games.bridge.cards import Card
from kibitz.games.bridge.deal import Deal, Seat, Vulnerability
from kibitz.games.bridge.play import Play
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import (
    Citation,
    Players,
    Record,
    ResultSource,
    Source,
    plain,
)

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
RAW = SHARED / "data" / "raw"
needs_raw = pytest.mark.skipif(not RAW.is_dir(), reason="the raw sample files are not here")
needs_data = pytest.mark.skipif(
    not (SHARED / "data" / "wbridge5.jsonl.gz").is_file(), reason="the shared records are not here"
)


def lin_link(record: Record) -> str:
    """The handviewer link that carries the whole record as LIN, as people paste it."""
    lin = "".join(write_lin([record])).replace("\n", "")
    return f"https://www.bridgebase.com/tools/handviewer.html?{urlencode({'lin': lin})}"


def random_deal(rng: random.Random) -> Deal:
    return Deal.shuffled(rng)


def random_auction(rng: random.Random, dealer: Seat) -> Auction:
    """A finished auction: mostly passes, some bids, the odd double."""
    auction = Auction(dealer)
    while not auction.is_over:
        legal = auction.legal_actions
        bids = legal[len([call for call in legal if isinstance(call, Sign)]) :][:4]
        others = [call for call in legal if call is not Sign.PASS and isinstance(call, Sign)]
        choice = rng.random()
        if choice < 0.35 and bids:
            auction = auction.after(rng.choice(bids))
        elif choice < 0.5 and others:
            auction = auction.after(rng.choice(others))
        else:
            auction = auction.after(Sign.PASS)
    return auction


def random_play(rng: random.Random, deal: Deal, contract: Contract, cards: int) -> Play:
    state = Play.start(deal, contract)
    for _ in range(cards):
        state = state.after(rng.choice(state.legal_actions))
    return state


def random_record(rng: random.Random, citation: Citation | None = None) -> Record:
    """A sound record of any length, passed out, claimed or played to the end."""
    deal, dealer = random_deal(rng), rng.choice(tuple(Seat))
    auction = random_auction(rng, dealer)
    contract = auction.contract
    play: tuple[Card, ...] = ()
    tricks = result_source = None
    if contract is not None:
        state = random_play(rng, deal, contract, rng.choice((0, 0, 1, 7, 20, 47, 48, 51, 52)))
        play = state.played
        if len(play) >= 48:
            while not state.is_over:
                state = state.after(state.legal_actions[0])
            tricks, result_source = state.declarer_tricks, ResultSource.PLAY
        elif rng.random() < 0.8:
            tricks = rng.randint(state.declarer_tricks, state.declarer_tricks + 13 - state.tricks)
            result_source = ResultSource.CLAIM
    places = range(len(auction.calls))
    alerted = sorted(rng.sample(places, rng.randint(0, min(3, len(places)))))
    return Record(
        source=Source("made.jsonl", rng.randint(1, 99)),
        deal=deal,
        auction=auction,
        vulnerability=rng.choice(tuple(Vulnerability)),
        contract=contract,
        play=play,
        tricks=tricks,
        result_source=result_source,
        citation=citation or random_citation(rng),
        alerts=tuple((place, rng.choice(("", "weak", "5+ !S, 10-12"))) for place in alerted),
    )


def random_citation(rng: random.Random) -> Citation:
    names = ("", "Szabó", "O'Neil", "van der Neut", "Ж. Иванов", "GIB", "a {b} ; c", 'x "y" \\z')
    return Citation(
        event=rng.choice(("", "Spingold / Final", "Club, 3rd round", "A / B / C, D", "Größe #1")),
        board=str(rng.randint(1, 40)),
        room=rng.choice(("open", "closed")),
        players=Players(*(rng.choice(names) for _ in Seat)),
    )


texts = st.text(max_size=40).map(plain)
citations = st.builds(
    Citation,
    event=texts,
    date=texts,
    board=texts,
    room=texts,
    players=st.builds(Players, texts, texts, texts, texts),
    kind=texts,
    system=texts,
    level=texts,
)
records = st.builds(
    lambda seed, citation: random_record(random.Random(seed), citation),
    st.integers(0, 2**32),
    citations,
)


def half_played(seed: int) -> Play:
    """A state in the middle of a deal, now in no-trump, now in a suit."""
    rng = random.Random(seed)
    contract = Contract.parse(("3N by S", "4H by E")[seed % 2])
    return random_play(rng, random_deal(rng), contract, 22 + seed % 4)
