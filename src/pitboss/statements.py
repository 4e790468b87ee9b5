"""Statements of the jackpot bank account as banks export them: OFX, and CSV with named columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from pitboss.floor.facts.values import StatementLine
from pitboss.money import CENTS_MOST, Cents
from pitboss.refusal import Refusal

CHARACTERS_MOST = 2_000_000
LINES_MOST = 200  # as many as a command holds
# What banks call their columns; a choice of the reader's goes before.
COLUMN_NAMES = {
    "day": ("date", "posting date", "posted date", "transaction date", "day"),
    "amount": ("amount", "transaction amount"),
    "reference": ("reference", "reference number", "check number", "check or slip #", "ref"),
    "balance": ("balance", "running balance", "running bal."),
}
_US_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStatement:
    """What a file says: the last four digits of the account where it names them, the first and the
    last day, the closing balance where it has one, and the lines from the oldest on."""

    last_four: str
    from_day: str
    to_day: str
    closing_cents: Cents | None
    lines: tuple[StatementLine, ...]


def read_statement(text: str, *, columns: Mapping[str, str] | None = None) -> BankStatement:
    """Read a statement; `columns` names those of a CSV file: day, amount, reference, balance."""
    if len(text) > CHARACTERS_MOST:
        raise _unreadable(
            f"it is longer than {CHARACTERS_MOST:,} characters; take a shorter period"
        )
    found = _read_ofx(text) if "<OFX>" in text.upper() else _read_csv(text, columns or {})
    if not found.lines:
        raise _unreadable("it has no line; take a period in which something happened")
    if len(found.lines) > LINES_MOST:
        raise _unreadable(f"it has more than {LINES_MOST:,} lines; take a shorter period")
    return found


def _read_ofx(text: str) -> BankStatement:
    from ofxtools.Parser import OFXTree  # late: only a statement takes the time to load it

    tree = OFXTree()
    try:
        tree.parse(io.BytesIO(text.encode()))
        statements: Sequence[Any] = tree.convert().statements
    except Exception as fault:  # noqa: BLE001 - whatever a strange file does to a parser
        raise _unreadable(f"no OFX that can be read ({type(fault).__name__})") from None
    if len(statements) != 1:
        raise _unreadable(f"it is of {len(statements)} accounts; export the jackpot account alone")
    (statement,) = statements
    account = getattr(statement.account, "acctid", "")
    return _statement(
        (_ofx_line(each) for each in statement.transactions or ()),
        last_four=account[-4:],
        closing_cents=_cents(statement.ledgerbal.balamt),
        to_day=statement.ledgerbal.dtasof.date().isoformat(),
    )


def _ofx_line(transaction: Any) -> StatementLine:
    reference = transaction.checknum or transaction.refnum or transaction.fitid
    told = " ".join(filter(None, (transaction.name, transaction.memo)))
    day = transaction.dtposted.date().isoformat()
    return StatementLine(day, _cents(transaction.trnamt), reference, told[:200])


def _read_csv(text: str, columns: Mapping[str, str]) -> BankStatement:
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    names = {key: _column(key, columns, rows.fieldnames or ()) for key in COLUMN_NAMES}
    lines, balances = [], []
    for row in rows:
        told = {key: (row.get(name) or "").strip() for key, name in names.items() if name}
        if not any(told.values()):
            continue
        cents = _cents(told["amount"])
        lines.append(StatementLine(_day(told["day"]), cents, told["reference"]))
        balances.append(told.get("balance", ""))
    newest_first = len(lines) > 1 and lines[0].day > lines[-1].day
    last = balances[0 if newest_first else -1] if balances else ""
    return _statement(
        reversed(lines) if newest_first else lines,
        last_four="",
        closing_cents=_cents(last) if last else None,
    )


def _column(key: str, columns: Mapping[str, str], named: Sequence[str]) -> str:
    """The name of a column as the file writes it."""
    asked = columns.get(key, "").strip().lower()
    wanted = (asked,) if asked else COLUMN_NAMES[key]
    found = next((name for name in named if name.strip().lower() in wanted), "")
    if not found and (asked or key != "balance"):
        listed = ", ".join(named) or "none"
        raise _unreadable(f"no column for the {key}; it has {listed}: choose one")
    return found


def _statement(
    lines: Iterable[StatementLine],
    *,
    last_four: str,
    closing_cents: Cents | None,
    to_day: str = "",
) -> BankStatement:
    found = tuple(lines)
    days = [line.day for line in found]
    return BankStatement(
        last_four=last_four,
        from_day=min(days, default=to_day),
        to_day=max([*days, to_day]),
        closing_cents=closing_cents,
        lines=found,
    )


def _day(text: str) -> str:
    if match := _US_DAY.fullmatch(text):
        text = f"{match[3]}-{int(match[1]):02}-{int(match[2]):02}"
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise _unreadable(f"{text[:20]!r} is no date such as 11/14/2026 or 2026-11-14") from None


def _cents(amount: Decimal | str) -> Cents:
    """Exact cents; money out is below zero or in brackets."""
    text = str(amount).replace("$", "").replace(",", "").strip()
    if text.startswith("(") and text.endswith(")"):
        text = f"-{text[1:-1]}"
    try:
        cents = Decimal(text) * 100
    except InvalidOperation:
        raise _unreadable(f"{text[:20]!r} is no amount such as 1,234.56") from None
    if cents != cents.to_integral_value() or abs(cents) > CENTS_MOST:
        raise _unreadable(f"{text[:20]!r} is no amount in dollars and cents")
    return Cents(int(cents))


def _unreadable(reason: str) -> Refusal:
    return Refusal("STATEMENT_UNREADABLE", where="statement", reason=reason)
