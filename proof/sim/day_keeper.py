"""The simulation's people who run the gambling day: they let it end, read, count and close."""

from __future__ import annotations

from pitboss.floor.facts import days
from pitboss.floor.facts.base import Command
from pitboss.money import Cents
from proof.sim.day_books import DayBook
from proof.sim.people import Asking, AskingPerson, CommandMaker, SharedFloor

CLOSERS = (*[("ann", "una")] * 4, ("eve", "una"), ("ann", "eve"), ("una", "una"), ("sam", "una"))


class DayKeeper:
    """Accounting, a supervisor and the auditor, as far as they run the day."""

    def __init__(self, floor: SharedFloor) -> None:
        self._floor = floor
        self._asker = CommandMaker("days", floor.clock)
        self._idle_percent = floor.chance.choice((80, 95, 99))

    def work(self) -> AskingPerson:
        """Start the first day; then do something now and then."""
        while not self._floor.books.days.days:
            yield self._asker.make(days.TurnShift)
        yield from self._floor.now_and_then(self._draw, idle_percent=self._idle_percent)

    def close_everything(self) -> AskingPerson:
        """At the end, finish the last day, too, and close every day."""
        yield self._turn()
        while ended := self._ended():
            yield from self._keep(ended[0])

    def _keep(self, day: DayBook) -> Asking:
        for number, shift in day.shifts.items():
            if not shift.is_read:
                yield self._read(day, number)
            for box in [box for box, each in shift.boxes.items() if each.chips is None]:
                yield self._count(day, number, box, off=0)
            for box in [box for box, each in shift.boxes.items() if each.is_open]:
                yield self._explain(day, number, box, "eve")
        return (yield self._asker.make(days.CloseDay, day=day.day, badges=("ann", "una")))

    def _draw(self) -> Command:
        chance, ended = self._floor.chance, self._ended()
        if not ended or chance.randrange(8) == 0:
            return self._turn()
        day = chance.choice(ended)
        number = chance.choice(list(day.shifts))
        boxes = list(day.shifts[number].boxes) or [("T1", "J1")]
        draws = (
            lambda: self._read(day, number),
            lambda: self._count(
                day, number, chance.choice(boxes), off=chance.choice((0, 0, -1, 2))
            ),
            lambda: self._explain(
                day, number, chance.choice(boxes), chance.choice(("ann", "eve", "una"))
            ),
            lambda: self._asker.make(
                days.CloseDay,
                day=chance.choice((day.day, ended[0].day, "2031-01-01", "doomsday")),
                badges=chance.choice(CLOSERS),
            ),
        )
        return chance.choice(draws)()

    def _ended(self) -> list[DayBook]:
        return [day for day in self._floor.books.days.days if day.ended_seq]

    def _turn(self) -> Command:
        """Let hours pass until the day is over."""
        clock = self._floor.clock
        clock.pass_ms(max(0, self._floor.books.days.ends_ms - clock.at_ms))
        return self._asker.make(days.TurnShift)

    def _read(self, day: DayBook, shift: int) -> Command:
        """Read the signs: most are right, and most of the others get an explanation."""
        chance = self._floor.chance
        off = chance.choice((0, 0, 0, 100))
        signs = tuple(
            days.SignReading(jackpot, level, Cents(cents + off))
            for (jackpot, level), cents in day.shifts[shift].signs.items()
        )
        return self._asker.make(
            days.RecordReading,
            day=day.day,
            shift=shift,
            signs=signs,
            explanation="the sign was late" if off and self._floor.rounds_left <= 0 else "",
            badges=chance.choice((("sam", "ann"), ("eve", "sue"))),
        )

    def _count(self, day: DayBook, shift: int, box: tuple[str, str], *, off: int) -> Command:
        found = day.shifts[shift].boxes.get(box)
        chips = max(0, (found.bets if found else 0) + off)
        return self._asker.make(
            days.RecordCounts,
            day=day.day,
            shift=shift,
            counts=(days.BoxCount(*box, chips),),
            badges=("ann", "sam"),
        )

    def _explain(self, day: DayBook, shift: int, box: tuple[str, str], badge: str) -> Command:
        table, jackpot = box
        return self._asker.make(
            days.CloseVariance,
            day=day.day,
            shift=shift,
            table=table,
            jackpot=jackpot,
            reason="a chip fell beside the box",
            badge=badge,
        )
