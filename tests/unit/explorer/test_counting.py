"""What the explorer counts is what a walk through all records finds; the index stays true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kibitz.asking import Kibitz
from kibitz.errors import LibraryError, UsageError
from kibitz.explorer import adviser as explorer_adviser
from kibitz.explorer import learning
from kibitz.explorer.adviser import open_adviser
from kibitz.explorer.answer import ExplorerAnswer
from kibitz.explorer.leads import LeadKind
from kibitz.explorer.question import ExplorerQuestion, Whose
from kibitz.explorer.store import AuctionIndex
from kibitz.games.bridge.auction import Auction, Bid
from kibitz.games.bridge.cards import Rank
from kibitz.games.bridge.deal import Seat
from kibitz.games.bridge.scoring import imps, score
from kibitz.places import Places
from kibitz.records.formats.lines import write_lines
from kibitz.records.importing import GameFile, import_file
from kibitz.records.library import Library
from kibitz.records.record import Citation, Players, Record, Source
from kit import random_record

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn")


def tables(seeds: range) -> list[Record]:
    """Two rooms of a board for each seed."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        first = random_record(rng)
        for game, room in enumerate(("open", "closed"), 1):
            other = _like(first, rng) if room == "closed" else first
            players = Players(*rng.sample(NAMES, 4))
            cited = Citation(("Cup", "League")[seed % 2], "", str(seed), room, players)
            source = Source(f"match {seed}", game)
            found.append(replace(other, citation=cited, source=source, alerts=()))
    return found


def _like(first: Record, rng: random.Random) -> Record:
    """Another table of the same board: passed out, or a contract and its result alone."""
    is_passed_out = rng.random() < 0.3
    while True:
        other = random_record(rng)
        stated = not other.play and other.tricks is not None
        if other.dealer is first.dealer and (other.is_passed_out if is_passed_out else stated):
            return replace(other, deal=first.deal, vulnerability=first.vulnerability)


def library_of(path: Path, records: Sequence[Record], name: str = "a") -> Path:
    file = path.with_name(f"{name}.jsonl")
    file.write_text("".join(write_lines(records)))
    with Library.open(path) as library:
        import_file(library, GameFile(file, file.name))
    return path


@cache
def records() -> list[Record]:
    """Dealt once, and not before a test asks."""
    return tables(range(150))


@pytest.fixture(scope="module")
def k(tmp_path_factory: pytest.TempPathFactory) -> Kibitz:
    return Kibitz(
        Places.of(library_of(tmp_path_factory.mktemp("explored") / "l.kibitz", records()))
    )


def is_witness(record: Record) -> bool:
    return record.is_passed_out or len(record.play) >= 20


def passes(record: Record) -> int:
    calls = record.auction.calls
    return next((n for n, call in enumerate(calls) if isinstance(call, Bid)), len(calls))


def walked(auction: str, any_seat: bool = False) -> list[tuple[Record, int]]:
    """The tables that began so, and the place of the call that came next."""
    wanted = Auction.of(Seat.NORTH, auction).calls
    found = []
    for record in filter(is_witness, records()):
        start = passes(record) if any_seat else 0
        calls = record.auction.calls[start:]
        if calls[: len(wanted)] == wanted and len(calls) > len(wanted):
            found.append((record, start + len(wanted)))
    return found


def swing(record: Record, seat: Seat) -> int | None:
    mates = [r for r in records() if r.citation.board == record.citation.board]
    scores = [_points(mate, seat) for mate in mates]
    if len(mates) != 2 or None in scores:
        return None
    own = mates.index(record)
    return imps((scores[own] or 0) - (scores[1 - own] or 0))


def _points(record: Record, seat: Seat) -> int | None:
    if record.contract is None:
        return 0
    if record.tricks is None:
        return None
    points = score(record.contract, record.tricks, record.vulnerability)
    return points if record.contract.declarer.is_with(seat) else -points


@pytest.mark.parametrize("any_seat", [False, True])
@pytest.mark.parametrize("auction", ["", "P", "P P", "1C", "P 1C", "1C P", "1D"])
def test_calls_hands_and_results_are_those_of_the_records(
    k: Kibitz, auction: str, any_seat: bool
) -> None:
    if any_seat and auction.startswith("P"):
        auction = auction.removeprefix("P").removeprefix(" P").strip()
    told = k.explore(auction, any_seat=any_seat)
    found = walked(auction, any_seat)
    expected = Counter(record.auction.calls[place] for record, place in found)
    assert {branch.came: branch.tables for branch in told.branches} == expected
    for branch in told.branches:
        here = [
            (r, Seat((r.dealer + p) % 4)) for r, p in found if r.auction.calls[p] == branch.came
        ]
        points = [record.deal[seat].points for record, seat in here]
        assert branch.hand.points == pytest.approx(sum(points) / len(points))
        lengths = [record.deal[seat].shape for record, seat in here]
        means = [sum(column) / len(here) for column in zip(*lengths, strict=True)]
        assert branch.hand.lengths == pytest.approx(means)
        margins = [
            record.tricks - record.contract.target
            for record, _ in here
            if record.contract is not None and record.tricks is not None
        ]
        assert (branch.results.known, branch.results.made) == (
            len(margins),
            sum(margin >= 0 for margin in margins),
        )
        won = [one for r, seat in here if (one := swing(r, seat)) is not None]
        assert branch.results.boards == len(won)
        assert branch.results.imps == (pytest.approx(sum(won) / len(won)) if won else None)
        declared = [r for r, seat in here if r.contract and r.contract.declarer.is_with(seat)]
        assert branch.results.declared == len(declared)


