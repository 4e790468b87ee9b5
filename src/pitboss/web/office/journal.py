"""The journal as it is stored, found by kind, table, badge, time or sequence; a row with all it
tells.

A search goes backwards from the newest entry and looks at so many rows at most; the page then says
how far it came and leads on from there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.pages import kinds_and_least
from pitboss.journal import NO_HASH, Row
from pitboss.journal.chain import row_hash
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.reports.choosing import instant
from pitboss.reports.sheet import COUNT, LONG, TIME, Column, Linked
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
JournalDesk = Annotated[Desk, Depends(desk("journal"))]

PAGE_ROWS = 1_000
SHOWN_MOST = 200
PAGES_MOST = 20  # looked at for one answer
CONTENT_SHOWN = 100
ROWS = (
    Column("seq", COUNT), Column("time", TIME), Column("asked"), Column("table"), Column("badge"),
    Column("followed"), Column("content", LONG), Column("command_id"), Column("hash"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody looks for; empty parts match everything."""

    kind: str = ""
    table: str = ""
    badge: str = ""
    text: str = ""
    since_ms: int | None = None
    until_ms: int | None = None

    def fits(self, row: Row) -> bool:
        """Whether a row is such a one."""
        if self.since_ms is not None and row.at_ms < self.since_ms:
            return False
        if self.until_ms is not None and row.at_ms > self.until_ms:
            return False
        if self.text and self.text.lower() not in f"{row.asked}{row.events}".lower():
            return False
        if not (self.kind or self.table or self.badge):
            return True
        facts = [json.loads(row.asked), *json.loads(row.events)]
        return (
            (not self.kind or self.kind in [fact["kind"] for fact in facts])
            and (not self.table or self.table in [fact.get("table") for fact in facts])
            and (not self.badge or self.badge in [name for fact in facts for name in _who(fact)])
        )


@router.get("/journal")
async def journal(
    desk: JournalDesk,
    kind: str = "",
    table: str = "",
    badge: str = "",
    text: str = "",
    since: str = "",
    until: str = "",
    before: int = 0,
) -> Response:
    """Rows, the newest first."""
    wanted = Wanted(
        kind=kind,
        table=table,
        badge=badge,
        text=text,
        since_ms=_time(since, desk.time_zone),
        until_ms=_time(until, desk.time_zone),
    )
    newest = desk.running_site.seq + 1
    kinds, least = await desk.books(kinds_and_least, wanted.since_ms)
    found, reached = await _search(desk.running_site, wanted, before=before or newest, least=least)
    rows = [_shown(row) for row in found]
    floor = await desk.floor()
    return desk.page(
        "journal",
        [desk.sheet("journal", ROWS, rows)],
        kinds=kinds,
        tables=list(floor.tables),
        asked={
            "kind": kind, "table": table, "badge": badge, "text": text, "since": since,
            "until": until,
        },
        reached=reached,
        least=least,
    )  # fmt: skip


@router.get("/journal/{seq}")
async def entry(desk: JournalDesk, seq: int) -> Response:
    """One row with all it tells, and whether its hash follows from the row before."""
    rows = await desk.running_site.rows(after_seq=max(0, seq - 2), limit=2)
    row = next((each for each in rows if each.seq == seq), None)
    if row is None:
        raise Refusal("ENTRY_UNKNOWN", where=str(seq), reason="the journal has no such entry")
    previous = rows[0].hash if rows[0].seq == seq - 1 else NO_HASH
    return desk.page(
        "entry",
        row=row,
        previous=previous,
        chained=row_hash(previous, row) == row.hash,
        asked=_fields(json.loads(row.asked)),
        events=[_fields(event) for event in json.loads(row.events)],
        last=desk.running_site.seq,
    )


# ---- inside -------------------------------------------------------------------------------------


async def _search(
    running_site: RunningSite, wanted: Wanted, *, before: int, least: int
) -> tuple[list[Row], int]:
    """Matching rows before a sequence, newest first, and how far back was looked."""
    found: list[Row] = []
    for _ in range(PAGES_MOST):
        after = max(least, before - 1 - PAGE_ROWS)
        rows = (
            await running_site.rows(after_seq=after, limit=before - 1 - after) if before > 1 else []
        )
        for row in reversed(rows):
            before = row.seq
            if wanted.fits(row):
                found.append(row)
                if len(found) == SHOWN_MOST:
                    return found, before
        before = after + 1
        if after <= least:
            break
    return found, before


def _time(text: str, time_zone: str) -> int | None:
    """A time that a person typed, on the site's clock."""
    return instant(text, time_zone) if text else None


def _shown(row: Row) -> tuple[str | int | Linked, ...]:
    """A row of the list."""
    asked, events = json.loads(row.asked), json.loads(row.events)
    content = row.events[1:-1]
    return (
        Linked(row.seq, f"/office/journal/{row.seq}"),
        row.at_ms,
        asked["kind"],
        _first(fact.get("table") for fact in (asked, *events)),
        ", ".join(_first(_who(fact) for fact in (asked, *events)) or ()),
        ", ".join(event["kind"] for event in events),
        content if len(content) <= CONTENT_SHOWN else f"{content[:CONTENT_SHOWN]}…",
        row.command_id,
        row.hash[:16],
    )


def _who(fact: dict[str, Any]) -> tuple[str, ...]:
    """Whose badges a command or an event names as those who did it."""
    named = (fact.get("badge", ""), *fact.get("badges", ()), *fact.get("by", ()))
    return tuple(name for name in named if name)


def _first(found: Iterable[Any]) -> Any:
    """The first that says something."""
    return next((each for each in found if each), "")


def _fields(fact: dict[str, Any]) -> list[tuple[str, str]]:
    """A command or an event, field by field, its kind first."""
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in fact.items()
    ]
