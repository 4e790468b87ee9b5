"""Fifty tables at the pace of a year of thirteen million commands, as a journal in a site's folder:
rounds, tray and meter prizes, payments, refusals, and a close each day."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

from pitboss.engine import Core
from pitboss.floor.facts import awards, days, jackpots, payments, people, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.rounds import EndRound, PressHand, StartRound
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Payment, Spot
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import SITE_FILE
from pitboss.local_time import local_day
from pitboss.money import Cents, Ppm
from proof.bench.asking import BOOK

TABLES, TABLES_A_JACKPOT, SEATS = 50, 5, 5
YEAR_COMMANDS = 13_000_000
BEGIN_MS, DAY_MS = 1_767_225_600_000, 86_400_000  # 2026
STEP_MS = 365 * DAY_MS / YEAR_COMMANDS
HIT_EVERY, TOP_EVERY, REFUSED_EVERY = 20, 2_000, 100  # rounds per pay, four aces, refusal
CHECKS = count(1)  # a check number works once
BATCH = 500  # commands per transaction while writing the year
STAFF = {
    "sam": "supervisor", "eve": "executive", "ann": "accounting",
    "una": "auditor", **{f"dealer-T{number}": "dealer" for number in range(TABLES)},
}  # fmt: skip
HEAD = """
[property]
name = "Bench"
currency = "USD"
time_zone = "America/Los_Angeles"
profile = "washington"
opened_by = ["eve", "ann"]
"""


class Year:
    """Makes commands at even intervals."""

    def __init__(self, *, prefix: str = "year", begun: int = 0, begin_ms: int = BEGIN_MS) -> None:
        self._numbers = count(begun + 1)
        self._begin_ms = begin_ms
        self._prefix = prefix

    def ids(self) -> dict[str, Any]:
        """The fields that every command has."""
        number = next(self._numbers)
        return {
            "command_id": f"{self._prefix}{number}",
            "at_ms": self._begin_ms + int(number * STEP_MS),
        }

    def open_floor(self) -> Iterator[Command]:
        """The floor's first commands."""
        for badge, role in STAFF.items():
            yield people.IssueBadge(**self.ids(), badge=badge, name=badge.title(), role=role)
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
            yield jackpots.OpenJackpot(**self.ids(), jackpot=f"J{number}", terms=terms, badges=both)
        for number in range(TABLES):
            table, jackpot = f"T{number}", f"J{number // TABLES_A_JACKPOT}"
            yield tables.OpenTable(
                **self.ids(), table=table, game="crazy4", seats=7, jackpots=(jackpot,), badges=both
            )
            yield people.SignIn(**self.ids(), table=table, badge=f"dealer-{table}")

    def rounds(self) -> Iterator[Command]:
        """START at every table, a paying hand now and then, END at every table."""
        spots = tuple(Spot(seat, 1) for seat in range(1, SEATS + 1))
        played = count(1)
        while True:
            for table in range(TABLES):
                yield StartRound(**self.ids(), table=f"T{table}", spots=spots)
            for table in range(TABLES):
                number = next(played)
                if number % REFUSED_EVERY == 0:
                    yield StartRound(**self.ids(), table=f"T{table}", spots=spots)
                if number % HIT_EVERY == 0:
                    top = number % TOP_EVERY == 0
                    yield from self._hit(f"T{table}", "four_aces" if top else "three_of_a_kind")
                yield EndRound(**self.ids(), table=f"T{table}")

    def _hit(self, table: str, hand: str) -> Iterator[Command]:
        yield PressHand(**self.ids(), table=table, spot=Spot(2, 1), outcome=hand)
        yield awards.ConfirmAwards(**self.ids(), table=table, badge="sam")


def write_site(folder: Path) -> None:
    """A site file for what is played."""
    text = HEAD
    for badge, role in STAFF.items():
        text += f'[[badge]]\nid = "{badge}"\nname = "{badge.title()}"\nrole = "{role}"\n'
    (paytable,) = BOOK
    for number in range(TABLES // TABLES_A_JACKPOT):
        text += f'[[jackpot]]\nid = "J{number}"\nkind = "progressive"\npaytable = "{paytable}"\n'
    for number in range(TABLES):
        text += (
            f'[[table]]\nid = "T{number}"\ngame = "crazy4"\nseats = 7\n'
            f'jackpots = ["J{number // TABLES_A_JACKPOT}"]\n'
            '[table.paytables]\nbase = "crazy4/base/c4p"\n'
            '[table.limits]\nante = ["$5", "$100"]\n'
        )
    (folder / SITE_FILE).write_text(text, "utf-8")


def write_year(folder: Path, commands: int, begin_ms: int = BEGIN_MS) -> None:
    """Write this many commands like an engine, but without waiting for the disk."""
    write_site(folder)
    journal = SqliteJournal(folder / JOURNAL_FILE)
    journal._connection.execute("PRAGMA synchronous = OFF")
    core, year = Core(journal, BOOK), Year(begin_ms=begin_ms)
    core.handle(list(year.open_floor()))
    rounds, day = year.rounds(), local_day(begin_ms, "UTC")
    while core.state.seq < commands:
        replies = core.handle(list(islice(rounds, BATCH)))
        won = [
            award.award
            for reply in replies
            for event in reply.events
            if isinstance(event, awards.AwardsRecorded)
            for award in event.awards
            if award.owed_cents
        ]
        core.handle([_paid(year, award) for award in won])
        now = year.ids()
        if (today := local_day(now["at_ms"], "UTC")) > day:
            core.handle([days.TurnShift(**now)])
            for ended in core.state.calendar.days[:-1]:
                core.handle([days.CloseDay(**year.ids(), day=ended.day, badges=("ann", "una"))])
            day = today
    core.keep_snapshot()
    journal.close()


def _paid(year: Year, award: str) -> Command:
    payment = Payment(method="check", check_number=f"{next(CHECKS)}", tax_form="none")
    return payments.PayPrize(**year.ids(), award=award, payment=payment, badge="ann")
