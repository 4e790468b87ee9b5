"""The general ledger as files for accounting programs: CSV, and IIF for QuickBooks Desktop.

IIF is text with tabs: a `TRNS` row, a `SPL` row for each further account, `ENDTRNS`; the amounts of
a transaction sum to zero, debits above it. QuickBooks finds accounts by name, so the names must
exist there word for word."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from pitboss.books.general_ledger import Transaction
from pitboss.money import dollars

COLUMNS = (
    "date", "entry", "code", "name", "debit", "credit", "account", "first_row", "last_row",
)  # fmt: skip
IIF_FIELDS = ("TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO")
JOURNAL = "GENERAL JOURNAL"


def ledger_csv(transactions: Iterable[Transaction]) -> str:
    """A row for each account of each transaction, with the rows of the journal that it covers."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for each in transactions:
        rows = (each.after_seq + 1, each.last_seq)
        for line in each.lines:
            debit, credit = max(line.cents, 0), max(-line.cents, 0)
            amounts = (_plain(debit) if debit else "", _plain(credit) if credit else "")
            named = (each.day, each.name, line.code, line.name)
            writer.writerow((*named, *amounts, line.account, *rows))
    return made.getvalue()


def ledger_iif(transactions: Iterable[Transaction]) -> str:
    """A general journal entry for each transaction that moved anything."""
    rows: list[Sequence[str]] = [("!TRNS", *IIF_FIELDS), ("!SPL", *IIF_FIELDS), ("!ENDTRNS",)]
    for each in transactions:
        year, month, day = each.day.split("-")
        number = each.name.replace("-", "")
        for place, line in enumerate(each.lines):
            kind = "SPL" if place else "TRNS"
            memo = f"{line.code} {line.account}, rows {each.after_seq + 1}-{each.last_seq}"
            date, amount = f"{month}/{day}/{year}", _plain(line.cents)
            rows.append((kind, JOURNAL, date, line.name, amount, number, memo))
        if each.lines:
            rows.append(("ENDTRNS",))
    return "".join("\t".join(row) + "\r\n" for row in rows)


def _plain(cents: int) -> str:
    return dollars(cents).replace("$", "").replace(",", "")
