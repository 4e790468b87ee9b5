"""R9: what each table runs against what its papers approve, item by item: game, options, paytables,
wagers, meters, equipment and software; then what the letters say about the equipment."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import TableState
from pitboss.floor.view.approvals import compared_items, record_text, software_alterations
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource
from pitboss.rules import catalog

READERS = ("technician", "accounting", "executive", "auditor")
SIGNERS = ("technician",)

APPROVALS = columns("table letter:told date:day signer until:day bundle agrees:words")
ITEMS = columns("table item:told approved:told running:told agrees:words letter:told*")
PARTS = columns("table part:words running least:long")
FILES = columns("file approved running")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every table on the floor, item by item."""
    tables = [table for _, table in source.closing.tables.items() if not table.closed]
    compared = [
        (
            each.table,
            each.item,
            each.approved,
            each.running,
            "yes" if each.is_same else "no",
            each.letter,
        )
        for table in tables
        for each in compared_items(
            source.closing,
            table,
            title_of=source.title,
            game_of=catalog.game_title,
            hand_of=source.hand,
            level_of=source.level,
        )
    ]
    altered = [
        (each.file, each.approved, each.running) for each in software_alterations(source.closing)
    ]
    return (
        source.sheet("approvals", APPROVALS, [_approval(table) for table in tables]),
        # A table's papers are listed above; the software's approval is separate.
        source.sheet("running_approved", ITEMS, compared),
        source.sheet("part_shortfalls", PARTS, [row for each in tables for row in _short(each)]),
        source.sheet("altered_files", FILES, altered),
    )


def _approval(table: TableState) -> tuple[Cell, ...]:
    if table.approval is None:
        return (table.table, "", "", "", "", table.bundle, "training_only")
    record = table.approval.record
    agrees = "no_papers" if not record.papers else "no" if table.drift else "yes"
    return (
        table.table, record_text(record), record.date, record.signer, record.until, table.bundle,
        agrees,
    )  # fmt: skip


def _short(table: TableState) -> Iterator[tuple[Cell, ...]]:
    """Equipment that the letters require and that is missing."""
    for each in table.shortfalls:
        yield table.table, each.part, each.found, each.needed
