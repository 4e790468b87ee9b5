"""Approvals: what each table runs compared with what was approved, and the papers behind it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from msgspec import Struct

from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.state.approved import DIGEST_SHOWN, SOFTWARE_ALTERED, ReleaseState
from pitboss.floor.state.floor import State, TableState
from pitboss.floor.view.approvals import (
    AlteredFile,
    ComparedItem,
    compared_items,
    papers_text,
    record_text,
    software_alterations,
)
from pitboss.reports.making import report_named
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.rules import catalog
from pitboss.rules.cited_law import LICENSES
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
ApprovalsDesk = Annotated[Desk, Depends(desk("approvals"))]

APPROVALS = columns("table title status:words letter:told date:day signer until:day bundle*")
ITEMS = columns("table item:told approved:told running:told same:words letter:told")
BEFOREHAND = columns("release letter:told date:day signer until:day")
FILES = columns("file approved running")


class _Standing(Struct, frozen=True):
    """What the page needs from the floor, read between two commands."""

    tables: tuple[TableState, ...]
    items: tuple[ComparedItem, ...]
    altered: tuple[AlteredFile, ...]
    release: str
    software: ReleaseState | None
    beforehand: tuple[tuple[str, ApprovalRecord], ...]


@router.get("/approvals")
async def approvals(desk: ApprovalsDesk) -> Response:
    """What differs, the papers of every table, and the forms; item by item it is a report."""
    found = await desk.running_site.look(lambda state: _standing(state, desk))
    law = desk.running_site.profile.law
    rows = [_row(each) for each in found.items]
    differing = [_row(each) for each in found.items if not each.is_same]
    papers = [
        (release, record_text(record), record.date, record.signer, record.until)
        for release, record in found.beforehand
    ]
    files = [
        (each.file, each.approved[:DIGEST_SHOWN], each.running[:DIGEST_SHOWN])
        for each in found.altered
    ]
    money = [table for table in found.tables if table.approval is not None]
    context: dict[str, Any] = {
        "money_tables": money,
        # Beside money tables, a training table keeps training; if all train, they go live.
        "training": [each.table for each in found.tables if each.training] if money else [],
        "reads_items": desk.who.role in report_named("running_approved").readers,
        "needs": law.approval_needs.value,
        "licenses": LICENSES,
        "law": law,
        "notice": desk.running_site.profile.software_notice_hours,
        "release": found.release,
        "software": found.software,
        "beforehand": found.beforehand,
        "is_altered": any(
            drift.code == SOFTWARE_ALTERED for table in found.tables for drift in table.drift
        ),
    }
    return desk.page(
        "approvals",
        [
            desk.sheet("drift", ITEMS, differing),
            desk.sheet("approvals", APPROVALS, [_approval(desk, each) for each in found.tables]),
            desk.sheet("running_approved", ITEMS, rows),
            desk.sheet("release_papers", BEFOREHAND, papers),
            desk.sheet("altered_files", FILES, files),
        ],
        **context,
    )


def _standing(state: State, desk: Desk) -> _Standing:
    tables = tuple(table for _, table in state.tables.items() if not table.closed)
    items = [
        each
        for table in tables
        for each in compared_items(
            state,
            table,
            title_of=desk.title_of,
            game_of=catalog.game_title,
            hand_of=desk.hand_of,
            level_of=desk.level_of,
        )
    ]
    return _Standing(
        tables,
        tuple(items),
        software_alterations(state),
        state.release,
        state.releases.get(state.release),
        tuple(state.release_papers.items()),
    )


def _row(each: ComparedItem) -> tuple[Cell, ...]:
    same = "yes" if each.is_same else "no"
    return (each.table, each.item, each.approved, each.running, same, each.letter)


def _approval(desk: Desk, table: TableState) -> tuple[Cell, ...]:
    titles = desk.running_site.names.tables
    named = (Linked(table.table, f"/pit/{table.table}"), titles.get(table.table, ""))
    approval, bundle = table.approval, table.bundle[:DIGEST_SHOWN]
    if approval is None:
        return (*named, "training", "", "", "", "", bundle)
    record = approval.record
    is_over = approval.is_over(desk.running_site.now_ms())
    status = "expired" if is_over else "not as approved" if table.drift else "as approved"
    letter = papers_text(record, table.equipment)
    return (*named, status, letter, record.date, record.signer, record.until, bundle)
