"""Statements of the jackpot bank account as banks export them: OFX, and CSV with named columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from itertools import pairwise
from xml.etree.ElementTree import Element
from zoneinfo import ZoneInfo

from pitboss.floor.facts.values import StatementLine
from pitboss.money import CENTS_MOST, Cents
from pitboss.ofx import field, is_ofx, optional_field, parse_ofx, refuse_ofx
from pitboss.refusal import Refusal

CHARACTERS_MOST = 2_000_000
TEXT_MOST = 200
LINES_MOST = 200  # as many as a command holds
# What banks call their columns; a choice of the reader's goes before.
COLUMN_NAMES = {
    "day": ("date", "posting date", "posted date", "transaction date", "day"),
    "amount": ("amount", "transaction amount"),
    "debit": ("debit", "debits", "debit amount", "withdrawal", "withdrawals", "money out"),
    "credit": ("credit", "credits", "credit amount", "deposit", "deposits", "money in"),
    "reference": ("reference", "reference number", "check number", "check or slip #", "ref"),
    "balance": ("balance", "running balance", "running bal."),
    "text": ("description", "memo", "details", "transaction description"),
}
OPTIONAL = ("amount", "debit", "credit", "balance", "text")
DELIMITERS = (",", ";", "\t")
CURRENCY = "USD"
# A time of OFX: its day, its time, and the hours of its zone before or behind Greenwich.
_OFX_TIME = re.compile(
    r"(\d{8})(?:(\d{4})(?:\d\d)?(?:\.\d+)?)?(?:\[([+-]?\d+(?:\.\d+)?)(?::\w*)?\])?", re.ASCII
)
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
_US_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStatement:
    """What a file says: the last four digits of the account where it names them, the first and the
    last day, the closing balance where it has one, and the lines from the oldest on. A CSV file
    does not say when its period begins: the first day is that of its oldest line."""

    last_four: str
    from_day: str
    to_day: str
    closing_cents: Cents | None
    lines: tuple[StatementLine, ...]


def read_statement(
    text: str, *, columns: Mapping[str, str] | None = None, time_zone: str = ""
) -> BankStatement:
    """Read a statement; `columns` names those of a CSV file: day, amount or debit and credit,
    reference, balance, text. Times of OFX become days of the house's `time_zone`."""
    if len(text) > CHARACTERS_MOST:
        raise refuse_ofx("too_long", most=CHARACTERS_MOST)
    found = _read_ofx(text, time_zone) if is_ofx(text) else _read_csv(text, columns or {})
    if not found.lines:
        raise refuse_ofx("no_line")
    if len(found.lines) > LINES_MOST:
        raise refuse_ofx("more_than_lines", lines_most=LINES_MOST)
    return found


def _read_ofx(text: str, time_zone: str) -> BankStatement:
    found = parse_ofx(text).findall("BANKMSGSRSV1/STMTTRNRS/STMTRS")
    if not found:
        raise refuse_ofx("no_account")
    if len(found) != 1:
        raise refuse_ofx("accounts", count=len(found))
    (statement,) = found
    listed, lines = statement.find("BANKTRANLIST"), statement.findall("BANKTRANLIST/STMTTRN")
    named = (optional_field(each, "CURRENCY/CURSYM") for each in lines)
    for currency in (field(statement, "CURDEF"), *filter(None, named)):
        if currency != CURRENCY:
            raise refuse_ofx("currency", found=currency[:20], own=CURRENCY)
    closing = statement.find("LEDGERBAL")
    if closing is None:
        raise refuse_ofx("no_closing")
    return _statement(
        [_ofx_line(each, time_zone) for each in lines],
        last_four=field(statement, "BANKACCTFROM/ACCTID")[-4:],
        closing_cents=_cents(field(closing, "BALAMT")),
        from_day=_ofx_day(listed, "DTSTART", time_zone) if listed is not None else "",
        to_day=_ofx_day(closing, "DTASOF", time_zone),
    )


def _ofx_line(line: Element, time_zone: str) -> StatementLine:
    fitid = field(line, "FITID")
    numbers = (optional_field(line, name) for name in ("CHECKNUM", "REFNUM"))
    texts = (optional_field(line, name) for name in ("NAME", "MEMO"))
    return StatementLine(
        _ofx_day(line, "DTPOSTED", time_zone),
        _cents(field(line, "TRNAMT")),
        next(filter(None, numbers), fitid),
        " ".join(filter(None, texts))[:TEXT_MOST],
    )


