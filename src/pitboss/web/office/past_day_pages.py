"""Days: what moved every meter since the last gambling day ended (PS-61), the trial balance, money
owed, refusals, and earlier days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from textwrap import wrap
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Amounts, Books, Entry, Sums
from pitboss.books.houses import house_results
from pitboss.books.pages import ended_day
from pitboss.floor.state.floor import State
from pitboss.floor.view.standing import standing_of
from pitboss.local_time import local_time
from pitboss.money import Micros, cents_and_micros, shown_down
from pitboss.reports.idle_days import IdleDays, idle_days
from pitboss.reports.r01_accrual import account_rows, cause_columns
from pitboss.reports.sheet import Cell, Linked, Sheet, columns
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.note_pages import notes_sheet
from pitboss.web.office.prize_pages import owed_awards
from pitboss.web.office.who import who_cell, who_of
from pitboss.web.screens.titles import boxes_titled, explain_titled
from pitboss.words.language import WORDS as LANGUAGE

router = APIRouter(prefix="/office", include_in_schema=False)
NOTED_DIGITS = 32  # of a hash: enough that nobody finds another row for them
DaysDesk = Annotated[Desk, Depends(desk("days"))]

REFUSALS_MOST = 500
IDLE_MOST = 366  # days of one stop
CAUSES = (
    "opening", "contributions", "voids", "awards", "restarts", "releases", "back-outs", "transfers",
    "adjustments", "top-ups",
)  # fmt: skip
EXPLAINED = columns(
    "jackpot level@jackpot account:words@jackpot opening:money+", cause_columns(*CAUSES),
    "fractions:money+? closing:money+",
)  # fmt: skip
DAYS = columns("day:day ended:time closed:time who left:long seq:count*")
HOUSES = columns(
    "jackpot bets_in:count wagered:money from_house:money from_tray:money envy:money net:money",
)
BALANCE = columns("account balance:money+ below_cent:micros+?")
OWED = columns("award* owed:money+ hand table round:count status:words")
REFUSED = columns("seq:count time:time command:words table who code* why:long")


@router.get("/days")
async def days(desk: DaysDesk) -> Response:
    """Everything since the last day ended, and the days before."""
    floor, ended = await desk.floor(), await desk.newest("day-ended")
    closes = {entry.event.ended_seq: entry for entry in await desk.newest("day-closed")}
    sums = await desk.books(Books.open_day)
    late = {
        entry.event.day: entry
        for entry in reversed(await desk.newest("counts-recorded"))
        if entry.event.is_late
    }
    idle = {each.seq: each for each in await desk.books(idle_days)}
    listed = [
        row
        for entry in ended
        for row in (
            *_idle(idle.get(entry.seq)),
            _listed(desk, floor, entry, closes.get(entry.seq), late.get(entry.event.day)),
        )
    ]
    refused = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            LANGUAGE["permission"]["acts"].get(entry.event.command, entry.event.command),
            entry.event.table,
            desk.people_cell(floor, (entry.event.badge,)),
            entry.event.code,
            explain_titled(desk.running_site, entry.event.told),
        )
        for entry in await desk.newest("command-refused", most=REFUSALS_MOST)
    ]
    owed = await desk.running_site.look(lambda state: _owed(state, desk.hand_of))
    return desk.page(
        "days",
        [
            desk.sheet("days", DAYS, listed),
            *explain_day(desk, floor, sums),
            _houses(desk, floor, sums),
            _trial_balance(desk, list(floor.balances.items())),
            desk.sheet("owed", OWED, owed),
            desk.sheet("refused", REFUSED, refused),
        ],
        since={"day": ended[0].event.day, "at_ms": ended[0].event.at_ms} if ended else None,
    )


@router.get("/days/{seq}")
async def day(desk: DaysDesk, seq: int) -> Response:
    """A finished day: its trial balance, and how it got there."""
    floor, (entry, sums) = await desk.floor(), await desk.books(ended_day, seq)
    closes = await desk.newest("day-closed")
    closed = next((each for each in closes if each.event.ended_seq == seq), None)
    idle = next((each for each in await desk.books(idle_days) if each.seq == seq), None)
    event, noted = entry.event, ""
    if closed is not None:
        (row,) = await desk.running_site.rows(after_seq=closed.seq - 1, limit=1)
        noted = f"{row.seq}: {' '.join(wrap(row.hash[:NOTED_DIGITS], 4))}"
    balance = [(line.account, line.total_micros) for line in event.balances]
    return desk.page(
        "ended_day",
        [
            *explain_day(desk, floor, sums),
            _houses(desk, floor, sums),
            _trial_balance(desk, balance),
            await notes_sheet(desk, days=[event.day]),
        ],
        day=event.day,
        seq=seq,
        at_ms=event.at_ms,
        closed=closed,
        closed_by=who_of(floor, closed) if closed else "",
        noted=noted,
        idle=idle.text(LANGUAGE["office"]["day"]) if idle else "",
    )


# ---- inside -------------------------------------------------------------------------------------


def _listed(
    desk: Desk, floor: Floor, ended: Entry, closed: Entry | None, late: Entry | None
) -> tuple[Cell, ...]:
    """A finished day, who closed it, what was open then, and when that was counted."""
    signed: tuple[Cell, ...] = (None, "", "")
    if closed:
        left = boxes_titled(desk.running_site, "; ".join(each.reason for each in closed.event.left))
        if late:
            counted = LANGUAGE["office"]["day"]["counted_late"]
            at = local_time(late.at_ms, desk.time_zone)
            left = f"{left}; {counted.format(time=at)}"
        signed = (closed.at_ms, who_cell(desk, floor, closed), left)
    return (
        Linked(ended.event.day, f"/office/days/{ended.seq}"),
        ended.event.at_ms,
        *signed,
        ended.seq,
    )


def _idle(days: IdleDays | None) -> Iterator[tuple[Cell, ...]]:
    """The days after one on which the system was off; they lead to its figures."""
    if days is None:
        return
    said = LANGUAGE["office"]["day"]["idle"]
    for day in islice(days.each(), IDLE_MOST):
        yield Linked(day, f"/office/days/{days.seq}"), None, None, "", said, days.seq


def _trial_balance(desk: Desk, lines: Sequence[tuple[str, int]]) -> Sheet:
    """Every account; together they add up to zero."""
    rows = [(desk.of_account(name), *cents_and_micros(Micros(amount))) for name, amount in lines]
    return desk.sheet("trial_balance", BALANCE, rows)


def explain_day(desk: Desk, floor: Floor, sums: Sums) -> tuple[Sheet, Sheet]:
    """One row per meter: its opening value, every cause of change, its closing value. Reserve and
    overflow have their own rows if they aren't empty. Each adds up to the cent. Training meters
    have a separate table: no total of money includes play money."""

    def sheet(name: str, *, training: bool) -> Sheet:
        keys = [key for key in sorted(sums.closing) if floor.trains(key[0]) == training]
        rows = [row for key in keys for row in _explained(desk, sums, *key)]
        return desk.sheet(name, EXPLAINED, rows)

    return sheet("explained", training=False), sheet("explained_training", training=True)


def _explained(desk: Desk, sums: Sums, jackpot: str, level: str) -> Iterator[tuple[Cell, ...]]:
    moved = [sums.total(jackpot=jackpot, level=level, cause=cause).amounts for cause in CAUSES]
    named, key = (desk.title_of(jackpot), desk.level_of(jackpot, level)), (jackpot, level)
    return account_rows(named, sums.opening.get(key, Amounts()), moved, sums.closing[key])


def _houses(desk: Desk, floor: Floor, sums: Sums) -> Sheet:
    """What each house jackpot took and paid: the house's own money, separate from the meters."""
    houses = {
        name
        for name, jackpot in floor.jackpots.items()
        if jackpot.terms.kind == "house" and not floor.trains(name)
    }
    rows: list[tuple[Cell, ...]] = [
        (
            desk.title_of(name),
            result.bets,
            *(
                shown_down(Micros(amount))
                for amount in (
                    result.wager_micros,
                    result.posted_micros,
                    result.tray_micros,
                    result.envy_micros,
                    result.net_micros,
                )
            ),
        )
        for name, result in sorted(house_results(sums, houses).items())
    ]
    return desk.sheet("house_results", HOUSES, rows)


def _owed(state: State, hand_of: Callable[[str, str], str]) -> list[tuple[Cell, ...]]:
    """What the house owes, the oldest first."""
    return [
        (
            found.award.award,
            found.award.owed_cents,
            Linked(
                hand_of(found.award.jackpot, found.award.outcome),
                f"/office/wins/{found.award.award}",
            ),
            found.table or None,
            found.round or None,
            standing_of(state, found),
        )
        for found in owed_awards(state)
    ]
