"""How the property tests run: the same examples every time, and more of them on request."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("KIBITZ_HYPOTHESIS", "steady"))
