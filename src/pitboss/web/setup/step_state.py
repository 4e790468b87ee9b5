"""How far the setup is: which of its steps are done, and what is to be mended at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.site.faults import ERROR
from pitboss.web.setup.faults import grouped
from pitboss.web.setup.store import DraftFile

STEPS = ("house", "people", "tables", "jackpots", "equipment", "check")


@dataclass(frozen=True, slots=True)
class StepState:
    """A step of the setup: whether it is done, how many faults are to be mended there, and how many
    more are to be known before anybody plays for money."""

    name: str
    is_done: bool
    errors: int
    notes: int = 0


def steps_of(file: DraftFile, steps: Sequence[str] = STEPS) -> list[StepState]:
    """Every step, and whether it is done; the last one never is."""
    groups = grouped(file.faults())
    errors = [group.place for group in groups if group.severity == ERROR]
    notes = [group.place for group in groups if group.is_note]
    data = file.draft.data
    begun = {
        "house": bool(data.get("property", {}).get("name")),
        "people": bool(data.get("badge")),
        **dict.fromkeys(("tables", "jackpots", "equipment"), bool(file.tables)),
    }
    # These come filled in: they are done once somebody has looked at them.
    unseen = [step for step in ("jackpots", "equipment") if not file.is_settled(step)]
    return [
        StepState(
            step,
            begun.get(step, False) and step not in (*errors, *unseen),
            errors.count(step) * begun.get(step, False),
            notes.count(step),
        )
        for step in steps
    ]
