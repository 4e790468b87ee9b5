"""Reports: the close of days, what moved every meter (PS-61), the trial balance, what is owed,
and what was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts.values import Reading
from pitboss.floor.state import State
from pitboss.local_time import local_day
from pitboss.money import Micros
from pitboss.refusal import Refusal
from pitboss.web.office.chronicle import Chronicle, Entry, Period
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.meters import who_of
from pitboss.web.office.sheet import (
    COUNT,
    LONG,
    MICROS,
    MONEY,
    TIME,
    TOTAL,
    WORDS,
    Cell,
    Column,
    Linked,
    Sheet,
)

router = APIRouter(prefix="/office", include_in_schema=False)
ReportsDesk = Annotated[Desk, Depends(desk("reports"))]

REFUSALS_MOST = 500
DAYS = (Column("day"), Column("seq", COUNT), Column("time", TIME), Column("who"))
EXPLAINED = (
    Column("jackpot"), Column("level"), Column("kind", WORDS), Column("meter", MICROS),
    Column("reserve", MICROS), Column("overflow", MICROS),
)  # fmt: skip
HOUSES = (
    Column("jackpot"), Column("bets_in", COUNT), Column("wagered", MICROS),
    Column("from_house", MICROS), Column("from_tray", MICROS), Column("envy", MICROS),
    Column("net", MICROS),
)  # fmt: skip
BALANCE = (Column("account"), Column("balance", MICROS))
OWED = (
    Column("award"), Column("table"), Column("round", COUNT), Column("hand"), Column("owed", MONEY),
    Column("status", WORDS),
)  # fmt: skip
REFUSED = (
    Column("seq", COUNT), Column("time", TIME), Column("command"), Column("table"),
    Column("who"), Column("code"), Column("why", LONG),
)  # fmt: skip
NOTHING = Reading("", Micros(0), Micros(0), Micros(0))


@router.get("/reports")
async def reports(desk: ReportsDesk) -> Response:
    """Everything since the last close, and the closed days."""
    floor, memory = await desk.floor(), await desk.chronicle()
    closed = memory.entries("day-closed")
    days = [
        (
            Linked(entry.event.day, f"/office/reports/{entry.seq}"),
            entry.seq,
            entry.at_ms,
            who_of(floor, entry),
        )
        for entry in closed
    ]
    refused = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.command,
            entry.event.table,
            floor.name_of(entry.event.badge),
            entry.event.code,
            entry.event.reason,
        )
        for entry in memory.entries("command-refused")[:REFUSALS_MOST]
    ]
    owed = await desk.running_site.look(lambda state: _owed(state, desk.hand_of))
    return desk.page(
        "reports",
        [
            desk.sheet("days", DAYS, days),
            _explained(desk, memory.periods[-1]),
            _houses(desk, memory.periods[-1]),
            _trial_balance(desk, list(floor.balances.items())),
            desk.sheet("owed", OWED, owed),
            desk.sheet("refused", REFUSED, refused),
        ],
        since=memory.periods[-2] if len(memory.periods) > 1 else None,
        today=local_day(desk.running_site.now_ms(), desk.time_zone),
    )


@router.get("/reports/{seq}")
async def day(desk: ReportsDesk, seq: int) -> Response:
    """One closed day: its readings, its trial balance, and what led there."""
    memory = await desk.chronicle()
    period, entry = _closed(memory, seq)
    event = entry.event
    balance = [(line.account, line.total_micros) for line in event.balances]
    return desk.page(
        "day",
        [_explained(desk, period), _houses(desk, period), _trial_balance(desk, balance)],
        day=event.day,
        seq=seq,
        at_ms=entry.at_ms,
        badge=event.badge,
    )


# ---- inside -------------------------------------------------------------------------------------


def _closed(memory: Chronicle, seq: int) -> tuple[Period, Entry]:
    for period in memory.periods:
        if period.seq == seq:
            for entry in memory.entries("day-closed"):
                if entry.seq == seq:
                    return period, entry
    raise Refusal("ENTRY_UNKNOWN", where=str(seq), reason="no day was closed by this entry")


def _trial_balance(desk: Desk, lines: Sequence[tuple[str, int]]) -> Sheet:
    """Every account, and that together they make nothing."""
    total = (TOTAL, sum(amount for _, amount in lines))
    return desk.sheet("trial_balance", BALANCE, [*lines, total])


def _explained(desk: Desk, period: Period) -> Sheet:
    """Beginning amount, every cause of a change, closing amount: each level adds up."""
    rows: list[tuple[Cell, ...]] = []
    for key in sorted(period.closing):
        named = (key[0], desk.level_of(*key))
        rows.append((*named, "beginning", *_amounts(period.opening.get(key, NOTHING))))
        for (jackpot, level, kind), moved in sorted(period.moves.items()):
            if (jackpot, level) == key:
                rows.append((*named, kind.replace("-", "_"), *moved))
        rows.append((*named, "closing", *_amounts(period.closing[key])))
    return desk.sheet("explained", EXPLAINED, rows)


def _houses(desk: Desk, period: Period) -> Sheet:
    """What each house jackpot took and paid: the house's own money, apart from the meters."""
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            result.bets,
            result.wager_micros,
            result.posted_micros,
            result.tray_micros,
            result.envy_micros,
            result.net_micros,
        )
        for name, result in sorted(period.houses.items())
    ]
    return desk.sheet("house_results", HOUSES, rows)


def _amounts(reading: Reading) -> tuple[int, int, int]:
    return reading.meter_micros, reading.reserve_micros, reading.overflow_micros


def _owed(state: State, hand_of: Callable[[str, str], str]) -> list[tuple[Cell, ...]]:
    training = {name for name, jackpot in state.jackpots.items() if jackpot.terms.training}
    return [
        (
            Linked(name, f"/office/wins/{name}"),
            found.table,
            found.round,
            hand_of(found.award.jackpot, found.award.outcome),
            found.award.owed_cents,
            ("owed" if found.status == "moved" else found.status)
            + (", training" if found.award.jackpot in training else ""),
        )
        for name, found in state.awards.items()
        if found.status in ("recorded", "moved") and found.award.owed_cents
    ]
