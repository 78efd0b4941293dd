"""Many readers at once: mixed questions to a running page, and how long each answer took."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode, urlsplit

from kibitz.games.bridge.cards import DECK, Hand

QUESTIONS = ("suit", "opening", "play", "games", "library", "page")


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and its answer: 202 says that work is under way."""

    question: str
    path: str
    status: int
    seconds: float

    @property
    def is_error(self) -> bool:
        return not 200 <= self.status < 400


def questions(
    rng: random.Random, tables: list[str], moments: int = 16
) -> Iterator[tuple[str, str]]:
    """Without end: a kind of question and its address; *tables* can be stepped so far."""
    from kibitz_lab.suits.combinations import encyclopedia_like

    while True:
        kind = rng.choice(QUESTIONS)
        match kind:
            case "suit":
                north, south = encyclopedia_like(rng)
                yield kind, f"/suit?{urlencode({'north': north, 'south': south})}"
            case "opening":
                hand = Hand.of(rng.sample(DECK, 13))
                yield kind, f"/opening?{urlencode({'hand': str(hand), 'seat': rng.randint(1, 4)})}"
            case "play":
                yield (
                    kind,
                    f"{rng.choice(tables)}?at={rng.randint(1, moments)}" if tables else "/play",
                )
            case "games":
                against = rng.choice(("kibitz", "perfect", "novice", "random"))
                moves, seed = rng.choice("123456789"), rng.randrange(1000)
                asked = {"against": against, "moves": moves, "seed": seed}
                yield kind, f"/games?{urlencode(asked)}"
            case "library":
                yield kind, f"/library?text={quote(rng.choice(('a', 'Final', 'South')))}"
            case _:
                yield kind, rng.choice(("/", "/api", "/static/style.css", "/suit"))


@dataclass(slots=True)
class Load:
    """So many clients, each asking one question after the other until the time is over.

    Between two questions each reads for *pause* seconds, on average.
    """

    address: str
    clients: int
    seconds: float
    seed: int = 1
    tables: list[str] = field(default_factory=list)
    moments: int = 16
    pause: float = 0.0

    def run(self) -> list[Answered]:
        end = time.monotonic() + self.seconds
        found: list[list[Answered]] = [[] for _ in range(self.clients)]
        threads = [
            threading.Thread(target=self._ask, args=(number, end, found[number].append))
            for number in range(self.clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [one for some in found for one in some]

    def _ask(self, client: int, end: float, tell: Callable[[Answered], None]) -> None:
        server = urlsplit(self.address).netloc
        connection = http.client.HTTPConnection(server, timeout=120)
        rng = random.Random(f"{self.seed} {client}")
        asked = questions(rng, self.tables, self.moments)
        while time.monotonic() < end:
            if self.pause:
                time.sleep(rng.expovariate(1 / self.pause))
            question, path = next(asked)
            start = time.perf_counter()
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, http.client.HTTPException):
                connection.close()
                status = 0
            tell(Answered(question, path, status, time.perf_counter() - start))
        connection.close()
