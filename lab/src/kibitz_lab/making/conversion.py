"""Files of 0.1.0 that take hours to make, written anew in the one container, number for number.

0.1.0 sealed an ``npz`` behind a line of JSON, or the bytes of one array. A similarity keeps the
name it had: case bases remember which similarity described them.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import numpy as np

from kibitz.cardplay.similarity import network
from kibitz.errors import StorageError, UsageError
from kibitz.runtime.arrays import Form, pack
from kibitz.runtime.storage import unseal
from kibitz_lab.harness import seen_deals

_FORMS = {form.kind: form for form in (network.FORM, seen_deals.FORM)}
_ABOUT = "told"  # the array in which 0.1.0 kept what a file says of itself, as JSON


def converted(path: Path) -> bytes:
    """The file at *path*, of 0.1.0, as this version writes it."""
    try:
        old = path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from error
    form = _form(old, path)
    content = unseal(old, kind=form.kind, version=1, name=str(path))
    if form is seen_deals.FORM:
        return seen_deals.SeenDeals(np.frombuffer(content, np.uint8)).packed()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop(_ABOUT).tobytes())
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise StorageError(f"{path} is damaged: {error}") from error
    if form is network.FORM:
        about["name"] = hashlib.sha256(content).hexdigest()[:12]
    return pack(form, arrays, about)


def _form(old: bytes, path: Path) -> Form:
    try:
        return _FORMS[json.loads(old.partition(b"\n")[0])["kibitz"]]
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path} is neither a similarity of Kibitz 0.1.0 nor a file that belongs to one"
        ) from error
