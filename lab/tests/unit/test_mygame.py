"""What is made of reviews: halves beside halves, rates beside rates, the experts' figures."""

from __future__ import annotations

import random

from kibitz.games.bridge.deal import Seat
from kibitz.mygame.experts import Experts, Rate
from kibitz.mygame.slips import Slip, TableReview
from kibitz_lab.mygame.figures import costs_of, rates, reliability, summary
from kibitz_lab.mygame.tables import Seats, by_player, everybody
from kit import random_record

SLIP = Slip(
    role="declarer", number=5, did="SA", experts="S2", sure=0.95, theme="hold-up", cost=0.5,
    layouts=16, worst="", most=1.0, voters=0, share=0.0, alike=0,
)  # fmt: skip


def _table(slips: int) -> TableReview:
    return TableReview(
        {"declarer": 10}, {"declarer": 5}, {"declarer": slips}, {"hold-up": 2}, (SLIP,) * slips
    )


def _players(steady: bool) -> dict[str, list[TableReview]]:
    rng = random.Random(1)
    return {
        str(player): [
            _table(int(rng.random() < (player / 40 if steady else 0.5))) for _ in range(60)
        ]
        for player in range(40)
    }


def test_a_steady_rate_has_halves_that_go_together_and_chance_has_not() -> None:
    steady = reliability("60", _players(steady=True), 100, None)
    assert steady["players"] == 40
    assert steady["slips"]["r"] > 0.8
    assert steady["slips"]["whole"] > steady["slips"]["r"]
    low, high = reliability("60", _players(steady=False), 100, None)["slips"]["interval"]
    assert low < 0.3 < high or high < 0.5


def test_players_with_too_few_decisions_are_left_out() -> None:
    assert reliability("many", _players(steady=True), 601, None)["players"] == 0
    few = reliability("few", _players(steady=True), 50, 50)
    assert few["players"] == 40


def test_rates_stand_beside_the_experts_with_an_interval() -> None:
    experts = rates("experts", [_table(0)] * 99 + [_table(1)], None)
    assert experts["cards"]["slips"] == 1
    worse = rates("others", [_table(1)] * 100, experts)
    apart, low, high = worse["cards"]["more_than_experts"]
    assert 0 < low < apart < high


def test_the_figures_that_ship_are_read_back() -> None:
    records = [random_record(random.Random(seed)) for seed in range(3)]
    made = summary([_table(1)] * 12, Seats("experts", everybody(records)))
    assert made.tables == 3
    assert made.roles["declarer"] == Rate(12, 120)
    assert made.themes["hold-up"] == Rate(12, 24)
    assert Experts.of_json(made.to_json()) == made


def test_costs_are_told_of_slips_and_of_other_cards() -> None:
    found = {
        "slips": [["a", "declarer", 1, 0.5], ["b", "declarer", 0, 0.7]],
        "others": [["a", "defence", 0, 0.0], ["b", "declarer", 0, 0.0]],
    }
    rows = {(row["cards"], row["role"]): row for row in costs_of(found, 1)}
    assert rows["slips", "all"]["actual"] == 0.5
    assert rows["other cards", "all"]["over_layouts"] == 0


def test_every_seat_is_a_sitting() -> None:
    record = random_record(random.Random(1))
    assert [one.seat for one in everybody([record])] == list(Seat)
    assert "" not in by_player([record])


def test_what_ships_holds_every_role() -> None:
    shipped = Experts.shipped()
    if shipped is not None:
        assert set(shipped.roles) == {"declarer", "opening lead", "defence", "calls"}
        assert all(rate.slips <= rate.decisions for rate in shipped.themes.values())
