"""Agreements on the page: what is kept is shown, and what is chosen is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from coach import opened


def test_what_is_chosen_is_kept_and_shown(furnish: Callable[[Path], Path], tmp_path: Path) -> None:
    with opened(furnish(tmp_path / "agreed")) as page:
        assert page.get("/api/agreements").json()["count"] == "standard"
        sent = page.post(
            "/agreements", data={"count": "upside-down", "suit_leads": "third-fifth"},
            follow_redirects=False,
        )  # fmt: skip
        assert sent.status_code == 303
        kept = page.get("/api/agreements").json()
        assert (kept["count"], kept["suit_leads"]) == ("upside-down", "third-fifth")
        shown = page.get("/agreements").text
        assert '<option value="upside-down" selected>' in shown
        assert "Count: low from an even number." in shown
        refused = page.post("/agreements", data={"count": "tea"})
        assert refused.status_code == 422
        assert "count is standard, upside-down or none" in refused.text
        assert page.get("/api/agreements").json() == kept
