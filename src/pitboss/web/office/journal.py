"""The journal in sentences: searched by kind, table, jackpot, badge, time or sequence; and one row
with its full content. The office and the reading room show the same pages.

A search goes backward from the newest entry through a limited number of rows; the page then says
how far it got and links to the rest.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import PlainTextResponse, Response

from pitboss.evidence.entries_csv import amounts_of, entries_csv
from pitboss.evidence.journal_search import EntrySearch, StoredEntry, find_entries, find_entry
from pitboss.refusal import Refusal
from pitboss.reports.choosing import instant
from pitboss.reports.paper_report import FORMATS
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.page_labels import label_of, sender_text
from pitboss.words.language import WORDS

pages = APIRouter(include_in_schema=False)  # of both rooms
JournalDesk = Annotated[Desk, Depends(desk("journal"))]

SEQUENCE_DIGITS = 15  # more than any entry has
OF_ENTRY = ("command_id", "at_ms", "sent_from")  # fields that a command shares with its entry


def form_of_search(
    kind: str = "",
    table: str = "",
    jackpot: str = "",
    badge: str = "",
    text: str = "",
    since: str = "",
    until: str = "",
    before: str = "",
) -> dict[str, str]:
    """A search form's values, the same in both rooms; empty fields are sent empty."""
    return {
        "kind": kind, "table": table, "jackpot": jackpot, "badge": badge, "text": text,
        "since": since, "until": until, "before": before,
    }  # fmt: skip


AskedEntries = Annotated[dict[str, str], Depends(form_of_search)]


@pages.get("/journal")
async def journal(desk: JournalDesk, asked: AskedEntries, csv: str = "") -> Response:
    """The entries someone searched for, as sentences, newest first; in the office also as CSV with
    the rows."""
    wanted, before = _wanted(desk, asked), _sequence(asked["before"])
    if csv and desk.section.saves:
        text = await desk.books(entries_csv, wanted, desk.site, WORDS.now(), before=before)
        headers = {"Content-Disposition": 'attachment; filename="journal.csv"'}
        return Response(text, media_type=FORMATS["csv"], headers=headers)
    found = await desk.books(find_entries, wanted, desk.site, WORDS.now(), before=before)
    floor = await desk.floor()
    return desk.page(
        "journal",
        entries=found.entries,
        kinds=found.kinds,
        tables=floor.tables.values(),
        jackpots=list(floor.jackpots),
        badges=[] if desk.section.withholds else list(floor.badges.values()),
        asked=asked,
        reached=found.reached,
        least=found.least,
        label_of=partial(label_of, desk, floor),
    )


def _wanted(desk: Desk, asked: dict[str, str]) -> EntrySearch:
    return EntrySearch(
        kind=asked["kind"],
        table=asked["table"],
        jackpot=asked["jackpot"],
        badge=asked["badge"],
        text=asked["text"],
        since_ms=_time(asked["since"], desk.time_zone),
        until_ms=_time(asked["until"], desk.time_zone),
        withholds=desk.section.withholds,
    )


@pages.get("/journal/{seq}")
async def entry(desk: JournalDesk, seq: int) -> Response:
    """One entry: its sentence, its row, and whether its hash follows from the row before. Outsiders
    don't get the row of an entry about a person."""
    found = await _found(desk, seq)
    row = found.row
    floor = await desk.floor()
    sent_from = "" if found.withheld else json.loads(row.asked)["sent_from"]
    return desk.page(
        "entry",
        row=row,
        sent_from=sent_from,
        sent_text=sender_text(floor, sent_from),
        sent_device=sent_from in floor.devices,
        found=found,
        asked=[] if found.withheld else _fields(json.loads(row.asked)),
        events=[] if found.withheld else [_fields(event) for event in json.loads(row.events)],
        amounts=[] if found.withheld else amounts_of(row),
    )


@pages.get("/journal/{seq}/row")
async def row(desk: JournalDesk, seq: int) -> Response:
    """Command, events and hash, each on its own line, for a page to unfold; for a row that stays in
    the house, just that fact."""
    found = await _found(desk, seq)
    said = [WORDS["office"]["withheld"]] if found.withheld else [found.row.asked, found.row.events]
    return PlainTextResponse("\n".join([*said, found.row.hash]))


async def _found(desk: Desk, seq: int) -> StoredEntry:
    withholds = desk.section.withholds
    return await desk.books(find_entry, seq, desk.site, WORDS.now(), withholds=withholds)


def _sequence(text: str) -> int:
    """A typed entry number; 0 if there is none."""
    digits = text.strip().replace(",", "")
    if digits and not (digits.isascii() and digits.isdecimal()):
        raise Refusal("ENTRY_UNKNOWN", "no_number_entry", where=text[:40])
    return int(digits[:SEQUENCE_DIGITS] or 0)


def _time(text: str, time_zone: str) -> int | None:
    """A typed time on the site's clock."""
    return instant(text, time_zone) if text else None


def _fields(fact: dict[str, Any]) -> list[tuple[str, str]]:
    """A command or an event, field by field as it is stored, its kind first; what the page says of
    the whole entry is not said again."""
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in fact.items()
        if name not in OF_ENTRY
    ]


router = APIRouter(prefix="/office", include_in_schema=False)
router.include_router(pages)
