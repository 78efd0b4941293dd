"""Where Kibitz keeps files, and how it writes them: versioned, checksummed, atomically.

A kept file is one line of JSON (kind, version, checksum of the rest) and then its bytes.
It is written beside its place and moved there, so that a reader sees the old one or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from kibitz.errors import StorageError

_LONGEST_HEADER = 4096


def data_folder() -> Path:
    """The user's own Kibitz data: ``$KIBITZ_HOME``, else the platform's folder for it."""
    from platformdirs import user_data_path

    home = os.environ.get("KIBITZ_HOME")
    return Path(home) if home else user_data_path("kibitz", appauthor=False)


def cache_folder() -> Path:
    """What can be made again: ``$KIBITZ_HOME/cache``, else the platform's cache folder."""
    from platformdirs import user_cache_path

    home = os.environ.get("KIBITZ_HOME")
    return Path(home) / "cache" if home else user_cache_path("kibitz", appauthor=False)


def shipped(name: str, package: str = "kibitz") -> bytes:
    """The file *name* that *package* ships in its folder ``data``."""
    return (resources.files(package) / "data" / name).read_bytes()


def shipped_if_built(name: str) -> bytes | None:
    """One of these files; None where the package was built without it."""
    try:
        return shipped(name)
    except FileNotFoundError:
        return None


def write_atomically(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Put *content*, perhaps made piece by piece, at *path*: whole or not at all.

    A link stays one, and what it leads to is written; a pipe or device is written as it is.
    """
    pieces = [content] if isinstance(content, bytes) else content
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    try:
        if place.exists() and not (place.is_file() or place.is_dir()):
            with place.open("wb") as stream:
                stream.writelines(pieces)
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        beside.unlink(missing_ok=True)


def seal(content: bytes, *, kind: str, version: int) -> bytes:
    """*content* behind the line that names and checks it."""
    header = {"kibitz": kind, "version": version, "sha256": hashlib.sha256(content).hexdigest()}
    return json.dumps(header).encode() + b"\n" + content


def unseal(sealed: bytes, *, kind: str, version: int, name: str) -> bytes:
    """The content of a sealed file; *name* is what an error calls it.

    >>> unseal(seal(b"abc", kind="t", version=1), kind="t", version=1, name="t.bin")
    b'abc'
    >>> unseal(seal(b"abc", kind="t", version=1)[:-1], kind="t", version=1, name="t.bin")
    Traceback (most recent call last):
    kibitz.errors.StorageError: t.bin is damaged: its checksum does not match
    """
    header, newline, content = sealed.partition(b"\n")
    try:
        said = json.loads(header) if newline and len(header) <= _LONGEST_HEADER else None
    except ValueError:
        said = None
    if not isinstance(said, dict) or said.get("kibitz") != kind:
        raise StorageError(f"{name} is not a kibitz {kind} file")
    if said.get("version") != version:
        raise StorageError(f"{name} has version {said.get('version')!r}, not {version}")
    if said.get("sha256") != hashlib.sha256(content).hexdigest():
        raise StorageError(f"{name} is damaged: its checksum does not match")
    return content


def save(path: Path, content: bytes, *, kind: str, version: int) -> None:
    write_atomically(path, seal(content, kind=kind, version=version))


def load(path: Path, *, kind: str, version: int) -> bytes:
    """What was saved at *path*; a damaged, foreign or outdated file is named as such."""
    try:
        sealed = path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from error
    return unseal(sealed, kind=kind, version=version, name=str(path))
