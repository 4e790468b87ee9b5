"""Fifty tables at the pace of a year, for the days until now: how books, snapshot and pages grow,
how long each report takes for a day and for a month, and what reports and pages do to a press.

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
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from pitboss.books import Books, Period, open_books
from pitboss.books.clerk import Clerk
from pitboss.books.opening import BOOKS_FILE
from pitboss.books.play_sums import SLICES
from pitboss.engine import AsyncClient, Core, Engine, settle_memory
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.permission import CONSOLE
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.live.clocks import clock_ms
from pitboss.refusal import Refusal
from pitboss.reports.making import make_report, reports
from pitboss.reports.source import SiteFacts
from pitboss.rules.catalog import profile
from pitboss.web.access.admission import Access
from proof.bench.asking import BOOK
from proof.bench.fuzz import AGAIN_S, PIN, signed_on, until_made
from proof.bench.web import SPOTS, Poster, cpu_s, in_ms, percentile, served
from proof.bench.year_of_play import DAY_MS, STEP_MS, YEAR_COMMANDS, Year, write_year

SIZES = (65_000, 260_000)
SIZES_SMALL = (40_000, 80_000)
SIZE_LONG = 1_300_000
MONTH_S, DAY_S, PAGE_S, PRESS_RATIO, BESIDE_RATIO = 5.0, 0.5, 0.3, 1.5, 1.2  # the targets
MONTH_DAYS = 30
PRESSES, PRESSES_A_S, TURNS = 600, 300, 12
BESIDE, BESIDE_A_S, LOOK_S = 300, 50, 1.0  # presses beside somebody who opens pages
PAUSE_MS = 20 * 60_000  # since the last command
SLICED = tuple(f"/office/floor_play?by={kind}&begin=2000-01-01" for kind in SLICES)  # of all days
PLAY_PAGES = ("/office/today", *SLICED)
PAGES = ("/office/meters", "/office/wins", "/office/days", "/office/bank", *PLAY_PAGES)
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
    the office's list of meters, *Today*, and the longest slice of *How the floor does*."""

    commands: int
    month: Taken
    day: Taken
    page: Taken
    today: Taken
    slice: Taken


def main() -> None:
    """Print the growth, also per month; the targets come last."""
    settle_memory()
    sizes = (*SIZES, SIZE_LONG) if "--long" in sys.argv else SIZES
    if "--small" in sys.argv:
        sizes = SIZES_SMALL
    measured, ratio, beside = [], 0.0, 0.0
    for number, commands in enumerate(sizes, start=1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            begin_ms = clock_ms() - PAUSE_MS - int(commands * STEP_MS)
            write_year(folder, commands, begin_ms)
            print(f"   {commands:,} commands ({commands / YEAR_COMMANDS:.0%} of a year)")
            _tell_growth(folder, commands)
            month, day = _tell_reports(folder, begin_ms)
            measured.append(Measured(commands, month, day, *_tell_pages(folder)))
            if number == len(sizes):
                beside = _tell_beside(folder)
                ratio = asyncio.run(_tell_presses(folder, commands, begin_ms))
    _tell_targets(measured, ratio, beside)


def _tell_targets(measured: list[Measured], press_ratio: float, beside_ratio: float) -> None:
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
        ("the office's meters", PAGE_S, first.page, last.page),
        ("Today", PAGE_S, first.today, last.today),
        ("How the floor does", PAGE_S, first.slice, last.slice),
    ):
        clock, processor = (each / target for each in after)
        growth = after.cpu_seconds / max(before.cpu_seconds, 1e-3)
        print(f"     {words:<28}{clock:>13.2f}{processor:>12.2f}{growth:>10.2f} x")
    print(f"     {'a press beside a report':<28}{press_ratio / PRESS_RATIO:>13.2f}")
    print(f"     {'a press beside pages':<28}{beside_ratio / BESIDE_RATIO:>13.2f}")


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


