"""Coverage-guided fuzzing of the readers: whatever the bytes, records or refusals come out.

    python tests/fuzz/fuzz_readers.py lin -atheris_runs=100000

and so for every format of `records/formats/known.py`.

It needs the extra ``fuzz`` (atheris). The file starts from sound tables, which atheris then bends.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kibitz.records", "kibitz.games"]):
    from kibitz.records.formats.known import FORMATS
    from kibitz.records.formats.reading import read_stream
    from kibitz.records.record import Refusal

sys.path.insert(0, str(Path(__file__).parents[1]))
from kit import random_record


def main() -> None:
    form = sys.argv.pop(1) if len(sys.argv) > 1 else "lin"
    name = f"x{FORMATS[form].suffix}"

    def read(content: bytes) -> None:
        for found in read_stream(io.BytesIO(content), name=name):
            if isinstance(found, Refusal):
                assert found.reason
            else:
                found.__post_init__()  # whatever was built must be able to have happened

    with tempfile.TemporaryDirectory() as corpus:
        for seed in range(40):
            text = "".join(FORMATS[form].write([random_record(random.Random(seed))]))
            (Path(corpus) / str(seed)).write_text(text)
        atheris.Setup([*sys.argv, corpus], read)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
