"""The jackpot bank account: what it must hold, what it holds, what is due (PS-62), and the close of
a day."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.ledger import HELD, required_micros
from pitboss.money import Micros
from pitboss.reports.local_time import local_day
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.meters import who_of
from pitboss.web.office.sheet import COUNT, MICROS, MONEY, TIME, WORDS, Cell, Column, Linked

router = APIRouter(prefix="/office", include_in_schema=False)
BankDesk = Annotated[Desk, Depends(desk("bank"))]

WORKSHEET = (
    Column("jackpot"), Column("meters", MICROS), Column("reserves", MICROS),
    Column("overflows", MICROS), Column("held", MICROS),
)  # fmt: skip
ENTRIES = (
    Column("seq", COUNT), Column("time", TIME), Column("kind", WORDS), Column("day"),
    Column("amount", MONEY), Column("reference"), Column("purpose"), Column("who"),
)  # fmt: skip
KINDS = ("deposit-recorded", "withdrawal-recorded", "bank-fell-short", "bank-covered")
NO_MICROS = Micros(0)


@router.get("/bank")
async def bank(desk: BankDesk) -> Response:
    """The worksheet, the entries of the account, and the forms."""
    floor, memory = await desk.floor(), await desk.chronicle()
    required = await desk.house.look(required_micros)
    holds = floor.balances.get("bank", NO_MICROS)
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            getattr(entry.event, "day", ""),
            getattr(entry.event, "cents", None),
            getattr(entry.event, "reference", ""),
            getattr(entry.event, "purpose", ""),
            who_of(floor, entry),
        )
        for entry in memory.entries(*KINDS)
    ]
    profile = desk.house.profile
    return desk.page(
        "bank",
        [
            desk.sheet("worksheet", WORKSHEET, _worksheet(floor)),
            desk.sheet("bank_entries", ENTRIES, rows),
        ],
        required_micros=required,
        bank_micros=holds,
        due_micros=max(0, required - holds),
        over_micros=max(0, holds - required),
        deposit_days=profile.deposit_days,
        rule=profile.rule("deposit_days"),
        shortfall=profile.switch("bank_shortfall")
        if "bank_shortfall" in profile.switches
        else None,
        today=local_day(desk.house.now_ms(), desk.time_zone),
        closed=[entry.event.day for entry in memory.entries("day-closed")[:5]],
    )


def _worksheet(floor: Floor) -> list[tuple[Cell, ...]]:
    """What is held for players, by jackpot; then what is won and not yet paid."""
    sums: dict[str, dict[str, int]] = {}
    rest: dict[str, int] = {}
    for account, amount in floor.balances.items():
        if account.startswith(HELD):
            kind, _, place = account.partition(":")
            if place:
                parts = sums.setdefault(place.split(":")[0], {})
                parts[kind] = parts.get(kind, 0) + amount
            else:
                rest[kind] = amount
    rows: list[tuple[Cell, ...]] = []
    for jackpot, held in sorted(sums.items()):
        three = [held.get(kind, 0) for kind in ("meter", "reserve", "overflow")]
        rows.append((jackpot, *three, sum(held.values())))
    return [*rows, *((name, None, None, None, total) for name, total in sorted(rest.items()))]
