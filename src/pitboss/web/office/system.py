"""System: versions, the head of the journal, the clock, the profile with every switch and its rule,
equipment, health."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Mapping
from importlib import metadata
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.equipment import short_parts
from pitboss.floor.facts.values import PARTS
from pitboss.floor.state import State
from pitboss.journal import EMPTY
from pitboss.rules.profile import KINDS, Value
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.sheet import LONG, Cell, Column, Sheet

router = APIRouter(prefix="/office", include_in_schema=False)
SystemDesk = Annotated[Desk, Depends(desk("system"))]

PACKAGES = ("fastapi", "starlette", "uvicorn", "jinja2", "msgspec", "typst", "segno", "argon2-cffi")
SWITCHES = (Column("switch"), Column("value", LONG), Column("rule", LONG), Column("confidence"))
EQUIPMENT = (
    Column("table"), Column("part"), Column("name"), Column("version"), Column("least"),
)  # fmt: skip
VERSIONS = (Column("part"), Column("version"))


@router.get("/system")
async def system(desk: SystemDesk) -> Response:
    """All that a technician or an inspector asks first."""
    house = desk.house
    head = EMPTY
    if house.seq:
        rows = await house.rows(after_seq=house.seq - 1, limit=1)
        head = type(EMPTY)(rows[-1].seq, rows[-1].hash)
    equipment = await house.look(_equipment)
    disk = shutil.disk_usage(house.folder)
    return desk.page(
        "system",
        [_versions(desk), _switches(desk), desk.sheet("equipment", EQUIPMENT, equipment)],
        head=head,
        healthy=house.available,
        started_ms=house.started_ms,
        site=house.site,
        kinds_of_part=PARTS,
        profile=house.profile,
        free_percent=100 * disk.free // disk.total,
        free_gigabytes=disk.free // 10**9,
    )


def _equipment(state: State) -> list[tuple[Cell, ...]]:
    """Every part of every table; with the least version where it falls short of one (PS-63)."""
    rows: list[tuple[Cell, ...]] = []
    for name, table in state.tables.items():
        if table.closed:
            continue
        short = {each.part: f"{each.least} for {each.jackpot}" for each in short_parts(state, name)}
        for part in table.equipment:
            rows.append((name, part.part, part.name, part.version, short.pop(part.part, "")))
        rows += [(name, part, "", "", least) for part, least in short.items()]
    return rows


def _versions(desk: Desk) -> Sheet:
    rows = [
        ("pitboss", metadata.version("pitboss")),
        ("Python", platform.python_version()),
        ("SQLite", sqlite3.sqlite_version),
        ("system", f"{platform.system()} {platform.release()} {platform.machine()}"),
        *((name, metadata.version(name)) for name in PACKAGES),
    ]
    return desk.sheet("versions", VERSIONS, rows)


def _switches(desk: Desk) -> Sheet:
    """Every switch of the file, and those that it leaves to their strictest reading."""
    profile = desk.house.profile
    names = sorted({*profile.switches, *KINDS})
    rows = []
    for name in names:
        switch = profile.switch(name)
        rows.append((name.replace("_", " "), _value(switch.value), switch.rule, switch.confidence))
    return desk.sheet("switches", SWITCHES, rows)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {amount}" for key, amount in value.items())
    return ", ".join(value) if isinstance(value, tuple) else str(value)