def _ofx_day(element: Element, name: str, time_zone: str) -> str:
    """The day of a time, as OFX writes it. A time without a zone and midnight are a bank's way to
    write a day; any other is on the clock of the house."""
    text = field(element, name)
    match = _OFX_TIME.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        day, hours, zone = match.groups()
        offset = timezone(timedelta(minutes=int(Decimal(zone or 0) * 60)))
        at = datetime.strptime(day + (hours or "0000"), "%Y%m%d%H%M").replace(tzinfo=offset)
        if hours in (None, "0000") or zone is None:
            return at.date().isoformat()
        if time_zone:
            return at.astimezone(ZoneInfo(time_zone)).date().isoformat()
    except (ValueError, ArithmeticError):
        raise refuse_ofx("field_wrong", field=name, text=text[:20]) from None
    raise refuse_ofx("bank_clock")


def _read_csv(text: str, columns: Mapping[str, str]) -> BankStatement:
    text = text.lstrip("\ufeff")
    named = text.lstrip().partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=max(DELIMITERS, key=named.count))
    names = {key: _column(key, columns, rows.fieldnames or ()) for key in COLUMN_NAMES}
    if not names["amount"] and not (names["debit"] and names["credit"]):
        raise _no_column("amount", rows.fieldnames or ())
    lines, balances = [], []
    for number, row in enumerate(rows, start=1):
        fields = {key: (row.get(name) or "").strip() for key, name in names.items() if name}
        if not any(fields.values()):
            continue
        lines.append(_csv_line(fields, number))
        balances.append(_cents(fields["balance"]) if fields.get("balance") else None)
    newest_first = _is_newest_first(lines, balances)
    closing = balances[0 if newest_first else -1] if balances else None
    return _statement(
        reversed(lines) if newest_first else lines,
        last_four="",
        closing_cents=closing if newest_first is not None else None,
    )


def _csv_line(fields: Mapping[str, str], number: int) -> StatementLine:
    """A line; one without a reference, such as the bank's fee, is named by its text and its day."""
    day, text = _day(fields["day"]), fields.get("text", "")[:TEXT_MOST]
    reference = fields["reference"] or f"{text[:60] or f'line {number}'}, {day}"
    return StatementLine(day, _csv_cents(fields, number), reference, text)


def _csv_cents(fields: Mapping[str, str], number: int) -> Cents:
    """The amount of a line: in one column, or what left the account in one and what came in in
    another; some banks write what left it below zero there."""
    if fields.get("amount"):
        return _cents(fields["amount"])
    out, into = (_cents(fields.get(key) or "0") for key in ("debit", "credit"))
    if into < 0 or bool(out) == bool(into):
        raise refuse_ofx("line_amount", line=number)
    return Cents(into - abs(out))


def _is_newest_first(
    lines: Sequence[StatementLine], balances: Sequence[Cents | None]
) -> bool | None:
    """How a file is sorted: as its balances follow from each other, or else by its days. None where
    neither tells: somebody must say what the closing balance is."""
    if len(lines) < 2:
        return False
    pairs = [
        (newer - older, above.cents, below.cents)
        for (newer, older), (above, below) in zip(pairwise(balances), pairwise(lines), strict=True)
        if newer is not None and older is not None
    ]
    fits_newest = all(change == above for change, above, _ in pairs)
    fits_oldest = all(-change == below for change, _, below in pairs)
    if pairs and fits_newest != fits_oldest:
        return fits_newest
    if lines[0].day != lines[-1].day:
        return lines[0].day > lines[-1].day
    return None


def _column(key: str, columns: Mapping[str, str], named: Sequence[str]) -> str:
    """The name of a column as the file writes it."""
    asked = columns.get(key, "").strip().lower()
    wanted = (asked,) if asked else COLUMN_NAMES[key]
    found = next((name for name in named if name.strip().lower() in wanted), "")
    if not found and (asked or key not in OPTIONAL):
        raise _no_column(key, named)
    return found


def _no_column(key: str, named: Sequence[str]) -> Refusal:
    return refuse_ofx("no_column", column=key, columns=named)


def _statement(
    lines: Iterable[StatementLine],
    *,
    last_four: str,
    closing_cents: Cents | None,
    from_day: str = "",
    to_day: str = "",
) -> BankStatement:
    found = tuple(lines)
    days = [line.day for line in found]
    return BankStatement(
        last_four=last_four,
        from_day=min([*days, *filter(None, (from_day,))], default=to_day),
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
        raise refuse_ofx("no_date", text=text[:20]) from None


def _cents(amount: Decimal | str) -> Cents:
    """Exact cents; money out is below zero or in brackets."""
    text = str(amount).replace("$", "").strip()
    if text.startswith("(") and text.endswith(")"):
        text = f"-{text[1:-1]}"
    if _GROUPED.fullmatch(text):
        text = text.replace(",", "")  # any other comma is no thousand, and may mean cents
    try:
        cents = Decimal(text) * 100
    except ArithmeticError:
        raise refuse_ofx("no_amount", text=text[:20]) from None
    if cents != cents.to_integral_value() or abs(cents) > CENTS_MOST:
        raise refuse_ofx("no_cents", text=text[:20])
    return Cents(int(cents))
