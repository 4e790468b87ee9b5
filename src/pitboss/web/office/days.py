"""Days: what moved every meter since the last gambling day ended (PS-61), the trial balance, what
is owed, what was refused, and the days before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Amounts, Books, Entry, Sums
from pitboss.books.houses import house_results
from pitboss.books.pages import ended_day
from pitboss.floor.state import State
from pitboss.reports.sheet import (
    COUNT,
    LONG,
    MICROS,
    MONEY,
    TIME,
    WORDS,
    Cell,
    Column,
    Linked,
    Sheet,
)
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.meters import who_of

router = APIRouter(prefix="/office", include_in_schema=False)
DaysDesk = Annotated[Desk, Depends(desk("days"))]

REFUSALS_MOST = 500
DAYS = (
    Column("day"), Column("seq", COUNT), Column("ended", TIME), Column("closed", TIME),
    Column("who"), Column("left", LONG),
)  # fmt: skip
EXPLAINED = (
    Column("jackpot"), Column("level"), Column("kind", WORDS), Column("meter", MICROS),
    Column("reserve", MICROS), Column("overflow", MICROS),
)  # fmt: skip
HOUSES = (
    Column("jackpot"), Column("bets_in", COUNT), Column("wagered", MICROS),
    Column("from_house", MICROS), Column("from_tray", MICROS), Column("envy", MICROS),
    Column("net", MICROS),
)  # fmt: skip
BALANCE = (Column("account"), Column("balance", MICROS, summed=True))
OWED = (
    Column("award"), Column("table"), Column("round", COUNT), Column("hand"), Column("owed", MONEY),
    Column("status", WORDS),
)  # fmt: skip
REFUSED = (
    Column("seq", COUNT), Column("time", TIME), Column("command", WORDS), Column("table"),
    Column("who"), Column("code"), Column("why", LONG),
)  # fmt: skip


@router.get("/days")
async def days(desk: DaysDesk) -> Response:
    """Everything since the last day ended, and the days before."""
    floor, ended = await desk.floor(), await desk.newest("day-ended")
    closes = {entry.event.ended_seq: entry for entry in await desk.newest("day-closed")}
    sums = await desk.books(Books.open_day)
    listed = [_listed(floor, entry, closes.get(entry.seq)) for entry in ended]
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
        for entry in await desk.newest("command-refused", most=REFUSALS_MOST)
    ]
    owed = await desk.running_site.look(lambda state: _owed(state, desk.hand_of))
    return desk.page(
        "days",
        [
            desk.sheet("days", DAYS, listed),
            _explained(desk, sums),
            _houses(desk, floor, sums),
            _trial_balance(desk, list(floor.balances.items())),
            desk.sheet("owed", OWED, owed),
            desk.sheet("refused", REFUSED, refused),
        ],
        since={"day": ended[0].event.day, "at_ms": ended[0].at_ms} if ended else None,
    )


@router.get("/days/{seq}")
async def day(desk: DaysDesk, seq: int) -> Response:
    """One day that is over: its trial balance, and what led there."""
    floor, (entry, sums) = await desk.floor(), await desk.books(ended_day, seq)
    event = entry.event
    balance = [(line.account, line.total_micros) for line in event.balances]
    return desk.page(
        "ended_day",
        [_explained(desk, sums), _houses(desk, floor, sums), _trial_balance(desk, balance)],
        day=event.day,
        seq=seq,
        at_ms=entry.at_ms,
    )


# ---- inside -------------------------------------------------------------------------------------


def _listed(floor: Floor, ended: Entry, closed: Entry | None) -> tuple[Cell, ...]:
    """A day that is over, and who closed it."""
    signed = (closed.at_ms, who_of(floor, closed), "; ".join(closed.event.left)) if closed else None
    return (
        Linked(ended.event.day, f"/office/days/{ended.seq}"),
        ended.seq,
        ended.at_ms,
        *(signed or (None, "", "")),
    )


def _trial_balance(desk: Desk, lines: Sequence[tuple[str, int]]) -> Sheet:
    """Every account, and that together they make nothing."""
    return desk.sheet("trial_balance", BALANCE, lines)


def _explained(desk: Desk, sums: Sums) -> Sheet:
    """Beginning amount, every cause of a change, closing amount: each level adds up."""
    rows: list[tuple[Cell, ...]] = []
    for key in sorted(sums.closing):
        named = (key[0], desk.level_of(*key))
        rows.append((*named, "beginning", *sums.opening.get(key, Amounts())))
        for (jackpot, level, kind), moved in sorted(sums.levels().items()):
            if (jackpot, level) == key:
                rows.append((*named, kind.replace("-", "_"), *moved))
        rows.append((*named, "closing", *sums.closing[key]))
    return desk.sheet("explained", EXPLAINED, rows)


def _houses(desk: Desk, floor: Floor, sums: Sums) -> Sheet:
    """What each house jackpot took and paid: the house's own money, apart from the meters."""
    houses = {
        name
        for name, jackpot in floor.jackpots.items()
        if jackpot.terms.kind == "house" and not jackpot.terms.training
    }
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
        for name, result in sorted(house_results(sums, houses).items())
    ]
    return desk.sheet("house_results", HOUSES, rows)


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
        for name, found in ((name, state.award(name)) for name, _ in state.owed.items())
    ]
