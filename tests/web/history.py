"""A floor that has been played on for days: written into a site's journal before it opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from pitboss.engine import Core, Reply
from pitboss.floor.facts import awards, days, jackpots, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.calendar import DayState
from pitboss.floor.state.floor import State
from pitboss.journal.place import JOURNAL_FILE
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import read_folder
from pitboss.money import Cents
from pitboss.site.first_commands import commands_of

DAY_MS = 86_400_000
BEGIN_MS = 1_794_067_200_000  # 2026-11-07 16:00 UTC, 8 in the morning at the house


class Past:
    """Asks commands at times of its own choosing."""

    def __init__(
        self, folder: Path, *, begin_ms: int = BEGIN_MS, first: Sequence[Command] = ()
    ) -> None:
        """`first` is asked before the site opens, as by an engine that begins to lead."""
        found = read_folder(folder)
        self._journal = SqliteJournal(folder / JOURNAL_FILE)
        self._core = Core(self._journal, found.paytable_lookup)
        self._ids: Iterator[str] = (f"past-{number}" for number in count(1))
        self.at_ms = begin_ms
        opening = commands_of(found.site, found.paytables, at_ms=begin_ms, ids=self._ids)
        for command in (*first, *opening):
            (reply,) = self._core.handle([command])
            assert reply.accepted, reply
        badges = self._core.state.badges.items()
        self._auditor = next(name for name, badge in badges if badge.role == "auditor")
        self._core.handle([days.TurnShift(command_id=next(self._ids), at_ms=begin_ms)])

    @property
    def state(self) -> State:
        """The floor as it stands."""
        return self._core.state

    def try_to(self, kind: type, /, **fields: Any) -> Reply:
        """Ask, whatever the answer."""
        self.at_ms += 1000
        command = kind(command_id=next(self._ids), at_ms=self.at_ms, **fields)
        (reply,) = self._core.handle([command])
        return reply

    def ask(self, kind: type, /, **fields: Any) -> Reply:
        """Ask what is allowed."""
        reply = self.try_to(kind, **fields)
        assert reply.accepted, reply
        return reply

    def round(self, table: str, seats: list[int], *, hands: dict[int, str] | None = None) -> None:
        """One round from START to END; an executive confirms every hand."""
        self.ask(rounds.StartRound, table=table, spots=tuple(Spot(seat, 1) for seat in seats))
        for seat, outcome in (hands or {}).items():
            self.ask(rounds.PressHand, table=table, spot=Spot(seat, 1), outcome=outcome)
        if hands:
            self.ask(awards.ConfirmAwards, table=table, badge="E300")
        self.ask(rounds.EndRound, table=table)

    def end_day(self, *, closes: bool = True) -> None:
        """The gambling day is over at 06:00: signs and drop are as they must be, two people close
        it."""
        day = self.state.calendar.days[-1].day
        while self.state.calendar.days[-1].day == day:  # one shift after the other
            self.at_ms = self.state.calendar.ends_ms
            self.ask(days.TurnShift)
        if closes:
            for kept in self.state.calendar.days[:-1]:
                self._keep(kept)

    def _keep(self, day: DayState) -> None:
        for shift in day.shifts:
            named = {"day": day.day, "shift": shift.shift}
            if shift.ledger:
                self.ask(days.RecordReading, signs=shift.ledger, badges=("A400", "S200"), **named)
            counts = tuple(days.BoxCount(box.table, box.jackpot, box.bets) for box in shift.boxes)
            if counts:
                self.ask(days.RecordCounts, counts=counts, badges=("A400", "S200"), **named)
        self.ask(days.CloseDay, day=day.day, badges=("A400", self._auditor))

    def close(self) -> None:
        """Let go of the journal, so that a site can open it."""
        self._core.keep_snapshot()
        self._journal.close()


def nothing_more(past: Past) -> None:
    """What a test adds that adds nothing."""


def write_known_history(
    folder: Path, *, then: Callable[[Past], None] = nothing_more, closes: bool = True
) -> None:
    """Two days at one table, small enough to be reckoned by hand. At $1 a wager the meter of
    `fours` gets 20 cents and its reserve 5. `then` is what a test adds; without
    `closes` its first day stays open."""
    past = Past(folder)
    past.ask(people.SignIn, table="C1", badge="D100")
    for _ in range(5):
        past.round("C1", [1, 2, 3])
    past.round("C1", [1, 2, 3], hands={2: "four_aces"})
    past.ask(
        jackpots.AdjustMeter, jackpot="fours", level="main", adjustment="faulty_display",
        cents=Cents(2_500), reason="=the sign showed $25 too little", badges=("A400", "S200"),
    )  # fmt: skip
    past.end_day(closes=closes)
    past.round("C1", [4], hands={4: "four_of_a_kind"})
    past.ask(rounds.StartRound, table="C1", spots=(Spot(1, 1),))
    past.ask(rounds.SeeLateBet, table="C1", spot=Spot(5, 1))
    past.ask(rounds.VoidRound, table="C1", badge="S200", reason="misdeal")
    past.try_to(awards.ConfirmAwards, table="C1", badge="D100")
    then(past)
    past.close()
