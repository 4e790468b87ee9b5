"""The accounting of the demonstration: deposits, prizes, closed days, and a bank never short."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pitboss.demo import crew as crew_module
from pitboss.demo.accountant import Accountant
from pitboss.floor.facts import bank
from pitboss.floor.money.custody import DAY_MS, BankStanding, sum_account
from pitboss.floor.state.floor import State
from pitboss.live import folder as folder_module
from pitboss.live.clocks import SiteClock
from pitboss.live.running_site import RunningSite
from pitboss.money import Cents

from .test_crew import awards, crew_of, run, table_of

NOON_MS = 1_800_043_200_000  # 2027-01-15 12:00:00 in Los Angeles
NOBODY: frozenset[str] = frozenset()
OPENING_CENTS = 25_000_000  # the site file's deposit


class Clock:
    """The time of the whole site, as the test sets it."""

    def __init__(self) -> None:
        self.at_ms = NOON_MS

    def __call__(self) -> int:
        return self.at_ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(folder_module, "clock_ms", made)
    monkeypatch.setattr(SiteClock, "now_ms", lambda clock: made())
    monkeypatch.setattr(SiteClock, "jump", lambda clock: None)  # the test sets it on purpose
    return made


def days(state: State) -> tuple[str, int]:
    """The day that was closed last, and how many wait."""
    return state.calendar.closed, len(state.calendar.days) - 1


async def bank_of(running_site: RunningSite) -> BankStanding:
    return await running_site.look(sum_account)


async def played(running_site: RunningSite, table: str, *, rounds: int) -> None:
    """A crew plays some rounds and leaves."""
    crew, wanted = (
        crew_of(running_site, table),
        (await table_of(running_site, table)).rounds + rounds,
    )
    for _ in range(20 * rounds):
        await crew.step()
        if (await table_of(running_site, table)).rounds >= wanted:
            break
    await crew.leave()


def test_PS_62_the_opening_deposit_is_enough_and_no_day_waits(tmp_path: Path, clock: Clock) -> None:
    async def whole(running_site: RunningSite) -> None:
        books = Accountant(running_site, random.Random(1))
        await books.work(away=NOBODY)
        found = await bank_of(running_site)
        assert found.bank_micros == OPENING_CENTS * 10**6
        assert (found.due_cents, found.deposit_day, found.stopped) == (0, "2024-01-02", "")
        assert await running_site.look(days) == ("", 0)
        rows = running_site.seq
        await books.work(away=NOBODY)
        assert running_site.seq == rows, "nothing is due any more"

    run(tmp_path, whole)


def test_PS_62_weeks_pass_and_the_bank_is_never_short(tmp_path: Path, clock: Clock) -> None:
    async def whole(running_site: RunningSite) -> None:
        books = Accountant(running_site, random.Random(1))
        closed: list[tuple[str, int]] = []
        for day in (0, 1, 30):  # a month in which nobody started the demonstration
            clock.at_ms = NOON_MS + day * DAY_MS
            await books.work(away=NOBODY)
            await played(running_site, "C1", rounds=3)
            assert (await bank_of(running_site)).stopped == ""
            closed.append(await running_site.look(days))
        assert closed == [("", 0), ("2027-01-15", 0), ("2027-01-16", 0)]
        assert (await table_of(running_site, "C1")).rounds >= 9

    run(tmp_path, whole)


def test_a_bank_that_a_visitor_has_emptied_is_filled_again(tmp_path: Path, clock: Clock) -> None:
    async def whole(running_site: RunningSite) -> None:
        books = Accountant(running_site, random.Random(1))
        await books.work(away=NOBODY)
        reply = await running_site.ask(
            bank.RecordWithdrawal(
                command_id="seized",
                at_ms=clock.at_ms,
                cents=Cents(20_000_000),
                reference="order 7",
                day="2027-01-15",
                purpose="seizure",
                badges=("A400", "E300"),
            )
        )
        assert reply.accepted
        assert (await bank_of(running_site)).stopped != ""
        await books.work(away=NOBODY)
        found = await bank_of(running_site)
        assert (found.stopped, found.due_cents) == ("", 0)

    run(tmp_path, whole)


def test_PS_8_winners_of_the_crews_are_paid_and_those_of_visitors_are_not(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_module, "WINS_ONE_IN", 1)
    monkeypatch.setattr(crew_module, "NEXT_ONE_IN", 1)
    monkeypatch.setattr(crew_module, "MISDEAL_PERCENT", 0)

    async def whole(running_site: RunningSite) -> None:
        books = Accountant(running_site, random.Random(1))
        await books.work(away=NOBODY)
        await played(running_site, "C1", rounds=1)
        before = (await bank_of(running_site)).bank_micros
        await books.work(away=frozenset(("C1",)))
        owed = [each for each in await running_site.look(awards) if each.award.owed_cents]
        assert {each.status for each in owed} == {"moved"}
        await books.work(away=NOBODY)
        paid = [each for each in await running_site.look(awards) if each.award.owed_cents]
        assert {each.status for each in paid} == {"paid"}
        total = sum(each.award.owed_cents for each in paid)
        assert total > 1_000_000, "the seed of the meter is $10,000"
        found = await bank_of(running_site)
        assert found.bank_micros >= before - total * 10**6
        assert (found.stopped, found.due_cents < 50_000) == ("", True)

    run(tmp_path, whole)
