"""Entries for a spreadsheet: each with its sentence, its whole stored row, and every amount in
dollars beside the stored one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from pitboss.books import Books
from pitboss.evidence.award_pack import PackWords
from pitboss.evidence.filling import exact
from pitboss.evidence.journal_search import EntrySearch, badges_in, fitting_rows
from pitboss.evidence.teller import teller_of
from pitboss.journal import Row
from pitboss.money import dollars
from pitboss.reports.sheet import columns, sheet
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.source import SiteFacts

LOOKED_MOST = 50_000  # rows for one file: others wait while it is made
COLUMNS = columns(
    "seq:count time:time sentence:long table badge sent_from followed amounts:long asked:long",
    "events:long hash",
)


class StoredAmount(NamedTuple):
    """An amount of a row: its path, what is stored, and the same in dollars."""

    where: str
    stored: int
    dollars: str


def entries_csv(
    books: Books, wanted: EntrySearch, site: SiteFacts, words: PackWords, *, before: int
) -> str:
    """Every entry that a search finds, newest first, uncut."""
    teller = teller_of(books, replace(site, names_staff=False), words)
    rows = []
    for row in fitting_rows(books, wanted, before=before, most=LOOKED_MOST):
        asked, events = json.loads(row.asked), json.loads(row.events)
        table = next((each["table"] for each in (asked, *events) if each.get("table")), "")
        badges = next(filter(None, map(badges_in, (asked, *events))), ())
        kinds = [event["kind"] for event in events]
        amounts = "; ".join(
            f"{each.where} {each.stored} = {each.dollars}" for each in amounts_of(row)
        )
        rows.append(
            (
                row.seq, row.at_ms, teller.row(row).sentence, table, ", ".join(badges),
                asked["sent_from"], ", ".join(kinds), amounts, row.asked, row.events, row.hash,
            )
        )  # fmt: skip
    return csv_text([sheet("journal", COLUMNS, rows, time_zone=site.time_zone)])


def amounts_of(row: Row) -> list[StoredAmount]:
    """Every nonzero amount in a row, in order."""
    asked = list(_amounts(json.loads(row.asked), "asked"))
    return [*asked, *_amounts(json.loads(row.events), "followed")]


def _amounts(value: Any, where: str) -> Iterator[StoredAmount]:
    if isinstance(value, list):
        for number, each in enumerate(value, start=1):
            yield from _amounts(each, f"{where} {number}")
    elif isinstance(value, dict):
        for name, each in value.items():
            at = f"{where} {name}"
            if not each:
                continue
            if not isinstance(each, int):
                yield from _amounts(each, at)
            elif name.endswith("_micros") or name == "micros":
                yield StoredAmount(at, each, exact(each))
            elif name.endswith("_cents") or name == "cents":
                yield StoredAmount(at, each, dollars(each))
