"""Fifty tables at the pace of a year, for some days: how books, snapshot and pages grow, how long
each report takes for a day and for a month, and what a report does to a press.

A year is thirteen million commands. This writes a hundredth and three hundredths of it, at the same
pace, so that a day is a whole day. Others may use the machine, so processor time is in parentheses.
The last table shows each target against both, as a ratio, and what grew from the first size to the
last. `--long` adds a tenth of a year, which takes some minutes; `--small` writes at most two days,
to see that it runs."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from pitboss.books import Books, Period, open_books
from pitboss.books.clerk import Clerk
from pitboss.books.opening import BOOKS_FILE
from pitboss.engine import AsyncClient, Core, Engine, settle_memory
from pitboss.floor.facts.base import Command
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.refusal import Refusal
from pitboss.reports.making import make_report, reports
from pitboss.reports.source import SiteFacts
from pitboss.rules.catalog import profile
from pitboss.web.access.admission import Access
from proof.bench.asking import BOOK
from proof.bench.fuzz import AGAIN_S, PIN, signed_on, until_made
from proof.bench.web import cpu_s, served
from proof.bench.year_of_play import BEGIN_MS, DAY_MS, YEAR_COMMANDS, Year, write_year

SIZES = (65_000, 260_000)
SIZES_SMALL = (40_000, 80_000)
SIZE_LONG = 1_300_000
MONTH_S, DAY_S, PAGE_S, PRESS_RATIO = 5.0, 0.5, 0.3, 1.5  # the targets
MONTH_DAYS = 30
PRESSES, PRESSES_A_S, TURNS = 600, 300, 12
PAGES = ("/office/meters", "/office/wins", "/office/days", "/office/bank")
PAGE_REPEATS = 20
SITE = SiteFacts(
    house="Bench",
    time_zone="America/Los_Angeles",
    profile=profile(),
    tables={},
    jackpots={},
    terms={},
    wagers={},
    reserve="",
    removal="",
    notices=dict.fromkeys(profile().posted_notices.value, ""),
    own_paytables="",
)


class Taken(NamedTuple):
    """How long something took, and its processor time."""

    seconds: float
    cpu_seconds: float


class Measured(NamedTuple):
    """The measurements behind the targets, at one size: the longest report of a month and of a day,
    and the office's first page."""

    commands: int
    month: Taken
    day: Taken
    page: Taken


