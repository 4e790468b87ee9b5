"""The jackpot bank account: what it must hold, what it holds, and what is due by when (PS-62)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse, Response
from msgspec import structs

from pitboss.bank_statements import read_statement
from pitboss.books import Entry
from pitboss.floor.decide.bank import DEPOSIT_PURPOSES, PURPOSES
from pitboss.floor.facts import paying_over
from pitboss.floor.facts.bank import RecordStatement
from pitboss.floor.facts.values import COVER_GROUNDS
from pitboss.floor.money.bank_matching import net_cents, proposals
from pitboss.floor.money.custody import (
    BankStanding,
    Reconciliation,
    bank_stop,
    find_outstanding,
    reconcile_bank,
    sum_account,
)
from pitboss.floor.money.exposure import cover_standing
from pitboss.floor.money.ledger import kept_cents
from pitboss.floor.state.floor import State
from pitboss.floor.view.statement import StatementView, items_text, view_statement
from pitboss.local_time import days_before, local_day
from pitboss.money import Cents, cents_and_micros, covering_up, shown_down
from pitboss.notation import day, dollars, title_options, title_text
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.web.access.gate import need_role
from pitboss.web.api.bodies import read_command
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.note_pages import notes_sheet
from pitboss.web.office.who import who_cell
from pitboss.words.language import WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
BankDesk = Annotated[Desk, Depends(desk("bank"))]

OFFICE = WordTable("office")
WORKSHEET = columns("held_for after_deposit:money+ accrued:money+ held:money+ below_cent:micros+?")
ENTRIES = columns(
    "seq:count time:time kind:words amount:money reference day:day purpose:words to? who",
)
DIFFERENCES = columns("day:day reference difference:money reason:long")
KINDS = (
    "deposit-recorded", "withdrawal-recorded", "withdrawal-voided", "left-in-account",
    "paid-over", "pay-over-voided", "bank-account-named", "bank-fell-short", "bank-covered",
    "statement-recorded", "cover-recorded", "remittance-recorded", "remittance-voided",
)  # fmt: skip

VOIDABLE_MOST = 50  # of what was paid over, in a list to choose from


@router.get("/bank")
async def bank(desk: BankDesk) -> Response:
    """The worksheet, the entries of the account, and the forms."""
    floor = await desk.floor()
    found = await desk.running_site.look(sum_account)
    reconciled = await desk.running_site.look(reconcile_bank)
    now_ms = desk.running_site.now_ms()
    rows = [_entry_row(desk, floor, entry) for entry in await desk.newest(*KINDS)]
    deposit_days = desk.running_site.profile.law.deposit_days
    return desk.page(
        "bank",
        [
            desk.sheet("worksheet", WORKSHEET, _worksheet(desk, found)),
            desk.sheet("bank_entries", ENTRIES, rows),
            desk.sheet("differences", DIFFERENCES, _differences(reconciled)),
            await notes_sheet(desk),
        ],
        standing=found,
        required_cents=covering_up(found.required_micros),
        bank_cents=shown_down(found.bank_micros),
        players_cents=shown_down(found.players_micros),
        reconciled=reconciled,
        unexplained=items_text(reconciled.unexplained) if reconciled else "",
        statement_from=_next_day(reconciled),
        open_differences=_choices(reconciled),
        outstanding=[
            (name, f"{name}: {dollars(Cents(-each.cents))}, {day(each.day)}")
            for name, each in await desk.running_site.look(find_outstanding)
            if not each.party
        ],
        stop=await desk.running_site.look(lambda state: bank_stop(state, now_ms)),
        overdue=found.due_ms is not None and found.due_ms < now_ms,
        deposit_days=deposit_days.value,
        rule=deposit_days.rule,
        purposes=title_options(PURPOSES),
        deposit_purposes=title_options(DEPOSIT_PURPOSES),
        kept=await desk.running_site.look(_kept),
        kept_choices=await desk.running_site.look(_kept_choices),
        paid_over=await desk.running_site.look(_paid_over),
        grounds=title_options(COVER_GROUNDS),
        cover=await desk.running_site.look(lambda state: cover_standing(state, now_ms)),
        today=local_day(now_ms, desk.time_zone),
    )


def _kept(state: State) -> list[tuple[str, Cents]]:
    """Money held for others and not paid over yet."""
    found = [(title_text(each), kept_cents(state, each)) for each in paying_over.KEPT_FOR_OTHERS]
    return [each for each in found if each[1]]


def _kept_choices(state: State) -> list[tuple[Any, ...]]:
    """What can be paid over, with the amount left; for forfeited money also its recipient, which
    fills in the form."""
    found: list[tuple[Any, ...]] = [
        (each, title_text(each), dollars(cents))
        for each in paying_over.KEPT_FOR_OTHERS
        if each != paying_over.FORFEITED and (cents := kept_cents(state, each))
    ]
    return found + [
        (
            paying_over.FORFEITED,
            f"{title_text(paying_over.FORFEITED)}: {to}",
            dollars(cents),
            {"to": to},
        )
        for to, cents in state.forfeited.items()
    ]


def _paid_over(state: State) -> list[tuple[str, str]]:
    """The newest entries that can be voided, by reference."""
    standing = [(name, each) for name, each in state.paid_over.items() if not each.voided]
    newest = sorted(standing, key=lambda each: -each[1].seq)[:VOIDABLE_MOST]
    return [
        (
            name,
            f"{name}: {title_text(each.purpose)} {dollars(each.cents)}, {each.to}, {day(each.day)}",
        )
        for name, each in newest
    ]


def _entry_row(desk: Desk, floor: Floor, entry: Entry) -> tuple[Cell, ...]:
    return (
        Linked(entry.seq, f"/office/journal/{entry.seq}"),
        entry.at_ms,
        entry.event.kind.replace("-", "_"),
        getattr(_event(entry), "cents", None),
        getattr(_event(entry), "reference", ""),
        getattr(entry.event, "day", ""),
        getattr(entry.event, "purpose", ""),
        getattr(entry.event, "to", ""),
        who_cell(desk, floor, entry),
    )


@router.post("/bank/read")
async def read(desk: BankDesk) -> JSONResponse:
    """The content of a bank's file, before two people accept it."""
    need_role(desk.who, RecordStatement.permission.roles)
    body = await body_of(desk.request)
    text, columns = body.get("text"), body.get("columns")
    if not isinstance(text, str) or not isinstance(columns, dict):
        raise Refusal("COMMAND_UNREADABLE", "send_text_columns", where="body")
    chosen = {key: name for key, name in columns.items() if isinstance(name, str)}
    found = await asyncio.to_thread(read_statement, text, columns=chosen, time_zone=desk.time_zone)
    due_day = _next_day(await desk.running_site.look(reconcile_bank))
    gap: tuple[str, ...] = ()
    if due_day and due_day < found.from_day:
        if found.last_four:  # only OFX names its account, and says when its period begins
            gap = (day(due_day), day(days_before(found.from_day, 1)))
        else:
            found = replace(found, from_day=due_day)
    lines = {line.reference: line for line in found.lines}
    same = [
        {"line": each.line, "entry": each.entry}
        | {"cents": dollars(lines[each.line].cents), "day": day(lines[each.line].day)}
        for each in await desk.running_site.look(lambda state: proposals(state, found.lines))
    ]
    return answer_done(statement=msgspec.to_builtins(found), gap=gap, same=same)


