"""What the office remembers: bounded however long the journal is, and the same as the journal."""

from __future__ import annotations

import asyncio
from typing import Any

from pitboss.floor.facts.rounds import RoundStarted
from pitboss.floor.facts.values import Contribution, Reading, Spot, Taking
from pitboss.journal import Row
from pitboss.journal.codec import events_text
from pitboss.money import Cents, Micros
from pitboss.web.office.chronicle import POINTS_MOST, TABLE_MOST, Chronicle, History, Point

CENT = 1_000_000


def started(number: int) -> RoundStarted:
    """A round of one wager that gives the meter a cent."""
    after = Reading("main", Micros(number * CENT), Micros(0), Micros(0))
    return RoundStarted(
        table="T1",
        round=number,
        badge="dora",
        spots=(Spot(1, 1),),
        contributions=(Contribution("j", "main", Micros(CENT), Micros(0), Micros(0), after),),
        takings=(Taking("j", 1, Micros(100 * CENT), Micros(99 * CENT)),),
    )


class FakeRunningSite:
    """A journal of so many rounds, a second apart."""

    def __init__(self, rounds: int) -> None:
        self.seq = rounds
        self.asked: list[int] = []

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]:
        self.asked.append(limit)
        last = min(self.seq, after_seq + limit)
        return [
            Row(n, n * 1000, f"c{n}", "", events_text((started(n),)), "0" * 64)
            for n in range(after_seq + 1, last + 1)
        ]


def read(running_site: Any) -> Chronicle:
    return asyncio.run(_read(running_site))


async def _read(running_site: Any) -> Chronicle:
    chronicle = Chronicle(running_site)
    while True:
        await chronicle.caught_up()
        if not chronicle.behind:
            return chronicle


def test_a_long_journal_is_read_in_pages_and_remembered_in_little() -> None:
    running_site = FakeRunningSite(5_000)
    chronicle = read(running_site)
    assert max(running_site.asked) <= 1_000
    history = chronicle.histories["j", "main"]
    assert POINTS_MOST // 2 <= len(history.points) <= POINTS_MOST
    assert len(chronicle.tables["T1"].rounds) == TABLE_MOST
    assert chronicle.entries("round-started") == []
    assert chronicle.plays["j"].bets == 5_000
    assert chronicle.periods[-1].moves["j", "main", "round-started"] == [5_000 * CENT, 0, 0]


def test_what_is_new_is_read_and_nothing_twice() -> None:
    async def twice() -> tuple[int, int]:
        running_site: Any = FakeRunningSite(10)
        chronicle = Chronicle(running_site)
        await chronicle.caught_up()
        first = chronicle.plays["j"].bets
        running_site.seq = 25
        await chronicle.caught_up()
        return first, chronicle.plays["j"].bets

    assert asyncio.run(twice()) == (10, 25)


def test_a_time_leads_to_a_place_before_it() -> None:
    chronicle = read(FakeRunningSite(2_500))
    assert chronicle.seq_at(0) == 0
    assert chronicle.seq_at(1_500_000) == 1_000
    assert chronicle.seq_at(9_999_999) == 2_000


def test_a_history_thins_out_but_keeps_what_matters() -> None:
    history = History()
    for number in range(POINTS_MOST):
        history.add(Point(number, Cents(number)), always=False)
    assert (len(history.points), history.step) == (POINTS_MOST, 1)
    history.add(Point(POINTS_MOST, Cents(0)), always=False)
    assert (len(history.points), history.step) == (POINTS_MOST // 2 + 1, 2)
    history.add(Point(5_000, Cents(1)), always=False)
    assert history.points[-1].at_ms == POINTS_MOST
    history.add(Point(5_001, Cents(2)), always=True)
    assert history.points[-1] == Point(5_001, Cents(2))
