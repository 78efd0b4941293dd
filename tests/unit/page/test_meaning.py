"""The place of the meaning, and the way to it from every call that is shown."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coach import LONG, ask, bring, ended, opened
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.deal import Seat, Vulnerability
from kibitz.page.charts import HEIGHT, charts_of
from kibitz.records.formats.lin import write_lin
from kibitz.records.record import Citation, Players, Record, Source
from kit import random_deal

BOLD = "<b onclick=alert(1)>"
DRAWN = re.compile(r'<td><a href="(/meaning\?auction=[^"]+)"')


def _passed_out(number: int) -> Record:
    return Record(
        source=Source("club.lin", number),
        deal=random_deal(random.Random(number)),
        auction=Auction.of(Seat.NORTH, "P P P P"),
        vulnerability=Vulnerability.NONE,
        contract=None,
        citation=Citation(
            f"Club {number}", board=str(number), players=Players(BOLD, "E", "S", "W")
        ),
        alerts=((0, f"weak {BOLD}"),),
    )


@pytest.fixture(scope="module")
def learned(
    furnish: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """A page over thirty tables that were passed out, and learned."""
    with opened(furnish(tmp_path_factory.mktemp("learned"))) as page:
        bring(page, "".join(write_lin(map(_passed_out, range(30)))))
        assert ended(page, page.post("/api/learn/calls"))["state"] == "done"
        yield page


def test_a_call_is_drawn_from_the_hands_that_were_learned(learned: TestClient) -> None:
    told = ask(learned, "/api/meaning", {"auction": "P"}).json()
    assert (told["from"], told["hands"], told["exact"]) == ("the same auction", 30, 30)
    shown = unescape(ask(learned, "/meaning", {"auction": "P"}).text)
    assert told["shows"].splitlines()[0] in shown
    assert shown.partition("<main")[2].count("<svg") == 5
    assert "30 hands looked at" in shown
    for example in told["examples"][0]:
        assert f'href="/library/{example["table"]}"' in shown
        opened = learned.get(f"/library/{example['table']}")
        assert example["name"].partition(",")[0] in unescape(opened.text)


def test_what_players_and_experts_wrote_stays_text(learned: TestClient) -> None:
    shown = ask(learned, "/meaning", {"auction": "P"}).text
    assert BOLD not in shown
    assert f"weak {BOLD}" in unescape(shown)
    odd = ask(learned, "/meaning", {"auction": BOLD, "pair": BOLD}).text
    assert BOLD not in odd
    assert "not a call" in unescape(odd)


def test_without_hands_the_network_reads_the_call_and_says_so(coach: TestClient) -> None:
    rare = "1N 2H 4S X P 4N"
    shown = unescape(ask(coach, "/meaning", {"auction": rare}).text)
    assert "no table has exactly this auction" in shown
    assert "Read by the network" in shown


def test_before_anything_is_learned_the_house_says_what_it_had(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/meaning", {"auction": "1N P 2D"}).text)
    assert "house" in shown
    assert "/api/meaning?auction=1N+P+2D&dealer=N" in shown


def test_the_place_invites_before_anything_is_asked(coach: TestClient) -> None:
    shown = unescape(ask(coach, "/meaning").text)
    assert "What does it mean?" in shown
    assert "/meaning?auction=1N+P+2D" in shown


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"auction": "1H 1D"}, "insufficient bid"),
        ({"auction": "1N", "dealer": "Q"}, "not a seat"),
        ({"auction": "1N", "vul": "red"}, "not a vulnerability"),
        ({"auction": "1N", "system": "blue team"}, "No system is called"),
        ({"auction": "1N", "pair": "A, B"}, "no pair A, B is known"),
        ({"auction": "1N", "pair": "A, B", "system": "strong club"}, "not both"),
    ],
)
def test_a_mistake_is_one_line_and_the_form_is_kept(
    coach: TestClient, asked: dict[str, str], problem: str
) -> None:
    told = ask(coach, "/api/meaning", asked)
    assert (told.status_code, problem in told.json()["detail"]) == (400, True)
    shown = unescape(ask(coach, "/meaning", asked).text)
    assert problem in shown
    assert f'value="{asked["auction"]}"' in shown


@pytest.mark.parametrize("place", ["/play/library/1", "/library/1"])
def test_every_call_of_an_auction_leads_to_its_meaning(coach: TestClient, place: str) -> None:
    shown = ask(coach, place).text
    links = [unescape(link) for link in DRAWN.findall(shown)]
    calls = [str(call) for call in LONG.auction.calls]
    assert [link.partition("auction=")[2].partition("&")[0].split("+") for link in links] == [
        calls[: number + 1] for number in range(len(calls))
    ]
    assert all(link.endswith(f"dealer={LONG.dealer}") for link in links)
    assert ask(coach, links[-1]).status_code == 200


def test_the_auction_of_a_question_leads_there_too(coach: TestClient) -> None:
    call = ask(coach, "/call", {"hand": "KJ4.Q85.A962.T73", "auction": "1H P"}).text
    lead = ask(coach, "/lead", {"hand": "KQT94.73.862.J54", "auction": "1N P 3N"}).text
    meaning = ask(coach, "/meaning", {"auction": "1N P 2D"}).text
    assert [len(DRAWN.findall(shown)) for shown in (call, lead, meaning)] == [2, 3, 3]


def test_a_chart_is_as_high_as_it_is_drawn_and_marks_the_range() -> None:
    shares = [0.0] * 38
    shares[12:16] = [0.1, 0.4, 0.4, 0.1]
    shares[30] = 0.2
    points = {"least": 13, "most": 14, "cover": 0.8, "shares": shares}
    lengths = {"least": 3, "most": 3, "cover": 0.9, "shares": [0, 0, 0, 1.0, *[0] * 10]}
    named = dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), lengths)
    first, *suits = charts_of({"points": points, "lengths": named})
    assert [bar.height for bar in first.bars[12:16]] == [HEIGHT // 4, HEIGHT, HEIGHT, HEIGHT // 4]
    assert [number for number, bar in enumerate(first.bars) if bar.is_stated] == [13, 14]
    assert first.bars[-1].height == HEIGHT // 2
    assert [one.letter for one in suits] == ["S", "H", "D", "C"]
    assert (suits[0].range, suits[0].width) == ("3", 130)
