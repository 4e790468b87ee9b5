"""A year of fifty tables at a hundredth and a twentieth of its size: how the books grow, how long a
page and a report take, and what a press feels of a report.

With `--long` there is a tenth of a year besides, which takes some minutes."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from bench.asking import BOOK
from pitboss.books import Books, Period, open_books
from pitboss.books.clerk import Clerk
from pitboss.books.history import history_of
from pitboss.books.keeping import BOOKS_FILE
from pitboss.books.pages import table_memory
from pitboss.engine import AsyncClient, Core, Engine, settle_memory
from pitboss.floor.facts.awards import ConfirmAwards
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.days import CloseDay, TurnShift
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.people import IssueBadge, SignIn
from pitboss.floor.facts.rounds import EndRound, PressHand, StartRound
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Spot
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.journal.sqlite import SqliteJournal
from pitboss.money import Cents, Ppm

TABLES, TABLES_A_JACKPOT, SEATS = 50, 5, 5
YEAR_COMMANDS = 13_000_000
SIZES = (130_000, 650_000)
SIZE_LONG = 1_300_000
BEGIN_MS, DAY_MS = 1_767_225_600_000, 86_400_000  # 2026
YEAR_MS, HOUR_MS, MONTH_MS = 365 * DAY_MS, 3_600_000, 30 * DAY_MS
HIT_EVERY, TOP_EVERY = 20, 10_000  # rounds to a hand that pays, and to four aces
PRESSES, PRESSES_A_S, TURNS = 600, 300, 12
REPEATS = 5
BATCH = 500  # commands in a transaction while the year is written


class Taken(NamedTuple):
    """How long something took, and how much of that was ours: others may use the machine, too."""

    seconds: float
    cpu_seconds: float


class Grown(NamedTuple):
    """One journal with its books, and how long everything took."""

    commands: int
    catch_up: Taken
    journal_bytes: int
    books_bytes: int
    hours: int
    places: int
    taken: dict[str, Taken]


def main() -> None:
    """Print the growth, and what it comes to in a whole year."""
    settle_memory()
    sizes = (*SIZES, SIZE_LONG) if "--long" in sys.argv else SIZES
    for number, commands in enumerate(sizes, start=1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _write_year(folder / JOURNAL_FILE, commands)
            grown = _grown(folder, commands)
            _tell(grown)
            if number == len(sizes):
                _tell_year(grown)
                asyncio.run(_tell_presses(folder))


def _tell(grown: Grown) -> None:
    print(f"   {grown.commands:,} commands ({grown.commands / YEAR_COMMANDS:.0%} of a year)")
    rate, rate_cpu = (grown.commands / each for each in grown.catch_up)
    print(f"     books are made                        {rate:>9,.0f} rows/s", end="")
    print(f"  ({rate_cpu:,.0f} in a second of the processor)")
    print(f"     journal on disk                       {grown.journal_bytes / 1e6:>9,.0f} MB")
    print(f"     books on disk                         {grown.books_bytes / 1e6:>9,.0f} MB")
    for name, (seconds, cpu_seconds) in grown.taken.items():
        print(f"     {name:<38}{seconds:>9.3f} s  ({cpu_seconds:.3f})")


def _tell_year(grown: Grown) -> None:
    """Entries grow with the commands. Sums grow to one line for each hour and place, and no
    further. The two ends of a period are a replay of so many rows at most, as now."""
    times = YEAR_COMMANDS / grown.commands
    fuller = min(times, grown.places * 365 * 24 / grown.hours)
    minutes = grown.catch_up.cpu_seconds * times / 60
    print(
        f"   {YEAR_COMMANDS:,} commands: {times:.0f} times the entries, {fuller:.1f} times the sums"
    )
    print(f"     books are made once, in               {minutes:>9.0f} min of the processor")
    print(f"     books on disk, at most                {grown.books_bytes * times / 1e9:>9.1f} GB")
    for name, sums, entries, target in (
        ("a month: sums and all entries", MONTH_SUMS, MONTH_ENTRIES, 5),
        ("a day: sums and all entries", DAY_SUMS, DAY_ENTRIES, 0.5),
    ):
        seconds, cpu_seconds = (
            max(0.0, of_sums - of_ends) * fuller + of_ends + of_entries * times
            for of_sums, of_ends, of_entries in zip(
                grown.taken[sums], grown.taken[ENDS], grown.taken[entries], strict=True
            )
        )
        print(f"     {name:<38}{seconds:>9.2f} s  ({cpu_seconds:.2f}; target {target})")


# ---- asking -------------------------------------------------------------------------------------

MONTH_SUMS, MONTH_ENTRIES = "a month: sums and both ends", "a month: all entries"
DAY_SUMS, DAY_ENTRIES = "a day: sums and both ends", "a day: all entries"
ENDS = "what every level held at both ends"


def _grown(folder: Path, commands: int) -> Grown:
    books = open_books(JournalPlace(folder)(), folder)
    catch_up = _taken(Books.catch_up, books)
    ask = books._store.execute
    (hours,), (places,) = (
        ask(f"SELECT count(*) FROM {name}").fetchone()  # noqa: S608 - our own names
        for name in ("hour", "place")
    )
    taken = {
        name: min(_taken(question, books) for _ in range(REPEATS))
        for name, question in _questions().items()
    }
    books.close()
    taken["a page's question, from its process"] = asyncio.run(_page(folder))
    size = (folder / BOOKS_FILE).stat().st_size
    journal = (folder / JOURNAL_FILE).stat().st_size
    return Grown(commands, catch_up, journal, size, hours, places, taken)


def _questions() -> dict[str, Callable[[Books], object]]:
    """Periods that begin and end within an hour, as a casino's day does not."""
    begin_ms = BEGIN_MS + 300 * DAY_MS + HOUR_MS * 7 // 3
    month, day = Period(begin_ms - MONTH_MS, begin_ms), Period(begin_ms - DAY_MS, begin_ms)
    return {
        MONTH_SUMS: lambda books: books.sums(month),
        MONTH_ENTRIES: lambda books: books.entries(period=month),
        DAY_SUMS: lambda books: books.sums(day),
        DAY_ENTRIES: lambda books: books.entries(period=day),
        ENDS: lambda books: [books._held_at(at_ms) for at_ms in day],
        "the floor at an instant": lambda books: books.state_at(begin_ms),
        "a meter's history": lambda books: history_of(books, "J1", "main"),
        "the last of a table": lambda books: table_memory(books, "T7"),
        "the newest 1,000 wins": lambda books: books.newest("awards-recorded", most=1000),
    }


