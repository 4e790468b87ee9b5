"""The journal, told in sentences: found by kind, table, jackpot, badge, time or sequence; and one
row with all it tells. The office and the reading room show the same pages.

A search goes backwards from the newest entry and looks at so many rows at most; the page then says
how far it came and leads on from there."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.evidence.reading import EntrySearch, find_entries, find_entry
from pitboss.reports.choosing import instant
from pitboss.reports.sheet import COUNT, LONG, TIME, Column, Linked
from pitboss.web.language import WORDS
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
JournalDesk = Annotated[Desk, Depends(desk("journal"))]

ROWS = (
    Column("seq", COUNT), Column("time", TIME), Column("sentence", LONG), Column("table"),
    Column("badge"), Column("followed"),
)  # fmt: skip


def form_of_search(
    kind: str = "",
    table: str = "",
    jackpot: str = "",
    badge: str = "",
    text: str = "",
    since: str = "",
    until: str = "",
) -> dict[str, str]:
    """What the form of a search says, the same in both rooms."""
    return {
        "kind": kind, "table": table, "jackpot": jackpot, "badge": badge, "text": text,
        "since": since, "until": until,
    }  # fmt: skip


AskedEntries = Annotated[dict[str, str], Depends(form_of_search)]


@router.get("/journal")
async def journal(desk: JournalDesk, asked: AskedEntries, before: int = 0) -> Response:
    """Entries, the newest first."""
    return await journal_page(desk, asked, before=before)


@router.get("/journal/{seq}")
async def entry(desk: JournalDesk, seq: int) -> Response:
    """One row with all it tells, and whether its hash follows from the row before."""
    return await entry_page(desk, seq)


# ---- for both rooms -----------------------------------------------------------------------------


async def journal_page(desk: Desk, asked: dict[str, str], *, before: int) -> Response:
    """What somebody looks for, in sentences."""
    wanted = EntrySearch(
        kind=asked["kind"],
        table=asked["table"],
        jackpot=asked["jackpot"],
        badge=asked["badge"],
        text=asked["text"],
        since_ms=_time(asked["since"], desk.time_zone),
        until_ms=_time(asked["until"], desk.time_zone),
        withholds=desk.section.withholds,
    )
    found = await desk.books(find_entries, wanted, desk.site, WORDS.now(), before=before)
    rows = [
        (
            Linked(each.seq, f"{desk.section.address}/{each.seq}"),
            each.at_ms,
            each.sentence,
            each.table,
            ", ".join(each.badges),
            ", ".join(each.kinds),
        )
        for each in found.entries
    ]
    floor = await desk.floor()
    return desk.page(
        "journal",
        [desk.sheet("journal", ROWS, rows)],
        kinds=found.kinds,
        tables=list(floor.tables),
        jackpots=list(floor.jackpots),
        asked=asked,
        reached=found.reached,
        least=found.least,
    )


async def entry_page(desk: Desk, seq: int) -> Response:
    """One entry: its sentence, its row, and the chain."""
    found = await desk.books(
        find_entry, seq, desk.site, WORDS.now(), withholds=desk.section.withholds
    )
    row = found.row
    return desk.page(
        "entry",
        row=row,
        found=found,
        asked=[] if found.withheld else _fields(json.loads(row.asked)),
        events=[] if found.withheld else [_fields(event) for event in json.loads(row.events)],
    )


def _time(text: str, time_zone: str) -> int | None:
    """A time that a person typed, on the site's clock."""
    return instant(text, time_zone) if text else None


def _fields(fact: dict[str, Any]) -> list[tuple[str, str]]:
    """A command or an event, field by field, its kind first."""
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in fact.items()
    ]
