"""Coverage-guided fuzzing of the table-manager protocol: whatever a stranger says is heard.

    python tests/fuzz/fuzz_seats.py -atheris_runs=100000

It needs the extra ``fuzz`` (atheris).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kibitz.seats.reading", "kibitz.seats.messages"]):
    from kibitz.games.bridge.deal import Seat
    from kibitz.seats.manager import TableManager
    from kibitz.seats.messages import LONGEST
    from kibitz.seats.reading import heard

SAID = (
    'Connecting "a" as North using protocol version 18',
    "North ready for teams",
    "East ready for  NORTH's bid",
    "South bids 1NT Alert. 15 to 17",
    "WEST plays ck",
    "Dummy's cards : S A K J 4 3. H -. D 6 5 4 3. C Q J T 9.",
    "Board number 7. Dealer South. Both vulnerable.",
    "Timing - N/S : this board  01:36,  total  0:01:36.",
)


def main() -> None:
    def hear(content: bytes) -> None:
        text = content.decode("ascii", "replace")
        said = str(heard(text))
        assert "\n" not in said
        assert len(said) <= LONGEST
        assert heard(said) == heard(str(heard(said)))
        TableManager([]).hear(Seat.NORTH, text)

    with tempfile.TemporaryDirectory() as corpus:
        for number, line in enumerate(SAID):
            (Path(corpus) / str(number)).write_text(line)
        atheris.Setup([*sys.argv, corpus], hear)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
