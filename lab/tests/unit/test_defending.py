"""Leads and defence in the lab: what is tested, how it is scored, and deals defended to the end."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coached import untrained_defence
from kibitz.cardplay.lookahead.evaluation import LEAD_WEIGHT
from kibitz.cardplay.scoring import Sameness, is_real, out_of_play
from kibitz.cardplay.similarity.learned import Similarity
from kibitz.cardplay.similarity.network import Network
from kibitz.cardplay.similarity.positions import NO_CARD, Tables, Views
from kibitz.cli import main
from kibitz.errors import UsageError
from kibitz.games.bridge.auction import Auction, Contract
from kibitz.games.bridge.cards import DECK, Card
from kibitz.games.bridge.deal import Deal
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.play import Play
from kibitz.games.bridge.playing_out import defended, given_away
from kibitz.records.formats.lines import write_lines
from kibitz.records.formats.reading import read_path
from kibitz.records.record import Citation, Record
from kibitz.runtime.running import Engine
from kibitz_lab.catalogue import generated
from kibitz_lab.defending import whole_deals
from kibitz_lab.defending.answers import METHODS, GivenCards, states
from kibitz_lab.defending.experiment import Defence, Leads, Task, prepared, run
from kibitz_lab.defending.rule import by_maxims
from kibitz_lab.defending.sample import Asked, DefenceDraw, are_seen, draw
from kibitz_lab.defending.scores import CardAgreement, Ledger
from kibitz_lab.defending.solved import Solved
from kibitz_lab.harness import seen_deals
from kibitz_lab.harness.seen_deals import SeenDeals
from kibitz_lab.harness.splits import SplitPart, digest, event_of, parts_of_events
from kibitz_lab.making.tables import PackedTables
from kit import half_played, random_record

ROW = {"method", "strain", "decisions", "exact", "touch", "both", "interval"}
OF_LEADS = ROW | {"suit", "calibration_error", "ddolar", "addolar"}
OF_DEFENCE = ROW | {"leading", "following", "discarding", "tricks_lost"}


def unwatched(stage: str, total: int | None, done: int) -> None:
    """Nobody looks."""


def played_records(seed: int, count: int) -> list[Record]:
    rng, found = random.Random(seed), list[Record]()
    while len(found) < count:
        record = random_record(rng, Citation(event=f"event {seed} {len(found) // 4}"))
        if record.contract is not None and record.play:
            found.append(record)
    return found


def written(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(write_lines(records)))
    return path


def similarity_in(folder: Path, seen: SeenDeals) -> Path:
    """One that has learned nothing, beside the deals it is said to have seen."""
    folder.mkdir()
    drawn = untrained_defence(0).network
    about = {"trust": [0.0, 1.0, 0.0]}
    content = Network(drawn.weights, drawn.layers, drawn.heads, about, drawn.sight).packed()
    (folder / "defence.kibitz").write_bytes(content)
    (folder / seen_deals.SHIPPED_DEFENCE).write_bytes(seen.packed())
    return folder / "defence.kibitz"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    generated.write_tables(tmp_path / "3nt.jsonl", "3N", 60, seed=1)
    generated.write_tables(tmp_path / "4s.jsonl", "4S", 40, seed=3)
    return [tmp_path / "3nt.jsonl", tmp_path / "4s.jsonl"]


@pytest.fixture
def similarity(tmp_path: Path) -> Path:
    return similarity_in(tmp_path / "made", SeenDeals.of([]))


def test_a_table_comes_back_from_arrays_with_declarer_in_the_south() -> None:
    records = played_records(1, 40)
    tables = Tables.of_records(records)
    back = [tables.table(row) for row in range(len(tables))]
    again = Tables.of(back)
    whole = np.array([len(record.auction.calls) <= 24 for record in records])
    assert not whole.all()  # of longer auctions six rounds are kept
    for field in fields(Tables):
        rows = whole if field.name == "bidding" else slice(None)
        one, other = (getattr(each, field.name)[rows] for each in (tables, again))
        assert np.array_equal(one, other), field.name
    for record, (start, cards, auction) in zip(records, back, strict=True):
        assert record.contract is not None
        assert start.contract.name == record.contract.name
        assert len(cards) == len(record.play)
        assert auction is not None
        assert start.after_all(cards).tricks == len(cards) // 4
        if len(record.auction.calls) <= 24:
            assert auction.calls == record.auction.calls
            assert auction.contract == start.contract


def test_packed_tables_know_their_deals_events_and_parts(tmp_path: Path) -> None:
    records = played_records(2, 30)
    path = written(tmp_path / "some.jsonl", records)
    packed = PackedTables.gathered([path], lambda tables: None)
    packed.save(tmp_path / "packed.kibitz")
    other = written(tmp_path / "other.jsonl", played_records(3, 9))
    both = PackedTables.of_files([tmp_path / "packed.kibitz", other], lambda tables: None)
    assert len(both.tables) == 39
    assert both.deals[:30].tolist() == [seen_deals.digest(record.deal) for record in records]
    assert both.events[:30].tolist() == [digest(event_of(record)) for record in records]
    assert len(both.records) == 2
    known = both.seen.has_each(both.deals)
    assert known.tolist() == [part != SplitPart.TESTS for part in both.parts.tolist()]


def drawn_from(path: Path, seen: SeenDeals | None, **how: Any) -> Any:
    wanted = DefenceDraw(train=[path], test=[path], **how)
    return draw(wanted, Asked.LEADS, seen, unwatched)


def test_an_event_with_a_seen_deal_is_refused_and_counted(tmp_path: Path) -> None:
    records = played_records(4, 40)
    path = written(tmp_path / "some.jsonl", records)
    seen = SeenDeals.of([seen_deals.digest(records[0].deal)])
    found = drawn_from(path, seen, limit_test=8)
    assert (found.refused, found.refused_events) == (4, 1)
    assert digest(event_of(records[0])) not in found.events.tolist()
    everything = SeenDeals.of([seen_deals.digest(record.deal) for record in records[::4]])
    with pytest.raises(UsageError, match="40 of 40 are of events"):
        drawn_from(path, everything)


def test_one_mistake_of_a_full_filter_refuses_no_long_event() -> None:
    rng = np.random.default_rng(1)
    seen = SeenDeals.of(rng.integers(0, 1 << 63, 400_000).tolist())
    deals = rng.integers(0, 1 << 63, 3_000).astype(np.uint64)
    events = np.repeat(np.array([1, 2], np.uint64), 1_500)
    assert 0 < seen.mistakes < 0.01
    by_mistake = seen.has_each(deals)
    assert np.array_equal(are_seen(events, deals, seen), by_mistake)


def test_lessons_are_of_other_events_and_other_deals(tmp_path: Path) -> None:
    records = played_records(5, 40)
    abroad = replace(records[0], citation=Citation(event="the same cards abroad"))
    path = written(tmp_path / "some.jsonl", [*records, abroad])
    packed = PackedTables.gathered([path], lambda tables: None)
    of = {row.tobytes(): number for number, row in enumerate(packed.tables.owners)}
    for seed in range(5):
        found = drawn_from(path, None, limit_test=6, limit_train=0, seed=seed)
        assert len(found.tested) == 6
        taught = [of[owners.tobytes()] for owners in found.lessons.owners]
        assert not set(packed.events[taught].tolist()) & set(found.events.tolist())
        assert not set(packed.deals[taught].tolist()) & set(found.deals.tolist())


def test_numbers_are_chosen_on_validation_events_alone(tmp_path: Path) -> None:
    records = played_records(6, 4)
    names = [f"event {number}" for number in range(200)]
    parts = parts_of_events(np.array([digest(name) for name in names], np.uint64)).tolist()
    checked, taught = (
        names[parts.index(part)] for part in (SplitPart.VALIDATES, SplitPart.TEACHES)
    )
    events = (checked, checked, taught, taught)
    renamed = [
        replace(record, citation=Citation(event=event))
        for record, event in zip(records, events, strict=True)
    ]
    path = written(tmp_path / "some.jsonl", renamed)
    found = drawn_from(path, None, validation=True)
    assert set(found.events.tolist()) == {digest(checked)}
    assert len(found.lessons) == 2


def test_each_agreement_takes_in_the_one_before_and_is_that_of_the_rules() -> None:
    views = Asked.DEFENCE.views(Tables.of_records(played_records(7, 30)))
    rng, cards = random.Random(1), list[int]()
    wanted = list[list[bool]]()
    for (state, _), expert in zip(states(views), views.chosen.tolist(), strict=True):
        assert is_real(state)
        card, other = rng.choice(state.legal_actions), DECK[expert]
        cards.append(DECK.index(card))
        same = [each.holds(out_of_play(state), card, other) for each in Sameness]
        wanted.append([*same, card.suit is other.suit])
    found = CardAgreement.of(views, np.array(cards, np.uint8))
    parts = (found.exact, found.touch, found.both, found.suit)
    assert np.stack(parts, axis=1).tolist() == wanted
    for narrow, wide in zip(parts, parts[1:], strict=False):
        assert (wide | ~narrow).all()
    nothing = CardAgreement.of(views, np.full(len(views), NO_CARD, np.uint8))
    assert not nothing.suit.any()


def test_who_always_plays_the_experts_card_scores_one() -> None:
    tables = Tables.of_records(played_records(8, 24))
    events = np.arange(len(tables), dtype=np.uint64) // np.uint64(3)
    for asked in (Asked.LEADS, Asked.DEFENCE):
        views = asked.views(tables)
        ledger = Ledger(asked, views, events, Solved({}, {}, []), memory=0, seed=1)
        rows = ledger.rows(GivenCards("perfect", np.arange(len(views)), views.chosen))
        assert {row["strain"] for row in rows} == {"NT", "suit"}
        assert sum(row["decisions"] for row in rows) == len(views)
        for row in rows:
            assert row["exact"] == row["touch"] == row["both"] == row.get("suit", 1) == 1
            assert row["interval"] in ([1, 1], None)


@pytest.mark.parametrize(
    ("asked", "expected"), [("leads", OF_LEADS), ("defence", OF_DEFENCE)], ids=["leads", "defence"]
)
def test_the_command_tells_every_method_by_strain(
    asked: str,
    expected: set[str],
    files: list[Path],
    similarity: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = [word for path in files for word in ("--train", str(path), "--test", str(path))]
    words = ["lab", asked, *named, "--limit-test", "40", "--sample", "3", "--layouts", "2"]
    words += ["--similarity", str(similarity), "--weight", "0", "--jobs", "1", "--json"]
    assert main(words) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(expected <= set(row) for row in rows)
    methods = list(dict.fromkeys(row["method"] for row in rows))
    assert methods == [*METHODS, "lookahead, a trick 0", "experts"]
    assert {row["strain"] for row in rows} == {"NT", "suit"}
    for row in rows:
        assert 0 <= row["exact"] <= row["touch"] <= row["both"] <= row.get("suit", 1) <= 1
        if row["interval"] is not None:
            assert row["interval"][0] <= row["touch"] <= row["interval"][1]
        for share in ("ddolar", "addolar"):
            assert row.get(share) is None or 0 <= row[share] <= 1
    by_method = {(row["method"], row["strain"]): row for row in rows}
    assert by_method["experts", "NT"]["exact"] == 1
    assert by_method["learned", "NT"]["calibration_error"] is not None
    assert sum(by_method["lookahead", strain]["decisions"] for strain in ("NT", "suit")) == 3
    worth = "addolar" if asked == "leads" else "tricks_lost"
    assert any(row[worth] is not None for row in rows)


def task(files: list[Path], similarity: Path) -> Task:
    wanted = DefenceDraw(train=files, test=files, limit_test=60)
    return Defence(draw=wanted, sample=2, layouts=2, similarity=similarity)


def test_results_are_the_same_on_one_process_and_on_two(
    files: list[Path], similarity: Path
) -> None:
    found = []
    for engine in (Engine(), Engine(2)):
        ready = prepared(task(files, similarity), unwatched)
        found.append(run(ready, engine=engine, watch=unwatched))
        ready.clear()
    assert found[0] == found[1]
    assert found[0]["memory"] > 0


def test_what_was_finished_before_a_stop_is_not_done_again(
    files: list[Path], similarity: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def stops(stage: str, total: int | None, done: int) -> None:
        steps.extend([stage] * done)
        if stage == "solving double dummy" and done:
            raise KeyboardInterrupt

    wanted = task(files, similarity)
    with pytest.raises(KeyboardInterrupt):
        run(prepared(wanted, stops), engine=Engine(), watch=stops)
    ready = prepared(wanted, unwatched)
    solved, answered, described = ready.stages
    assert (solved.tasks, solved.done) == (2, 1)
    assert answered.left == described.left == 0
    asked: list[int] = []
    chances = Similarity.chances

    def counted(self: Similarity, views: Views) -> Any:
        asked.append(len(views))
        return chances(self, views)

    monkeypatch.setattr(Similarity, "chances", counted)
    resumed = run(ready, engine=Engine(), watch=unwatched)
    assert asked == [1]  # the decision that was left to look ahead at
    ready.clear()
    again = prepared(wanted, unwatched)
    assert resumed == run(again, engine=Engine(), watch=unwatched)


def test_without_a_similarity_of_defenders_the_plain_methods_are_compared(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Similarity, "shipped_defence", classmethod(lambda cls: None))
    wanted = Leads(draw=DefenceDraw(train=files, test=files, limit_test=20), sample=0)
    found = run(prepared(wanted, unwatched), engine=Engine(), watch=unwatched)
    assert {row["method"] for row in found["rows"]} == {"random", "lowest", "rule", "experts"}
    assert found["similarity"] is None
    assert found["weight"] == LEAD_WEIGHT
    with pytest.raises(UsageError, match="learned needs a similarity"):
        prepared(replace(wanted, methods=("learned",)), unwatched)


def test_the_similarity_of_declarer_is_refused(
    files: list[Path], tmp_path: Path, similarity: Path
) -> None:
    from coached import untrained

    drawn = untrained(0).network
    similarity.write_bytes(
        Network(drawn.weights, drawn.layers, drawn.heads, {"trust": [0.0, 1.0, 0.0]}).packed()
    )
    with pytest.raises(UsageError, match="declarer's side, not of the defenders"):
        prepared(task(files, similarity), unwatched)


DEAL = Deal.parse("N:AK2.A32.A432.A32 QJ9.KQJ.KQJ.KQJT T876.T98.T98.987 543.7654.765.654")


@pytest.mark.parametrize(
    ("played", "card"),
    [
        ("S3 S2", "SJ"),  # third hand high, the lowest of equals
        ("S3 SA S9 S6 H2", "HJ"),  # second hand low
        ("H4 H2 HK H8", "HQ"),  # partner's suit again, from the top of a sequence
    ],
)
def test_maxims(played: str, card: str) -> None:
    state = Play.start(DEAL, Contract.parse("3N by S")).after_all(map(Card.parse, played.split()))
    assert str(by_maxims(state)) == card


def test_a_defender_by_maxims_always_plays_a_legal_card() -> None:
    views = Asked.ALL.views(Tables.of_records(played_records(9, 20)))
    for state, _ in states(views):
        assert by_maxims(state) in state.legal_actions


@pytest.mark.parametrize("seed", range(4))
def test_what_declarer_gets_beyond_his_due_the_defenders_gave(
    seed: int, solver: DoubleDummy
) -> None:
    def lowest(state: Play, auction: Auction | None, /) -> Card:
        return state.legal_actions[0]

    def clairvoyant(state: Play, auction: Auction | None, /) -> Card:
        return solver.solve(state).best_cards[0]

    start = half_played(seed)
    par = solver.solve(start).best
    end = defended(start, None, lowest, solver, random.Random(seed))
    before = given_away(start, solver, by_defenders=True)
    assert given_away(end, solver, by_defenders=True) - before == end.declarer_tricks - par
    perfect = defended(start, None, clairvoyant, solver, random.Random(seed))
    assert perfect.declarer_tricks == par


def test_deals_are_defended_by_each_method_beside_the_experts(
    files: list[Path], similarity: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", "defend", "--records", str(files[1]), "--deals", "2", "--json", "--jobs", "1"]
    assert main([*words, "--similarity", str(similarity)]) == 0
    result = json.loads(capsys.readouterr().out)
    rows = {row["method"]: row for row in result["rows"]}
    assert list(rows) == ["lookahead", "precedents", "precedents with lookahead", "experts"]
    for row in rows.values():
        assert row["given_a_deal"] >= 0
        lead, experts = rows["lookahead"]["given_a_deal"], rows["experts"]["given_a_deal"]
        assert row["less_than_lookahead"] == pytest.approx(lead - row["given_a_deal"])
        assert row["less_than_experts"] == pytest.approx(experts - row["given_a_deal"])


def test_no_deal_is_defended_twice(files: list[Path], tmp_path: Path, similarity: Path) -> None:
    records = [one for one in read_path(files[0]) if isinstance(one, Record)][:4]
    path = written(tmp_path / "twice.jsonl", [*records, *records])
    wanted = whole_deals.Task(records=[path], train=[files[1]], deals=4, similarity=similarity)
    ready = whole_deals.prepared(wanted, unwatched)
    assert len(set(ready.sample.deals[ready.rows].tolist())) == 4
    with pytest.raises(UsageError, match="5 deals with play are needed, not 4"):
        whole_deals.prepared(replace(wanted, deals=5), unwatched)
