"""R9: what each table runs against what its papers approve: the bundle of game, settings and
paytables, and the equipment that a letter names with a version."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state import TableState
from pitboss.reports.sheet import LONG, WORDS, Cell, Column, Sheet
from pitboss.reports.source import ReportSource

READERS = ("technician", "accounting", "executive", "auditor")
SIGNERS = ("technician",)

ITEMS = (
    Column("table"), Column("item", WORDS), Column("approved", LONG), Column("running", LONG),
    Column("letter"), Column("agrees", WORDS),
)  # fmt: skip
PAPERS = ("table-opened", "approval-entered")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every table on the floor, item by item."""
    approved = _approved_bundles(source)
    rows = [
        row
        for name, table in source.closing.tables.items()
        if not table.closed
        for row in _rows(table, approved.get(name, ""))
    ]
    return (source.sheet("running_approved", ITEMS, rows),)


def _approved_bundles(source: ReportSource) -> dict[str, str]:
    """What the papers of each table were entered for; the newest count."""
    found: dict[str, str] = {}
    for entry in source.before_end(*PAPERS):
        event = entry.event
        papers = event.approval if event.kind == "table-opened" else event.papers
        if papers:
            found[event.table] = event.bundle
    return found


def _rows(table: TableState, approved: str) -> Iterator[tuple[Cell, ...]]:
    papers = ", ".join(f"{paper.replace('_', ' ')} {text}" for paper, text in table.approval)
    if not approved:
        agrees = "training_only" if table.training else "no_papers"
    else:
        agrees = "no" if table.approval_void or approved != table.bundle else "yes"
    yield (table.table, "bundle", approved, table.bundle, papers, agrees)
    short = {each.part: each.needed for each in table.shortfalls}
    for part in table.equipment:
        running = f"{part.name} {part.version} {part.mode}".strip()
        needed = short.pop(part.part, "")
        yield (
            table.table,
            part.part,
            needed,
            running,
            part.approval,
            "no" if needed else "no_shortfall",
        )
    for name, needed in short.items():
        yield (table.table, name, needed, "", "", "no")
