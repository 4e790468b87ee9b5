"""R11 tells when badges end by themselves, and which have."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.facts import people
from web.history import Past

from . import second
from .played import command, make_house, sheets_of
from .test_reports import SHEETS

HOUR_MS = 3_600_000


def test_R11_a_badge_that_ends_by_itself_has_its_end(tmp_path: Path) -> None:
    ends: dict[str, int] = {}

    def inspected(past: Past) -> None:
        for badge, hours in (("I1", 1), ("I2", 400)):
            ends[badge] = past.at_ms + hours * HOUR_MS
            past.ask(
                people.IssueBadge, badge=badge, name="Inspector", role="inspector",
                ends_ms=ends[badge],
                by=("E300", "A400"),
            )  # fmt: skip
        past.at_ms += 5 * HOUR_MS

    make_house(tmp_path / "house", then=inspected)
    words = ("--from", "2026-11-07", "--to", "2026-11-12", "--format", "csv")
    text = command("report", "access_review", str(tmp_path / "house"), *words)
    found = sheets_of(text, SHEETS["access_review"])
    listed = {row["badge"]: (row["status"], row["badge_ends"]) for row in found["access"]}
    assert listed["I1"] == ("ended", second.moment(ends["I1"]))
    assert listed["I2"] == ("good", second.moment(ends["I2"]))
    assert listed["D100"] == ("good", "")
    over = [row for row in found["badge_record"] if row["kind"] == "badge_ended"]
    assert [(row["badge"], row["time"]) for row in over] == [("I1", second.moment(ends["I1"]))]
