"""Whatever the description of the page allows to be asked is answered without an error of ours.

``KIBITZ_HYPOTHESIS=search`` asks much more.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from coach import InThreads
from kibitz.page.server import create_app
from kibitz.places import Places
from kibitz.records.formats.lin import write_lin
from kibitz.records.importing import Opened, import_file
from kibitz.records.library import Library
from kit import random_record

EXAMPLES = 1000 if os.environ.get("KIBITZ_HYPOTHESIS") == "search" else 12


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("described")
    path = folder / "library.kibitz"
    tables = "".join(write_lin(random_record(random.Random(seed)) for seed in range(12)))
    with Library.open(path) as library:
        import_file(library, Opened(BytesIO(tables.encode()), "a.lin"))
    app = create_app(Places.of(path, folder), hosts=("testserver",), workers=InThreads)
    yield schemathesis.openapi.from_asgi("/api/openapi.json", app)
    app.state.desk.close()


@pytest.mark.long
def test_no_question_that_is_described_meets_an_error_of_ours(description: Any) -> None:
    asked = set()
    for found in description.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
        def answered(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(checks=[not_a_server_error], timeout=300)

        answered()
        asked.add(operation.label)
    assert {"GET /api/suit", "POST /api/play", "POST /api/library"} <= asked