def _taken(question: Callable[[Books], object], books: Books) -> Taken:
    begun, begun_cpu = time.perf_counter(), time.process_time()
    question(books)
    return Taken(time.perf_counter() - begun, time.process_time() - begun_cpu)


async def _page(folder: Path) -> Taken:
    clerk = Clerk(JournalPlace(folder), folder)
    taken = []
    for _ in range(REPEATS + 1):  # the first one starts the process
        begun, begun_cpu = time.perf_counter(), time.process_time()
        await clerk.ask(Books.newest, "awards-recorded", most=1000)
        taken.append(Taken(time.perf_counter() - begun, time.process_time() - begun_cpu))
    await clerk.close()
    return min(taken[1:])


async def _tell_presses(folder: Path) -> None:
    """A press to its answer, evenly so many a second, while nobody asks the books and while a month
    is asked for again and again."""
    journal = JournalPlace(folder).opened()
    engine = Engine(Core(journal, BOOK))
    client = AsyncClient(engine, asyncio.get_running_loop())
    clerk = Clerk(JournalPlace(folder), folder)
    await clerk.ask(Books.kinds)
    presses = _Year(YEAR_COMMANDS, prefix="press").rounds()
    quiet, busy = [], []
    for _ in range(TURNS):  # short ones, because a machine's speed comes and goes
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
    print(f"     ratio                                 {p99[1] / p99[0]:>9.2f}  (target 1.5)")