@router.post("/bank/preview")
async def preview(desk: BankDesk) -> JSONResponse:
    """What two people would sign: every line with its entry, what the bank doesn't have, and the
    resulting balance."""
    need_role(desk.who, RecordStatement.permission.roles)
    body = await body_of(desk.request)
    unsigned = read_command(RecordStatement, {**body, "shown_sha256": ""})
    asked = structs.replace(unsigned, at_ms=desk.running_site.now_ms())
    found = await desk.running_site.look(lambda state: view_statement(state, asked))
    tables = [_lines_table(found), _waiting_table(found)]
    return answer_done(
        facts=_statement_facts(found),
        tables=[table for table in tables if table["rows"]],
        shown_sha256=found.shown_sha256,
    )


def _lines_table(found: StatementView) -> dict[str, object]:
    """The statement's lines, and earlier ones nobody has recorded."""
    texts = OFFICE["statement"]["standing"]
    rows = [
        (each.line, each.entry or texts["unknown"], each.difference_cents) for each in found.lines
    ]
    rows += [(line, texts["repeated"], 0) for line in found.repeated]
    return _table(
        "shown_lines",
        ("day", "reference", "amount", "our_entry", "unexplained"),
        [
            (
                day(line.day),
                line.reference,
                dollars(line.cents),
                entry,
                dollars(more) if more else "",
            )
            for line, entry, more in sorted(rows, key=lambda row: row[0].day)
        ],
    )


