"""The office's first page: what to pay, what is due, what needs attention, and the meters. It reads
the floor once, plus the rows of the few prizes it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from msgspec import Struct

from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import AwardState, JackpotState, State
from pitboss.floor.view.attention import AttentionThing, list_attention
from pitboss.floor.view.confirmed import to_confirmed
from pitboss.floor.view.due import due_things
from pitboss.floor.view.due.thing import DueThing
from pitboss.live.outside_witness import WitnessKeeper
from pitboss.live.time_stamps import StampKeeper
from pitboss.local_time import local_day
from pitboss.money import Cents, dollars
from pitboss.notation import day, reason_said, title_text, translate
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Sheet
from pitboss.web.access.proving import Prover
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.figures import past_break_even, ways_of
from pitboss.web.office.menu import BY_NAME
from pitboss.web.office.page_labels import devices_named, format_wait
from pitboss.web.office.prize_pages import check_due_ms, owed_awards
from pitboss.web.office.today_plots import make_plots
from pitboss.web.screens.wins import recorded_ms
from pitboss.web.shell.telling import said_of
from pitboss.words.language import WORDS, WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
TodayDesk = Annotated[Desk, Depends(desk("today"))]

BADGES, SYSTEM, SITE_FILE = "/office/badges", "/office/system", "/office/changes/file"
PAY_MOST = 10  # the rest is one press away
TEXTS = WordTable("office", "today")
# What these are about a rule says.
OF_THE_LAW = frozenset({"bank_short", "bank_unnamed"})


class FloorToday(Struct, frozen=True):
    """What the page needs of the floor, read between two commands."""

    owed: list[AwardState]
    due: list[DueThing]
    attention: list[AttentionThing]
    jackpots: list[JackpotState]
    played_at: dict[str, list[str]]  # the tables of each jackpot
    devices: dict[str, DeviceState]


class ToPay(Struct, frozen=True):
    """A prize that waits for a cashier."""

    found: AwardState
    table: str
    waits: str
    won: str
    is_held: bool
    is_late: bool  # its check was due


class TodayLine(Struct, frozen=True):
    """A line of *Due* or *Needs attention*: what, where to handle it, about what, and since or by
    when."""

    what: str
    address: str
    about: str
    when: str
    mark: str = ""  # overdue, at_once, today


@router.get("/today")
async def today(desk: TodayDesk) -> Response:
    """What people look for first."""
    now_ms = desk.running_site.now_ms()
    floor = await desk.running_site.look(lambda state: _floor(state, now_ms))
    due = [*floor.due, *await _checks(desk, floor.owed)]
    owed_cents = Cents(sum(each.award.owed_cents for each in floor.owed))
    drawn: dict[str, Any] = {}
    sheets: list[Sheet] = []
    if desk.reads("floor_play"):
        drawn, sheets = await make_plots(desk, floor.jackpots, floor.played_at, owed_cents, now_ms)
    return desk.page(
        "today",
        sheets,
        pays=desk.reads("prizes"),
        may_pay=desk.who.role in BY_NAME["wins"].writers,
        to_pay=[await _to_pay(desk, each, now_ms) for each in floor.owed[:PAY_MOST]],
        owed_count=len(floor.owed),
        owed_cents=owed_cents,
        due=list(_due(desk, due, floor.devices, now_ms)),
        attention=[
            *_faults(desk),
            *_attention(desk, floor.attention, now_ms),
            *await asyncio.to_thread(_past_break_even, desk, floor),
            *await asyncio.to_thread(_file_broken, desk),
            *_locked_out(desk),
            *_unwitnessed(desk, now_ms),
            *_unsent(desk, now_ms),
        ],
        **drawn,
    )


def _floor(state: State, now_ms: int) -> FloorToday:
    played_at: dict[str, list[str]] = {}
    for name, table in state.tables.items():
        for jackpot in table.jackpots:
            played_at.setdefault(jackpot, []).append(name)
    return FloorToday(
        owed_awards(state),
        due_things(state, now_ms),
        list_attention(state, now_ms),
        [
            to_confirmed(state, each)
            for _, each in state.jackpots.items()
            if each.status != "retired"
        ],
        played_at,
        dict(state.devices.items()),
    )


async def _to_pay(desk: Desk, found: AwardState, now_ms: int) -> ToPay:
    won_ms = await recorded_ms(desk.running_site, found)
    waits, is_held = format_wait(now_ms - won_ms), bool(found.payment_hold)
    due_ms = check_due_ms(desk.running_site.profile, found.award.owed_cents, won_ms)
    is_late = due_ms is not None and now_ms > due_ms
    return ToPay(found, found.table, waits, desk.recent_time(won_ms), is_held, is_late)


async def _checks(desk: Desk, owed: Iterable[AwardState]) -> list[DueThing]:
    """Prizes to pay by check within a deadline; nobody may pay held prizes."""
    profile, found = desk.running_site.profile, []
    for each in owed:
        award = each.award
        if each.payment_hold or check_due_ms(profile, award.owed_cents, 0) is None:
            continue
        won_ms = await recorded_ms(desk.running_site, each)
        due_ms = check_due_ms(profile, award.owed_cents, won_ms) or 0
        about = ", ".join((desk.table_title(each.table), dollars(award.owed_cents)))
        address = f"/office/payout/{award.award}"
        found.append(DueThing(what="check", about=about, due_ms=due_ms, address=address))
    return found


def _due(
    desk: Desk, things: Iterable[DueThing], devices: Mapping[str, DeviceState], now_ms: int
) -> Iterator[TodayLine]:
    texts, day = WORDS["office"]["due_list"], local_day(now_ms, desk.time_zone)
    for each in sorted(things, key=lambda thing: thing.urgency):
        if not desk.opens(each.address):
            continue
        mark = ""
        about = said_of(each.about)
        about = devices_named(about, devices) if each.by_system else about
        if each.is_overdue(now_ms):
            mark = "overdue"
        elif each.stops_play:
            mark = "at_once"
        elif each.due_ms and local_day(each.due_ms, desk.time_zone) == day:
            mark = "today"
        yield TodayLine(
            texts["what"][each.what],
            each.address,
            desk.of_jackpot(each.jackpot, about),
            desk.recent_time(each.due_ms) if each.due_ms else "",
            mark,
        )


def _attention(desk: Desk, things: Iterable[AttentionThing], now_ms: int) -> Iterator[TodayLine]:
    for each in things:
        if not desk.opens(each.address):
            continue
        place = [desk.table_title(each.table)] if each.table else []
        place += [desk.title_of(each.jackpot)] if each.jackpot else []
        said = _said_of(each)
        about = ": ".join(filter(None, (", ".join(place), said)))
        when = format_wait(now_ms - each.since_ms) if each.since_ms is not None else ""
        yield TodayLine(TEXTS["attention"][each.what], each.address, about, when)


def _said_of(thing: AttentionThing) -> str:
    """What an attention is about, besides its place: a screen by its kind, because its id says
    nothing to the floor."""
    about = said_of(thing.about)
    if thing.what == "screen_dark":
        named: Mapping[str, str] = TEXTS["its"]
        return named.get(about.partition("-")[0], about)
    if thing.what == "payment_held":
        return title_text(about)
    if thing.what == "figure_missing":
        return str(WORDS["office"]["rules"]["names"][about])
    return (translate if thing.what in OF_THE_LAW else reason_said)(about)


def _faults(desk: Desk) -> Iterator[TodayLine]:
    """The commands refused because of a program fault, by newest number, and the jobs a fault has
    ended."""
    if desk.opens(SYSTEM) and (faults := desk.running_site.counts.faults):
        newest = faults[-1]
        about = f"{newest.number}, {desk.time(newest.at_ms)}"
        yield TodayLine(TEXTS["attention"]["command_fault"], SYSTEM, about, "")
    if desk.opens(SYSTEM) and (ended := desk.running_site.counts.ended):
        about = ", ".join(dict.fromkeys(ended))
        yield TodayLine(TEXTS["attention"]["work_ended"], SYSTEM, about, "")


def _past_break_even(desk: Desk, floor: FloorToday) -> list[TodayLine]:
    """The meters so high that a wager is worth more than it costs."""
    found = []
    for jackpot in floor.jackpots:
        if jackpot.terms.training or not jackpot.levels:
            continue
        ways = ways_of(desk.running_site, jackpot, floor.played_at.get(jackpot.jackpot, ()))
        past = past_break_even(jackpot, ways)
        address = f"/office/meters/{jackpot.jackpot}/{past.level}" if past else ""
        if past and desk.opens(address):
            about = TEXTS["past_break_even"].format(
                shown=dollars(past.shown_cents), least=dollars(past.break_even_cents)
            )
            about = desk.of_jackpot(jackpot.jackpot, about)
            found.append(TodayLine(TEXTS["attention"]["break_even"], address, about, ""))
    return found


def _file_broken(desk: Desk) -> list[TodayLine]:
    """The law's figures will forbid what the site file says, from some day on."""
    site = desk.running_site
    with suppress(Refusal):  # a file that nobody can read is told on its own page
        if desk.opens(SITE_FILE) and (found := site.law.broken_from(site.folder)) is not None:
            first_day, fault = found
            about = f"{day(first_day)}: {fault.cited.reason}"
            return [TodayLine(TEXTS["attention"]["file_broken"], SITE_FILE, about, "")]
    return []