async def _report(clerk: Clerk, enough: asyncio.Event) -> None:
    end_ms = BEGIN_MS + 200 * DAY_MS
    for number in count(1):
        if enough.is_set():
            return
        month = Period(end_ms - MONTH_MS + number, end_ms + number)
        await clerk.ask(Books.sums, month)
        await clerk.ask(_count_entries, month)


def _count_entries(books: Books, period: Period) -> int:
    return len(books.entries(period=period))


async def _pressed(client: AsyncClient, presses: Iterator[Command]) -> list[float]:
    taken: list[float] = []

    async def press(command: Command) -> None:
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


# ---- a year of play -----------------------------------------------------------------------------


class _Year:
    """Makes commands whose times run evenly through a year."""

    def __init__(self, commands: int, *, prefix: str = "year") -> None:
        self._numbers = count(1)
        self._prefix = prefix
        self._step_ms = YEAR_MS / (commands + TABLES * 8)

    def ids(self) -> dict[str, Any]:
        number = next(self._numbers)
        return {
            "command_id": f"{self._prefix}{number}",
            "at_ms": BEGIN_MS + int(number * self._step_ms),
        }

    def opening(self) -> Iterator[Command]:
        roles = {
            "dora": "dealer",
            "sam": "supervisor",
            "eve": "executive",
            "ann": "accounting",
            "una": "auditor",
        }
        for badge, role in roles.items():
            yield IssueBadge(**self.ids(), badge=badge, name=badge.title(), role=role)
        (paytable,) = BOOK.values()
        level = LevelSetting("main", Cents(100_000), Ppm(200_000), Ppm(50_000))
        terms = JackpotTerms(
            kind="progressive",
            paytable=paytable.id,
            paytable_sha256=paytable.sha256,
            wager_cents=Cents(100),
            levels=(level,),
            executive_above_cents=Cents(100_000_000),
        )
        both = ("sam", "eve")
        for number in range(TABLES // TABLES_A_JACKPOT):
            yield OpenJackpot(**self.ids(), jackpot=f"J{number}", terms=terms, badges=both)
        for number in range(TABLES):
            table, jackpot = f"T{number}", f"J{number // TABLES_A_JACKPOT}"
            yield OpenTable(
                **self.ids(), table=table, game="crazy4", seats=7, jackpots=(jackpot,), badges=both
            )
            yield SignIn(**self.ids(), table=table, badge="dora")

    def rounds(self) -> Iterator[Command]:
        """START at every table, now and then a hand that pays, END at every table."""
        spots = tuple(Spot(seat, 1) for seat in range(1, SEATS + 1))
        played = count(1)
        while True:
            for table in range(TABLES):
                yield StartRound(**self.ids(), table=f"T{table}", spots=spots)
            for table in range(TABLES):
                number = next(played)
                if number % HIT_EVERY == 0:
                    top = number % TOP_EVERY == 0
                    yield from self._hit(f"T{table}", "four_aces" if top else "three_of_a_kind")
                yield EndRound(**self.ids(), table=f"T{table}")

    def _hit(self, table: str, hand: str) -> Iterator[Command]:
        yield PressHand(**self.ids(), table=table, spot=Spot(2, 1), outcome=hand)
        yield ConfirmAwards(**self.ids(), table=table, badge="sam")


def _write_year(path: Path, commands: int) -> None:
    """As an engine writes it, but without waiting for the disk."""
    journal = SqliteJournal(path)
    journal._connection.execute("PRAGMA synchronous = OFF")
    core, year = Core(journal, BOOK), _Year(commands)
    core.handle(list(year.opening()))
    rounds, day = year.rounds(), 0
    while core.state.seq < commands:
        replies = core.handle(list(islice(rounds, BATCH)))
        assert all(reply.accepted for reply in replies), "the year is played by the rules"
        if core.state.seq * 365 // commands > day:
            day += 1
            core.handle([TurnShift(**year.ids())])
            for ended in core.state.calendar.days[:-1]:
                core.handle([CloseDay(**year.ids(), day=ended.day, badges=("ann", "una"))])
    journal.close()
