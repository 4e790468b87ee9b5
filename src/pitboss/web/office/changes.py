"""Site changes: asked for, approved by a second person, applied; each with its warnings."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.money import PPM_WHOLE, dollars
from pitboss.reports.parsheet_text import percent
from pitboss.web.office.chronicle import Chronicle, Entry
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.meters import who_of
from pitboss.web.office.sheet import COUNT, LONG, TIME, WORDS, Column, Linked

router = APIRouter(prefix="/office", include_in_schema=False)
ChangesDesk = Annotated[Desk, Depends(desk("changes"))]

REQUESTED = "change-requested"
LATER = {
    "change-approved": "approved",
    "change-rejected": "rejected",
    "change-withdrawn": "withdrawn",
    "change-applied": "applied",
}
OPEN = ("requested", "approved")
RECORD = (
    Column("seq", COUNT), Column("time", TIME), Column("change"), Column("kind", WORDS),
    Column("who"), Column("why", LONG),
)  # fmt: skip
OTHER_KINDS = (
    "site-opened",
    "jackpot-suspended",
    "jackpot-resumed",
    "jackpot-opened",
    "table-opened",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A change that somebody asked for, with what has become of it."""

    change: str
    seq: int
    at_ms: int
    who: str
    reason: str
    action: str
    about: str
    differences: tuple[tuple[str, str, str], ...]
    warnings: tuple[str, ...]
    status: str
    decided: str


@router.get("/changes")
async def changes(desk: ChangesDesk) -> Response:
    """What waits, what was decided, and the forms to ask for one."""
    floor, memory = await desk.floor(), await desk.chronicle()
    asked = _asked(desk, floor, memory)
    kinds = (REQUESTED, *LATER, *OTHER_KINDS)
    record = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            getattr(entry.event, "change", "") or _about(entry.event),
            entry.event.kind.replace("-", "_"),
            who_of(floor, entry),
            getattr(entry.event, "reason", ""),
        )
        for entry in memory.entries(*kinds)
    ]
    profile = desk.house.profile
    return desk.page(
        "changes",
        [desk.sheet("changes", RECORD, record)],
        waiting=[each for each in asked if each.status in OPEN],
        decided=[each for each in asked if each.status not in OPEN],
        jackpots=[each for each in floor.jackpots.values() if each.kind == "progressive"],
        needs=profile.parameter_change,
        rule=profile.rule("parameter_change"),
    )


@router.get("/changes/new/{jackpot}")
async def new(desk: ChangesDesk, jackpot: str) -> Response:
    """The form for other settings of a jackpot, filled in with those it has."""
    found = await desk.house.look(lambda state: state.jackpot(jackpot))
    return desk.page("change", jackpot=found)


# ---- inside -------------------------------------------------------------------------------------


def _asked(desk: Desk, floor: Floor, memory: Chronicle) -> list[Asked]:
    """Every change, the newest first."""
    later: dict[str, Entry] = {}
    for entry in reversed(memory.entries(*LATER)):
        later[entry.event.change] = entry
    return [
        _one(desk, floor, entry, later.get(entry.event.change))
        for entry in memory.entries(REQUESTED)
    ]


def _one(desk: Desk, floor: Floor, entry: Entry, last: Entry | None) -> Asked:
    event = entry.event
    return Asked(
        event.change,
        entry.seq,
        entry.at_ms,
        who_of(floor, entry),
        event.reason,
        event.after.action,
        _about(event.after),
        tuple(_differences(event.before, event.after)),
        event.warnings,
        LATER[last.event.kind] if last else "requested",
        f"{who_of(floor, last)}, {desk.time(last.at_ms)}" if last else "",
    )


def _about(value: Any) -> str:
    return getattr(value, "jackpot", "") or getattr(value, "table", "") or ""


def _differences(before: Any, after: Any, name: str = "") -> list[tuple[str, str, str]]:
    """Field by field, what would be otherwise."""
    if is_dataclass(before) and type(before) is type(after):
        return [
            found
            for each in fields(before)
            for found in _differences(
                getattr(before, each.name), getattr(after, each.name), f"{name} {each.name}".strip()
            )
        ]
    if type(before) is tuple and type(after) is tuple and len(before) == len(after):
        return [
            found
            for n, (old, new) in enumerate(zip(before, after, strict=True))
            for found in _differences(old, new, f"{name} {getattr(old, 'level', n + 1)}")
        ]
    if before == after or name == "action":
        return []
    return [(name.replace("_", " "), _said(name, before), _said(name, after))]


def _said(name: str, value: Any) -> str:
    if value is None or value == "" or value == ():
        return "–"
    if name.endswith("_cents"):
        return dollars(value)
    if name.endswith("_ppm"):
        return percent(Fraction(value, PPM_WHOLE), 4)
    return str(value)