def test_leads_are_counted_by_suit_kind_and_card(k: Kibitz) -> None:
    played = [record for record in records() if is_witness(record) and record.contract]
    for record in played[:12]:
        auction = " ".join(map(str, record.auction.calls))
        told = k.explore(auction.removesuffix(" P P P"), lead=True)
        same = [one for one in played if one.auction.calls == record.auction.calls]
        assert told.question.is_lead
        assert {branch.came: branch.tables for branch in told.branches} == Counter(
            one.play[0].suit for one in same
        )
        for branch in told.branches:
            here = [one for one in same if one.play[0].suit is branch.came]
            assert {c.what: c.tables for c in branch.cards} == Counter(one.play[0] for one in here)
            assert sum(kind.tables for kind in branch.kinds) == branch.tables
            assert branch.results.beaten == sum(one.made is False for one in here)


def test_a_player_or_pair_is_counted_where_it_is_their_turn(k: Kibitz) -> None:
    def turns(auction: str, *names: str) -> int:
        return sum(
            {r.citation.players[seat], r.citation.players[seat.partner]} >= set(names)
            if len(names) == 2
            else r.citation.players[seat] == names[0]
            for r, place in walked(auction)
            for seat in [Seat((r.dealer + place) % 4)]
        )

    for auction in ("", "P"):
        assert k.explore(auction, player="ann").tables == turns(auction, "Ann")
        told = k.explore(auction, pair="dora, Finn")
        assert told.tables == turns(auction, "Dora", "Finn")
        assert k.explore(auction, pair="Finn - Dora").tables == told.tables


def test_event_dealer_and_vulnerability_part_the_tables(k: Kibitz) -> None:
    whole = k.explore().tables
    parts: list[dict[str, str]]
    for parts in (
        [{"event": "cup"}, {"event": "LEAGUE"}],
        [{"dealer": seat} for seat in "NESW"],
        [{"vulnerability": vul} for vul in ("none", "we", "they", "both")],
    ):
        asked = [ExplorerQuestion.of("", whose=Whose.of(**one)) for one in parts]
        assert sum(k.explorer.ask(one).tables for one in asked) == whole
    here = [r for r, _ in walked("1C", any_seat=True)]
    we = [r for r in here if _seen(r) == (True, False)]
    assert k.explore("1C", vulnerability="we", any_seat=True).tables == len(we)


def _seen(record: Record) -> tuple[bool, bool]:
    opener = Seat((record.dealer + passes(record)) % 4)
    return record.vulnerability.includes(opener), record.vulnerability.includes(opener.next)


def test_tables_without_play_are_left_out_and_counted(k: Kibitz) -> None:
    told = k.explore()
    assert told.left_out == sum(not is_witness(record) for record in records()) > 0
    assert told.tables + told.left_out == len(records())
    assert f"{told.left_out} tables of the library are left out" in str(told)


def test_a_board_passed_out_in_both_rooms_counts_twice_and_a_copy_once(tmp_path: Path) -> None:
    both = [r for r in records() if r.is_passed_out][:1]
    players = Players("Gus", "Hal", "Ida", "Jo")
    room = "closed" if both[0].citation.room == "open" else "open"
    cited = replace(both[0].citation, room=room, players=players)
    source = replace(both[0].source, game=3)
    both.append(replace(both[0], citation=cited, source=source))
    played = next(r for r in records() if is_witness(r) and r.contract)
    path = library_of(tmp_path / "l.kibitz", [*both, played], "a")
    library_of(path, [replace(played, source=Source("copy", 1)), both[0]], "b")
    told = Kibitz(Places.of(path)).explore()
    assert told.tables == 3
    assert Kibitz(Places.of(path)).explore("P P P").branches[0].results.boards == 2


def test_an_index_that_was_stopped_goes_on_and_ends_as_one_made_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "A_PART", 64)
    calm, stopped = (
        library_of(tmp_path / f"{n}.kibitz", records(), n) for n in ("calm", "stopped")
    )
    open_adviser(Places.of(calm))
    heard: list[float] = []

    def stop(done: float, of: float) -> None:
        heard.append(done)
        if len(heard) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_adviser(Places.of(stopped), watch=stop)
    assert _rows(stopped) == 127  # the numbers of two parts; there is no source 0
    open_adviser(Places.of(stopped))
    assert _content(calm) == _content(stopped)