def _waiting_table(found: StatementView) -> dict[str, object]:
    """The entries that the statement does not have."""
    missing = {each.reference for each in found.statement.unmatched}
    texts = OFFICE["statement"]["standing"]
    rows = []
    for name, entry in sorted(found.waiting.items(), key=lambda each: each[1].day):
        standing = "outstanding" if entry.cents < 0 else "in_transit"
        standing = "missing" if name in missing else standing
        rows.append((day(entry.day), name, dollars(Cents(net_cents(entry))), texts[standing]))
    return _table("shown_waiting", ("day", "reference", "amount", "standing"), rows)


def _table(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, object]:
    heads = [OFFICE["columns"][column] for column in columns]
    amounts = [place for place, each in enumerate(columns) if each in ("amount", "unexplained")]
    return {
        "title": OFFICE["sheets"][name],
        "columns": heads,
        "rows": rows,
        "amounts": amounts,
    }


def _statement_facts(found: StatementView) -> list[tuple[str, str]]:
    """The results of a statement, each with its amount."""
    statement, texts = found.statement, OFFICE["statement"]
    return [
        (texts["closing"], dollars(statement.closing_cents)),
        (texts["in_transit"], dollars(statement.in_transit_cents)),
        (texts["outstanding"], dollars(statement.outstanding_cents)),
        (texts["unexplained"], items_text(statement.unmatched) or dollars(Cents(0))),
        (texts["would_hold"], dollars(shown_down(found.holds_micros))),
    ]


def _next_day(found: Reconciliation | None) -> str:
    """The first day of the next statement; empty before the first one."""
    return days_before(found.to_day, -1) if found is not None else ""


def _event(entry: Entry) -> Any:
    """Where an entry names its amount and reference."""
    return getattr(entry.event, "cover", entry.event)


def _differences(found: Reconciliation | None) -> list[tuple[Cell, ...]]:
    unmatched = found.unmatched if found else ()
    return [(each.day, each.reference, each.cents, each.reason) for each in unmatched]


def _choices(found: Reconciliation | None) -> list[tuple[str, str]]:
    """What can be explained, with its amount."""
    unmatched = found.unmatched if found is not None else ()
    return [
        (each.reference, f"{each.reference}: {dollars(Cents(each.cents))}") for each in unmatched
    ]


def _held_for(desk: Desk, name: str) -> str:
    """A jackpot's title; money for no particular jackpot in words."""
    title = desk.title_of(name)
    return title if title != name else title_text(name)


def _worksheet(desk: Desk, found: BankStanding) -> list[tuple[Cell, ...]]:
    """Money held for players, by jackpot: after the last deposit, since then, and now, with the
    amount above whole cents."""
    rows: list[tuple[Cell, ...]] = []
    for each in found.accruals:
        then, (now, below) = shown_down(each.then_micros), cents_and_micros(each.now_micros)
        rows.append((_held_for(desk, each.name), then, now - then, now, below))
    return rows