def _tell_reports(folder: Path, begin_ms: int) -> tuple[Taken, Taken]:
    """Time every report of a day and of all days, when somebody asks for it the first time; returns
    the longest of a month and of a day."""
    books = open_books(JournalPlace(folder)(), folder)
    last = books.row(books.end.seq)
    books.close()
    assert last is not None
    end_ms = last.at_ms - 20 * 60_000  # within an hour, unlike the end of a casino's day
    days = (end_ms - begin_ms) / DAY_MS
    print(f"     report                      a day        {days:.0f} days: a month of 30")
    months, single_days = [], []
    for report in reports():
        day, all_days = (
            _report_taken(folder, report.name, Period(from_ms, end_ms))
            for from_ms in (end_ms - DAY_MS, begin_ms)
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


def _tell_pages(folder: Path) -> tuple[Taken, Taken, Taken]:
    """Time pages of the office, from a server in its own process; returns the meters' page, *Today*
    and the longest slice."""
    access = Access(folder)
    access.set_pin("eve", PIN)
    access.close()
    with served(_serve(folder)) as server:
        found = asyncio.run(_pages(f"http://127.0.0.1:{server.port}", server.pid))
    for page, (seconds, cpu_seconds) in found.items():
        name = page.partition("&")[0]
        print(f"     {name:<32}{seconds:>9.3f} s  ({cpu_seconds:.3f}; target {PAGE_S})")
    longest = max((found[page] for page in SLICED), key=lambda taken: taken.cpu_seconds)
    return found[PAGES[0]], found[PLAY_PAGES[0]], longest


def _serve(folder: Path) -> list[str]:
    return [sys.executable, "-m", "pitboss", "serve", "--site", str(folder)]


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


def _tell_beside(folder: Path) -> float:
    """Time a press at a console, one after another, while nobody looks and while somebody opens
    *Today* and the slices, one page after another; print and return the ratio."""
    access = Access(folder)
    code = access.make_code(kind=CONSOLE, table="T0", now_ms=clock_ms())
    access.close()
    with served(_serve(folder)) as server:
        quiet, busy = asyncio.run(_beside(server.port, code))
    print(f"   {len(quiet):,} presses each at a console: p50 / p99")
    for words, taken in (("nobody looks", quiet), ("somebody opens pages", busy)):
        print(f"     {words:<37}{in_ms(taken, 50):>9} / {in_ms(taken, 99)} ms")
    ratio = percentile(busy, 99) / percentile(quiet, 99)
    print(f"     ratio of the 99th                    {ratio:>9.2f}  (target {BESIDE_RATIO})")
    return ratio


async def _beside(port: int, code: str) -> tuple[list[float], list[float]]:
    address = f"http://127.0.0.1:{port}"
    post = Poster(port, await _enrolled(address, code))
    headers = await signed_on(address, "eve")
    quiet, busy = [], []
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as browser:
        await until_made(browser, PAGES[1])
        await _post(post, "end-round")  # the year may have left a round open
        for _ in range(TURNS):  # short turns, because a machine's speed varies
            quiet += await _posted(post)
            looking = asyncio.create_task(_look(browser))
            busy += await _posted(post)
            looking.cancel()
    return quiet, busy


async def _enrolled(address: str, code: str) -> str:
    """The token of a new console, as soon as the server has recorded its code."""
    async with httpx.AsyncClient(base_url=address) as screen:
        while True:
            answer = await screen.post("/api/devices/enroll", json={"code": code})
            if answer.is_success:
                return str(answer.json()["token"])
            await asyncio.sleep(AGAIN_S)


async def _look(browser: httpx.AsyncClient) -> None:
    for page in cycle(PLAY_PAGES):
        (await browser.get(page)).raise_for_status()
        await asyncio.sleep(LOOK_S)


async def _posted(post: Poster) -> list[float]:
    """Start and end rounds, each press after the last one; returns how long each took."""
    taken = []
    for number in range(BESIDE):
        await asyncio.sleep(1 / BESIDE_A_S)
        begun = time.perf_counter()
        answer = await _post(post, "end-round" if number % 2 else "start-round")
        taken.append(time.perf_counter() - begun)
        assert answer["accepted"], answer
    return taken


async def _post(post: Poster, name: str) -> dict[str, str]:
    body: dict[str, object] = {"command_id": str(uuid4()), "table": "T0"}
    spots = {"spots": SPOTS} if name == "start-round" else {}
    return await post(f"/api/commands/{name}", body | spots)


async def _tell_presses(folder: Path, commands: int, begin_ms: int) -> float:
    """Time a press to its answer, at an even rate, while nobody asks the books and while somebody
    asks for a month again and again; print the ratio."""
    journal = JournalPlace(folder).open()
    engine = Engine(Core(journal, BOOK))
    client = AsyncClient(engine, asyncio.get_running_loop())
    clerk = Clerk(JournalPlace(folder), folder)
    await _until_read(clerk)
    presses = Year(prefix="press", begun=commands, begin_ms=begin_ms).rounds()
    quiet, busy = [], []
    for _ in range(TURNS):  # short turns, because a machine's speed varies
        quiet += await _pressed(client, presses)
        enough = asyncio.Event()
        reporting = asyncio.create_task(_report(clerk, enough, begin_ms))
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


async def _report(clerk: Clerk, enough: asyncio.Event, begin_ms: int) -> None:
    for number in count(1):
        if enough.is_set():
            return
        month = Period(begin_ms + number, begin_ms + MONTH_DAYS * DAY_MS + number)
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