def _unwitnessed(desk: Desk, now_ms: int) -> Iterator[TodayLine]:
    """Nobody outside the house has proven the journal's end since then."""
    if not desk.opens(SYSTEM):
        return
    stamps: StampKeeper = desk.request.app.state.stamps
    witnesses: WitnessKeeper = desk.request.app.state.witnesses
    silent = [("stamp_missing", *stamps.failing)] if stamps.failing is not None else []
    silent += [("witness_silent", *each) for each in sorted(witnesses.failing.items())]
    for what, who, since_ms in silent:
        yield TodayLine(TEXTS["attention"][what], SYSTEM, who, format_wait(now_ms - since_ms))


def _unsent(desk: Desk, now_ms: int) -> Iterator[TodayLine]:
    """Reports that couldn't be sent, and why."""
    failing: Mapping[str, tuple[str, int]] = desk.request.app.state.sender.failing
    for name, (why, since_ms) in sorted(failing.items()) if desk.opens(SYSTEM) else ():
        about = f"{name}: {why}"
        yield TodayLine(TEXTS["attention"]["unsent"], SYSTEM, about, format_wait(now_ms - since_ms))


def _locked_out(desk: Desk) -> Iterator[TodayLine]:
    """People whose PIN isn't accepted for now, for readers who can issue a new one."""
    prover: Prover = desk.request.app.state.prover
    for each in prover.lock_outs.list_waiting() if desk.opens(BADGES) else ():
        about = ", ".join(filter(None, (f"{each.name} ({each.badge})", each.table)))
        when = TEXTS["until"].format(when=desk.time(each.until_ms))
        yield TodayLine(TEXTS["attention"]["locked_out"], BADGES, f"{about} {when}", "")
