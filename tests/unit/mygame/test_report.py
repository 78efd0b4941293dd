"""A report says no rate without its interval, and names nobody but the player unasked."""

from __future__ import annotations

import json
import random
from dataclasses import replace

from kibitz.games.bridge.deal import Seat
from kibitz.mygame.experts import Experts, Rate
from kibitz.mygame.html import page
from kibitz.mygame.report import LEAST, Report, report
from kibitz.mygame.reviewing import Reviewed
from kibitz.mygame.sitting import Sitting
from kibitz.mygame.slips import Slip, TableReview
from kibitz.records.players import Player
from kibitz.records.record import Citation, Players, Record
from kit import random_record

NAMES = ("G Helgemo", "Secret East", "Secret South", "<b>Secret West</b>")
EXPERTS = Experts(
    {"declarer": Rate(50, 10_000), "defence": Rate(60, 10_000)},
    {"hold-up": Rate(10, 1_000), "discards": Rate(30, 1_000)},
)


def _record(seed: int) -> Record:
    found = random_record(random.Random(seed))
    while len(found.play) < 20:
        seed += 1000
        found = random_record(random.Random(seed))
    cite = Citation(event=f"Event {seed // 40}", board=str(seed), players=Players.of(NAMES))
    return replace(found, citation=cite)


def _slip(record: Record, cost: float, theme: str = "hold-up") -> Slip:
    card = str(record.play[8])
    return Slip(
        role="declarer", number=9, did=card, experts=card, sure=0.95, theme=theme, cost=cost,
        layouts=16, worst=str(record.deal), most=2.0, voters=0, share=0.0, alike=0,
    )  # fmt: skip


def _reviewed(tables: int, slips: int, met: int = 1) -> list[Reviewed]:
    found = []
    for seed in range(tables):
        record = _record(seed)
        blamed = (_slip(record, 0.2 + seed / 100),) if seed < slips else ()
        review = TableReview(
            {"declarer": 10}, {"declarer": 5}, {"declarer": 1}, {"hold-up": met}, blamed
        )
        found.append(Reviewed(Sitting(record, Seat.NORTH), review))
    return found


def _report(tables: int, slips: int, met: int = 1, *, names: bool = False) -> Report:
    return report(_reviewed(tables, slips, met), Player("Helgemo"), EXPERTS, names=names)


def test_rates_are_counted_and_stand_beside_the_experts() -> None:
    made = _report(40, 8)
    assert made.total.mine == Rate(8, 400)
    assert made.total.experts is not None
    assert made.total.experts.a_hundred == 0.5
    assert made.total.is_surely_worse
    [theme] = made.themes
    assert theme.mine == Rate(8, 40)
    low, high = theme.mine.interval
    assert low < theme.mine.a_hundred < high


def test_a_theme_met_too_rarely_is_not_judged() -> None:
    made = _report(LEAST - 1, 2)
    assert made.themes == ()
    assert made.too_few == ("hold-up",)
    assert "by what the position asked" not in str(made)


def test_few_tables_are_said_to_be_few() -> None:
    assert _report(10, 0).is_few
    assert "are few" in str(_report(10, 0))
    assert not _report(60, 0).is_few


def test_the_costliest_come_first_and_are_ten() -> None:
    costs = [one.slip.cost for one in _report(40, 15).costliest]
    assert len(costs) == 10
    assert costs == sorted(costs, reverse=True)


def test_what_is_done_well_needs_experts_who_slip_there() -> None:
    assert [line.name for line in _report(200, 0).well] == ["declarer", "hold-up"]
    assert _report(200, 40).well == ()


def test_nobody_else_is_named_unless_names_are_wanted() -> None:
    made = _report(30, 3)
    for text in (str(made), json.dumps(made.to_json()), page(made)):
        assert "Secret" not in text
    assert "Secret East" in json.dumps(_report(30, 3, names=True).to_json())
    assert "Secret East" in page(_report(30, 3, names=True))
    assert "<b>Secret" not in page(_report(30, 3, names=True))


def test_the_trend_follows_the_order_of_the_tables() -> None:
    made = _report(100, 20)
    assert sum(one.rate.decisions for one in made.trend) == 1000
    assert made.trend[0].rate.slips > made.trend[-1].rate.slips
    assert len(made.trend) >= 2


def test_causes_are_counted_and_rates_stay_with_the_rule() -> None:
    plain = _reviewed(40, 3)
    cause = replace(
        plain[0].review.slips[0], theme="their <ruff>", question="hold-up", lesson="They ruff."
    )
    first = replace(plain[0], review=replace(plain[0].review, slips=(cause,)))
    made = report([first, *plain[1:]], Player("Helgemo"), EXPERTS)
    assert [(one.name, one.slips, one.cost) for one in made.causes] == [("their <ruff>", 1, 0.2)]
    assert made.themes == report(plain, Player("Helgemo"), EXPERTS).themes
    assert "\n  their <ruff>: 1 slip, 0.2 tricks\n" in str(made)
    assert "<li>their &lt;ruff&gt;: 1 slip, 0.2 tricks</li>" in page(made)
    assert "They ruff." in made.to_json()["costliest"][-1]["notes"]


def test_no_slip_at_all_is_said() -> None:
    assert "No slip was found." in str(_report(3, 0))
    assert "<p>None.</p>" in page(_report(3, 0))
