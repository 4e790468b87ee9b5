"""Setup progress: which steps are done, what to fix at each, and which must wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitboss.site.faults import ERROR
from pitboss.web.setup.draft_file import DraftFile
from pitboss.web.setup.fault_groups import group_faults

DRAFT_STEPS = ("house", "people", "tables", "jackpots", "equipment", "check")
LIVE_STEPS = ("devices", "rehearsal", "approvals", "bank", "live")  # once the floor is open
NEED_TABLES = ("jackpots", "equipment")


@dataclass(frozen=True, slots=True)
class StepState:
    """A setup step: whether it is done, or how much of it; the faults to fix there, and those to
    know before anyone plays for money; the number of the step it waits for; whether it can still
    be opened; and how much of it was left for later."""

    name: str
    is_done: bool = False
    errors: int = 0
    notes: int = 0
    done_of: tuple[int, int] | None = None
    after: int | None = None
    is_over: bool = False
    skipped: int = 0


def steps_of(file: DraftFile, steps: Sequence[str] = DRAFT_STEPS) -> list[StepState]:
    """Every step of a draft, and whether it is done; the last one never is."""
    groups = group_faults(file.faults())
    errors = [group.place for group in groups if group.severity == ERROR]
    notes = [group.place for group in groups if group.is_note]
    data = file.draft.data
    begun = {
        "house": bool(data.get("property", {}).get("name")),
        "people": bool(data.get("badge")),
        **dict.fromkeys(("tables", *NEED_TABLES), bool(file.tables)),
    }
    not_done = (*errors, *unseen_steps(file))
    return [
        StepState(
            step,
            is_done=begun.get(step, False) and step not in not_done,
            errors=errors.count(step) * begun.get(step, False),
            notes=notes.count(step),
        )
        for step in steps
    ]


def unseen_steps(file: DraftFile) -> list[str]:
    """The steps that hold only what was suggested: they are done once someone has saved them."""
    return [step for step in NEED_TABLES if not file.is_settled(step)]


def setup_steps(file: DraftFile) -> list[StepState]:
    """The steps of a draft, and those after its floor opens; some need a table first."""
    early = () if file.tables else NEED_TABLES
    tables = 1 + DRAFT_STEPS.index("tables")
    drafted = [
        replace(each, after=tables) if each.name in early else each for each in steps_of(file)
    ]
    return [*drafted, *(StepState(name, after=len(drafted)) for name in LIVE_STEPS)]


def with_draft_steps(live: Sequence[StepState]) -> list[StepState]:
    """A training floor's steps, after the ones that opened it."""
    return [*(StepState(name, is_done=True, is_over=True) for name in DRAFT_STEPS), *live]
