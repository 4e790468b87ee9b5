"""The past of the demonstration: sound, whole, and ending now, whatever the day and the hour."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from pitboss.audit import audit
from pitboss.audit.proof import stored_rows
from pitboss.demo import past as past_module
from pitboss.demo.accountant import Accountant
from pitboss.demo.past import DAYS, make_past
from pitboss.demo.running import make_folder
from pitboss.floor.facts import bank, days, papers, payments, people
from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.jackpots import MeterAdjusted
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.clocks import SiteClock
from pitboss.live.running_site import open_running_site
from pitboss.local_time import days_before, instant
from pitboss.rules.catalog import Paytables

from .test_crew import SITE

_Event = TypeVar("_Event", bound=Event)
# When a visitor comes, and the gambling day that is on then. Clocks are set forward and back in the
# first two pasts, and the last begins in another year, at the minute in which a day does.
MOMENTS = {
    "2027-03-20 15:00": "2027-03-20",
    "2026-11-10 03:30": "2026-11-09",
    "2028-01-09 06:00": "2028-01-09",
}


class Made:
    """A past that was made at a moment."""

    def __init__(self, folder: Path, moment: str) -> None:
        found = instant(moment, SITE.time_zone)
        assert found is not None
        self.folder, self.now_ms, self.today = folder, found, MOMENTS[moment]
        make_folder(folder)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(past_module, "clock_ms", lambda: found)
            make_past(folder, rng_seed=1)
        self.rows = rows_of(folder)

    def all_of(self, kind: type[_Event]) -> list[_Event]:
        """Every event of a kind."""
        events = (event for row in self.rows for event in events_of(row.events))
        return [event for event in events if isinstance(event, kind)]


def rows_of(folder: Path) -> list[Row]:
    with closing(SqliteJournal(folder / JOURNAL_FILE, read_only=True)) as journal:
        return list(stored_rows(journal))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("past"), next(iter(MOMENTS)))


@pytest.mark.parametrize("moment", MOMENTS)
def test_its_journal_is_sound_and_ends_when_the_visitor_comes(tmp_path: Path, moment: str) -> None:
    made, paytables = Made(tmp_path, moment), Paytables()
    lookup = {name: paytables.get(name) for name in paytables.ids()}
    with closing(SqliteJournal(tmp_path / JOURNAL_FILE, read_only=True)) as journal:
        proven = audit(journal, paytables=lookup)
    assert proven.redecider is not None
    assert not proven.redecider.undecided
    assert {event.code for event in made.all_of(CommandRefused)} == {"ROUND_OPEN"}
    times = [row.at_ms for row in made.rows]
    assert times == sorted(times)
    assert times[-1] <= made.now_ms
    closed = [each.day for each in made.all_of(days.DayClosed)]
    assert closed == [days_before(made.today, number) for number in range(DAYS, 0, -1)]
    assert [each.day for each in proven.state.calendar.days] == [made.today]
    assert proven.state.calendar.late == ()
    assert proven.state.bank.stopped == ""
    owed = [proven.state.award(name) for name in dict(proven.state.owed.items())]
    assert sorted(each.payment_hold for each in owed if each.status == "moved") == ["", "dispute"]


def test_its_office_has_seen_what_an_office_sees_now_and_then(made: Made) -> None:
    paid = made.all_of(payments.PrizePaid)
    assert {event.payment.tax_form for event in paid} == {"none", "W-2G"}
    assert any(event.withheld_cents for event in paid)
    (voided,) = made.all_of(payments.PaymentVoided)
    again = [event.payment for event in paid if event.award == voided.award]
    assert len(again) == 2
    assert len({each.person for each in again}) == 1
    assert len({each.check_number for each in again}) == 2
    assert len(made.all_of(AwardBackedOut)) == 1
    stated = made.all_of(bank.StatementRecorded)
    assert [each.unmatched for each in stated] == [(), ()]
    assert any(len(each.matched) > 1 for each in stated)
    assert len(made.all_of(days.VarianceOpened)) == len(made.all_of(days.VarianceClosed)) == 1
    assert [each.explanation for each in made.all_of(days.ReadingRecorded) if each.explanation]
    assert [each.adjustment for each in made.all_of(MeterAdjusted)] == ["faulty_display"]
    confirmed = {each.badge for each in made.all_of(AwardsRecorded)}
    assert confirmed >= {"S200", "S201", "E300"}
    assert len({each.badge for each in made.all_of(people.DealerSignedIn)}) > 10


def test_the_demonstration_plays_on_and_leaves_to_visitors_whom_nobody_has_paid(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SiteClock, "now_ms", lambda clock: made.now_ms + 60_000)
    monkeypatch.setattr(SiteClock, "wait_for", lambda clock, shown_ms: None)
    monkeypatch.setattr(SiteClock, "jump", lambda clock: None)  # the test sets it on purpose

    async def play_on() -> None:
        running_site = open_running_site(made.folder)
        running_site.begin()
        try:
            await Accountant(running_site, random.Random(1)).work(away=frozenset())
            assert await running_site.look(lambda state: len(dict(state.owed.items()))) == 2
        finally:
            await running_site.close()

    asyncio.run(play_on())
    later = rows_of(made.folder)[len(made.rows) :]
    followed = [event for row in later for event in events_of(row.events)]
    assert not any(isinstance(event, papers.SiteRestarted) for event in followed)
    assert len(later) < 10