def test_what_is_imported_later_is_there_when_it_is_next_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "A_PART", 64)
    at_once = library_of(tmp_path / "at-once.kibitz", records(), "all")
    grown = library_of(tmp_path / "grown.kibitz", records()[:99], "first")
    assert _told(grown).tables < _told(at_once).tables
    library_of(grown, records()[99:], "second")
    assert _told(grown).details() == _told(at_once).details()


def test_an_index_of_another_version_is_made_anew(tmp_path: Path) -> None:
    path = library_of(tmp_path / "l.kibitz", records()[:40])
    before = _told(path).to_json()
    with Library.open(path) as library, library.writing() as writer:
        writer.run("UPDATE explored SET version = 0, tables = x'', calls = x''")
    assert _told(path).to_json() == before


def _told(path: Path) -> ExplorerAnswer:
    return Kibitz(Places.of(path)).explore()


def _rows(path: Path) -> int:
    with Library.open(path) as library:
        return len(AuctionIndex.load(library).rows)


def _content(path: Path) -> list[tuple[object, ...]]:
    with Library.open(path) as library:
        return library.tally("SELECT * FROM explored ORDER BY part")


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"player": "Nobody"}, "No player in the library has 'Nobody' in the name."),
        ({"pair": "Ann, Nobody"}, "No player in the library has 'Nobody' in the name."),
        ({"pair": "Ann, Ann"}, "Ann and Ann never play together in the library."),
        ({"event": "Bermuda"}, "No event in the library has 'Bermuda' in its name."),
        ({"pair": "Ann"}, "A pair is two names, as in 'Helgemo, Helness'."),
        ({"pair": "Ann, Bob", "player": "Bob"}, "Ask about a pair or about a player, not both."),
        ({"auction": "1S 1H"}, "the auction is not legal: insufficient bid: 1H over 1S"),
        ({"auction": "1S Q"}, "not a call: 'Q'"),
        ({"auction": "P P", "lead": True}, "Nobody leads against this: there is no bid in it."),
    ],
)
def test_a_mistake_is_one_clear_line(k: Kibitz, asked: dict[str, str], line: str) -> None:
    with pytest.raises(UsageError) as error:
        k.explore(**asked)  # type: ignore[arg-type]
    assert str(error.value) == line


def test_without_games_of_ones_own_the_houses_match_is_explored(tmp_path: Path) -> None:
    Library.open(tmp_path / "empty.kibitz").close()
    for name in ("nowhere.kibitz", "empty.kibitz"):
        told = Kibitz(Places.of(tmp_path / name)).explore()
        assert told.is_house
        assert told.to_json()["house"]
        assert "tables of the house's match" in str(told)
        for branch in told.branches:
            for one in branch.examples:
                assert one.is_house
                assert one.open().citation.event == "Kibitz house match"


def test_without_any_games_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer_adviser, "starter_library", lambda _: None)
    with pytest.raises(LibraryError, match="^There is no library to explore yet: 'kibitz import'"):
        open_adviser(Places.of(tmp_path / "nowhere.kibitz"))


def test_an_auction_that_nobody_bid_is_said_to_be_so(k: Kibitz) -> None:
    told = k.explore("7N X XX")
    assert told.best is None
    assert str(told) == f"After 7NT dbl rdbl: none of {told.asked} tables went so."


def test_the_question_is_repeated_in_the_words_of_the_table(k: Kibitz) -> None:
    told = k.explore("P", pair="Ann, Bob", event="cup")
    assert str(told).startswith("After pass, with Ann or Bob to call, at events named cup: ")
    asked = ExplorerQuestion.of(
        "1N P 3N", lead=True, any_seat=True, whose=Whose.of(vulnerability="both")
    )
    assert asked.said == "Against 1NT pass 3NT, opened in any seat, both sides vulnerable"


@pytest.mark.parametrize(
    ("held", "card", "kind"),
    [
        ("4", Rank.FOUR, LeadKind.SINGLETON),
        ("K4", Rank.KING, LeadKind.HIGH_OF_TWO),
        ("84", Rank.FOUR, LeadKind.LOW_OF_TWO),
        ("KQJ4", Rank.KING, LeadKind.SEQUENCE),
        ("AK62", Rank.KING, LeadKind.LOWER_TOUCHING),
        ("KJT5", Rank.JACK, LeadKind.INNER_SEQUENCE),
        ("T98", Rank.TEN, LeadKind.SEQUENCE),
        ("A62", Rank.ACE, LeadKind.HONOUR),
        ("T62", Rank.TEN, LeadKind.TOP_OF_NOTHING),
        ("9842", Rank.EIGHT, LeadKind.SECOND),
        ("Q62", Rank.TWO, LeadKind.THIRD),
        ("KJ752", Rank.FIVE, LeadKind.FOURTH),
        ("KJ752", Rank.TWO, LeadKind.LOWER),
    ],
)
def test_a_lead_is_named_as_players_name_it(held: str, card: Rank, kind: LeadKind) -> None:
    assert LeadKind.of(held, card) is kind
