"""The general ledger: the house's own account codes, and exports for its accounting program."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.clerk import Clerk
from pitboss.books.general_ledger import BY_DAY, BY_MONTH, make_ledger
from pitboss.floor.facts.reports import RecordReport
from pitboss.floor.money.ledger import TRAINING, list_families
from pitboss.floor.state.account_codes import AccountCode, code_on
from pitboss.floor.state.floor import State
from pitboss.local_time import days_before, instant, local_day
from pitboss.refusal import Refusal
from pitboss.reports.ledger_files import ledger_csv, ledger_iif
from pitboss.reports.sheet import Cell, columns
from pitboss.web.access.front import read_form
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
LedgerDesk = Annotated[Desk, Depends(desk("ledger"))]

CODES = columns("account_titled first_day:day account_code account_name account*")
REPORT = "general_ledger"
# Each format, with its type and how QuickBooks for Windows and everyone else read letters.
FORMATS = {
    "csv": (ledger_csv, "text/csv", "utf-8"),
    "iif": (ledger_iif, "application/octet-stream", "cp1252"),
}


def read_codes(state: State) -> tuple[list[str], dict[str, tuple[AccountCode, ...]], str]:
    """The accounts that hold real money, every code on record, and the last day that ended."""
    accounts = [
        name for name, amount in state.balances.items() if amount and not name.startswith(TRAINING)
    ]
    days = [each.day for each in state.calendar.days if each.ended_ms is not None]
    last = days[-1] if days else state.calendar.closed
    return sorted(accounts), dict(state.account_codes.items()), last


@router.get("/ledger")
async def ledger(desk: LedgerDesk) -> Response:
    """Every code, what has none yet, and the forms."""
    accounts, codes, last = await desk.running_site.look(read_codes)
    today = local_day(desk.running_site.now_ms(), desk.time_zone)
    known = (*accounts, "rounding")
    unmapped = [each for each in known if code_on(codes.get, each, today) is None]
    choices = dict.fromkeys((*list_families(), *accounts))
    return desk.page(
        "ledger",
        [desk.sheet("account_codes", CODES, _codes(desk, codes))],
        unmapped=[*dict.fromkeys(desk.of_account(each.partition(":")[0]) for each in unmapped)],
        accounts=[(each, desk.of_account(each)) for each in choices],
        today=today,
        first=f"{last[:8]}01" if last else "",
        last=last,
    )


def _codes(desk: Desk, codes: dict[str, tuple[AccountCode, ...]]) -> Iterator[tuple[Cell, ...]]:
    for account, mapped in sorted(codes.items()):
        for each in mapped:
            yield desk.of_account(account), each.first_day, each.code, each.name, account


@router.post("/ledger/export")
async def export_ledger(desk: LedgerDesk) -> Response:
    """The days or closed months of a period as a file; what it covers is recorded first."""
    form = await read_form(desk.request)
    first, last, by, file_format = (form[name] for name in ("first", "last", "by", "format"))
    from_ms, to_ms = _instant(desk, first), _instant(desk, last, 1)
    if from_ms >= to_ms or by not in (BY_DAY, BY_MONTH):
        raise Refusal("PERIOD_WRONG", "ends_before_begins", where="last")
    if file_format not in FORMATS:
        raise Refusal("FORMAT_UNKNOWN", where=file_format[:20], formats=FORMATS)
    clerk: Clerk = desk.request.app.state.clerk
    made = await clerk.ask(make_ledger, first, last, by)
    write, media_type, encoding = FORMATS[file_format]
    data = write(made).encode(encoding, errors="replace")
    rows = f"{made[0].after_seq + 1}-{made[-1].last_seq}"
    await desk.keep(
        RecordReport,
        REPORT,
        report=REPORT,
        file_format=file_format,
        from_ms=from_ms,
        to_ms=to_ms,
        last_seq=made[-1].last_seq,
        sha256=sha256(data).hexdigest(),
        options=f"rows={rows}",
    )
    name = f"general-ledger-by-{by}-rows-{rows}.{file_format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)


def _instant(desk: Desk, day: str, later: int = 0) -> int:
    """The midnight before a day that a form names, or some days later."""
    try:
        found = instant(f"{days_before(day, -later)} 00:00", desk.time_zone)
    except ValueError:
        found = None
    if found is None:
        raise Refusal("PERIOD_WRONG", "reload_page_save", where="period")
    return found