def main() -> None:
    """Print the growth, also per month; the targets come last."""
    settle_memory()
    sizes = (*SIZES, SIZE_LONG) if "--long" in sys.argv else SIZES
    if "--small" in sys.argv:
        sizes = SIZES_SMALL
    measured, ratio = [], 0.0
    for number, commands in enumerate(sizes, start=1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_year(folder, commands)
            print(f"   {commands:,} commands ({commands / YEAR_COMMANDS:.0%} of a year)")
            _tell_growth(folder, commands)
            month, day = _tell_reports(folder)
            measured.append(Measured(commands, month, day, _tell_pages(folder)))
            if number == len(sizes):
                ratio = asyncio.run(_tell_presses(folder, commands))
    _tell_targets(measured, ratio)


def _tell_targets(measured: list[Measured], press_ratio: float) -> None:
    """Print each target as a ratio, which must not exceed 1, by clock and by processor, and its
    growth as the commands grew."""
    first, last = measured[0], measured[-1]
    grown = last.commands / first.commands
    print(
        f"   of the target, at most 1.00     by the clock   processor   grown ({grown:.1f} x rows)"
    )
    for words, target, before, after in (
        ("a month's longest report", MONTH_S, first.month, last.month),
        ("a day's longest report", DAY_S, first.day, last.day),
        ("the office's first page", PAGE_S, first.page, last.page),
    ):
        clock, processor = (each / target for each in after)
        growth = after.cpu_seconds / max(before.cpu_seconds, 1e-3)
        print(f"     {words:<28}{clock:>13.2f}{processor:>12.2f}{growth:>10.2f} x")
    print(f"     {'a press beside a report':<28}{press_ratio / PRESS_RATIO:>13.2f}")


def _tell_growth(folder: Path, commands: int) -> None:
    """Print what grows with the journal, and what must not."""
    books = open_books(JournalPlace(folder)(), folder)
    made = _taken(books.catch_up)
    state = books.state_after(books.end.seq)
    books.close()
    journal = JournalPlace(folder)()
    core = Core(journal, BOOK)
    snapshot, awards = write_snapshot(core.state), len(dict(core.state.awards.items()))
    left = sum(amount for _, amount in core.state.let_go.items())
    assert state.seq == core.state.seq
    journal.close()
    files = ((folder / each).stat().st_size / 1e6 for each in (JOURNAL_FILE, BOOKS_FILE))
    rows_a_second = commands / made.cpu_seconds
    print(f"     books are made     {rows_a_second:>9,.0f} rows in a second", end="")
    print(" of the processor; journal {:,.0f} MB, books {:,.0f} MB".format(*files))
    print(f"     awards on the floor {awards:>8,}  ({left:,} have left it);", end="")
    print(f" snapshot {len(snapshot) / 1e6:.2f} MB")


def _tell_reports(folder: Path) -> tuple[Taken, Taken]:
    """Time every report of a day and of all days, when somebody asks for it the first time; returns
    the longest of a month and of a day."""
    books = open_books(JournalPlace(folder)(), folder)
    last = books.row(books.end.seq)
    books.close()
    assert last is not None
    end_ms = last.at_ms - 20 * 60_000  # within an hour, unlike the end of a casino's day
    days = (end_ms - BEGIN_MS) / DAY_MS
    print(f"     report                      a day        {days:.0f} days: a month of 30")
    months, single_days = [], []
    for report in reports():
        day, all_days = (
            _report_taken(folder, report.name, Period(from_ms, end_ms))
            for from_ms in (end_ms - DAY_MS, BEGIN_MS)
        )
        pairs = zip(day, all_days, strict=True)
        month = Taken(*(max(one, all_of * MONTH_DAYS / days) for one, all_of in pairs))
        months.append(month)
        single_days.append(day)
        print(
            f"     R{report.number:<3}{report.name:<22}{day.seconds:6.3f} s ({day.cpu_seconds:.3f})"
            f"{all_days.seconds:8.3f} s ({all_days.cpu_seconds:.3f}):{month.seconds:7.2f} s"
            f" ({month.cpu_seconds:.2f})"
        )
    print(f"     target                   {DAY_S}                                   {MONTH_S:.0f}")
    longest = [Taken(*map(max, zip(*each, strict=True))) for each in (months, single_days)]
    return longest[0], longest[1]


def _report_taken(folder: Path, name: str, period: Period) -> Taken:
    books = open_books(JournalPlace(folder)(), folder)
    try:
        return _taken(lambda: make_report(books, name, period, SITE))
    finally:
        books.close()


def _taken(question: Callable[[], object]) -> Taken:
    begun, begun_cpu = time.perf_counter(), time.process_time()
    question()
    return Taken(time.perf_counter() - begun, time.process_time() - begun_cpu)


# ---- pages --------------------------------------------------------------------------------------


def _tell_pages(folder: Path) -> Taken:
    """Time pages of the office, from a server in its own process, the first page first."""
    access = Access(folder)
    access.set_pin("eve", PIN)
    access.close()
    with served([sys.executable, "-m", "pitboss", "serve", "--site", str(folder)]) as server:
        found = asyncio.run(_pages(f"http://127.0.0.1:{server.port}", server.pid))
    for page, (seconds, cpu_seconds) in found.items():
        print(f"     {page:<24}{seconds:>9.3f} s  ({cpu_seconds:.3f}; target {PAGE_S})")
    return found[PAGES[0]]


async def _pages(address: str, pid: int) -> dict[str, Taken]:
    headers = await signed_on(address, "eve")
    found = {}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as browser:
        for page in PAGES:
            await until_made(browser, page)
            begun, begun_cpu = time.perf_counter(), cpu_s(pid)
            for _ in range(PAGE_REPEATS):
                (await browser.get(page)).raise_for_status()
            taken = time.perf_counter() - begun, cpu_s(pid) - begun_cpu
            found[page] = Taken(*(each / PAGE_REPEATS for each in taken))
    return found


# ---- presses ------------------------------------------------------------------------------------


async def _tell_presses(folder: Path, commands: int) -> float:
    """Time a press to its answer, at an even rate, while nobody asks the books and while somebody
    asks for a month again and again; print the ratio."""
    journal = JournalPlace(folder).open()
    engine = Engine(Core(journal, BOOK))
    client = AsyncClient(engine, asyncio.get_running_loop())
    clerk = Clerk(JournalPlace(folder), folder)
    await _until_read(clerk)
    presses = Year(prefix="press", begun=commands).rounds()
    quiet, busy = [], []
    for _ in range(TURNS):  # short turns, because a machine's speed varies
        quiet += await _pressed(client, presses)
        enough = asyncio.Event()
        reporting = asyncio.create_task(_report(clerk, enough))
        busy += await _pressed(client, presses)
        enough.set()
        await reporting
    await clerk.close()
    engine.stop()
    journal.close()
    p99 = [sorted(each)[len(each) * 99 // 100] * 1000 for each in (quiet, busy)]
    print(f"   {len(quiet):,} presses each, {PRESSES_A_S} a second: the 99th of a hundred")
    print(f"     nobody asks the books                 {p99[0]:>9.2f} ms")
    print(f"     a month's report is being made        {p99[1]:>9.2f} ms")
    ratio = p99[1] / p99[0]
    print(f"     ratio                                 {ratio:>9.2f}  (target {PRESS_RATIO})")
    return ratio


async def _until_read(clerk: Clerk) -> None:
    """Ask for the books until they have read the journal."""
    while True:
        with suppress(Refusal):
            await clerk.ask(Books.kinds)
            return
        await asyncio.sleep(AGAIN_S)


async def _report(clerk: Clerk, enough: asyncio.Event) -> None:
    for number in count(1):
        if enough.is_set():
            return
        month = Period(BEGIN_MS + number, BEGIN_MS + MONTH_DAYS * DAY_MS + number)
        await clerk.ask(_register, month)


def _register(books: Books, period: Period) -> int:
    """The longest of the reports."""
    return len(make_report(books, "prize_register", period, SITE).sheets)


async def _pressed(client: AsyncClient, presses: Iterator[Command]) -> list[float]:
    taken: list[float] = []

    async def press(command: Any) -> None:
        begun = time.perf_counter()
        await client.ask(command)
        taken.append(time.perf_counter() - begun)

    under_way = []
    begun = time.perf_counter()
    for number in range(PRESSES):
        await asyncio.sleep(max(0.0, begun + number / PRESSES_A_S - time.perf_counter()))
        under_way.append(asyncio.create_task(press(next(presses))))
    await asyncio.gather(*under_way)
    return taken
