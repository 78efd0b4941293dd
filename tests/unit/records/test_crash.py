"""Killing an import at any moment loses nothing that was reported, and the next run finishes it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kibitz.records.formats.lines import write_lines
from kibitz.records.library import Entry, Library
from kit import random_record

pytestmark = pytest.mark.process

FILES = 40
TABLES_A_FILE = 60
KILLS = 20

IMPORTER = """
import sys
from pathlib import Path
from kibitz.records.importing import game_files, import_file
from kibitz.records.library import Library

def say(what, file):  # in one write: a line said by halves would tell another moment
    sys.stdout.write(f"{what} {file.name}\\n")
    sys.stdout.flush()

with Library.open(Path(sys.argv[1])) as library:
    for file in game_files([Path(sys.argv[2])]):
        say("writing", file)
        import_file(library, file)
        say("kept", file)
"""


class Importer:
    """An importing process, and all that it said in whole lines; a kill may tear the last."""

    def __init__(self, library: Path, archive: Path) -> None:
        command = [sys.executable, "-c", IMPORTER, str(library), str(archive)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.said: list[str] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.said.append(line.strip())

    def wait_for(self, lines: int) -> None:
        while len(self.said) < lines and self.process.poll() is None:
            time.sleep(0.0005)

    def kill(self) -> list[str]:
        self.process.kill()
        return self.finish()

    def finish(self) -> list[str]:
        self.process.wait()
        self._listener.join()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return self.said


def archive(folder: Path) -> Path:
    folder.mkdir()
    for number in range(FILES):
        tables = (random_record(random.Random(number * 1000 + i)) for i in range(TABLES_A_FILE))
        (folder / f"{number:02}.jsonl").write_text("".join(write_lines(tables)))
    return folder


def contents(library: Path) -> list[Entry]:
    with Library.open(library) as opened:
        assert opened.tally("PRAGMA integrity_check") == [("ok",)]
        return list(opened.entries())


def test_a_killed_import_loses_nothing_reported_and_is_finished_by_the_next(tmp_path: Path) -> None:
    games = archive(tmp_path / "games")
    Importer(tmp_path / "calm.kibitz", games).finish()
    calm = contents(tmp_path / "calm.kibitz")
    assert len(calm) == FILES * TABLES_A_FILE

    rng = random.Random(0)
    library = tmp_path / "killed.kibitz"
    reported: set[str] = set()
    during_writes = kills = 0
    while during_writes < KILLS:
        assert kills < 10 * KILLS, "the kills keep missing the writes"
        importer = Importer(library, games)
        done = len(reported)
        importer.wait_for(2 * done + 1 + 2 * rng.randint(0, 1))
        time.sleep(rng.random() * 0.02)
        said = importer.kill()
        kills += 1
        assert importer.process.returncode in (-signal.SIGKILL, 0)
        if importer.process.returncode == 0:
            library.unlink()
            reported.clear()
            continue
        during_writes += bool(said) and said[-1].startswith("writing")
        reported |= {line.split()[1] for line in said if line.startswith("kept")}
        with Library.open(library) as opened:
            names = {name for [name] in opened.tally("SELECT name FROM files")}
            assert len(opened) == TABLES_A_FILE * len(names)
        assert reported <= names
    finished = Importer(library, games).finish()
    assert [line for line in finished if line.startswith("kept")][
        -1
    ] == f"kept {FILES - 1:02}.jsonl"
    assert contents(library) == calm
