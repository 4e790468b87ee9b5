"""System: versions, the head of the journal, the clock, the jurisdiction, equipment, health, and
the self-tests at start and on this page."""

from __future__ import annotations

import asyncio
import platform
import shutil
import sqlite3
from importlib import metadata
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

import pitboss
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import kind_of
from pitboss.floor.state.equipment import PARTS
from pitboss.floor.state.floor import State
from pitboss.floor.view.self_test import FAILED, PASSED, RUNNING, SelfTest, self_tests
from pitboss.journal import EMPTY
from pitboss.live.release import release_in, running_release
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.web.api.permission_words import act_of
from pitboss.web.office.desk import Desk, desk
from pitboss.words.language import WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
SystemDesk = Annotated[Desk, Depends(desk("system"))]

PACKAGES = ("fastapi", "starlette", "uvicorn", "jinja2", "msgspec", "typst", "segno", "argon2-cffi")
EQUIPMENT = columns("table part:words name version mode approval least:long")
LOOKED_AT = WordTable("office", "looked_at")
TESTS = columns("test:words result:words about:long")
FAULTS = columns("fault time:time act:long command_id* trace:long*")
VERSIONS = columns("part version")


@router.get("/system")
async def system(desk: SystemDesk) -> Response:
    """What a technician or inspector asks first."""
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
            await _tested(desk),
            _faults(desk),
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


async def _tested(desk: Desk) -> Sheet:
    """What a start proves, checked again: the journal's chain, the program's files, the paytables,
    and the meters against the ledger (GLI-12)."""
    running_site = desk.running_site
    proof, lookup = running_site.proof, running_site.paytable_lookup
    is_proven = proof is None or proof.is_through
    chain = SelfTest("chain", PASSED if is_proven else RUNNING, f"{running_site.seq:,}")
    files = await asyncio.to_thread(release_in, Path(pitboss.__file__).parent)
    noted = await running_site.look(lambda state: state.release)
    is_same = files.sha256 == running_release().sha256 and noted in ("", files.sha256)
    program = SelfTest("program", PASSED if is_same else FAILED, files.sha256)
    found = await running_site.look(lambda state: self_tests(state, lookup))
    rows = [(each.test, each.result, _about(each)) for each in (chain, program, *found)]
    return desk.sheet("self_test", TESTS, rows)


def _about(test: SelfTest) -> str:
    """What was looked at, counted; or what failed."""
    if test.result == FAILED or test.test not in LOOKED_AT:
        return test.about
    return f"{LOOKED_AT[test.test]}".replace("{count}", test.about)


def _faults(desk: Desk) -> Sheet:
    """The program's faults since the server started, newest first."""
    act = {kind_of(command): act_of(command) for command in COMMANDS}
    faults = reversed(desk.running_site.counts.faults)
    rows = [
        (each.number, each.at_ms, act[each.kind], each.command_id, each.trace) for each in faults
    ]
    return desk.sheet("faults", FAULTS, rows)


def _equipment(state: State) -> list[tuple[Cell, ...]]:
    """Every part of every table; with the minimum version if it is below one (PS-63)."""
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
