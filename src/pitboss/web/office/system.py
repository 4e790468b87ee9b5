"""System: versions, the head of the journal, the clock, the jurisdiction, equipment, health."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from importlib import metadata
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts.values import PARTS
from pitboss.floor.state import State
from pitboss.journal import EMPTY
from pitboss.reports import sheet
from pitboss.reports.sheet import LONG, Cell, Column, Sheet
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
SystemDesk = Annotated[Desk, Depends(desk("system"))]

PACKAGES = ("fastapi", "starlette", "uvicorn", "jinja2", "msgspec", "typst", "segno", "argon2-cffi")
EQUIPMENT = (
    Column("table"), Column("part", sheet.WORDS), Column("name"), Column("version"), Column("mode"),
    Column("approval"), Column("least", LONG),
)  # fmt: skip
VERSIONS = (Column("part"), Column("version"))


@router.get("/system")
async def system(desk: SystemDesk) -> Response:
    """All that a technician or an inspector asks first."""
    running_site = desk.running_site
    head = EMPTY
    if running_site.seq:
        rows = await running_site.rows(after_seq=running_site.seq - 1, limit=1)
        head = type(EMPTY)(rows[-1].seq, rows[-1].hash)
    equipment = await running_site.look(_equipment)
    disk = shutil.disk_usage(running_site.folder)
    return desk.page(
        "system",
        [
            _versions(desk),
            desk.sheet("equipment", EQUIPMENT, equipment),
        ],
        head=head,
        healthy=running_site.available,
        started_ms=running_site.started_ms,
        site=running_site.site,
        tables=desk.tables_listed(await desk.floor()),
        kinds_of_part=PARTS,
        profile=running_site.profile,
        free_percent=100 * disk.free // disk.total,
        free_gigabytes=disk.free // 10**9,
    )


def _equipment(state: State) -> list[tuple[Cell, ...]]:
    """Every part of every table; with the least version where it falls short of one (PS-63)."""
    rows: list[tuple[Cell, ...]] = []
    for name, table in state.tables.items():
        if table.closed:
            continue
        short = {each.part: each.needed for each in table.shortfalls}
        for part in table.equipment:
            least = short.pop(part.part, "")
            rows.append((name, part.part, part.name, part.version, part.mode, part.approval, least))
        rows += [(name, part, "", "", "", "", least) for part, least in short.items()]
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
