"""A gambling day on which the system was off has its record: the reports of it say so."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.facts import clock, days
from pitboss.reports.choosing import chosen_period
from pitboss.reports.paper_report import note_of
from pitboss.words.language import WORDS, speaking
from web.history import DAY_MS, Past
from web.server_support import STARTER

from .test_clock_set import made

ZONE = "America/Los_Angeles"


def noted(folder: Path, name: str, day: str) -> str:
    """What a report of one day says below itself of days without play."""
    period = chosen_period(day, day, ZONE, now_ms=2**52)
    said = note_of(made(folder, name, period), WORDS["office"])
    return said[said.index("No play on") :] if "No play on" in said else ""


def test_reports_of_a_day_on_which_the_system_was_off_say_so(tmp_path: Path) -> None:
    """Off from the evening of the 7th to the 10th, 8:00; then over the 11th alone; then a clock
    that is ahead skips days that come after all."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "site.toml").write_text(STARTER.read_text("utf-8"), "utf-8")
    past = Past(folder)
    past.at_ms += 3 * DAY_MS
    first = past.ask(days.TurnShift).seq
    past.at_ms += 2 * DAY_MS
    second = past.ask(days.TurnShift).seq
    right_ms = past.at_ms
    past.at_ms += 20 * DAY_MS
    past.ask(clock.NoteClockJump, expected_ms=right_ms, found_ms=past.at_ms)
    past.ask(days.TurnShift)
    wrong_ms, past.at_ms = past.at_ms, right_ms + DAY_MS
    past.ask(clock.NoteClockJump, expected_ms=wrong_ms, found_ms=past.at_ms)
    past.ask(days.TurnShift)
    past.close()
    with speaking("en"):
        two = (
            "No play on Nov 8, 2026 – Nov 9, 2026: the system was off. Closing figures are those "
            f"of Nov 7, 2026 (journal entry {first})."
        )
        one = (
            "No play on Nov 11, 2026: the system was off. Closing figures are those of "
            f"Nov 10, 2026 (journal entry {second})."
        )
        for name in ("accrual", "coin_in"):
            assert noted(folder, name, "2026-11-07") == ""
            assert noted(folder, name, "2026-11-09") == two
            assert noted(folder, name, "2026-11-11") == one
            assert noted(folder, name, "2026-11-20") == ""
